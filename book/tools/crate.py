"""The study as a Process Run Crate, a profile of Workflow Run RO-Crate: which command made which result, from which
data, by which program, when and where.

One action stands for what one command computed with one version of the program. All of it is read from what is stored
beside each result; what is not stored is not told. A run of two experiments is a result of both commands: it was
computed once, by the one that came first.
"""

import hashlib
import json
from collections import defaultdict
from datetime import datetime, timedelta

from metadata import paper_address, spdx_address
from rocrate.model.contextentity import ContextEntity
from rocrate.rocrate import ROCrate
from rocrate.utils import as_list

from study import datasets, store
from study.experiments import EXPERIMENTS, plan

PROFILE = "https://w3id.org/ro/wfrun/process/0.5"
CONTEXT = "https://w3id.org/ro/terms/workflow-run/context"
FORMATS = {".json": "application/json", ".jsonl": "application/jsonl", ".npz": "application/zip", ".csv": "text/csv"}
FOLDERS = {
    "gnode/": "The library: the algorithms and the study",
    "notebooks/": "The book's notebooks: text and executed",
    "_build/html/": "The book as a site",
}


def describe_study(folder, about, published):
    """Describe a release.

    Parameters
    ----------
    folder : pathlib.Path
        Of the release, with `results`, which are those that `study.store` reads.
    about : dict
        What `metadata.read_source` gives.
    published : datetime
        With its time zone.

    Returns
    -------
    rocrate.rocrate.ROCrate
    """
    crate = ROCrate(version="1.1")
    crate.metadata.extra_contexts.append(CONTEXT)
    authors = [_add(crate, f"#{name.replace(' ', '-')}", "Organization", name=name) for name in _names(about)]
    _describe_root(crate, about, authors, published)
    for name, title in FOLDERS.items():
        if (folder / name).is_dir():
            crate.add_dataset(dest_path=name, properties={"name": title})
    files = _add_results(crate, folder)
    actions = [*_study_actions(crate, folder, files), *_timing_actions(crate, folder, files)]
    for action in actions:
        action["agent"] = authors
    crate.root_dataset["mentions"] = actions
    for entity in crate.get_entities():  # one value stands alone, as the specification recommends
        for name, value in entity.properties().items():
            if isinstance(value, list) and len(value) == 1:
                entity[name] = as_list(entity[name])[0]
    return crate


def _names(about):
    return [author["name"] for author in about["authors"]]


def _add(crate, identifier, kind, **properties):
    """Add an entity, once."""
    entity = crate.get(identifier)
    return entity or crate.add(ContextEntity(crate, identifier, properties={"@type": kind, **properties}))


def _describe_root(crate, about, authors, published):
    root = crate.root_dataset
    paper = about["paper"]
    root["name"] = f"{about['title']}, version {about['version']}"
    root["description"] = about["description"] + "."
    root["version"] = about["version"]
    root["datePublished"] = published.isoformat()
    root["keywords"] = ", ".join(about["keywords"])
    root["author"] = root["publisher"] = authors
    licence = {"name": about["license"], "description": "The licence of code, text and results; data have their own."}
    root["license"] = _add(crate, spdx_address(about), "CreativeWork", **licence)
    title = {"name": paper["title"], "datePublished": str(paper["year"])}
    root["citation"] = _add(crate, paper_address(about), "ScholarlyArticle", **title)
    profile = {"name": "Process Run Crate", "version": PROFILE.rsplit("/", 1)[1]}
    root["conformsTo"] = _add(crate, PROFILE, "CreativeWork", **profile)


def _add_results(crate, folder):
    """Add every file of results/, with its checksum; return the entities by their paths."""
    results = crate.add_dataset(dest_path="results/", properties={"name": "What the study computed, one line a run"})
    files = {}
    for path in sorted((folder / "results").rglob("*")):
        if path.is_file() and path.suffix in FORMATS:
            content = path.read_bytes()
            properties = {
                "name": path.name,
                "encodingFormat": FORMATS[path.suffix],
                "contentSize": str(len(content)),
                "sha256": hashlib.sha256(content).hexdigest(),
            }
            name = path.relative_to(folder).as_posix()
            files[path] = crate.add_file(dest_path=name, properties=properties)
    results["hasPart"] = list(files.values())
    return files


