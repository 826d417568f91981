"""``quincunx bot``: a bot as a program that speaks the line protocol, or as a player on a remote server."""

from __future__ import annotations

import sys
from random import Random
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import msgspec
from cyclopts import Parameter

from quincunx.cli.files import fail
from quincunx.cli.reduced import warn_if_reduced
from quincunx.core.game import AnyGame
from quincunx.core.sentence import SpokenError, sentence
from quincunx.core.speech import in_words, join_list, os_error_message, t
from quincunx.engines.bot import Budget
from quincunx.engines.levels import AnyBot, names
from quincunx.engines.players import BadEntry, entrant
from quincunx.engines.program import Fault
from quincunx.games import GAMES

PROTOCOL: Final = "1"
OWN: Final = ("py:", "cmd:")
"""Beginnings of bots of the user's own."""


class _NotUnderstood(SpokenError):
    """The other side's input is not valid. The text is a sentence for its author."""


def bot(
    level: str | None = None,
    *,
    login: Annotated[
        str | None,
        Parameter(
            help="The address of a server. Confirm in your browser, and later bots with --server play as you."
        ),
    ] = None,
    server: Annotated[str | None, Parameter(help="The address of a server to play on.")] = None,
    tournament: Annotated[str | None, Parameter(help="Link of a tournament to join, on any server.")] = None,
    token: Annotated[
        str | None,
        Parameter(
            env_var="QUINCUNX_TOKEN",
            help="API token of the bot’s account. Default: the token from --login. QUINCUNX_TOKEN is safer: "
            "other users of this machine may see the command line.",
        ),
    ] = None,
    workers: Annotated[
        int | None, Parameter(help="Worker processes. Default: one per core, up to four.")
    ] = None,
) -> int:
    """Play for a program on standard input, as docs/bot-protocol.md describes; or on a server.

    On a server the bot is the person who has made the token there: it takes every seat that is kept for it,
    and moves when it is its turn, at as many tables as there are.

    Parameters
    ----------
    level
        A level, as “quincunx play GAME --help” lists them; a baseline such as random; or a bot of your own:
        py:MODULE:NAME or "cmd:PROGRAM ARGUMENTS".
    """
    if login is not None:
        from quincunx.cli.bots.login import login as log_in

        return log_in(login)
    if level is None:
        return fail(t("Choose a level, or sign in to a server with --login URL."), 2)
    if not level.startswith(OWN):
        known = {name: None for game in GAMES.values() for name in names(game.bots)}
        if level not in known:
            unknown = "Unknown bot “{{level}}”. Choose from {{known}}."
            return fail(t(unknown, level=level[:40], known=join_list(known)))
        if any(level in game.bots.levels for game in GAMES.values()):
            warn_if_reduced()
    if tournament is not None:
        if (link := _link(tournament, server)) is None:
            return fail(t("A tournament link looks like https://club.example/e/NAME."))
        server, tournament = link
    if server is None:
        return _play_here(level)
    return _play_on(server, token, level, workers, tournament)


def _play_here(level: str) -> int:
    try:
        _serve(level)
    except (_NotUnderstood, BadEntry) as error:
        return fail(in_words(error))
    except Fault as fault:
        return fail(f"{level}: {fault}")
    return 0


def _link(tournament: str, server: str | None) -> tuple[str, str] | None:
    """Return the server and the name of the tournament with this link. An explicit server takes
    precedence."""
    link = urlsplit(tournament)
    name = link.path.rpartition("/")[2]
    at = f"{link.scheme}://{link.netloc}" if server is None else server
    return (at, name) if name and urlsplit(at).netloc else None


def _play_on(
    server: str, token: str | None, level: str, workers: int | None, tournament: str | None = None
) -> int:
    import asyncio

    from quincunx.cli.bots.tokens import BadTokens, stored_token
    from quincunx.client import Closed, Refused
    from quincunx.client.http import BadAddress, Http

    try:
        token = token or stored_token(Http(server).base)
    except BadTokens as error:
        return fail(str(error))
    except BadAddress as error:
        return fail(in_words(error))
    if not token:
        return fail(t("A bot on a server needs a token. Get one with --login, or set QUINCUNX_TOKEN."))
    if workers == 0 and not level.startswith(OWN) and _needs_workers(level):
        return fail(t("“{{level}}” needs a worker process. Leave out --workers 0.", level=level))
    try:
        asyncio.run(_playing(server, token, level, workers, tournament))
    except Fault as fault:
        return fail(f"{level}: {fault}")
    except (BadEntry, Closed, Refused, ValueError) as error:
        return fail(in_words(error))
    except OSError as error:
        return fail(t("Can’t reach {{server}} ({{error}}).", server=server, error=os_error_message(error)))
    return 0


def _needs_workers(level: str) -> bool:
    from quincunx.adapters.engines.pool import needs_workers

    return needs_workers(level)


async def _playing(server: str, token: str, bot: str, workers: int | None, tournament: str | None) -> None:
    """Play on a server until cancelled. A bot of the user's own needs none of the server's packages."""
    if bot.startswith(OWN):
        from quincunx.cli.bots.remote_bot import play_own

        await play_own(server, token, bot, tournament)
    else:
        from quincunx.cli.bots.level_bot import play_level

        await play_level(server, token, bot, workers, tournament)


def _serve(level: str) -> None:
    game: AnyGame | None = None
    player: AnyBot | None = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quincunx":
            game = _game(rest, level)
            player = entrant(game, level).bot
            print("ready", flush=True)
        elif word == "choose" and game is not None and player is not None:
            print("move " + _reply_to(game, player, rest), flush=True)
        elif word == "quit":
            return
        elif word:
            raise _NotUnderstood(sentence("This bot doesn’t know the word “{{1}}”.", word[:40]))


def _game(greeting: str, level: str) -> AnyGame:
    version, _, name = greeting.partition(" ")
    is_own = level.startswith(OWN)
    playing = [each.name for each in GAMES.values() if is_own or level in names(each.bots)]
    if version != PROTOCOL or name not in playing:
        raise _NotUnderstood(sentence("This bot speaks protocol {{1}}, for {{2}}.", PROTOCOL, tuple(playing)))
    return GAMES[name]


def _reply_to(game: AnyGame, player: AnyBot, question: str) -> str:
    try:
        asked: dict[str, Any] = msgspec.json.decode(question, type=dict[str, Any])
        view = msgspec.convert(asked["view"], game.view_type)
        seconds = asked.get("seconds")
        budget = Budget(seconds=None if seconds is None else float(seconds))
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
        raise _NotUnderstood(sentence("That isn’t a question: {{1}}.", error)) from error
    seed = str(asked.get("seed"))
    decision = player.choose(view, Random(seed), budget)  # noqa: S311  # a bot's random choices are no secret
    return msgspec.json.encode(decision.action).decode()
