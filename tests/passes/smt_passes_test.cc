#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/pass_results.h"

namespace whittle {
namespace {

using testing::Contains;
using testing::IsEmpty;

const std::string smt_script = R"((set-logic QF_SLIA)
(declare-fun x () Int)
(declare-const s String)
(declare-const b (_ BitVec 8))
(declare-sort U 0)
(declare-const u U)
(declare-const v U)
(define-fun inc ((a Int)) Int (+ a 1))
(define-const limit Int 7)
(assert (let ((y (inc x)) (t "a")) (and (> y 0) (= s t) (not (= y limit)))))
(assert (= x (str.len s)))
(assert (ite (bvult b #x0f) (> x 2) (or (= (str.++ s s) "aa") (< x 1))))
(assert (= v u))
(check-sat)
)";

/// The script with some of its parts replaced, each once.
std::string with(std::vector<std::pair<std::string, std::string>> parts) {
  std::string result = smt_script;
  for (const auto& [before, after] : parts) {
    const std::size_t at = result.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    if (at != std::string::npos) result.replace(at, before.size(), after);
  }
  return result;
}

std::vector<std::string> each(std::string_view pass) {
  return results_of_each(pass, "a.smt2", smt_script);
}

TEST(SmtPasses, CommandsGo) {
  EXPECT_EQ(each("smt-commands").size(), 14u);
  EXPECT_THAT(each("smt-commands"), Contains(with({{"(check-sat)\n", ""}})));
  EXPECT_THAT(results_of_each("smt-commands", "a.lisp", "(defun f (x) x)\n(print (f 1))\n"),
              Contains("(print (f 1))\n"));
}

TEST(SmtPasses, ADeclaredNameGoesWithAllThatUsesIt) {
  EXPECT_THAT(each("smt-eliminate"),
              Contains(with({{"(declare-const b (_ BitVec 8))\n", ""},
                             {"(assert (ite (bvult b #x0f) (> x 2) (or (= (str.++ s s) \"aa\") (< "
                              "x 1))))\n",
                              ""}})));
}

TEST(SmtPasses, OnlyAFunctionWithoutParametersBecomesAConstant) {
  EXPECT_EQ(each("smt-declare-const"),
            std::vector{with({{"(declare-fun x () Int)", "(declare-const x Int)"}})});
  EXPECT_THAT(results_of_each("smt-declare-const", "a.smt2", "(declare-fun f (Int) Int)\n"),
              IsEmpty());
}

TEST(SmtPasses, AVariableIsReplacedByWhatItEquals) {
  EXPECT_THAT(each("smt-by-equality"), Contains(with({{"(declare-fun x () Int)\n", ""},
                                                      {"(assert (= x (str.len s)))\n", ""},
                                                      {"(inc x)", "(inc (str.len s))"},
                                                      {"(> x 2)", "(> (str.len s) 2)"},
                                                      {"(< x 1)", "(< (str.len s) 1)"}})));
  EXPECT_THAT(each("smt-by-equality"),
              Contains(with({{"(declare-const v U)\n", ""}, {"(assert (= v u))\n", ""}})));
  // x = f(x) says nothing of x.
  EXPECT_THAT(results_of_each("smt-by-equality", "a.smt2",
                              "(declare-const x Int)\n(assert (= x (+ x 1)))\n"),
              IsEmpty());
}

TEST(SmtPasses, OtherLanguagesAreLeftAlone) {
  for (const char* pass : {"smt-commands", "smt-eliminate", "smt-by-equality"})
    EXPECT_THAT(results_of_each(pass, "a.c", "int main() { return f(g(1)); }\n"), IsEmpty());
}

}  // namespace
}  // namespace whittle
