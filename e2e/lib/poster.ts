import { expect, type Page } from '@playwright/test'
import decodeQr from 'qr/decode.js'

declare global {
  interface Window {
    drawnTexts?: string[]
  }
}

export type Pixels = { width: number; height: number; data: Uint8Array }

/** Notes every text that the pages draw on a canvas. Call it before the page opens. */
export const noteDrawnTexts = (page: Page) =>
  page.addInitScript(() => {
    const drawn: string[] = []
    window.drawnTexts = drawn
    const { prototype } = CanvasRenderingContext2D
    const fillText: unknown = Reflect.get(prototype, 'fillText')
    if (typeof fillText !== 'function') return
    prototype.fillText = function note(...drawing: [string, number, number]) {
      drawn.push(drawing[0])
      Reflect.apply(fillText, this, drawing)
    }
  })

export const drawnTexts = (page: Page) => page.evaluate(() => window.drawnTexts ?? [])

/** Opens 分享 of the company page and its 海报. */
export async function openPoster(page: Page): Promise<void> {
  await page.getByRole('button', { name: '分享' }).click()
  await page.getByRole('dialog', { name: '分享' }).getByRole('button', { name: '海报' }).click()
  await expect(posterImage(page)).toBeVisible()
}

export const posterImage = (page: Page) =>
  page.getByRole('dialog', { name: '海报' }).getByRole('img', { name: /^海报：/ })

/** Red, green, blue and alpha of the pixels of the poster that shows. */
export async function posterPixels(page: Page): Promise<Pixels> {
  const { width, height, base64 } = await posterImage(page).evaluate((element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error('the poster is no image')
    const canvas = document.createElement('canvas')
    canvas.width = element.naturalWidth
    canvas.height = element.naturalHeight
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.drawImage(element, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let binary = ''
    for (let at = 0; at < data.length; at += 8192) binary += String.fromCharCode(...data.subarray(at, at + 8192))
    return { width: canvas.width, height: canvas.height, base64: btoa(binary) }
  })
  return { width, height, data: Buffer.from(base64, 'base64') }
}

/** Text of the QR code in the pixels. @throws Error if there is none */
export const readQr = (pixels: Pixels): string => decodeQr(pixels, { format: 'RGBA', timeLimit: 5_000 })

/** Number of pixels that are as dark as text. */
export function countDarkPixels({ data }: Pixels): number {
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 240) count += 1
  }
  return count
}

/** Number of pixels of a colour. */
export function countPixels({ data }: Pixels, [red, green, blue]: readonly [number, number, number]): number {
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1
  }
  return count
}
