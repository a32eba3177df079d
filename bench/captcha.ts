import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { captchaLengths } from '@baiqicha/contract/account'
import { captchaAlphabets } from '../server/src/features/account/captcha.service.ts'
import { createCaptchaPainter } from '../server/src/platform/captcha/captcha-painter.ts'
import { createCaptchaSpeaker } from '../server/src/platform/captcha/captcha-speaker.ts'
import { systemRandom } from '../server/src/platform/crypto/system-random.ts'
import { paintPlainly, readPicture } from '../server/test/account/captcha-picture.ts'
import { type Cleaning, cleanings, plainCleaning, toPgm } from './lib/picture-cleaning.ts'
import { createReport, formatNumber, giveUp, type Row } from './lib/report.ts'
import { readWithTesseract, tesseractVersion } from './lib/tesseract.ts'
import { median, timed } from './lib/timing.ts'

/**
 * `npm run bench:captcha`: how many of 200 captcha pictures tesseract reads, with several ways to clean and to segment
 * them, and what a picture and a spoken captcha cost to make. Needs tesseract, on the path or at TESSERACT_PATH.
 */
const PICTURES = 200
const PLAIN_PICTURES = 50
const TIMED = 50
/** Page segmentation modes: one line, one word, one block. */
const segmentations = [7, 8, 6]

const version = tesseractVersion()
if (version === null) {
  giveUp('There is no tesseract: install it (apt-get install tesseract-ocr), or name it with TESSERACT_PATH.')
}
const report = createReport({ name: 'captcha', isWhole: true, settings: { reader: version, pictures: PICTURES } })
const [painter, speaker] = await Promise.all([createCaptchaPainter(), createCaptchaSpeaker()])

function draw(kind: 'picture' | 'voice'): string {
  const alphabet = captchaAlphabets[kind]
  const letters = Array.from({ length: captchaLengths[kind] }, () =>
    alphabet.charAt(systemRandom.integer(alphabet.length)),
  )
  return letters.join('')
}

const paintCaptcha = (text: string) => painter.paint(text, systemRandom)

const percentOf = (right: readonly boolean[]) => (right.filter(Boolean).length / right.length) * 100

type Attack = {
  folder: string
  count: number
  paint: (text: string) => Promise<Buffer>
  ways: Readonly<Record<string, Cleaning>>
}

/** For each way to clean and to segment: which pictures were read correctly. */
async function attack({ folder, count, paint, ways }: Attack) {
  const answers = Array.from({ length: count }, () => draw('picture'))
  const pictures = await Promise.all(answers.map(async (answer) => readPicture(await paint(answer))))
  const readings: { way: string; right: boolean[] }[] = []
  for (const [name, clean] of Object.entries(ways)) {
    const files = pictures.map((picture, index) => {
      const file = path.join(folder, `${index}.pgm`)
      writeFileSync(file, toPgm(clean(picture)))
      return file
    })
    for (const segmentation of segmentations) {
      const texts = await readWithTesseract({ files, folder, segmentation, alphabet: captchaAlphabets.picture })
      const right = texts.map((text, index) => text === answers[index])
      readings.push({ way: `${name}; --psm ${segmentation}`, right })
    }
  }
  return readings
}

async function measureReading(folder: string) {
  const plain = await attack({ folder, count: PLAIN_PICTURES, paint: paintPlainly, ways: plainCleaning })
  report.atLeast('plain letters read', Math.max(...plain.map(({ right }) => percentOf(right))), 80, '%')
  const readings = await attack({ folder, count: PICTURES, paint: paintCaptcha, ways: cleanings })
  const rows: Row[] = readings.map(({ way, right }) => [way, `${formatNumber(percentOf(right))} %`])
  report.table('Pictures read', [['cleaning and segmentation', 'read'], ...rows])
  const best = Math.max(...readings.map(({ right }) => percentOf(right)))
  report.atMost(`pictures read, the best of ${readings.length} ways`, best, 10, '%')
  const byAny = Array.from({ length: PICTURES }, (_, index) => readings.some(({ right }) => right[index]))
  report.figure('pictures read in at least one of these ways', percentOf(byAny), '%')
}

async function medianTime(make: () => unknown): Promise<number> {
  await make()
  const times: number[] = []
  for (let made = 0; made < TIMED; made += 1) times.push(await timed(make))
  return median(times)
}

const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-captcha-'))
try {
  await measureReading(folder)
} finally {
  rmSync(folder, { recursive: true })
}
report.figure('one picture', await medianTime(() => paintCaptcha(draw('picture'))), 'ms')
report.figure('one voice', await medianTime(() => speaker.speak(draw('voice'), systemRandom)), 'ms')
report.finish()
