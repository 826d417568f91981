import { t } from "../../i18n/index.svelte";
import type { Ending, Result } from "../game";
import type { CincoView } from "./types";

export function result({ outcome, names }: Ending<CincoView>): Result {
  switch (outcome.termination) {
    case "tokens":
      return { line: t("cinco.result.tokens") };
    case "board":
      return { line: t("cinco.result.board") };
    default:
      return { line: t("cinco.result.five", { names }) };
  }
}
