/** What happened at Cinq-O, in sentences. */

import { t } from "../../i18n/index.svelte";
import { hiloText } from "./hilo";
import type { PlayEvent, PutAway } from "./types";

export function describe(event: PlayEvent, names: readonly string[]): string {
  switch (event.type) {
    case "dice_rolled": {
      const values = { name: names[event.seat] ?? "", dice: together(event.dice) };
      return event.hilo === null ? t("cinqo.event.rolled", values) : t("cinqo.event.rolledHilo", { ...values, hilo: hiloText(event.hilo) });
    }
    case "put_away":
      return describePut(event, names[event.seat] ?? "");
    case "turn_ended": {
      const { seat, points, kind } = event.result;
      const values = { name: names[seat] ?? "", points, score: event.score };
      if (kind !== "five") return t("cinqo.event.ended", values);
      // With 100 points the game may be over, and then there is no second turn.
      return t(event.score < 100 ? "cinqo.event.endedFive" : "cinqo.event.endedFiveEnough", values);
    }
  }
}

const together = (values: readonly number[]) => values.join("-");

function describePut({ rack, bank, from_bank, box }: PutAway, name: string): string {
  const dice = together([...rack, ...from_bank]);
  const put = bank.length ? t("cinqo.event.putMore", { name, dice, bank: together(bank) }) : t("cinqo.event.putRack", { name, dice });
  return box ? `${put} ${t("cinqo.event.putBox")}` : put;
}
