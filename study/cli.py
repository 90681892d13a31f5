"""The command `gnode`; each subcommand imports what it needs when it runs."""

import sys
import warnings

import click

from study import commands


class _Commands(click.Group):
    """Commands that end with one line when they are interrupted, or when files cannot be had or read."""

    def invoke(self, context):
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            context.exit(130)
        except OSError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gnode")
@click.pass_context
def main(context):
    """Node-by-node greedy deep learning: data sets and the study."""
    usual = warnings.formatwarning
    context.call_on_close(lambda: setattr(warnings, "formatwarning", usual))
    warnings.formatwarning = lambda message, category, *where: (  # ours say all in their words
        f"{message}\n" if category.__module__.startswith(("gnode.", "study.")) else usual(message, category, *where)
    )


@main.group(invoke_without_command=True)
@click.pass_context
def data(context):
    """List, fetch and verify the data sets."""
    if context.invoked_subcommand is None:
        context.invoke(list_sets)


@data.command("list")
def list_sets():
    """List the data sets with their state: built in, computed, here, cached, simulated or to download."""
    from study import datasets

    rows = [("set", "state", "rows", "test rows", "features", "classes", "form", "")]
    for name in datasets.names():
        record = datasets.get_record(name)
        word, form = datasets.state(name)
        note = f"part: {form.part}" if form.part else "(fetch gets the real rows)" if form.simulated else ""
        rows.append((name, word, *_sizes(record, form), form.name, note))
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def _sizes(record, form):
    """Return rows, test rows, features and classes of the study as words; in brackets the test rows to be drawn."""
    counts, test_counts = record.study_counts(form)
    test_size = record.split.test_size
    if test_counts is not None:
        n_test = str(sum(test_counts))
    else:
        n_test = f"({test_size:.0%})" if test_size < 1 else f"({test_size})"
    return str(sum(counts)), n_test, str(form.holds.n_features), str(len(counts))


@data.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
def fetch(names):
    """Download data sets into the user's cache; all that need it when no NAME is given."""
    from study import datasets

    failed = False
    for name in names or datasets.names():
        try:
            click.echo(f"{name}: {datasets.fetch(name)}")
        except (datasets.DatasetNotAvailable, ValueError) as error:
            failed = True
            click.echo(f"{name}: {error}", err=True)
    sys.exit(int(failed))


@data.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
def verify(names):
    """Read data sets wholly and check what they hold; all that are at hand when no NAME is given."""
    from study import datasets
    from study.datasets.loading import is_at_hand, read_form

    failed = False
    for name in names or datasets.names():
        try:
            record = datasets.get_record(name)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error
        forms = [form for form in record.forms if is_at_hand(record, form)]
        if not forms:
            failed = failed or bool(names)
            click.echo(f"{name}: not here", err=bool(names))
        for form in forms:
            try:
                _, source, checksum = read_form(record, form)
                click.echo(f"{name} ({form.name}, {source}): right, rows {checksum[:16]}")
            except datasets.DatasetCorrupt as error:
                failed = True
                click.echo(f"{name} ({form.name}): WRONG. {error}", err=True)
    sys.exit(int(failed))


for command in (commands.run, commands.status, commands.verify, commands.report):
    main.add_command(command)
