import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../crypto/system-random.ts'
import { CAPTCHA_WIDTH, createCaptchaPainter } from './captcha-painter.ts'

/** A picture in shades of grey. `levels` is the lightness of each pixel, 0 to 255, row by row. */
type Picture = { width: number; height: number; levels: Uint8Array }

async function readPicture(png: Buffer): Promise<Picture> {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const level = (at: number) => ((data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0)) / 10
  return { width, height, levels: Uint8Array.from({ length: width * height }, (_, pixel) => level(pixel * 4)) }
}

async function inkOf(text: string): Promise<{ pixels: number; columns: number }> {
  const { levels, width } = await readPicture(await (await createCaptchaPainter()).paint(text, systemRandom))
  const inked = Array.from(levels.entries()).filter(([, level]) => level < 128)
  return { pixels: inked.length, columns: new Set(inked.map(([at]) => at % width)).size }
}

describe('the captcha painter', () => {
  it('paints letters, not only noise', async () => {
    const [empty, full] = [await inkOf(''), await inkOf('WMHK')]
    expect(full.pixels).toBeGreaterThan(empty.pixels + 400)
    expect(full.columns).toBeGreaterThan(CAPTCHA_WIDTH / 2)
  })

  it('paints different pictures of the same text', async () => {
    const painter = await createCaptchaPainter()
    const [first, second] = [await painter.paint('AB2C', systemRandom), await painter.paint('AB2C', systemRandom)]
    expect(first.equals(second)).toBe(false)
    expect(first.subarray(1, 4).toString()).toBe('PNG')
  })
})
