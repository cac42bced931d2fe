"""packaging_test.py WHITTLE: the action, the workflow and the container file are well-formed, and the action's script
reduces something."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
WHITTLE = pathlib.Path(sys.argv.pop(1)).resolve()
EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")


def load(path):
    return yaml.safe_load((ROOT / path).read_text())


class Action(unittest.TestCase):
    def setUp(self):
        self.action = load("packaging/action/action.yml")
        self.step = self.action["runs"]["steps"][0]

    def test_every_input_reaches_the_script_by_the_environment(self):
        self.assertEqual(self.action["runs"]["using"], "composite")
        used = {EXPRESSION.fullmatch(value)[1] for value in self.step["env"].values()}
        self.assertEqual(used, {f"inputs.{name}" for name in self.action["inputs"]})
        self.assertNotRegex(self.step["run"], EXPRESSION)

    def test_every_output_is_written(self):
        for name, output in self.action["outputs"].items():
            self.assertEqual(EXPRESSION.fullmatch(output["value"])[1], f"steps.{self.step['id']}.outputs.{name}")
            self.assertIn(f"{name}=%s", self.step["run"])

    def reduce(self, folder, **inputs):
        env = {variable: inputs.get(EXPRESSION.fullmatch(value)[1].split(".")[1].replace("-", "_"),
                                    self.action["inputs"][EXPRESSION.fullmatch(value)[1].split(".")[1]].get("default", ""))
               for variable, value in self.step["env"].items()}
        env |= {"PATH": os.environ["PATH"], "GITHUB_OUTPUT": "output", "GITHUB_STEP_SUMMARY": "summary"}
        done = subprocess.run(["bash", "-c", self.step["run"]], cwd=folder, env=env, capture_output=True, text=True)
        return done, *(pathlib.Path(folder, name).read_text() for name in ("output", "summary"))

    def test_the_script_reduces_with_a_test_and_with_a_command(self):
        for inputs in ({"test": "./t.sh"}, {"command": "grep -n needle @@", "options": "--output needle --exit 0"}):
            with tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "in.txt").write_text("hay\n" * 20 + "needle\n" + "hay\n" * 20)
                script = pathlib.Path(folder, "t.sh")
                script.write_text("#!/bin/sh\ngrep -q needle in.txt\n")
                script.chmod(0o755)
                done, output, summary = self.reduce(folder, files="in.txt", program=str(WHITTLE), **inputs)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("before=167\n", output)
                self.assertRegex(output, r"after=[67]\n")
                self.assertIn("needle", summary)

    def test_the_script_fails_as_whittle_does(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "in.txt").write_text("hay\n")
            done, output, _ = self.reduce(folder, files="in.txt", program=str(WHITTLE), test="/bin/false")
            self.assertEqual(done.returncode, 5, done.stderr)
            self.assertIn("after=4\n", output)


class Workflow(unittest.TestCase):
    def test_each_step_is_of_one_kind_and_gives_the_action_inputs_it_has(self):
        workflow = load("examples/ci/reduce-crash.yml")
        self.assertIn("workflow_dispatch", workflow[True])  # YAML 1.1 reads `on` as a truth value
        for job in workflow["jobs"].values():
            for step in job["steps"]:
                self.assertEqual(("run" in step) + ("uses" in step), 1, step)
                if "run" in step:
                    self.assertEqual(subprocess.run(["bash", "-n", "-c", step["run"]]).returncode, 0)
                if step.get("uses") == "./packaging/action":
                    inputs = load("packaging/action/action.yml")["inputs"]
                    self.assertLessEqual(set(step["with"]), set(inputs))


class Makefile(unittest.TestCase):
    def test_packages_are_named_by_the_version(self):
        done = subprocess.run(["make", "-n", "check-packages"], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        version = subprocess.run([WHITTLE, "--version"], capture_output=True, text=True).stdout.split()[1]
        for package in (f"whittle_{version}_amd64.deb", f"whittle-{version}-linux-x86_64.tar.xz", f"whittle-{version}.tar.xz"):
            self.assertIn(f"build/{package}", done.stdout)


class Container(unittest.TestCase):
    def test_instructions_are_known_and_stages_exist(self):
        text = (ROOT / "packaging/Containerfile").read_text()
        lines = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.M)).split("\n")
        stages, seen = set(), []
        for line in filter(str.strip, lines):
            word, _, rest = line.partition(" ")
            self.assertIn(word, {"FROM", "RUN", "COPY", "WORKDIR", "ENTRYPOINT", "ENV"})
            seen.append(word)
            if word == "FROM" and " AS " in rest:
                stages.add(rest.split(" AS ")[1])
            if found := re.search(r"--from=(\S+)", rest):
                self.assertIn(found[1], stages)
            if word == "RUN":
                self.assertEqual(subprocess.run(["sh", "-n", "-c", rest]).returncode, 0, rest)
        self.assertEqual(seen[0], "FROM")
        self.assertEqual(seen[-1], "ENTRYPOINT")


if __name__ == "__main__":
    unittest.main()
