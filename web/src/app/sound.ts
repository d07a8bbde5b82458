/** The knock of wood on wood, made on the spot: a short burst of noise through a narrow filter. */

import { settings } from './settings.svelte';

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'toss';

interface Knock {
  /** Seconds after the first. */
  at: number;
  /** Where the wood resonates, in hertz. */
  pitch: number;
  loud: number;
  /** Seconds until it has died away. */
  length: number;
}

const SOUNDS: Record<Sound, Knock[]> = {
  move: [{ at: 0, pitch: 1150, loud: 0.8, length: 0.07 }],
  capture: [
    { at: 0, pitch: 950, loud: 0.7, length: 0.06 },
    { at: 0.055, pitch: 1250, loud: 0.9, length: 0.08 },
  ],
  check: [
    { at: 0, pitch: 1150, loud: 0.8, length: 0.07 },
    { at: 0.1, pitch: 1700, loud: 0.5, length: 0.09 },
  ],
  end: [
    { at: 0, pitch: 800, loud: 0.8, length: 0.12 },
    { at: 0.16, pitch: 600, loud: 0.8, length: 0.2 },
  ],
  toss: [0, 0.06, 0.13, 0.19, 0.28].map((at, i) => ({
    at,
    pitch: 1300 + 110 * ((i * 3) % 5),
    loud: 0.4,
    length: 0.05,
  })),
};

let context: AudioContext | null = null;
const bursts = new Map<Knock, AudioBuffer>();

/** The way to the loudspeaker, or null where there is none, or none yet. */
function listen(): AudioContext | null {
  if (settings.values.sounds === 'off' || typeof AudioContext === 'undefined') return null;
  // Browsers keep sound back until somebody has touched the page.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
  return (context ??= new AudioContext());
}

/** Opening the way takes many frames' time: once the page is touched, and has nothing else to do. */
export function prepare(): void {
  const soon = globalThis.requestIdleCallback ?? ((todo: () => void) => setTimeout(todo, 200));
  addEventListener('pointerup', () => soon(() => void listen()), { once: true });
}

export function play(sound: Sound): void {
  const audio = listen();
  void audio?.resume();
  if (audio) for (const one of SOUNDS[sound]) knock(audio, one);
}

/** Noise that dies away. */
function burst(audio: AudioContext, { length }: Knock): AudioBuffer {
  const samples = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++)
    wave[i] = (Math.random() * 2 - 1) * Math.exp((-7 * i) / samples);
  return buffer;
}

function knock(audio: AudioContext, one: Knock): void {
  const { at, pitch, loud } = one;
  const buffer = bursts.get(one) ?? burst(audio, one);
  bursts.set(one, buffer);
  const source = new AudioBufferSourceNode(audio, { buffer });
  const wood = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 6 });
  const gain = new GainNode(audio, { gain: loud });
  source.connect(wood).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}
