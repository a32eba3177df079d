import { readdir, readFile } from 'node:fs/promises'
import { between, type Random } from '../../domain/random.ts'

/** Samples per second of all recordings and captchas. */
export const SAMPLE_RATE = 8_000

const HEADER_BYTES = 44
const MIDDLE = 128

/** The samples (−1 to 1) of a mono WAV file with 8 bits at `SAMPLE_RATE`. @throws Error for any other format. */
export function readWav(file: Buffer): Float32Array {
  const format = { audio: file.readUInt16LE(20), channels: file.readUInt16LE(22), bits: file.readUInt16LE(34) }
  const isOurs =
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 36, 40) === 'data' &&
    format.audio === 1 &&
    format.channels === 1 &&
    format.bits === 8 &&
    file.readUInt32LE(24) === SAMPLE_RATE
  if (!isOurs) throw new Error('not a WAV file of 8 kHz, 8 bits and one channel')
  const bytes = file.subarray(HEADER_BYTES, HEADER_BYTES + file.readUInt32LE(40))
  return Float32Array.from(bytes, (byte) => (byte - MIDDLE) / MIDDLE)
}

/** A WAV file of this format with the samples, clipped to −1 to 1. */
export function writeWav(samples: Float32Array): Buffer {
  const file = Buffer.alloc(HEADER_BYTES + samples.length)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples.length, 40)
  for (let at = 0; at < samples.length; at += 1) {
    const level = Math.round(MIDDLE + (samples[at] ?? 0) * MIDDLE)
    file[HEADER_BYTES + at] = Math.min(255, Math.max(0, level))
  }
  return file
}

/** Recordings of each digit, one per voice, all equally loud: the mean square of the samples is 1. */
export type DigitClips = readonly (readonly Float32Array[])[]

/** Range of a digit in samples, `to` excluded. */
type Span = { from: number; to: number }

/** Root mean square of a digit. Its peaks are about four times as high. */
const LOUDNESS = 0.17
/** Loudness of the background relative to the digits: −10 dB, at which people still understand numbers. */
const BACKGROUND = 0.32
const BACKGROUND_VOICES = 2

const seconds = (random: Random, from: number, to: number) => Math.round(between(random, from, to) * SAMPLE_RATE)
const pick = (random: Random, takes: readonly Float32Array[]) =>
  takes[random.integer(takes.length)] ?? new Float32Array()

/** Scales the samples to a mean square of 1. */
export function normalizeLoudness(samples: Float32Array): Float32Array {
  let sum = 0
  for (let at = 0; at < samples.length; at += 1) sum += (samples[at] ?? 0) ** 2
  const loudness = Math.sqrt(sum / Math.max(1, samples.length))
  return loudness === 0 ? samples : samples.map((sample) => sample / loudness)
}

/** How a clip is added: first sample, speed (which also changes the pitch), gain, and whether it is reversed. */
type Playback = { from: number; speed: number; gain: number; backwards: boolean }

/**
 * Adds the clip to the target at a varying speed, so that two files cannot be aligned. Returns the sample after its
 * end.
 */
function addClip(target: Float32Array, clip: Float32Array, playback: Playback, random: Random): number {
  const { from, speed, gain, backwards } = playback
  const depth = between(random, 0.02, 0.05)
  const phase = between(random, 0, 2 * Math.PI)
  const turn = (2 * Math.PI * between(random, 2, 5)) / SAMPLE_RATE
  const last = clip.length - 1
  let at = from
  let step = speed
  for (let position = 0; position < last && at < target.length; at += 1) {
    const place = backwards ? last - position : position
    const before = Math.floor(place)
    const here = clip[before] ?? 0
    const sample = here + ((clip[before + 1] ?? here) - here) * (place - before)
    target[at] = (target[at] ?? 0) + sample * gain
    // The speed varies slowly, so it is updated only every 32 samples.
    if (at % 32 === 0) step = speed * (1 + depth * Math.sin(phase + turn * at))
    position += step
  }
  return at
}

/** Longer than any six digits with their gaps. */
const LONGEST_SECONDS = 20

/** The digits without background, one after another, with random voice, speed, loudness and gaps. */
export function placeDigits(clips: DigitClips, digits: string, random: Random): { sound: Float32Array; spans: Span[] } {
  const sound = new Float32Array(LONGEST_SECONDS * SAMPLE_RATE)
  const spans: Span[] = []
  let from = seconds(random, 0.3, 0.7)
  for (const digit of digits) {
    const gain = LOUDNESS * between(random, 0.8, 1.2)
    const playback = { from, speed: between(random, 0.9, 1.12), gain, backwards: false }
    const to = addClip(sound, pick(random, clips[Number(digit)] ?? []), playback, random)
    spans.push({ from, to })
    from = to + seconds(random, 0.35, 0.8)
  }
  return { sound: sound.subarray(0, from), spans }
}

/** Reversed speech and noise. */
export function makeBackground(clips: DigitClips, length: number, random: Random): Float32Array {
  const background = new Float32Array(length)
  const takes = clips.flat()
  for (let voice = 0; voice < BACKGROUND_VOICES; voice += 1) {
    for (let from = seconds(random, 0, 0.1); from < length; from += seconds(random, 0.02, 0.1)) {
      const playback = { from, speed: between(random, 0.7, 1.3), gain: between(random, 0.6, 1), backwards: true }
      from = addClip(background, pick(random, takes), playback, random)
    }
  }
  const bytes = random.bytes(length)
  const hiss = between(random, 0.4, 0.7) / 74
  for (let at = 0; at < length; at += 1) background[at] = (background[at] ?? 0) + ((bytes[at] ?? 0) - 127.5) * hiss
  const even = normalizeLoudness(background)
  return even.map((sample) => sample * LOUDNESS * BACKGROUND)
}

/** A WAV file of these spoken digits; every call returns different samples. */
export function mixCaptchaAudio(clips: DigitClips, digits: string, random: Random): Buffer {
  const { sound } = placeDigits(clips, digits, random)
  const background = makeBackground(clips, sound.length, random)
  for (let at = 0; at < sound.length; at += 1) sound[at] = (sound[at] ?? 0) + (background[at] ?? 0)
  return writeWav(sound)
}

export type CaptchaSpeaker = Awaited<ReturnType<typeof createCaptchaSpeaker>>

const clipFolder = new URL('../../../../data/captcha-voice/', import.meta.url)

/** Recordings of each digit, one per voice. A file is a voice: ten WAV files one after another. @throws Error for any other */
export async function readClips(): Promise<DigitClips> {
  const digits = Array.from({ length: 10 }, () => new Array<Float32Array>())
  for (const file of (await readdir(clipFolder)).filter((name) => name.endsWith('.wavs')).toSorted()) {
    let rest = await readFile(new URL(file, clipFolder))
    for (const takes of digits) {
      takes.push(normalizeLoudness(readWav(rest)))
      rest = rest.subarray(8 + rest.readUInt32LE(4))
    }
    if (rest.length > 0) throw new Error(`${file} has more than ten recordings`)
  }
  return digits
}

/** Creates audio captchas. */
export async function createCaptchaSpeaker() {
  const clips = await readClips()
  return { speak: (digits: string, random: Random): Buffer => mixCaptchaAudio(clips, digits, random) }
}
