#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "support/pass_results.h"

namespace whittle {
namespace {

using testing::Contains;
using testing::IsEmpty;

// The numbers of @f's parameters and of its first block are nowhere written where they are defined.
const std::string code = R"(@g = internal global i32 7, align 4
@t = internal constant [2 x i32] [i32 1, i32 2]

declare i32 @puts(i8*) #1

define internal i32 @f(i32, i8* nocapture readonly) #0 {
  %3 = alloca i32, align 4
  br label %4

4:                                                ; preds = %8, %2
  %5 = phi i32 [ %0, %2 ], [ %6, %8 ]
  %6 = add nsw i32 %5, 1
  %7 = icmp eq i32 %6, 10
  br i1 %7, label %10, label %8

8:                                                ; preds = %4
  store i32 %6, i32* %3, align 4, !note !1
  %9 = call i32 @puts(i8* %1)
  switch i32 %9, label %4 [
    i32 0, label %10
    i32 1, label %12
  ]

10:                                               ; preds = %8, %4
  %11 = phi i32 [ %7 , %4 ], [ 3, %8 ]
  br label %12

12:                                               ; preds = %10, %8
  %13 = load i32, i32* @g, align 4
  ret i32 %13
}

define i32 @main() {
entry:
  %x = call i32 @f(i32 1, i8* null)
  br label %end

end:
  ret i32 %x
}

attributes #0 = { nounwind }
attributes #1 = { nofree }

!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
)";

/// As above, but no type is wrong.
std::string numbered() {
  std::string text = code;
  text.replace(text.find("[ %7 , %4 ]"), 11, "[ %6, %4 ]");
  return text;
}

std::string named() {
  return result_of_all("llvm-names", "a.ll", numbered());
}

bool clang_takes(const std::string& text) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("whittle-llvm-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "a.ll") << text;
  const std::string command =
      "clang -x ir -S -o /dev/null " + (folder / "a.ll").string() + " >/dev/null 2>&1";
  const bool takes = std::system(command.c_str()) == 0;
  std::filesystem::remove_all(folder);
  return takes;
}

TEST(LlvmPasses, NumbersBecomeNames) {
  EXPECT_TRUE(clang_takes(numbered()));
  EXPECT_FALSE(clang_takes(code));  // so that it does look
  EXPECT_TRUE(clang_takes(named())) << named();
  EXPECT_THAT(named(), testing::Not(testing::ContainsRegex("%[0-9]")));
  EXPECT_THAT(results_of_each("llvm-names", "a.ll", named()), IsEmpty());
}

TEST(LlvmPasses, AreTakenByClangEditByEdit) {
  const std::string text = named();
  for (const Pass& pass : passes()) {
    if (!pass.name.starts_with("llvm-")) continue;
    const std::vector<std::string> results = results_of_each(pass.name, "a.ll", text);
    EXPECT_EQ(results.empty(), pass.name == "llvm-names") << pass.name;
    for (const std::string& result : results)
      EXPECT_TRUE(clang_takes(result)) << pass.name << ":\n" << result;
  }
}

TEST(LlvmPasses, AllInstructionsGoTogether) {
  const std::string bare = result_of_all("llvm-instructions", "a.ll", named());
  EXPECT_TRUE(clang_takes(bare)) << bare;
  EXPECT_THAT(bare, testing::Not(testing::HasSubstr("alloca")));
  EXPECT_THAT(bare, testing::HasSubstr("ret i32 undef"));
}

TEST(LlvmPasses, ABlockGoesWithTheWaysToIt) {
  const std::string loop = R"(define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %entry ], [ 2, %a ]
  ret i32 %p
}
)";
  EXPECT_THAT(results_of_each("llvm-blocks", "a.ll", loop), Contains(R"(define i32 @f(i1 %c) {
entry:
  br label %b
b:
  %p = phi i32 [ 1, %entry ]
  ret i32 %p
}
)"));
  EXPECT_THAT(results_of_each("llvm-branch-first", "a.ll", loop), Contains(R"(define i32 @f(i1 %c) {
entry:
  br label %a
a:
  br label %b
b:
  %p = phi i32 [ 2, %a ]
  ret i32 %p
}
)"));
}

TEST(LlvmPasses, WhatIsNoModuleIsNoReasonToFall) {
  const std::string broken =
      "define i32 @f(i32) {\n  %99999999999999999999 = add i32 %0, (((\n  %3 = phi i32 [ %2, %1 "
      "],\n"
      "g:\n  ret i32 %3\n}\nattributes #0 = { #0 }\n!0 = !{!0\n4:\n";
  for (const Pass& pass : passes()) {
    if (!pass.name.starts_with("llvm-")) continue;
    for (const std::string& result : results_of_each(pass.name, "a.ll", broken))
      EXPECT_NE(result, broken);
  }
}

TEST(LlvmPasses, AnInvokeBecomesACall) {
  const std::string text = R"(declare void @g()
declare i32 @p(...)
define void @f() personality i32 (...)* @p {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  %x = landingpad i32 cleanup
  unreachable
}
)";
  EXPECT_TRUE(clang_takes(text));
  const std::vector<std::string> called = results_of_each("llvm-branch-first", "a.ll", text);
  ASSERT_EQ(called.size(), 1u);
  EXPECT_THAT(called[0], testing::HasSubstr("call void @g() \nbr label %a\n"));
  EXPECT_THAT(results_of_each("llvm-blocks", "a.ll", text),
              Contains(testing::AllOf(testing::HasSubstr("call void @g() \nbr label %a\n"),
                                      testing::Not(testing::HasSubstr("landingpad")))));
}

TEST(LlvmPasses, ABlockElsewhereIsMovedToWhereItIsJoined) {
  EXPECT_THAT(results_of_each("llvm-join", "a.ll", R"(define i32 @f() {
a:
  br label %c
b:
  unreachable
c:
  %x = add i32 1, 2
  ret i32 %x
}
)"),
              Contains(R"(define i32 @f() {
a:
  %x = add i32 1, 2
  ret i32 %x
b:
  unreachable
  
}
)"));
}

TEST(LlvmPasses, AJoinedBlockHasTheValueOfItsPhi) {
  EXPECT_THAT(results_of_each("llvm-join", "a.ll", R"(define i32 @f() {
a:
  br label %b
b:
  %p = phi i32 [ 4, %a ]
  ret i32 %p
}
)"),
              Contains(R"(define i32 @f() {
a:
  ret i32 4
}
)"));
}

}  // namespace
}  // namespace whittle
