"""The workflows and issue forms: valid by GitHub's schemas, few rights, no third-party action unpinned."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

GITHUB = Path(__file__).parents[1] / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")


def read(path):
    """Read a workflow; all scalars are strings, so that `on` is not a truth value."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)


def steps(workflow):
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def complaints(schema, *paths):
    """Return what check-jsonschema says against files, nothing if they are valid."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *paths]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def unpinned(action):
    """Tell whether an action could change under us: GitHub's own need a version, others a full commit hash."""
    name, _, reference = action.partition("@")
    version = r"v\d+(\.\d+)*|" if name.startswith("actions/") else ""
    return not re.fullmatch(rf"{version}[0-9a-f]{{40}}", reference)


def test_workflows_and_issue_forms_are_valid(tmp_path):
    assert [path.stem for path in WORKFLOWS] == ["ci", "pages", "weekly"]
    assert [path.stem for path in FORMS] == ["bug", "number", "page"]
    assert not complaints("vendor.github-workflows", *WORKFLOWS)
    assert not complaints("custom.github-workflows-require-timeout", *WORKFLOWS)
    assert not complaints("vendor.github-issue-forms", *FORMS)
    assert not complaints("vendor.github-issue-config", GITHUB / "ISSUE_TEMPLATE" / "config.yml")
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on:", "run-on:", 1), encoding="utf-8")
    assert "wrong.yml" in complaints("vendor.github-workflows", wrong)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_have_the_least_rights_and_no_action_unpinned(path):
    assert all(map(unpinned, ("someone/thing@v2", "someone/thing@1234567", "actions/checkout@main", "actions/cache")))
    workflow = read(path)
    assert not [step["uses"] for step in steps(workflow) if "uses" in step and unpinned(step["uses"])]
    assert workflow["permissions"] == {"contents": "read"}
    more = {name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job}
    assert more == ({"publish": {"pages": "write", "id-token": "write"}} if path.stem == "pages" else {})
    assert "secrets." not in path.read_text(encoding="utf-8")
    for step in steps(workflow):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] == "false"


def test_workflows_call_what_is_there(root):
    targets = re.search(r"^\.PHONY: (.*)$", (root / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)[1]
    for path in WORKFLOWS:
        for line in (line for step in steps(read(path)) for line in step.get("run", "").splitlines()):
            if line.startswith("make "):
                called = {word for word in line.split()[1:] if "=" not in word}
                assert called and called <= set(targets.split()), f"{path.name}: {line}"
            for file in re.findall(r"(?:^|\s)(\.ci/\S+|book/\S+\.py)", line):
                assert (root / file).is_file(), f"{path.name}: {line}"
    weekly = [step.get("run") for step in steps(read(GITHUB / "workflows" / "weekly.yml"))]
    assert "make weekly" in weekly


def test_ci_runs_the_systems_and_versions_that_are_promised(root):
    jobs = read(GITHUB / "workflows" / "ci.yml")["jobs"]
    assert {job["runs-on"] for job in jobs.values()} == {"ubuntu-latest", "macos-latest", "windows-latest"}
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lowest = project["requires-python"].removeprefix(">=")
    for job in jobs.values():
        assert job["strategy"]["matrix"]["python"] == [lowest, "3.12", "3.13", "3.14"]
    newest = read(GITHUB / "workflows" / "weekly.yml")["jobs"]["newest"]
    assert newest["container"] == "python:3.14-bookworm"
    release = " ".join(f"python{version}" for version in (lowest, "3.12", "3.13", "3.14"))
    assert f'make wheel PYTHONS="{release}"' in (root / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_windows_runs_the_commands_of_the_makefile(root):
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    makefile = re.sub(r"\$\((?:BIN\)/|PY\) -m )", "", makefile).replace("$(PY)", "python")
    windows = read(GITHUB / "workflows" / "ci.yml")["jobs"]["windows"]
    commands = [step["run"] for step in windows["steps"] if "run" in step and "name" not in step]
    assert len(commands) == 6
    for command in commands:
        assert command.removeprefix("python -m ") in makefile, f"the Makefile does not run {command}"
