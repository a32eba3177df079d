import type { Picture } from '../../server/test/account/captcha-picture.ts'

/** What is around a picture counts as paper. */
const PAPER = 255

/** What a reader makes of a picture before it reads. */
type Cleaning = (picture: Picture) => Picture

/** A picture of `times` the size whose pixel is what `level` says. */
function redrawn(picture: Picture, times: number, level: (x: number, y: number) => number): Picture {
  const [width, height] = [picture.width * times, picture.height * times]
  const levels = Uint8Array.from({ length: width * height }, (_, at) => level(at % width, Math.floor(at / width)))
  return { width, height, levels }
}

const levelAt = ({ width, height, levels }: Picture, x: number, y: number) =>
  x < 0 || y < 0 || x >= width || y >= height ? PAPER : (levels[y * width + x] ?? PAPER)

/** Smooth, as picture editors do it. */
const threeTimes: Cleaning = (picture) =>
  redrawn(picture, 3, (x, y) => {
    const [left, top] = [Math.floor((x - 1) / 3), Math.floor((y - 1) / 3)]
    const [right, down] = [(x - 1) / 3 - left, (y - 1) / 3 - top]
    const row = (at: number) => levelAt(picture, left, at) * (1 - right) + levelAt(picture, left + 1, at) * right
    return row(top) * (1 - down) + row(top + 1) * down
  })

/** Of the pixels around each one, sorted by lightness, the one at `share`: 0.5 drops thin lines and dots, 1 even more. */
const ofNeighbours =
  (radius: number, share: number): Cleaning =>
  (picture) =>
    redrawn(picture, 1, (x, y) => {
      const around: number[] = []
      for (let dy = -radius; dy <= radius; dy += 1) {
        for (let dx = -radius; dx <= radius; dx += 1) around.push(levelAt(picture, x + dx, y + dy))
      }
      return around.sort((one, other) => one - other)[Math.round((around.length - 1) * share)] ?? PAPER
    })

const mean = (levels: Uint8Array, none: number) =>
  levels.length === 0 ? none : levels.reduce((sum, one) => sum + one, 0) / levels.length

/** Black and white, at the lightness halfway between the means of both. */
const blackAndWhite: Cleaning = (picture) => {
  let border = 128
  for (let round = 0; round < 8; round += 1) {
    const [dark, light] = [picture.levels.filter((one) => one < border), picture.levels.filter((one) => one >= border)]
    border = (mean(dark, 0) + mean(light, PAPER)) / 2
  }
  return redrawn(picture, 1, (x, y) => (levelAt(picture, x, y) < border ? 0 : PAPER))
}

const inTurn =
  (...cleanings: readonly Cleaning[]): Cleaning =>
  (picture) =>
    cleanings.reduce((so, clean) => clean(so), picture)

const lightest = ofNeighbours(1, 1)
const darkest = ofNeighbours(1, 0)

/** Ways to clean a picture, by name. */
export const cleanings: Readonly<Record<string, Cleaning>> = {
  'as it is': (picture) => picture,
  '×3': threeTimes,
  '×3, black and white': inTurn(threeTimes, blackAndWhite),
  'median, ×3': inTurn(ofNeighbours(1, 0.5), threeTimes),
  'wide median, ×3, black and white': inTurn(ofNeighbours(2, 0.5), threeTimes, blackAndWhite),
  'thin lines opened, ×3, black and white': inTurn(lightest, darkest, threeTimes, blackAndWhite),
}

/** A file that tesseract reads (PGM). */
export const writePicture = ({ width, height, levels }: Picture): Buffer =>
  Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), levels])
