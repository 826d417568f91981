"""A bot for Quincunx in forty lines: it speaks the line protocol of docs/bot-protocol.md.

quincunx arena cinco --bots "greedy;cmd:python3 examples/line_bot.py"
"""

import json
import sys


def cinco(view):
    """Play the highest card next to an own token; draw with few cards; exchange when nothing else goes."""
    plays = [(reach["card"], space) for reach in view["reach"] for space in reach["spaces"]]
    mine = view["viewer"] % view["options"]["teams"]
    own = [space for space, team in enumerate(view["board"], 1) if team == mine]
    if plays and (len(view["hand"]) > 2 or view["why_not_draw"]):
        alone = {space: all(abs(space - other) > 1 for other in own) for _, space in plays}
        card, space = min(plays, key=lambda play: (alone[play[1]], -play[0], play[1]))
        return {"type": "play", "card": card, "space": space}
    return {"type": "exchange" if view["why_not_draw"] else "draw"}


def cinqo(view):
    """Rack the best die for Hi or Lo, as the arrow says, bank others like it, and box a 3."""
    hi = view["hilo"] > 0
    tray = sorted(view["tray"], reverse=hi)
    keep = [die for die in tray if (die >= 5 if hi else die <= 2)] or tray[:1]
    box = not view["boxed"] and abs(view["hilo"]) == 3
    return {"type": "put", "rack": keep[:1], "bank": sorted(keep[1:]), "box": box}


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "quincunx":
        play = {"cinco": cinco, "cinqo": cinqo}[rest.split()[1]]
        print("ready", flush=True)
    elif word == "choose":
        print("move " + json.dumps(play(json.loads(rest)["view"])), flush=True)
    elif word == "quit":
        break
