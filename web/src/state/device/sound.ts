/** Soft sounds, made on the spot. Nothing is heard unless this device prefers it. */

import { preferences } from "./preferences.svelte";

/** Notes: frequency in hertz, length in seconds, and when it starts. */
export type Sound = readonly (readonly [frequency: number, length: number, start: number])[];

export const TURN: Sound = [[440, 0.12, 0]];
export const END: Sound = [
  [392, 0.16, 0],
  [494, 0.16, 0.14],
  [587, 0.3, 0.28],
];

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!preferences.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const [frequency, length, start] of sound) {
    const oscillator = new OscillatorNode(context, { frequency, type: "triangle" });
    const gain = new GainNode(context, { gain: 0 });
    const at = context.currentTime + start;
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(0.08, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length + 0.02);
  }
}
