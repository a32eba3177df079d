import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'

/**
 * Writes server/src/domain/names/similar-pictures.ts: `node tools/run.mjs --browser data/reference/build-look-alikes.ts`.
 * Draws the 3,755 common characters (GB 2312, level 1) with Noto Sans CJK and lists those that cover nearly the same
 * area as a whole, or on the right or at the bottom.
 */
const FONT = 'Noto Sans CJK SC'
/** Correlation of two pictures from which on the characters are mistaken for one another. */
const LEAST = 0.6
/** How much more alike two components must be than two whole characters. */
const COMPONENT_DISCOUNT = 0.15
const MOST = 8

/** The bytes of GB 2312, level 1: rows 16 to 55. */
function commonCharacters(): string[] {
  const decoder = new TextDecoder('gbk')
  const rows = Array.from({ length: 40 }, (_, row) => row + 0xb0)
  const all = rows.flatMap((row) =>
    Array.from({ length: 94 }, (_, column) => decoder.decode(Uint8Array.of(row, column + 0xa1))),
  )
  return all.filter((character) => /^\p{Script=Han}$/u.test(character))
}

/** Grey values of each character on 24 × 24 points. Runs in the page. */
async function draw({ characters, font }: { characters: string[]; font: string }) {
  const [size, points] = [72, 24]
  const canvas = new OffscreenCanvas(points, points)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return []
  return characters.map((character) => {
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = 'white'
    context.fillRect(0, 0, points, points)
    context.fillStyle = 'black'
    context.scale(points / size, points / size)
    context.font = `${size}px "${font}"`
    context.textBaseline = 'ideographic'
    context.fillText(character, 0, size)
    const { data } = context.getImageData(0, 0, points, points)
    return Array.from({ length: points * points }, (_, at) => 255 - (data[at * 4] ?? 255))
  })
}

type Area = { left: number; right: number; top: number; bottom: number }
const WIDTH = 24
const whole: Area = { left: 0, right: WIDTH, top: 0, bottom: WIDTH }
/** Position of the component that distinguishes characters of one radical; two characters share it or not. */
const components: readonly Area[] = [
  { ...whole, left: 10 },
  { ...whole, top: 10 },
]

/** A part of a picture, softened by its neighbours, around 0, of length 1: the product of two is their correlation. */
function comparable(picture: readonly number[], { left, right, top, bottom }: Area): Float32Array {
  const values: number[] = []
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const at = row * WIDTH + column
      const around = [at + 1, at - 1, at + WIDTH, at - WIDTH].reduce((sum, one) => sum + (picture[one] ?? 0), 0)
      values.push(4 * (picture[at] ?? 0) + 2 * around)
    }
  }
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  const centred = Float32Array.from(values, (one) => one - mean)
  const length = Math.hypot(...centred)
  return centred.map((one) => one / length)
}

function correlation(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

const characters = commonCharacters()
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '', args: ['--no-sandbox'] })
const page = await browser.newPage()
const pictures = await page.evaluate(draw, { characters, font: FONT })
await browser.close()

const areas = [whole, ...components].map((area) => pictures.map((picture) => comparable(picture, area)))

/** How alike two characters are as a whole; a shared component counts somewhat less. */
function likenessOf(one: number, other: number): number {
  const all = areas.map((drawn) => {
    const [a, b] = [drawn[one], drawn[other]]
    return a === undefined || b === undefined ? 0 : correlation(a, b)
  })
  return Math.max(...all.map((likeness, at) => likeness - (at === 0 ? 0 : COMPONENT_DISCOUNT)))
}

const lines = characters.flatMap((character, at) => {
  const others = characters
    .map((other, index) => ({ other, likeness: index === at ? 0 : likenessOf(at, index) }))
    .filter(({ likeness }) => likeness >= LEAST)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
  return others.length === 0 ? [] : [character + others.map(({ other }) => other).join('')]
})
const file = path.join(import.meta.dirname, '../../server/src/domain/names/similar-pictures.ts')
const head =
  '/** Made by data/reference/build-look-alikes.ts: each word is a character and those that its picture resembles. */'
const PER_LINE = 16
const written = Array.from({ length: Math.ceil(lines.length / PER_LINE) }, (_, line) =>
  lines.slice(line * PER_LINE, (line + 1) * PER_LINE).join(' '),
)
writeFileSync(
  file,
  `${head}\nexport const similarPictures = [\n${written.map((line) => `  '${line}',\n`).join('')}].join(' ')\n`,
)
console.log(`similar-pictures.ts: ${lines.length} of ${characters.length} characters`)
