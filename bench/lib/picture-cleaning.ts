import type { Picture } from '../../server/test/account/captcha-picture.ts'

/** Lightness outside of a picture. */
const PAPER = 255

/** What is done to a picture before it is read. */
export type Cleaning = (picture: Picture) => Picture

/** A picture of `times` the size with this lightness per pixel. */
function redraw(picture: Picture, times: number, level: (x: number, y: number) => number): Picture {
  const [width, height] = [picture.width * times, picture.height * times]
  const levels = Uint8Array.from({ length: width * height }, (_, at) => level(at % width, Math.floor(at / width)))
  return { width, height, levels }
}

const levelAt = ({ width, height, levels }: Picture, x: number, y: number) =>
  x < 0 || y < 0 || x >= width || y >= height ? PAPER : (levels[y * width + x] ?? PAPER)

/** Three times as large, by bilinear interpolation. */
const enlarge: Cleaning = (picture) =>
  redraw(picture, 3, (x, y) => {
    const [left, top] = [Math.floor((x - 1) / 3), Math.floor((y - 1) / 3)]
    const [right, down] = [(x - 1) / 3 - left, (y - 1) / 3 - top]
    const row = (at: number) => levelAt(picture, left, at) * (1 - right) + levelAt(picture, left + 1, at) * right
    return row(top) * (1 - down) + row(top + 1) * down
  })

/** Rank filter over the square around each pixel: share 0 is the darkest, 0.5 the median, 1 the lightest. */
const rankFilter =
  (radius: number, share: number): Cleaning =>
  (picture) =>
    redraw(picture, 1, (x, y) => {
      const around: number[] = []
      for (let dy = -radius; dy <= radius; dy += 1) {
        for (let dx = -radius; dx <= radius; dx += 1) around.push(levelAt(picture, x + dx, y + dy))
      }
      return around.sort((one, other) => one - other)[Math.round((around.length - 1) * share)] ?? PAPER
    })

const chain =
  (...steps: readonly Cleaning[]): Cleaning =>
  (picture) =>
    steps.reduce((cleaned, step) => step(cleaned), picture)

export const plainCleaning: Readonly<Record<string, Cleaning>> = { 'as it is': (picture) => picture }

/** Ways to clean a picture, by name; tesseract itself makes it black and white. */
export const cleanings: Readonly<Record<string, Cleaning>> = {
  ...plainCleaning,
  '×3': enlarge,
  'median, ×3': chain(rankFilter(1, 0.5), enlarge),
  'wide median, ×3': chain(rankFilter(2, 0.5), enlarge),
  'thin lines removed, ×3': chain(rankFilter(1, 1), rankFilter(1, 0), enlarge),
}

/** A PGM file. */
export const toPgm = ({ width, height, levels }: Picture): Buffer =>
  Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), levels])
