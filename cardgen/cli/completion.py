"""``cardgen completion``: scripts that make a shell complete commands, options and games."""

import os
from typing import Any

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
)

from cardgen.cli.options import Settings, with_settings

SHELLS = ("bash", "zsh", "fish", "powershell")

_POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $line, $cursor)
    $before = $line.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor }
    $env:%(complete_var)s = "powershell_complete"
    $env:COMP_WORDS = ($before | ForEach-Object { $_.Extent.Text }) -join "`n"
    $env:COMP_CWORD = $word
    try {
        %(prog_name)s | ForEach-Object {
            $value, $help = $_ -split "`t", 2
            $result = "System.Management.Automation.CompletionResult"
            New-Object $result $value, $value, "ParameterValue", $help
        }
    } finally {
        Remove-Item Env:%(complete_var)s, Env:COMP_WORDS, Env:COMP_CWORD -ErrorAction Ignore
    }
}
"""


@add_completion_class
class PowerShellComplete(ShellComplete):
    """Completion for PowerShell, which click lacks."""

    name = "powershell"
    source_template = _POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the complete words of the line and the unfinished last word."""
        words, word = os.environ["COMP_WORDS"].splitlines()[1:], os.environ.get("COMP_CWORD", "")
        return words[:-1] if word else words, word

    def format_completion(self, item: CompletionItem) -> str:
        """Return a value and its help. Without an answer, the shell completes file names."""
        return f"{item.value}\t{item.help or item.value}" if item.type == "plain" else ""


def complete(cli: click.Command, extra: dict[str, Any], name: str, instruction: str) -> int:
    """Answer a request of a shell: print its script, or the possible next words."""
    shell, _, request = instruction.partition("_")
    shell_class = get_completion_class(shell)
    if shell_class is None:
        return 2
    completer = shell_class(cli, extra, name, f"_{name.upper()}_COMPLETE")
    if request == "source":
        # The method of the subclass for bash would start a bash to find out its version.
        click.echo(ShellComplete.source(completer).strip())
    elif text := completer.complete():
        click.echo(text)
    return 0


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@with_settings
@click.pass_context
def command(context: click.Context, settings: Settings, shell: str) -> int:
    """Print the script for tab completion in your SHELL.

    It completes commands, options, games and files. Load it at the start of the shell. Put
    `eval "$(cardgen completion bash)"` in ~/.bashrc, the same with zsh in ~/.zshrc,
    `cardgen completion fish | source` in ~/.config/fish/config.fish, or
    `cardgen completion powershell | Out-String | Invoke-Expression` in $PROFILE.
    """
    return complete(context.find_root().command, {}, "cardgen", f"{shell}_source")
