"""The workflows and issue forms: valid by GitHub's schemas, few rights, no third-party action unpinned."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

GITHUB = Path(__file__).parents[1] / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
# All scalars are strings, so that `on` is not a truth value.
READ = {path.stem: yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader) for path in WORKFLOWS}


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
    assert [path.stem for path in WORKFLOWS] == ["ci", "pages", "release", "weekly"]
    assert [path.stem for path in FORMS] == ["bug", "number", "page"]
    assert not complaints("vendor.github-workflows", *WORKFLOWS)
    assert not complaints("custom.github-workflows-require-timeout", *WORKFLOWS)
    assert not complaints("vendor.github-issue-forms", *FORMS)
    assert not complaints("vendor.github-issue-config", GITHUB / "ISSUE_TEMPLATE" / "config.yml")
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on:", "run-on:", 1), encoding="utf-8")
    assert "wrong.yml" in complaints("vendor.github-workflows", wrong)


@pytest.mark.parametrize("name", READ)
def test_workflows_have_the_least_rights_and_no_action_unpinned(name):
    assert all(map(unpinned, ("someone/thing@v2", "someone/thing@1234567", "actions/checkout@main", "actions/cache")))
    workflow = READ[name]
    assert workflow["permissions"] == {"contents": "read"} and "secrets." not in str(workflow)
    more = {name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job}
    granted = {"pages": {"pages": "write", "id-token": "write"}, "release": {"contents": "write", "id-token": "write"}}
    assert more == ({"publish": granted[name]} if name in granted else {})
    for step in (step for step in steps(workflow) if "uses" in step):
        assert not unpinned(step["uses"])
        assert not step["uses"].startswith("actions/checkout@") or step["with"]["persist-credentials"] == "false"


@pytest.mark.parametrize("name", READ)
def test_workflows_call_what_is_there(root, name):
    targets = re.search(r"^\.PHONY: (.*)$", (root / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)[1]
    lines = [line for step in steps(READ[name]) for line in step.get("run", "").splitlines()]
    for line in lines:
        if line.startswith("make "):
            called = {word for word in line.split()[1:] if "=" not in word}
            assert called and called <= set(targets.split()), line
        for file in re.findall(r"(?:^|\s)(\.ci/\S+|book/\S+\.py)", line):
            assert (root / file).is_file(), line
    assert name != "weekly" or "make weekly" in lines
