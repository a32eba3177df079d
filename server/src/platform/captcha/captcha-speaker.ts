import { readdir, readFile } from 'node:fs/promises'
import type { Random } from '../../domain/random.ts'
import { type DigitClips, mixCaptchaAudio, normalizeLoudness, readWav } from './captcha-audio.ts'

/** Creates audio captchas. */
export interface CaptchaSpeaker {
  speak(digits: string, random: Random): Buffer
}

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

export async function createCaptchaSpeaker(): Promise<CaptchaSpeaker> {
  const clips = await readClips()
  return { speak: (digits, random) => mixCaptchaAudio(clips, digits, random) }
}
