"""What the stored runs say of the readings, as text."""

import numpy as np
import pandas as pd
from scipy.special import logsumexp

from .. import paper, store
from ..experiments import data_label, rows_to_show
from ..methods import METHODS, NODE_BY_NODE
from ..stats import duration
from .draws import N_DRAWS, TINY, fit_probability
from .grid import AMNESIA_OF_TABLE_1, FACTORS, name_of, prior
from .heldout import N_DRAWS as N_LINES
from .heldout import cells_of_set, predict
from .predictive import draw_runs, pick
from .printed import UNITS, as_units
from .stages import STAGES, Incomplete, plan, readings_of_table_3, surviving, tried, weighed
from .tables import AXES, PRINTED, Posterior, infer, log_likelihood, log_prior_of_habits, log_rows

NONE = "none fits"  # in place of a reading, if no reading alone has the test score in its 90 % interval


def status_lines(folder, profile="paper"):
    """Say of each stage how many runs are stored, what they took by the clock, and what is left (list of str)."""
    lines = []
    for stage in STAGES:
        try:
            runs = pd.DataFrame(
                [(run.dataset, run.method, store.find(run, folder)) for run in plan(stage, profile)],
                columns=["dataset", "method", "record"],
            )
        except Incomplete as waits:
            lines.append(f"    {stage}: not planned yet; {waits}")
            continue
        seconds = runs["record"].map(lambda record: np.nan if record is None else record["seconds"]).astype(float)
        alike = seconds.groupby([runs["dataset"], runs["method"]]).transform("mean")
        left = alike.fillna(seconds.mean()).fillna(1.0)[seconds.isna()]
        took = f", {duration(seconds.sum())} of one core" if len(left) < len(runs) else ""
        rest = f", about {duration(left.sum())} left" if len(left) else ""
        lines.append(f"    {stage}: {len(runs) - len(left)} of {len(runs)} runs stored{took}{rest}")
    return lines


def readings_frame(readings, cells, posterior, n_draws=N_DRAWS):
    """Tabulate readings, the likeliest first, by their priors and by equal ones, and their `fit_probability`."""
    rng = np.random.default_rng(0)
    equal = infer(log_likelihood(cells, PRINTED), np.ones(len(readings))).readings
    rows = []
    for i in np.argsort(-posterior.readings, kind="stable"):
        fits = fit_probability(cells.only(i), PRINTED, posterior.joint[i] + TINY, rng, n_draws)
        row = {"reading": name_of(readings[i]), "prior": prior(readings[i]), "posterior": posterior.readings[i]}
        rows.append(row | {"equal": equal[i], "fits": fits})
    return pd.DataFrame(rows)


def levels_frame(readings, probabilities):
    """Tabulate the probability of each value of each setting, shared out among some readings: prior and posterior."""
    before = np.array([prior(point) for point in readings])
    before /= before.sum()
    rows = []
    for i, factor in enumerate(FACTORS):
        for level in factor.levels:
            of_level = np.array([point[i] == level.name for point in readings])
            if of_level.any():
                row = {"setting": factor.name, "value": level.name, "prior": float(before[of_level].sum())}
                rows.append(row | {"posterior": float(probabilities[of_level].sum())})
    return pd.DataFrame(rows)


