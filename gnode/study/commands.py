"""The commands `gnode run`, `status`, `verify` and `report`."""

from __future__ import annotations

import click

__all__ = ["run"]


@click.command()
@click.argument("experiment", type=click.Choice(["features"]))
@click.option("--seeds", type=click.IntRange(min=1), default=1, show_default=True, help="Number of seeds, from 0.")
def run(experiment, seeds):
    """Compute what is missing of an EXPERIMENT and store it in results/."""
    from tqdm import tqdm

    from gnode import datasets

    from .features import missing_features, train_features

    missing = missing_features(seeds)
    if not missing:
        click.echo(f"{experiment}: everything is stored already.")
        return
    try:
        data = datasets.load("usps")
    except (datasets.DatasetNotAvailable, datasets.DatasetCorrupt) as error:
        raise click.ClickException(str(error)) from error
    with tqdm(missing, desc=experiment, unit="run") as bar:
        for item in bar:
            bar.set_postfix_str(f"{item.method}, seed {item.seed}")
            bar.write(f"stored {train_features(item, data)}")
