"""Tables without a server: the same rules, answered on the player's own device. Pure.

:class:`~quincunx.local.server.LocalServer` answers requests and socket frames as a server does. The contract
suite ``tests/contracts/local_play.py`` runs against both. A Web Worker runs this package in the browser, so
its modules import only msgspec and pure packages.

Chance, journal and order are those of a server: each shuffle follows from a committed seed, every command is
appended before it is shown, and its key has one effect. The caller makes one call at a time.

========================================  ==================================================================
request                                   answered by
========================================  ==================================================================
``GET``, ``PUT /api/me``                  the device's own person, and a new name for them
``GET /api/me/tables``                    their tables that have not ended
``GET /api/lobby``                        no tables, and the levels of bots that can think here
``POST /api/tables``                      a new table against bots, alone, or on one device
``GET /api/tables/T``                     the table as it may be seen
``POST /api/tables/T/commands``           a command
``POST /api/tables/T/hints``              the best bot's choices
``GET /api/tables/T/replay``, ``record``  a finished game, here or of a dropped file
``POST /api/records``                     reads and verifies a record file (only here, not at a server)
``/api/studies/G/…``                      a game's lesson: ``lessons``, ``S``, ``S/answer``, ``S/solution``
``/api/puzzles/…``                        puzzles: ``next``, ``G/P``, ``G/P/answer``, ``G/P/solution``, runs
``GET /api/days``, ``/api/days/DATE``     past daily challenges that this device knows, with its own results
``POST /api/days/DATE/G``                 the table of such a deal: always the same
``PUT /api/days``                         days that a server has shown to be over (only here)
========================================  ==================================================================

====================  ==================================  ==================================================
socket                frames from the client              frames to the client
====================  ==================================  ==================================================
``/api/tables/T/…``   ``hello command look ping``         ``update changes ack refused presence pong``
``/api/me/socket``    ``at leave ping follow              ``at left pong my_tables lobby seeking refused``
                      follow_tournament seek
                      stop_seeking``
====================  ==================================  ==================================================

A table that others could join, a rated one, the lobby, tournaments and the search for opponents need a
server: they are refused with the code ``needs-server``. The lobby is empty.
"""