def _study_actions(crate, folder, files):
    """Describe what `gnode run` computed: one action for each experiment and version of the program."""
    for name, experiment in EXPERIMENTS.items():
        batches = defaultdict(list)
        for run in plan(name):
            record = store.find(run, folder / "results")
            if record is not None:
                version = {key: record[key] for key in ("commit", "dirty", "python", "packages", "machine", "threads")}
                batches[json.dumps(version, sort_keys=True)].append((run, record))
        for number, batch in enumerate(batches.values(), 1):
            records = [record for _, record in batch]
            action = _add(crate, f"#{name}-{number}", "CreateAction", name=f"gnode run {name}")
            action["description"] = f"{experiment.title}: {len(batch)} runs. {_where(records[0])}."
            action["startTime"] = min(record["start"] for record in records)
            action["endTime"] = max(map(_end, records)).isoformat(timespec="seconds")
            action["instrument"] = _program(crate, records[0])
            sources = {(record["data"]["name"], record["data"]["form"]): record["data"] for record in records}
            action["object"] = [_data(crate, data) for data in sources.values()]
            action["result"] = [
                files[path] for path in dict.fromkeys(store.path_of(run, folder / "results") for run, _ in batch)
            ]
            yield action


def _timing_actions(crate, folder, files):
    """Describe what `make bench` measured: one action for each version of the program."""
    path = folder / "results" / "speed.json"
    if path not in files:
        return
    speed = store.read_json(path, "`make bench` measures it.")
    batches = defaultdict(dict)
    for name, part in speed["parts"].items():
        batches[part["commit"], part["dirty"]][name] = part
    for number, ((commit, dirty), parts) in enumerate(batches.items(), 1):
        record = {**speed, "commit": commit, "dirty": dirty}
        action = _add(crate, f"#bench-{number}", "CreateAction", name="make bench")
        action["description"] = f"Timings: {', '.join(parts)}. {_where(record)}."
        action["startTime"] = min(datetime.fromisoformat(part["date"]) for part in parts.values()).isoformat()
        action["instrument"] = _program(crate, record)
        action["object"] = _data(crate, speed["rows"])
        action["result"] = files[path]
        yield action


def _end(record):
    return datetime.fromisoformat(record["start"]) + timedelta(seconds=record["seconds"])


def _where(record):
    machine = record["machine"]
    changed = ", with uncommitted changes" if record["dirty"] else ""
    cores = f"{machine['cores']} cores, {record['threads']} of them used by a run"
    return f"Code at commit {record['commit']}{changed}; {machine['cpu']}, {cores}, {machine['system']}"


def _program(crate, record):
    """Add gnode at a commit, and what it was run with."""
    program = _add(crate, f"swh:1:rev:{record['commit']}", "SoftwareApplication", name="gnode")
    program["softwareVersion"] = record["commit"]
    versions = {"python": record["python"], **record["packages"]}
    for name, version in versions.items():
        address = f"pkg:generic/python@{version}" if name == "python" else f"pkg:pypi/{name}@{version}"
        package = _add(crate, address, "SoftwareApplication", name=name, softwareVersion=version)
        _append(program, "softwareRequirements", package)
    return program


def _home(record):
    return f"https://doi.org/{record.doi}" if record.doi else record.home


def _data(crate, data):
    """Add a data set that runs have read, with the checksums that `study.datasets.load` has held it to."""
    record = datasets.get_record(data["name"])
    form = next(form for form in record.forms if form.name == data.get("form", form.name))
    if form.simulated:
        title = f"{record.title}, simulated"
        return _add(crate, f"#{record.name}-simulated", "CreativeWork", name=title, description=record.summary)
    entity = crate.get(_home(record))
    if entity is None:
        entity = _add(crate, _home(record), "Dataset", name=record.title, description=record.summary)
        entity["conditionsOfAccess"] = f"Licence: {record.license}"
        entity["citation"] = record.citation
        crate.root_dataset.append_to("hasPart", entity)
    checksums = {f"{file.name}, unpacked": file.sha256 for file in form.files if file.sha256}
    checksums[f"the rows in any order, form {form.name}"] = data.get("checksum", form.holds.rows_sha256)
    for what, checksum in checksums.items():
        value = {"name": f"sha256 of {what}", "value": checksum}
        _append(entity, "additionalProperty", _add(crate, f"#sha256-{checksum[:16]}", "PropertyValue", **value))
    for home in dict.fromkeys(home for file in form.files for home in file.homes[:1]):
        _append(entity, "distribution", _add(crate, home, "DataDownload", name=home.rsplit("/", 1)[1], contentUrl=home))
    return entity


def _append(entity, name, value):
    """Append an entity to a property, once."""
    if value not in as_list(entity.get(name, [])):
        entity.append_to(name, value)
