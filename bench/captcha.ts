import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { captchaLengths } from '@baiqicha/contract/account'
import { captchaAlphabets } from '../server/src/features/account/captcha.service.ts'
import { createCaptchaPainter } from '../server/src/platform/captcha/captcha-painter.ts'
import { createCaptchaSpeaker } from '../server/src/platform/captcha/captcha-speaker.ts'
import { systemRandom } from '../server/src/platform/crypto/system-random.ts'
import { paintPlainly, readPicture } from '../server/test/account/captcha-picture.ts'
import { giveUp } from './lib/bench-store.ts'
import { cleanings, writePicture } from './lib/picture-cleaning.ts'
import { printMachine, printTable } from './lib/table.ts'
import { createTargets, written } from './lib/targets.ts'
import { readWithTesseract, tesseractVersion } from './lib/tesseract.ts'
import { median, timed } from './lib/timing.ts'

/**
 * `npm run bench:captcha`: how many of 200 captcha pictures tesseract reads, with each of several ways to clean and to
 * segment them, and what a picture and a voice cost to make. Needs tesseract; TESSERACT_PATH where it is not on the
 * path. Exits with 1 when the target is not met.
 */
const PICTURES = 200
const TIMED = 50
/** One line, one word, one block. */
const segmentations = [7, 8, 6]

const version = tesseractVersion()
if (version === null) {
  giveUp('There is no tesseract: install it (apt-get install tesseract-ocr), or name it with TESSERACT_PATH.')
}

const targets = createTargets()
const [painter, speaker] = await Promise.all([createCaptchaPainter(), createCaptchaSpeaker()])

function draw(kind: 'picture' | 'voice'): string {
  const alphabet = captchaAlphabets[kind]
  return Array.from({ length: captchaLengths[kind] }, () =>
    alphabet.charAt(systemRandom.integer(alphabet.length)),
  ).join('')
}

const share = (right: readonly boolean[]) => (right.filter(Boolean).length / right.length) * 100

type Attack = {
  folder: string
  pictures: number
  paint: (text: string) => Promise<Buffer>
  ways: [string, (typeof cleanings)[string]][]
}

/** Which of the pictures were read rightly, for each way to clean and segment. */
async function attack({ folder, pictures: count, paint, ways }: Attack) {
  const answers = Array.from({ length: count }, () => draw('picture'))
  const pictures = await Promise.all(answers.map(async (answer) => readPicture(await paint(answer))))
  const readBy: { way: string; right: boolean[] }[] = []
  for (const [name, clean] of ways) {
    const files = pictures.map((picture, index) => {
      const file = path.join(folder, `${index}.pgm`)
      writeFileSync(file, writePicture(clean(picture)))
      return file
    })
    for (const segmentation of segmentations) {
      const read = await readWithTesseract({ files, folder, segmentation, alphabet: captchaAlphabets.picture })
      const right = read.map((text, index) => text === answers[index])
      readBy.push({ way: `${name}; --psm ${segmentation}`, right })
    }
  }
  return readBy
}

async function measureReading() {
  const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-captcha-'))
  try {
    const plain = await attack({
      folder,
      pictures: 50,
      paint: paintPlainly,
      ways: Object.entries(cleanings).slice(0, 1),
    })
    targets.atLeast('letters that nothing hides, read', Math.max(...plain.map(({ right }) => share(right))), 80, '%')
    const paint = (text: string) => painter.paint(text, systemRandom)
    const readBy = await attack({ folder, pictures: PICTURES, paint, ways: Object.entries(cleanings) })
    printTable([
      ['cleaning and segmentation', 'read'],
      ...readBy.map(({ way, right }) => [way, `${written(share(right))} %`]),
    ])
    const best = Math.max(...readBy.map(({ right }) => share(right)))
    targets.atMost(`pictures read, the best way of ${readBy.length}`, best, 10, '%')
    const byAny = Array.from({ length: PICTURES }, (_, index) => readBy.some(({ right }) => right[index]))
    targets.note('pictures read in any of these ways, by who could try them all', share(byAny), '%')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Milliseconds to make one, nothing else running. */
async function measureMaking(make: () => unknown): Promise<number> {
  await make()
  const times: number[] = []
  for (let one = 0; one < TIMED; one += 1) times.push(await timed(make))
  return median(times)
}

printMachine()
console.log(version)
await measureReading()
targets.note('one picture', await measureMaking(() => painter.paint(draw('picture'), systemRandom)), 'ms')
targets.note('one voice', await measureMaking(() => speaker.speak(draw('voice'), systemRandom)), 'ms')
targets.print()
