import { createCanvas, loadImage } from '@napi-rs/canvas'

/** A picture in shades of grey. `levels` is the lightness of each pixel, 0 to 255, row by row. */
type Picture = { width: number; height: number; levels: Uint8Array }

export async function readPicture(png: Buffer): Promise<Picture> {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const level = (at: number) => ((data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0)) / 10
  return { width, height, levels: Uint8Array.from({ length: width * height }, (_, pixel) => level(pixel * 4)) }
}
