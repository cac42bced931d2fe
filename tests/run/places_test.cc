// Where a run puts its files, and which of them tests see.
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/reason.h"
#include "run/controls.h"
#include "run/faked_run.h"
#include "run/oracle_options.h"
#include "run/output_place.h"
#include "run/recipes.h"
#include "run/unfinished.h"
#include "store/run_folder.h"
#include "support/setting.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

/// A folder with the file bug.txt and the folder project, which is the current one.
struct PlacesOfRun : testing::Test {
  PlacesOfRun() : before_(fs::current_path()) {
    fs::current_path(folder / "");
    write("bug.txt", "x\n");
    write("project/main.c", "x\n");
    write("project/sub/part.h", "x\n");
  }
  ~PlacesOfRun() override { fs::current_path(before_); }
  static void write(const std::string& name, const std::string& text) {
    fs::create_directories(fs::absolute(name).parent_path());
    std::ofstream(name) << text;
  }
  /// The run folder of a run that has begun.
  static Result<RunFolder> begun(const std::string& path) {
    const Document original = Document::single("bug.txt", "x\n");
    return RunFolder::create(
        path, {.program = {}, .options = {}, .test = {}, .original = original.hash()}, original);
  }
  static Request on(std::vector<std::string> files) {
    Request request;
    request.files = std::move(files);
    return request;
  }
  static Result<std::optional<std::string>> output_of(const Request& request) {
    const Result<Loaded> loaded = load(request.files);
    return checked_output(request, loaded.value().home, loaded.value().document);
  }
  static Result<void> run_folder_of_request(const Request& request) {
    return check_run_folder_outside(request, load(request.files).value().home);
  }
  TemporaryFolder folder;

 private:
  fs::path before_;
};

TEST_F(PlacesOfRun, TheRunFolderIsBesideTheFile) {
  EXPECT_EQ(run_folder_of("bug.txt"), "bug.txt.whittle");
  EXPECT_EQ(run_folder_of("project"), "project.whittle");
  EXPECT_EQ(run_folder_of("project//"), "project.whittle");
  EXPECT_EQ(run_folder_of("not/there.c"), "not/there.c.whittle");
}

TEST_F(PlacesOfRun, AllNamesOfAFileHaveOneRunFolder) {
  fs::create_symlink("bug.txt", "link.txt");
  EXPECT_EQ(run_folder_of("link.txt"), (fs::canonical("bug.txt").string() + ".whittle"));
  fs::create_directory_symlink("project", "link");
  EXPECT_EQ(run_folder_of("link/"), (fs::canonical("project").string() + ".whittle"));
}

TEST_F(PlacesOfRun, TheCurrentFolderHasItOutside) {
  const std::string here = fs::canonical(".").string();
  EXPECT_EQ(run_folder_of("."), here + ".whittle");
  EXPECT_EQ(run_folder_of("./"), here + ".whittle");
  EXPECT_EQ(run_folder_of("project/.."), here + ".whittle");
}

TEST_F(PlacesOfRun, ARunThatIsNotThereOrIsGoingOnCannotBeContinued) {
  const Result<Unfinished> none = Unfinished::open("bug.txt");
  EXPECT_EQ(none.error().kind, ErrorKind::stale);
  EXPECT_EQ(none.error().cause.reason, Reason::no_unfinished_run);
  {
    const Result<RunFolder> active = begun("bug.txt.whittle");
    ASSERT_TRUE(active);
    EXPECT_EQ(Unfinished::open("bug.txt").error().kind, ErrorKind::busy);
  }
  const Result<Unfinished> killed = Unfinished::open("./bug.txt");
  ASSERT_TRUE(killed) << killed.error().message;
  EXPECT_EQ(killed->folder().original().bytes(0), "x\n");
}

TEST_F(PlacesOfRun, TheRunFolderIsNoPartOfTheFolderThatIsReduced) {
  fs::create_directory_symlink("project/sub", "link");
  EXPECT_TRUE(run_folder_of_request(on({"project"})));
  EXPECT_TRUE(run_folder_of_request(on({"bug.txt", "project"})));
  EXPECT_TRUE(run_folder_of_request(on({"project", "link"}))) << "beside the first";
  const Result<void> inside = run_folder_of_request(on({"link", "project"}));
  ASSERT_FALSE(inside);
  EXPECT_EQ(inside.error().kind, ErrorKind::usage);
  EXPECT_THAT(inside.error().message,
              HasSubstr("project/sub.whittle would be in the folder that is reduced"));
  Request request = on({"project"});
  request.output = "project/small";
  EXPECT_FALSE(run_folder_of_request(request));
}

