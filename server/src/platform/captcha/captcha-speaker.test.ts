import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import type { Random } from '../../domain/random.ts'
import {
  createCaptchaSpeaker,
  makeBackground,
  mixCaptchaAudio,
  placeDigits,
  readClips,
  readWav,
  SAMPLE_RATE,
  writeWav,
} from './captcha-speaker.ts'

const clips = await readClips()

const MIXES = 6
/** Random numbers from a seed: equal in every run. */
function seeded(seed: number): Random {
  const { below } = seededRandom(seed)
  return { integer: below, bytes: (count) => Uint8Array.from({ length: count }, () => below(256)) }
}
const mixes = Array.from({ length: MIXES }, (_, seed) => ({
  digits: String(100_000 + seeded(seed).integer(900_000)),
  random: () => seeded(seed),
}))

const loudness = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)
const decibels = (one: number, other: number) => 20 * Math.log10(one / other)

describe('captcha audio', () => {
  it('is a WAV file that every browser plays', () => {
    const file = mixCaptchaAudio(clips, '012345', seeded(1))
    expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    const [format, channels, rate, bytesASecond] = [20, 22, 24, 28].map((at) => file.readUInt16LE(at))
    expect({ format, channels, rate, bytesASecond }).toEqual({
      format: 1,
      channels: 1,
      rate: SAMPLE_RATE,
      bytesASecond: SAMPLE_RATE,
    })
    expect(file.readUInt32LE(40)).toBe(file.length - 44)
    expect(writeWav(readWav(file)).equals(file)).toBe(true)
  })

  it('lasts from four to ten seconds', () => {
    for (const { digits, random } of mixes) {
      const length = (mixCaptchaAudio(clips, digits, random()).length - 44) / SAMPLE_RATE
      expect(length).toBeGreaterThan(4)
      expect(length).toBeLessThan(10)
    }
  })

  it('has each digit 5 to 18 dB above the background', () => {
    for (const { digits, random } of mixes) {
      const { sound, spans } = placeDigits(clips, digits, random())
      const background = makeBackground(clips, sound.length, random())
      expect(spans).toHaveLength(6)
      const ratios = spans.map(({ from, to }) =>
        decibels(loudness(sound.subarray(from, to)), loudness(background.subarray(from, to))),
      )
      expect(Math.min(...ratios)).toBeGreaterThan(5)
      expect(Math.max(...ratios)).toBeLessThan(18)
    }
  })

  it('has six digits that do not overlap and are louder than the gaps', () => {
    for (const { digits, random } of mixes) {
      const file = readWav(mixCaptchaAudio(clips, digits, random()))
      const { spans } = placeDigits(clips, digits, random())
      const quiet = [{ to: 0 }, ...spans].map(({ to }, index) => ({ from: to, to: spans[index]?.from ?? file.length }))
      const loudnessIn = ({ from, to }: { from: number; to: number }) => loudness(file.subarray(from, to))
      expect(Math.min(...quiet.map(({ from, to }) => to - from))).toBeGreaterThan(SAMPLE_RATE / 4)
      expect(Math.min(...spans.map(loudnessIn))).toBeGreaterThan(1.5 * Math.max(...quiet.map(loudnessIn)))
    }
  })

  it('shares no run of samples with another file of the same digits', () => {
    const seen = new Set<string>()
    const WINDOW = 24
    const windows = (random: Random, visit: (window: string) => void) => {
      const samples = mixCaptchaAudio(clips, '777777', random).subarray(44).toString('latin1')
      for (let at = 0; at + WINDOW <= samples.length; at += 1) visit(samples.slice(at, at + WINDOW))
    }
    windows(seeded(1), (window) => seen.add(window))
    let shared = 0
    windows(seeded(2), (window) => {
      if (seen.has(window)) shared += 1
    })
    expect(seen.size).toBeGreaterThan(4 * SAMPLE_RATE)
    expect(shared).toBe(0)
  })

  it('is mixed by the server from the included recordings', async () => {
    const speaker = await createCaptchaSpeaker()
    expect(speaker.speak('903817', seeded(1)).equals(mixCaptchaAudio(clips, '903817', seeded(1)))).toBe(true)
  })
})

describe('a recording', () => {
  it('of each digit is there in three voices, all equally loud', () => {
    expect(clips.map((takes) => takes.length)).toEqual(Array.from({ length: 10 }, () => 3))
    for (const samples of clips.flat()) expect(loudness(samples)).toBeCloseTo(1)
  })

  it.each([
    ['another rate', (file: Buffer) => file.writeUInt32LE(16_000, 24)],
    ['two channels', (file: Buffer) => file.writeUInt16LE(2, 22)],
    ['16 bits', (file: Buffer) => file.writeUInt16LE(16, 34)],
    ['another format', (file: Buffer) => file.write('RIFX', 0, 'latin1')],
  ])('of %s is refused', (_, spoil) => {
    const file = writeWav(new Float32Array(10))
    expect(readWav(file)).toHaveLength(10)
    spoil(file)
    expect(() => readWav(file)).toThrow('8 kHz')
  })
})
