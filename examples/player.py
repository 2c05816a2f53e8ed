#!/usr/bin/env python3
"""A player in another language: plays games of lawmage against a bot, by messages (docs/protocol.md). Standard library only.

    cargo build --release && python3 examples/player.py target/release/lawmage --games 3
"""

import argparse
import json
import random
import subprocess


class Table:
    """The other side: a `lawmage serve --stdio`."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def say(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def hear(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("lawmage has ended")
        return json.loads(line)


def answer(ask, chance):
    """Some legal answer, at random where it is easy to say one; else the one that the table offers."""
    domain = ask["domain"]
    kind = domain["is"]
    if kind == "pick" and not domain["limited"]:
        places = list(range(len(domain["options"])))
        return {"pick": chance.sample(places, chance.randint(domain["min"], domain["max"]))}
    if kind == "number":
        return {"number": chance.choice([n for n in range(domain["min"], min(domain["max"], 20) + 1) if n not in domain["but"]])}
    if kind == "order":
        places = list(range(len(domain["options"])))
        chance.shuffle(places)
        return {"order": places}
    if kind == "attack":
        attackers = [
            {"attacker": place, "defender": chance.randrange(len(can["defenders"]))}
            for place, can in enumerate(domain["attackers"])
            if can["defenders"] and chance.random() < 0.7
        ]
        return {"attack": {"attackers": attackers}}
    return ask["default"]


def play(table, deck, against, seed, chance, told):
    """Plays a game to its end, and tells who won."""
    start = {"type": "start", "protocol": 1, "seed": seed}
    seats = [{"name": "Python", "deck": deck}, {"name": "Bot", "deck": against, "bot": "basic"}]
    table.say({**start, "seats": seats})
    ask, questions = None, 0
    while True:
        message = table.hear()
        kind = message["type"]
        if kind == "events" and told:
            for event in message["events"]:
                print(f"  {event['text']} ({event['rule']})")
        elif kind == "ask":
            ask = message["ask"]
            questions += 1
            table.say({"type": "answer", "ask": ask["id"], "answer": answer(ask, chance)})
        elif kind == "rejected":
            # Not every declaration of attackers is legal: what has to attack, what costs something.
            table.say({"type": "answer", "ask": ask["id"], "answer": ask["default"]})
        elif kind == "error":
            raise SystemExit(message["reason"])
        elif kind == "result":
            return message["outcome"], questions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the lawmage binary")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--deck", default="red-raiders")
    parser.add_argument("--against", default="green-stampede")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--events", action="store_true", help="print what happens")
    args = parser.parse_args()
    table = Table(args.program)
    hello = table.hear()
    print(f"{hello['program']} speaks protocol {hello['protocol']}")
    for game in range(args.games):
        seed = args.seed + game
        outcome, questions = play(table, args.deck, args.against, str(seed), random.Random(seed), args.events)
        print(f"game {game + 1}: {json.dumps(outcome)} after {questions} questions")


if __name__ == "__main__":
    main()
