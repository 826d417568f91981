"""Help and error messages for a command line, in the user's language."""

from __future__ import annotations

from inspect import Parameter
from typing import TYPE_CHECKING, Any, Final

from cyclopts import CycloptsError
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)
from cyclopts.help import DefaultFormatter, HelpEntry, HelpPanel

from quincunx.cli.speaking import FLAG
from quincunx.core.speech import join_list, t

if TYPE_CHECKING:
    from cyclopts.argument import Argument
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

LANGUAGE: Final = "Language code, such as “it”. Default: from the environment, or English."


class Help(DefaultFormatter):
    """Help in the layout of cyclopts, with every sentence translated by :func:`~quincunx.core.speech.t`."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        entries = [_entry(each) for each in panel.entries]
        if panel.format == "parameter" or any("--help" in each.names for each in panel.entries):
            entries.append(HelpEntry(positive_names=(FLAG,), metavar="STR", description=t(LANGUAGE)))
        super().__call__(console, options, panel.copy(title=t(str(panel.title)), entries=entries))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        from rich.text import Text

        if usage:
            said = str(usage).replace("COMMAND", t("COMMAND")).replace("[OPTIONS]", t("[OPTIONS]"))
            console.print(Text.assemble((t("Usage:"), "bold"), " ", said))

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        if plain := _plain(description):
            # Wrap lines at the width of the terminal, not where the source does.
            console.print(
                "\n\n".join(t(" ".join(part.split())) for part in plain.split("\n\n")), markup=False
            )
            console.print()


def _entry(entry: HelpEntry) -> HelpEntry:
    """Return the entry with its description and annotations translated."""
    from rich.text import Text

    said = Text(t(" ".join(_plain(entry.description).split())))
    for note, style in _flag_notes(entry):
        said.append(" " if said else "").append(f"[{note}]", style)
    return entry.copy(description=said, default=None, choices=None, env_var=None, required=False)


def _flag_notes(entry: HelpEntry) -> list[tuple[str, str]]:
    notes: list[tuple[str, str]] = []
    if entry.choices:
        notes.append((t("choices: {{choices}}", choices=join_list(entry.choices)), "cyclopts.choices"))
    if entry.env_var:
        notes.append((t("environment: {{name}}", name=join_list(entry.env_var)), "cyclopts.env_var"))
    # It is obvious that a flag is off by default.
    if entry.default not in (None, "False"):
        notes.append((t("default: {{value}}", value=entry.default), "cyclopts.default"))
    if entry.required:
        notes.append((t("required"), "cyclopts.required"))
    return notes


def _plain(renderable: Any) -> str:
    """Return the text of what cyclopts has prepared for printing."""
    if renderable is None:
        return ""
    return str(getattr(renderable, "primary_renderable", renderable))


def wrong_call(error: CycloptsError) -> Text:
    """Return what is wrong with the words of a command line."""
    from rich.text import Text

    return Text(f"quincunx: {_sentence(error)}")


def _sentence(error: CycloptsError) -> str:
    match error:
        case UnknownCommandError(unused_tokens=[word, *_]) if not word.startswith("-"):
            known = join_list(_commands(error))
            return t("Unknown command “{{word}}”. Commands: {{known}}.", word=word, known=known)
        case UnknownCommandError(unused_tokens=[word, *_]):
            return t("Unknown option “{{word}}”.", word=word)
        case UnknownOptionError(token=token):
            return t("Unknown option “{{word}}”.", word=token.keyword or token.value)
        case MissingArgumentError() if error.argument is not None:
            return _missing(error)
        case RepeatArgumentError(token=token):
            return t("“{{name}}” is given twice.", name=token.keyword or token.value)
        case UnusedCliTokensError(unused_tokens=[word, *_]):
            return t("Unexpected argument “{{word}}”.", word=word)
        case CoercionError() if error.token is not None:
            return _no_such_value(error)
        case _:
            error.verbose = False
            return str(error)


def _missing(error: MissingArgumentError) -> str:
    assert error.argument is not None
    if error.keyword:
        return t("{{name}} needs a value.", name=error.keyword)
    is_flag = error.argument.field_info.kind is Parameter.KEYWORD_ONLY
    return t("{{name}} is missing.", name=error.argument.name if is_flag else _label(error.argument))


def _label(argument: Argument) -> str:
    return argument.name.lstrip("-").upper()


def _no_such_value(error: CoercionError) -> str:
    from typing import Literal, get_args, get_origin

    assert error.token is not None
    name = error.token.keyword or ("" if error.argument is None else _label(error.argument))
    params = {"value": error.token.value, "name": name}
    if get_origin(error.target_type) is Literal:
        known = join_list(map(str, get_args(error.target_type)))
        return t("Invalid value “{{value}}” for {{name}}. Choose from {{known}}.", **params, known=known)
    return t("Invalid value “{{value}}” for {{name}}.", **params)


def _commands(error: CycloptsError) -> list[str]:
    return [] if error.app is None else sorted(name for name in error.app if not name.startswith("-"))
