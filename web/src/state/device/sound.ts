/**
 * Sounds of wood, dice and paper, synthesised without files. Silent unless this device prefers sound. A knock is a
 * short burst of filtered noise, the contact, over a decaying tone, the body.
 */

import { preferences } from "./preferences.svelte";

/** One hit: start and decay (seconds), loudness, body and contact (hertz). */
export interface Hit {
  readonly at?: number;
  readonly length: number;
  readonly gain?: number;
  /** Tone of the body. It falls by a fifth, as wood does; a bell's stays. */
  readonly body?: number;
  readonly isBell?: boolean;
  /** Centre frequency of the contact's noise. */
  readonly contact?: number;
}
export type Sound = readonly Hit[];

const bell = (body: number, at: number, length: number): Hit => ({ at, length, body, isBell: true, gain: 0.5 });

export const TURN: Sound = [
  { length: 0.1, body: 392, contact: 2400, gain: 0.5 },
  { at: 0.11, length: 0.16, body: 523, contact: 2400, gain: 0.55 },
];
export const END: Sound = [bell(392, 0, 0.5), bell(494, 0.14, 0.5), bell(587, 0.28, 0.9)];

/** Highest gain: several hits at once stay below what distorts a speaker. */
const VOLUME = 0.22;
/** Random deviation of pitch and loudness: no two hits sound alike. */
const LOOSE = 0.06;
const SILENCE = 0.0001;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Return half a second of white noise, shared by all sounds. */
function noiseOf({ sampleRate }: AudioContext): AudioBuffer {
  const buffer = new AudioBuffer({ length: sampleRate / 2, sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  return buffer;
}

/** Return a gain that rises at once and decays. */
function envelope(here: AudioContext, at: number, gain: number, rise: number, length: number): GainNode {
  const node = new GainNode(here, { gain: 0 });
  node.gain.setValueAtTime(SILENCE, at);
  node.gain.exponentialRampToValueAtTime(Math.max(SILENCE, gain), at + rise);
  node.gain.exponentialRampToValueAtTime(SILENCE, at + rise + length);
  node.connect(here.destination);
  return node;
}

function strike(here: AudioContext, { at = 0, length, gain = 1, body, isBell = false, contact }: Hit): void {
  const start = here.currentTime + at;
  const loose = isBell ? 1 : 1 + LOOSE * (2 * Math.random() - 1);
  if (body !== undefined) {
    // A bell has an overtone; wood is dull and its pitch falls.
    for (const [part, share] of isBell ? [[1, 1] as const, [2.76, 0.22] as const] : [[1, 1] as const]) {
      const tone = new OscillatorNode(here, { type: isBell ? "sine" : "triangle", frequency: body * part * loose });
      if (!isBell) tone.frequency.exponentialRampToValueAtTime(body * loose * 0.67, start + length);
      tone.connect(envelope(here, start, VOLUME * gain * share, isBell ? 0.006 : 0.002, length / part));
      tone.start(start);
      tone.stop(start + length + 0.05);
    }
  }
  if (contact !== undefined) {
    const burst = new AudioBufferSourceNode(here, { buffer: (noise ??= noiseOf(here)) });
    const filter = new BiquadFilterNode(here, { type: "bandpass", frequency: contact * loose, Q: 1.1 });
    burst.connect(filter).connect(envelope(here, start, VOLUME * gain, 0.001, Math.min(0.045, length)));
    burst.start(start);
    burst.stop(start + length + 0.05);
  }
}

export function play(sound: Sound): void {
  if (!preferences.sound || typeof AudioContext === "undefined") return;
  const here = (context ??= new AudioContext());
  if (here.state === "suspended") void here.resume();
  for (const hit of sound) strike(here, hit);
}
