"""The command `gnode`; each subcommand imports what it needs when it runs."""

import click

from gnode.study.commands import run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gnode")
def main():
    """Node-by-node greedy deep learning: data sets and the study."""


main.add_command(run)
