import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../crypto/system-random.ts'
import { CAPTCHA_HEIGHT, CAPTCHA_WIDTH, createCaptchaPainter } from './captcha-painter.ts'

async function inkOf(text: string): Promise<{ pixels: number; columns: number }> {
  const picture = await (await createCaptchaPainter()).paint(text, systemRandom)
  const image = await loadImage(picture)
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  const columns = new Set<number>()
  let pixels = 0
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 255) > 128 && (data[at + 1] ?? 255) > 128) continue
    pixels += 1
    columns.add((at / 4) % CAPTCHA_WIDTH)
  }
  return { pixels, columns: columns.size }
}

describe('the captcha painter', () => {
  it('puts the letters on the picture, not only noise', async () => {
    const [empty, full] = [await inkOf(''), await inkOf('WMHK')]
    expect(full.pixels).toBeGreaterThan(empty.pixels + 400)
    expect(full.columns).toBeGreaterThan(CAPTCHA_WIDTH / 2)
  })

  it('paints no text twice alike', async () => {
    const painter = await createCaptchaPainter()
    const [first, second] = [await painter.paint('AB2C', systemRandom), await painter.paint('AB2C', systemRandom)]
    expect(first.equals(second)).toBe(false)
    expect(first.subarray(1, 4).toString()).toBe('PNG')
  })
})
