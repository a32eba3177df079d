import { readdir, readFile } from 'node:fs/promises'
import type { Random } from '../../domain/random.ts'
import { mixCaptchaAudio, normalizeLoudness, readWav } from './captcha-audio.ts'

/** Creates audio captchas. */
export interface CaptchaSpeaker {
  speak(digits: string, random: Random): Buffer
}

const clipFolder = new URL('../../../../data/captcha-voice/', import.meta.url)

/** @throws Error when a digit has no clip. */
export async function createCaptchaSpeaker(): Promise<CaptchaSpeaker> {
  const files = await readdir(clipFolder)
  const clips = await Promise.all(
    Array.from('0123456789', async (digit) => {
      const takes = files.filter((file) => file.endsWith(`-${digit}.wav`)).toSorted()
      if (takes.length === 0) throw new Error(`There is no clip of the digit ${digit}`)
      return Promise.all(
        takes.map(async (take) => normalizeLoudness(readWav(await readFile(new URL(take, clipFolder))))),
      )
    }),
  )
  return { speak: (digits, random) => mixCaptchaAudio(clips, digits, random) }
}