TEST_F(PlacesOfRun, AnOutputNeedsAFolderThatIsThere) {
  for (const std::string place : {"small", "small/", "./small", "project/small"}) {
    Request request = on({"bug.txt"});
    request.output = place;
    EXPECT_EQ(output_of(request).value(), place);
  }
  for (const std::string place : {"none/small", "none/small/", "bug.txt.d/x/y"}) {
    Request request = on({"bug.txt"});
    request.output = place;
    const auto output = output_of(request);
    ASSERT_FALSE(output) << place;
    EXPECT_EQ(output.error().kind, ErrorKind::disk);
    EXPECT_THAT(output.error().way_out, HasSubstr("try: mkdir -p "));
  }
}

TEST_F(PlacesOfRun, AnOutputWithAnUnfinishedRunSaysSo) {
  write("small", "y");
  Request request = on({"bug.txt"});
  request.output = "small";
  EXPECT_EQ(output_of(request).error().cause.reason, Reason::output_exists);
  ASSERT_TRUE(begun("small.whittle"));
  const auto output = output_of(request);
  EXPECT_EQ(output.error().cause.reason, Reason::output_has_run);
  EXPECT_THAT(output.error().cause.values, testing::ElementsAre("small", "small"));
  EXPECT_THAT(output.error().way_out, HasSubstr("or continue the unfinished run"));
  request.continues = Unfinished::open("small").value();
  EXPECT_TRUE(output_of(request)) << "this is its own result";
}

TEST_F(PlacesOfRun, OnlyOneFileCanBePrinted) {
  Request request = on({"bug.txt"});
  request.output = "-";
  EXPECT_EQ(output_of(request).value(), "-");
  request.files = {"project"};
  EXPECT_EQ(output_of(request).error().cause.reason, Reason::output_must_be_one_file);
}

TEST_F(PlacesOfRun, TestsDoNotSeeWhatWhittlePutsAroundTheInput) {
  write("bug.txt.orig", "x\n");
  write("bug.txt.orig.1", "x\n");
  const StopReasons stop(nullptr, std::nullopt);
  Request request = on({"bug.txt", "project/"});
  request.output = "small.txt";
  request.test.around = ".";
  const auto options = oracle_options(request, load(request.files)->document, stop);
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_THAT(options->around->hidden,
              IsSupersetOf({"bug.txt", "project/main.c", "project/sub/part.h", "bug.txt.orig",
                            "bug.txt.orig.1", "bug.txt.orig.2", "project.orig", "small.txt",
                            "small.txt.whittle", "small.txt.bugs"}));
  EXPECT_THAT(options->around->hidden, Not(Contains("bug.txt.orig.3")));
  request.output = "-";
  EXPECT_THAT(oracle_options(request, {}, stop)->around->hidden,
              AllOf(Contains("bug.txt.whittle"), Not(Contains("-"))));
}

TEST_F(PlacesOfRun, TheRootOfTheDiskIsNotShownToTests) {
  const StopReasons stop(nullptr, std::nullopt);
  Request request = on({"bug.txt"});
  request.test.around = "/";
  EXPECT_EQ(oracle_options(request, {}, stop).error().cause.reason, Reason::around_is_elsewhere);
}

/// Checks of `--valid` in a folder of the user.
struct RecipesOfUser : PlacesOfRun {
  void recipe(const std::string& name, fs::perms rights) const {
    write(folder / name, "#!/bin/sh\n");
    fs::permissions(folder / name, rights);
  }
  Setting chosen{"WHITTLE_VALID", folder / ""};
};

TEST_F(RecipesOfUser, AreExecutableScripts) {
  recipe("cobol.sh", fs::perms::owner_all);
  recipe("common.sh", fs::perms::owner_read);
  recipe("ada", fs::perms::owner_all);
  EXPECT_THAT(find_recipe("cobol").value(), AllOf(EndsWith("/cobol.sh"), testing::StartsWith("/")));
  for (const std::string none : {"common", "ada", "c", ""}) {
    const Result<std::string> found = find_recipe(none);
    ASSERT_FALSE(found) << none;
    EXPECT_EQ(found.error().kind, ErrorKind::usage);
    EXPECT_EQ(found.error().way_out, "there are: cobol");
  }
  EXPECT_THAT(find_recipe("coboll").error().message, HasSubstr("did you mean 'cobol'?"));
}

TEST_F(RecipesOfUser, AFolderWithoutThemIsNamed) {
  const Result<std::string> found = find_recipe("c");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::input);
  EXPECT_THAT(found.error().message, HasSubstr("there are no recipes in "));
  EXPECT_THAT(found.error().way_out, HasSubstr("WHITTLE_VALID"));
}

TEST(ControlsOfRun, ARunThatIsNotPausedDoesNotWait) {
  Controls controls;
  EXPECT_FALSE(controls.is_paused());
  controls.wait_while_paused(-1);
  controls.pause(false);
  controls.wait_while_paused(-1);
  controls.pause(true);
  controls.pause(true);
  EXPECT_TRUE(controls.is_paused());
  controls.pause(false);
  controls.wait_while_paused(-1);
  EXPECT_FALSE(controls.is_paused()) << "one `pause(false)` ends it, however often it was paused";
}

}  // namespace
}  // namespace whittle
