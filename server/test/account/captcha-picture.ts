import { createCanvas, loadImage } from '@napi-rs/canvas'
import { CAPTCHA_FONT, CAPTCHA_HEIGHT, CAPTCHA_WIDTH } from '../../src/platform/captcha/captcha-painter.ts'

/** How light each pixel of a picture is, 0 to 255, row by row. */
export type Picture = { width: number; height: number; levels: Uint8Array }

/** A captcha that keeps nobody out: its letters straight, on white. There must be a painter already. */
export function paintPlainly(text: string): Promise<Buffer> {
  const canvas = createCanvas(CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  context.fillStyle = '#000000'
  context.font = `bold 30px ${CAPTCHA_FONT}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const [index, letter] of Array.from(text).entries()) {
    context.fillText(letter, (CAPTCHA_WIDTH / (text.length + 0.6)) * (index + 0.8), CAPTCHA_HEIGHT / 2)
  }
  return canvas.encode('png')
}

export async function readPicture(png: Buffer): Promise<Picture> {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const level = (at: number) => ((data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0)) / 10
  return { width, height, levels: Uint8Array.from({ length: width * height }, (_, pixel) => level(pixel * 4)) }
}
