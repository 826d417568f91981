/** Sentences for the events of Cinq-O. */

import { t, actionText } from "../../i18n/index.svelte";
import { hiloText } from "./case/hilo";
import type { PlayEvent, PutAway } from "./types";

export function describe(event: PlayEvent, names: readonly string[], you: number | null): string {
  const seat = event.type === "turn_ended" ? event.result.seat : event.seat;
  const name = names[seat] ?? "";
  const isYou = seat === you;
  switch (event.type) {
    case "dice_rolled": {
      const values = { name, dice: together(event.dice) };
      return event.hilo === null ? actionText("cinqo.event.rolled", isYou, values) : actionText("cinqo.event.rolledHilo", isYou, { ...values, hilo: hiloText(event.hilo) });
    }
    case "put_away":
      return describePut(event, name, isYou);
    case "turn_ended": {
      const values = { name, points: event.result.points, score: event.score };
      if (event.result.kind !== "five") return actionText("cinqo.event.ended", isYou, values);
      // With 100 points the game may be over, and then there is no second turn.
      return actionText(event.score < 100 ? "cinqo.event.endedFive" : "cinqo.event.endedFiveEnough", isYou, values);
    }
  }
}

/** Dice in one word, which no line breaks. */
const together = (values: readonly number[]) => values.join("-\u2060");

function describePut({ rack, bank, from_bank, box }: PutAway, name: string, isYou: boolean): string {
  const dice = together([...rack, ...from_bank]);
  const put = bank.length ? actionText("cinqo.event.putMore", isYou, { name, dice, bank: together(bank) }) : actionText("cinqo.event.putRack", isYou, { name, dice });
  return box ? `${put} ${t("cinqo.event.putBox")}` : put;
}
