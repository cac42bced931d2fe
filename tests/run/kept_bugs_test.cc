#include "run/kept_bugs.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

#include "base/reason.h"
#include "run/request_json.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The bugs of a run on FOLDER/bug.c, as a run leaves them.
struct KeptBugsTest : testing::Test {
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(folder / name).parent_path());
    std::ofstream(folder / name) << text;
  }
  void keep_bug(const std::string& number, const std::string& failure) const {
    write("bug.c.bugs/" + number + "/bug.c", "int x;\n");
    write("bug.c.bugs/" + number + "/failure.txt", failure);
  }
  /// Stores the request of the run that found bug 1, which was started in the folder.
  void store(const Request& request) const {
    write("bug.c.bugs/1/.whittle-request.json", to_json(request, folder / ""));
  }
  Result<Request> next(std::size_t number = 1) const {
    Result<StoredRequest> stored = request_for_bug(folder / "bug.c", number);
    if (!stored) return std::unexpected(stored.error());
    EXPECT_EQ(stored->folder, folder / "");
    return std::move(stored->request);
  }
  std::vector<std::size_t> numbers() const {
    std::vector<std::size_t> found;
    for (const KeptBug& bug : kept_bugs(folder / "bug.c.bugs")) found.push_back(bug.number);
    return found;
  }
  TemporaryFolder folder;
};

TEST(BugsFolder, IsBesideTheFile) {
  EXPECT_EQ(bugs_folder_of("bug.c"), "bug.c.bugs");
  EXPECT_EQ(bugs_folder_of("project/"), "project.bugs");
  EXPECT_EQ(bugs_folder_of("project//"), "project.bugs");
  EXPECT_EQ(bugs_folder_of("/"), "/.bugs") << "a name is never empty";
}

TEST_F(KeptBugsTest, AreInTheOrderOfTheirNumbers) {
  for (const std::string number : {"10", "9", "1"}) keep_bug(number, "exits with " + number + "\n");
  EXPECT_THAT(numbers(), ElementsAre(1, 9, 10));
  const std::vector<KeptBug> bugs = kept_bugs(folder / "bug.c.bugs");
  EXPECT_EQ(bugs[1].failure, "exits with 9");
  EXPECT_EQ(bugs[1].folder, folder / "bug.c.bugs/9");
  EXPECT_EQ(bugs[1].bytes, 7u);
}

TEST_F(KeptBugsTest, OtherNamesAndUnfinishedFoldersAreNone) {
  keep_bug("1", "f");
  for (const std::string name : {"0", "1.new", "x", "-2", "3x", " 4"}) keep_bug(name, "f");
  keep_bug("5", "");
  keep_bug("6", "\n\n");
  fs::create_directories(folder / "bug.c.bugs/7");
  EXPECT_THAT(numbers(), ElementsAre(1));
}

TEST_F(KeptBugsTest, WithoutAFolderThereAreNone) {
  EXPECT_THAT(numbers(), IsEmpty());
  write("bug.c.bugs", "a file");
  EXPECT_THAT(numbers(), IsEmpty());
}

TEST_F(KeptBugsTest, FilesThatARunOnTheExampleMadeAreNotCounted) {
  keep_bug("1", "f");
  write("bug.c.bugs/1/sub/part.h", "12345");
  write("bug.c.bugs/1/bug.c.orig", std::string(1000, 'x'));
  write("bug.c.bugs/1/bug.c.whittle/events.jsonl", std::string(1000, 'x'));
  write("bug.c.bugs/1/bug.c.bugs/1/bug.c", std::string(1000, 'x'));
  EXPECT_EQ(kept_bugs(folder / "bug.c.bugs").front().bytes, 7u + 5u);
}

