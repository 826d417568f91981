/** My turn in words: the button's label and action, the required choice, and the text for screen readers. */

import { language, t } from "../../../i18n/index.svelte";
import { listed } from "../../../i18n/lists";
import { play } from "../../../state/device/sound";
import { isYou, seatName } from "../../../words/names";
import type { Playing } from "../../playing";
import { hiloText } from "../case/hilo";
import type { Placing } from "../case/placing.svelte";
import type { CinqoView } from "../types";
import type { Showing } from "./showing.svelte";
import { DICE } from "./sounds";

export class Turn {
  /** The throw at which the player pressed the button too early. */
  #pressed = $state("");

  constructor(
    private readonly table: Playing,
    private readonly view: () => CinqoView,
    private readonly placing: Placing,
    private readonly showing: Showing,
  ) {}

  /** Whether the display is behind the current state. */
  get isHeld(): boolean {
    return this.showing.held !== null;
  }

  get isMine(): boolean {
    const { viewer, to_move } = this.view();
    return viewer !== null && to_move === viewer && !this.table.isMoving && !this.isHeld;
  }

  get isReady(): boolean {
    return this.isMine && this.placing.racksOne;
  }

  get #cast(): string {
    const { history, roll } = this.view();
    return `${history.length}/${roll}`;
  }

  /** The action of Enter or a press. */
  get #action(): string {
    const { number, hilo, points, boxed } = this.view();
    const { again } = this.placing;
    if (again === 0 && number !== null && hilo !== null) return t("cinqo.endTurn", { number, times: Math.abs(hilo), points: points ?? 0 });
    return t(boxed || this.placing.boxed ? "cinqo.roll" : "cinqo.rollHilo", { count: again });
  }

  get label(): string {
    if (this.isHeld) return t("cinqo.goOn");
    if (this.table.isMoving) return t("cinqo.rolling");
    if (this.isMine && !this.placing.racksOne) return t("cinqo.rackFirst");
    if (this.isMine || !this.table.view) return this.#action;
    const { turn_of } = this.view();
    return isYou(this.table.view, turn_of) ? t("table.yourTurn") : t("table.turnOf", { name: seatName(this.table.view, turn_of) });
  }

  get line(): string {
    if (!this.isMine) return "";
    if (this.placing.racksOne) return this.table.isTrial ? "" : t("cinqo.tapAgain");
    // The question of a lesson or puzzle says what to do.
    if (this.table.isTrial && this.#pressed !== this.#cast) return "";
    return t(this.#pressed === this.#cast ? "cinqo.rackOne" : "cinqo.how");
  }

  /** On my throw: the dice and the required choice, then the button's action. */
  get spoken(): string {
    if (!this.isMine) return "";
    if (this.placing.racksOne) return this.#action;
    if (!this.placing.isUntouched || this.#pressed === this.#cast) return t("cinqo.rackOne");
    const { tray, hilo, boxed, roll } = this.view();
    const dice = [...tray, ...(hilo === null || boxed ? [] : [hiloText(hilo)])];
    return t(roll === 1 ? "cinqo.yourTurn" : "cinqo.yourRoll", { dice: listed(dice, language()) });
  }

  /** Whether there are dice to keep. */
  get mayKeepAll(): boolean {
    return this.isMine && this.placing.again > 0;
  }

  keepAll(): void {
    if (this.mayKeepAll) this.placing.keepAll();
  }

  commit(): void {
    if (this.isHeld) return this.showing.skip();
    if (!this.isMine) return;
    if (!this.placing.racksOne) {
      this.#pressed = this.#cast;
      return;
    }
    this.table.move(this.placing.put);
    play(DICE);
  }
}
