/** Soft sounds, made on the spot. Nothing is heard unless this device prefers it. */

import { preferences } from "./preferences.svelte";

export type Sound = "place" | "card" | "dice" | "turn" | "win";

// Frequency in hertz, length in seconds, and when it starts.
const NOTES: Record<Sound, readonly (readonly [number, number, number])[]> = {
  place: [[220, 0.09, 0]],
  card: [[520, 0.05, 0]],
  dice: [
    [300, 0.04, 0],
    [260, 0.04, 0.06],
    [330, 0.04, 0.13],
  ],
  turn: [[440, 0.12, 0]],
  win: [
    [392, 0.16, 0],
    [494, 0.16, 0.14],
    [587, 0.3, 0.28],
  ],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!preferences.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const [frequency, length, start] of NOTES[sound]) {
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