def usps_lines(readings, cells, posterior, rng, n_draws=N_LINES):
    """Compare each row of Tables 1 and 2 with 90 % intervals, and name the reading under which it is likeliest."""
    rows = []
    for method, pair in PRINTED.table_1.items():
        if method in NODE_BY_NODE or method in cells.layer_by_layer:
            rows.append((1, METHODS[method].label, pair, _options(cells, method)))
    for factor, pair in PRINTED.table_2.items():
        rows.append((2, f"A = {factor:g}", pair, [(0.5, cells.node_by_node[of, factor]) for of in NODE_BY_NODE]))
    found = []
    for table, name, pair, options in rows:
        drawn = _draw(options, table, posterior.joint, rng, n_draws)
        line: dict = {"table": table, "row": name}
        for part, printed, scores in zip(("train", "test"), pair, drawn.T):
            low, high = np.quantile(scores, [0.05, 0.95])
            line |= {part: printed, f"{part} low": low, f"{part} high": high, f"{part} inside": low <= printed <= high}
        fits = []
        for i in range(len(readings)):
            own = np.zeros_like(posterior.joint)
            own[i, :, :, 0] = posterior.joint[i, :, :, 0] + TINY
            low, high = np.quantile(_draw(options, table, own, rng, n_draws // 4)[:, 1], [0.05, 0.95])
            fits.append(low <= pair[1] <= high)
        support = _support(options, pair)
        line["best"] = name_of(readings[int(np.argmax(support))]) if any(fits) else NONE
        found.append(line)
    return pd.DataFrame(found)


def _options(cells, method):
    """List the cells that a row of Table 1 may show (list of (probability, Predictive))."""
    if method in NODE_BY_NODE:
        return [(p, cells.node_by_node[method, factor]) for factor, p in AMNESIA_OF_TABLE_1.items()]
    return cells.layer_by_layer[method]


def _draw(options, table, joint, rng, n_draws):
    """Draw pairs of scores as they would be printed (ndarray of shape (n_draws, 2))."""
    drawn = rng.choice(joint.size, size=n_draws, p=joint.ravel() / joint.sum())
    readings, habit, repeats, offset = np.unravel_index(drawn, joint.shape)
    p, cells = zip(*options)
    which = rng.choice(len(p), size=n_draws, p=p)
    if table == 2:
        for i, method in enumerate(NODE_BY_NODE):
            which[habit == AXES[0].index(method)] = i
    of = pick(cells, which, readings)
    train, test = draw_runs(of, np.take(AXES[1], repeats), np.take(AXES[2], offset), rng)
    return np.round(np.column_stack([train / of.n_train, test / of.n_test]) * UNITS) / UNITS


def _support(options, pair):
    """Compute the log probability of a printed pair under each reading (ndarray of shape (n_readings,))."""
    habits = log_prior_of_habits()[0]
    habits = habits - logsumexp(habits)
    of_options = []
    for p, of in options:
        rows = log_rows(of.each(lambda array: array[np.newaxis]), [pair])
        of_options.append(np.log(p) + logsumexp(rows[0] + habits, axis=(1, 2)))
    return logsumexp(of_options, axis=0)


def interval(probabilities, level=0.9):
    """Find the central interval of a predicted score (low, high; float), with at least `level` in it."""
    tail = (1 - level) / 2
    total = np.cumsum(probabilities)
    low = int(np.searchsorted(total, tail * total[-1], side="right"))
    high = int(np.searchsorted(total, (1 - tail) * total[-1], side="left"))
    return low / UNITS, min(high, UNITS) / UNITS


def log_score(probabilities, score):
    """Return the log probability that was given to a score which then was seen (float)."""
    with np.errstate(divide="ignore"):
        return float(np.log(probabilities[as_units(score)]))


def predictions_frame(every, posterior, folder):
    """Tabulate Table 3 of the sets of which every run is stored, with 90 % intervals; GN's and GCN's are held out."""
    readings = readings_of_table_3(every, posterior)
    joint = posterior.joint[[every.index(point) for point in readings]]
    posterior = Posterior(joint / joint.sum(), posterior.log_evidence)
    rng = np.random.default_rng(0)
    weights = [prior(point) for point in readings]
    rows = []
    for dataset, printed in paper.TABLE_3.items():
        of_set = rows_to_show(dataset, store.stored_rows(dataset, folder))
        cells = cells_of_set(dataset, of_set, readings, folder)
        for method, found in predict(dataset, cells, posterior, weights, rng).items():
            train, test = printed[method]
            train_low, train_high = np.quantile(found.train, [0.05, 0.95])
            low, high = interval(found.scores)
            row = {"set": data_label(dataset, of_set), "method": METHODS[method].label, "train": train}
            row |= {"train_low": train_low, "train_high": train_high, "train_inside": train_low <= train <= train_high}
            row |= {"printed": test, "low": low, "high": high, "inside": low <= test <= high}
            row |= {"log_score": log_score(found.scores, test), "blind_log_score": log_score(found.blind, test)}
            row |= {"form": max(found.forms, key=found.forms.__getitem__), "held_out": method in NODE_BY_NODE}
            rows.append(row)
    return pd.DataFrame(rows)


def as_text(folder):
    """Report on all stages that are stored (str)."""
    parts = []
    try:
        found = tried(folder)
        table = levels_frame(found.readings, weighed(found.readings, found.log_likelihood).readings)
        parts.append("readings, before the survivors: probability of each setting\n" + _shown(table))
        of_all = found.weighed(log_likelihood, [found.with_seeds(folder)])
        table = levels_frame(found.readings, of_all.readings)
        parts.append("readings, all: probability of each setting\n" + _shown(table))
        readings, cells, posterior = surviving(found.survivors(), folder)
        parts.append("readings, survivors: from Tables 1 and 2\n" + _shown(readings_frame(readings, cells, posterior)))
        for axis, name in enumerate(("whose runs Table 2 shows", "best of so many runs", "extra scatter")):
            shown = ", ".join(f"{value}: {p:.2f}" for value, p in posterior.habit(axis).items())
            parts.append(f"{name}: {shown}")
        rng = np.random.default_rng(0)
        parts.append("Tables 1 and 2, 90 % intervals\n" + _shown(usps_lines(readings, cells, posterior, rng)))
        table = predictions_frame(readings, posterior, folder)
        if len(table):
            held = table[table["held_out"]]
            parts.append("Table 3, test scores\n" + _shown(table))
            parts.append(
                f"held out: {held['inside'].sum()} of {len(held)} inside their 90 % interval, mean log score "
                f"{held['log_score'].mean():.2f}, without settings {held['blind_log_score'].mean():.2f}"
            )
    except Incomplete as waits:
        parts.append(f"readings: {waits}")
    return "\n\n".join(parts)


def _shown(table):
    return table.to_string(index=False, float_format="{:.3f}".format)