TEST_F(KeptBugsTest, AFolderWithNewerFilesIsNotAsARunHasLeftIt) {
  const std::string one = folder / "bug.c.bugs/1";
  EXPECT_FALSE(is_as_kept(one)) << "there is none";
  write("bug.c.bugs/1/sub/part.h", "12345");
  EXPECT_FALSE(is_as_kept(one)) << "half written";
  ASSERT_TRUE(describe(one, "f", "{}"));
  EXPECT_TRUE(is_as_kept(one));
  EXPECT_FALSE(describe(one, "g", "{}")) << "a file of that name is kept";
  // The clock of a file system may stand still for some milliseconds.
  for (int tries = 0; tries < 100 && is_as_kept(one); ++tries) {
    write("bug.c.bugs/1/sub/part.h", "123");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_FALSE(is_as_kept(one));
}

TEST_F(KeptBugsTest, TheNextRunIsOnTheExampleAndKeepsItsFailure) {
  keep_bug("1", "f");
  Request request;
  request.files = {"bug.c"};
  request.output = "small.c";
  request.jobs = 3;
  Conditions& conditions = request.test.conditions;
  conditions.command = {"cc", "@@"};
  conditions.versus = {"other", "@@"};
  conditions.exits = {1};
  conditions.signals = {"SEGV"};
  conditions.stdout_has = conditions.stderr_has = conditions.output_has = {"x"};
  conditions.output_lacks = {"y"};
  conditions.slower_than = std::chrono::seconds(1);
  conditions.prechecks = {"true"};
  store(request);
  const Result<Request> then = next();
  ASSERT_TRUE(then) << then.error().message;
  EXPECT_THAT(then->files, ElementsAre("bug.c.bugs/1/bug.c")) << "relative, for --around";
  EXPECT_FALSE(then->output) << "the other result stays";
  EXPECT_EQ(then->jobs, 3u);
  EXPECT_FALSE(then->test.conditions.say_what_to_keep()) << "conditions are about another failure";
  EXPECT_THAT(then->test.conditions.command, ElementsAre("cc", "@@"));
  EXPECT_THAT(then->test.conditions.prechecks, ElementsAre("true"));
}

TEST_F(KeptBugsTest, AScriptBecomesACommandWhoseMessageIsKept) {
  keep_bug("1", "f");
  const std::pair<std::string, std::string> rows[] = {
      {"./test.sh", folder / "./test.sh"}, {"/usr/bin/check", "/usr/bin/check"}, {"cc", "cc"}};
  for (const auto& [script, program] : rows) {
    Request request;
    request.files = {"bug.c"};
    request.test.script = script;
    store(request);
    const Result<Request> then = next();
    ASSERT_TRUE(then);
    EXPECT_EQ(then->test.script, "");
    EXPECT_EQ(then->test.conditions.command.size(), 2u);
    EXPECT_EQ(fs::path(then->test.conditions.command[0]).lexically_normal(),
              fs::path(program).lexically_normal());
    EXPECT_EQ(then->test.conditions.command[1], "@@");
    EXPECT_EQ(then->test.same_bug, SameBug::message);
  }
}

TEST_F(KeptBugsTest, FilesElsewhereAreFoundByTheirLastName) {
  keep_bug("1", "f");
  Request request;
  request.files = {"/elsewhere/bug.c", "../up/part.h", "dir/"};
  request.test.conditions.command = {"cc"};
  store(request);
  EXPECT_THAT(next()->files,
              ElementsAre("bug.c.bugs/1/bug.c", "bug.c.bugs/1/part.h", "bug.c.bugs/1/dir"));
}

TEST_F(KeptBugsTest, ARunThatWasStartedElsewhereNamesTheExampleInFull) {
  keep_bug("1", "f");
  Request request;
  request.files = {"bug.c"};
  request.test.conditions.command = {"cc"};
  write("bug.c.bugs/1/.whittle-request.json", to_json(request, "/somewhere/else"));
  const Result<StoredRequest> stored = request_for_bug(folder / "bug.c", 1);
  ASSERT_TRUE(stored);
  EXPECT_THAT(stored->request.files, ElementsAre(folder / "bug.c.bugs/1/bug.c"));
}

TEST_F(KeptBugsTest, ABugThatIsNotThereIsAnErrorWithACause) {
  const Result<Request> none = next(1);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().cause.reason, Reason::no_such_bug);
  EXPECT_THAT(none.error().message, HasSubstr("there is no bug 1 of"));
  EXPECT_EQ(none.error().way_out, "none is known");
  keep_bug("1", "f");
  EXPECT_EQ(next(2).error().way_out, "others are known");
}

TEST_F(KeptBugsTest, WithoutTheRequestOfItsRunNothingCanBeRepeated) {
  keep_bug("1", "f");
  EXPECT_EQ(next().error().cause.reason, Reason::run_has_no_request);
  write("bug.c.bugs/1/.whittle-request.json", "{}");
  EXPECT_EQ(next().error().kind, ErrorKind::stale);
}

TEST_F(KeptBugsTest, ATestInStagesIsNoTestForAnotherBug) {
  keep_bug("1", "f");
  Request request;
  request.files = {"bug.c"};
  request.test.conditions.stages = {{"a", "true"}};
  store(request);
  EXPECT_EQ(next().error().kind, ErrorKind::usage);
  EXPECT_THAT(next().error().message, HasSubstr("stages"));
}

}  // namespace
}  // namespace whittle
