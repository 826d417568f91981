/** A fake socket and clock under a test's control. */

import type { Environment, Transport } from "../state/device/environment";
import type { ClientFrame } from "../wire/types";

/**
 * A fake of `wait`, for components that wait by themselves. The newest callback comes last; cancelled ones do not run.
 */
export class FakeWaiting {
  #waiting: { milliseconds: number; action: () => void }[] = [];
  readonly wait = (milliseconds: number, action: () => void) => {
    const one = { milliseconds, action };
    this.#waiting.push(one);
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== one);
    };
  };
  get count(): number {
    return this.#waiting.length;
  }
  /** Run all waiting callbacks; those that they add wait in turn. */
  pass(): void {
    for (const { action } of this.#waiting.splice(0)) action();
  }
}

export class FakeTransport implements Transport {
  sent: ClientFrame[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((data: string) => void) | null = null;
  onclose: ((code: number, reason: string) => void) | null = null;
  send(data: string) {
    this.sent.push(JSON.parse(data) as ClientFrame);
  }
  close() {
    this.closed = true;
  }
  say(frame: object) {
    this.onmessage?.(JSON.stringify(frame));
  }
  get commands() {
    return this.sent.filter((frame) => frame.type === "command");
  }
}

export class FakeEnvironment implements Environment {
  transports: FakeTransport[] = [];
  time = 0;
  keys = 0;
  timers: { at: number; action: () => void }[] = [];
  open() {
    const transport = new FakeTransport();
    this.transports.push(transport);
    return transport;
  }
  later(milliseconds: number, action: () => void) {
    const timer = { at: this.time + milliseconds, action };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }
  now = () => this.time;
  newKey = () => `key-${++this.keys}`;
  pass(milliseconds: number) {
    const end = this.time + milliseconds;
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = next.at;
      next.action();
    }
    this.time = end;
  }
  get transport() {
    return this.transports.at(-1)!;
  }
}
