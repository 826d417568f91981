import { t } from "../../i18n/index.svelte";
import type { Ending, Result } from "../game";
import type { CincoView } from "./types";

export function result({ view, outcome, names }: Ending<CincoView>): Result {
  switch (outcome.termination) {
    case "tokens":
      return { line: t("cinco.result.tokens") };
    case "board":
      return { line: t("cinco.result.board") };
    default:
      return { line: view.last_space === null ? t("cinco.result.five", { names }) : t("cinco.result.fiveOn", { names, space: view.last_space }) };
  }
}
