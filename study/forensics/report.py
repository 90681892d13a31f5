"""What the stored runs say of the readings, as text."""

import numpy as np
import pandas as pd

from .. import store
from ..methods import METHODS, NODE_BY_NODE
from .draws import N_DRAWS, TINY, fit_probability
from .grid import AMNESIA_OF_TABLE_1, FACTORS, name_of, prior
from .heldout import predictions_frame
from .predictive import draw_runs, pick
from .printed import UNITS
from .stages import Incomplete, surviving, tried
from .tables import AXES, PRINTED, infer, log_likelihood
from .witnesses import stored

N_LINES = 2000  # draws of a printed score


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
    before, rows = np.array([prior(point) for point in readings]), []
    before /= before.sum()
    for i, factor in enumerate(FACTORS):
        for level in factor.levels:
            of_level = np.array([point[i] == level.name for point in readings])
            if of_level.any():
                rows.append((factor.name, level.name, before[of_level].sum(), probabilities[of_level].sum()))
    return pd.DataFrame(rows, columns=["setting", "value", "prior", "posterior"])


def usps_lines(cells, posterior, rng):
    """Compare each test score of Tables 1 and 2 with the 90 % interval of the posterior."""
    of = cells.node_by_node
    options = {method: [(p, of[method, A]) for A, p in AMNESIA_OF_TABLE_1.items()] for method in NODE_BY_NODE}
    options |= cells.layer_by_layer
    rows = [(1, METHODS[name].label, pair, options[name]) for name, pair in PRINTED.table_1.items() if name in options]
    for factor, pair in PRINTED.table_2.items():
        rows.append((2, f"A = {factor:g}", pair, [(0.5, of[method, factor]) for method in NODE_BY_NODE]))
    found = []
    for table, name, (_, test), cells_shown in rows:
        low, high = np.quantile(_draw(cells_shown, table, posterior.joint, rng), [0.05, 0.95])
        found.append((table, name, test, low, high, low <= test <= high))
    return pd.DataFrame(found, columns=["table", "row", "test", "low", "high", "inside"])


def _draw(options, table, joint, rng):
    """Draw test scores as they would be printed (ndarray of shape (N_LINES,))."""
    drawn = rng.choice(joint.size, size=N_LINES, p=joint.ravel() / joint.sum())
    readings, habit, repeats, offset = np.unravel_index(drawn, joint.shape)
    p, cells = zip(*options)
    which = rng.choice(len(p), size=N_LINES, p=p)
    if table == 2:
        for i, method in enumerate(NODE_BY_NODE):
            which[habit == AXES[0].index(method)] = i
    of = pick(cells, which, readings)
    _, test = draw_runs(of, np.take(AXES[1], repeats), np.take(AXES[2], offset), rng)
    return np.round(test / of.n_test * UNITS) / UNITS


def as_text(folder):
    """Report on all stages that are stored, and on what the witnesses say (str)."""
    parts = []
    try:
        found = tried(folder)
        of_all = found.weighed(log_likelihood, [found.with_seeds(folder)])
        parts.append(
            "readings, all: probability of each setting\n" + shown(levels_frame(found.readings, of_all.readings))
        )
        readings, cells, posterior = surviving(found.survivors(), folder)
        parts.append("readings, survivors: from Tables 1 and 2\n" + shown(readings_frame(readings, cells, posterior)))
        for axis, name in enumerate(("whose runs Table 2 shows", "best of so many runs", "extra scatter")):
            parts.append(f"{name}: {', '.join(f'{value}: {p:.2f}' for value, p in posterior.habit(axis).items())}")
        parts.append("Tables 1 and 2, 90 % intervals\n" + shown(usps_lines(cells, posterior, np.random.default_rng(0))))
        table = predictions_frame(readings, posterior, folder)
        if len(table):
            held = table[table["held_out"]]
            parts.append("Table 3, test scores\n" + shown(table))
            parts.append(
                f"held out: {held['inside'].sum()} of {len(held)} inside their 90 % interval, mean log score "
                f"{held['log_score'].mean():.2f}, without settings {held['blind_log_score'].mean():.2f}"
            )
        parts.append(witnesses_as_text(folder))
    except (Incomplete, store.NoResult) as waits:
        parts.append(f"readings: {waits}")
    return "\n\n".join(parts)


def witnesses_as_text(folder):
    """Tell in lines what the witnesses say (str)."""
    found, lines = stored(folder), []
    for name, of in found["witnesses"].items():
        lines.append(f"by {name}: probability of each setting, of {of['n_readings']} readings")
        for setting, levels in of["settings"].items():
            lines.append(f"  {setting}: " + ", ".join(f"{level} {p:.3f}" for level, p in levels.items()))
        lines += [f"  {one['probability']:.3f} {', '.join(one['settings'].values())}" for one in of["likeliest"]]
        lines.append(f"  {of['paper']:.4f} the column paper")
    apart = "Table 3, root mean square of our mean test scores minus the printed ones"
    return "\n".join([*lines, apart, shown(pd.DataFrame(found["table_3"]))])


def shown(table):
    """Write a table (str)."""
    return table.to_string(index=False, float_format="{:.3f}".format)
