/**
 * Writes the spoken digits of the audio captcha: `node data/captcha-voice/build.ts`. Requires `espeak-ng` and `sox` on the
 * path. The same versions of both give the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Pinyin of 0 to 9: espeak-ng spells Han characters out as English letters. 1 is yāo, because yī sounds like qī. */
const syllables = ['ling2', 'yao1', 'er4', 'san1', 'si4', 'wu3', 'liu4', 'qi1', 'ba1', 'jiu3']

const voices = [
  { name: 'a', variant: '', pitch: 45, speed: 105 },
  { name: 'b', variant: '+f2', pitch: 55, speed: 115 },
  { name: 'c', variant: '+m3', pitch: 38, speed: 105 },
]

const trimSilence = ['silence', '1', '0.01', '0.5%']
// Lower the volume first: filters overshoot and would clip.
const effects = [
  'gain',
  '-4',
  'highpass',
  '90',
  'rate',
  '8000',
  ...trimSilence,
  'reverse',
  ...trimSilence,
  'fade',
  '0.005',
  'reverse',
  'fade',
  '0.005',
  'norm',
  '-1',
]

const folder = mkdtempSync(path.join(tmpdir(), 'captcha-voice-'))
try {
  for (const { name, variant, pitch, speed } of voices) {
    const clips = syllables.map((syllable) => {
      const speechFile = path.join(folder, 'speech.wav')
      const voiceOptions = ['-v', `cmn-latn-pinyin${variant}`, '-p', String(pitch), '-s', String(speed)]
      execFileSync('espeak-ng', [...voiceOptions, '-w', speechFile, syllable])
      const clip = path.join(folder, 'clip.wav')
      execFileSync('sox', ['-D', speechFile, '-b', '8', '-e', 'unsigned-integer', clip, ...effects])
      return readFileSync(clip)
    })
    writeFileSync(path.join(import.meta.dirname, `${name}.wavs`), Buffer.concat(clips))
  }
} finally {
  rmSync(folder, { recursive: true })
}
