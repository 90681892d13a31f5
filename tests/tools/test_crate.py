"""The description of the study as a Process Run Crate: what the profile demands, and that it tells what is stored."""

import hashlib
import json
import shutil
from collections import defaultdict
from datetime import UTC, datetime
from urllib.parse import unquote

import crate
import metadata
import pytest
from rocrate.rocrate import ROCrate
from rocrate.utils import as_list

from study import datasets, store
from study.experiments import EXPERIMENTS, plan

PUBLISHED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture(scope="module")
def release(root, tmp_path_factory):
    """A folder with the committed results, and the crate that describes it, written and read again."""
    folder = tmp_path_factory.mktemp("release")
    hidden = shutil.ignore_patterns("smoke", ".*")
    shutil.copytree(root / "results", folder / "results", ignore=hidden)
    for name in crate.FOLDERS:
        (folder / name).mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GNODE_RESULTS", str(folder / "results"))
        describe(folder, metadata.read_source(root))
        yield folder, ROCrate(folder)


def describe(folder, about):
    crate.describe_study(folder, about, PUBLISHED).metadata.write(folder)
    return (folder / "ro-crate-metadata.json").read_bytes()


def actions(described):
    return described.get_by_type("CreateAction")


def test_descriptor_and_root_have_what_the_specification_demands(release, root):
    folder, described = release
    written = json.loads((folder / "ro-crate-metadata.json").read_text(encoding="utf-8"))
    descriptor = next(entity for entity in written["@graph"] if entity["@id"] == "ro-crate-metadata.json")
    assert descriptor["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.1"} and descriptor["about"] == {"@id": "./"}
    assert written["@context"] == ["https://w3id.org/ro/crate/1.1/context", crate.CONTEXT]
    top = described.root_dataset
    version = metadata.read_source(root)["version"]
    assert top["name"].endswith(f"version {version}") and top["version"] == version and top["description"]
    assert top["datePublished"] == "2026-01-02T03:04:05+00:00"
    assert top["license"].id == "https://spdx.org/licenses/BSD-3-Clause" and top["license"]["name"]
    assert top["author"].type == top["publisher"].type == "Organization"


def test_root_conforms_to_the_profile_of_process_runs(release):
    _, described = release
    profile = described.root_dataset["conformsTo"]
    assert profile.id == "https://w3id.org/ro/wfrun/process/0.5" and profile.type == "CreativeWork"
    assert profile["name"] == "Process Run Crate" and profile["version"] == "0.5"


def test_every_action_has_what_the_profile_demands_and_recommends(release):
    _, described = release
    assert actions(described)
    mentioned = {action.id for action in described.root_dataset["mentions"]}
    for action in actions(described):
        assert action.id in mentioned
        assert action["instrument"].type == "SoftwareApplication"
        assert action["instrument"].id.startswith("swh:1:rev:")
        assert action["instrument"]["softwareVersion"] in action["description"]
        packages = {
            package["name"]: package["softwareVersion"] for package in action["instrument"]["softwareRequirements"]
        }
        assert {"python", "numpy", "numba", "scikit-learn"} <= packages.keys() and all(packages.values())
        assert action["agent"].type == "Organization"
        assert action["name"].split()[0] in ("gnode", "make")
        for entity in [*as_list(action["object"]), *as_list(action["result"])]:
            assert not isinstance(entity, str), f"{action.id} names {entity}, which the crate does not describe"
        if "endTime" in action:
            assert datetime.fromisoformat(action["startTime"]) <= datetime.fromisoformat(action["endTime"])


def test_every_data_entity_hangs_from_the_root(release):
    _, described = release
    parts = {entity.id for entity in described.root_dataset["hasPart"]}
    data = {entity.id for kind in ("File", "Dataset") for entity in described.get_by_type(kind)}
    assert data - {"./", "ro-crate-metadata.json"} <= parts


def test_every_stored_file_is_there_with_its_checksum(release):
    folder, described = release
    files = {path.relative_to(folder).as_posix() for path in (folder / "results").rglob("*") if path.is_file()}
    entities = {unquote(entity.id): entity for entity in described.get_by_type("File")}
    assert files == {name for name in entities if name.startswith("results/")}
    for name in files:
        content = (folder / name).read_bytes()
        assert entities[name]["sha256"] == hashlib.sha256(content).hexdigest()
        assert entities[name]["contentSize"] == str(len(content))


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_every_stored_run_is_the_result_of_its_command(release, experiment):
    folder, described = release
    began = defaultdict(set)
    for action in actions(described):
        if action["name"] == f"gnode run {experiment}":
            for entity in as_list(action["result"]):
                began[unquote(entity.id), action["instrument"]["softwareVersion"]].add(action["startTime"])
    stored = set()
    for run in plan(experiment):
        if record := store.find(run, folder / "results"):
            place = store.path_of(run, folder / "results").relative_to(folder).as_posix(), record["commit"]
            stored.add(place)
            assert min(began[place]) <= record["start"]
    assert began.keys() == stored


def test_every_data_set_has_the_checksums_that_its_rows_were_held_to(release):
    folder, described = release
    used = {}
    for record in store.find_everything(folder / "results"):
        data = record["data"]
        if not data["simulated"]:
            used[data["name"], data["form"]] = data["checksum"]
    assert used
    for (name, _), checksum in used.items():
        record = datasets.get_record(name)
        entity = described.get(f"https://doi.org/{record.doi}" if record.doi else record.home)
        assert entity["name"] == record.title and record.license in entity["conditionsOfAccess"]
        assert checksum in [value["value"] for value in as_list(entity["additionalProperty"])]


def test_same_release_gives_the_same_bytes(release, root):
    folder, _ = release
    about = metadata.read_source(root)
    first = (folder / "ro-crate-metadata.json").read_bytes()
    assert describe(folder, about) == first
    assert describe(folder, about | {"version": "9.9.9"}) != first


def test_without_results_there_are_no_actions(root, tmp_path, monkeypatch):
    (tmp_path / "results").mkdir()
    monkeypatch.setenv("GNODE_RESULTS", str(tmp_path / "results"))
    empty = crate.describe_study(tmp_path, metadata.read_source(root), PUBLISHED)
    assert actions(empty) == [] and empty.get_by_type("File") == []


def test_simulated_rows_are_no_data_set_of_the_archive(root, tmp_path):
    described = ROCrate(version="1.1")
    data = {"name": "poker", "form": "simulated", "checksum": "0" * 64}
    entity = crate._data(described, data)
    assert entity.type == "CreativeWork" and entity["name"].endswith("simulated")
    assert described.get_by_type("Dataset") == [described.root_dataset]
