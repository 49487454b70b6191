"""Start the command line: ``python -m cardgen`` and the ``cardgen`` script."""

import gc
import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    gc.set_threshold(50_000)  # to look for garbage among modules takes a tenth of importing them
    try:
        from cardgen.cli.main import cli

        cli(prog_name="cardgen")
    except KeyboardInterrupt:  # while modules are still being imported
        sys.stderr.write("cardgen: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
