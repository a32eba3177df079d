import { encode } from 'uqr'
import { formatShanghaiDate } from '../../lib/format.ts'
import { comparisonContentOf, type PosterSubject, posterContentOf } from './poster-content.ts'
import { PosterError } from './poster-error.ts'
import {
  type Fill,
  POSTER_HEIGHT,
  POSTER_WIDTH,
  type PosterColour,
  type PosterMark,
  posterColours,
} from './poster-frame.ts'
import { layoutPoster } from './poster-layout.ts'

type Context = CanvasRenderingContext2D

/** Value of a custom property of the page, as of `var(--ph-3)`; other colours stay as they are. */
function resolveColour(colour: string): string {
  const [, property] = /^var\((--[\w-]+)\)$/.exec(colour) ?? []
  return property === undefined ? colour : getComputedStyle(document.documentElement).getPropertyValue(property).trim()
}

function paint(context: Context, fill: Fill, top: number, bottom: number): string | CanvasGradient {
  if ('token' in fill) return posterColours[fill.token]
  if ('css' in fill) return resolveColour(fill.css)
  const gradient = context.createLinearGradient(0, top, 0, bottom)
  gradient.addColorStop(0, posterColours[fill.from])
  gradient.addColorStop(1, posterColours[fill.to])
  return gradient
}

const fontOf = (family: string, size: number, isBold: boolean) => `${isBold ? 600 : 400} ${size}px ${family}`

/** A path of `roundRect`, which old browsers lack. */
function traceBox(context: Context, { x, y, width, height, radius = 0 }: Extract<PosterMark, { type: 'box' }>) {
  context.beginPath()
  context.moveTo(x + radius, y)
  context.arcTo(x + width, y, x + width, y + height, radius)
  context.arcTo(x + width, y + height, x, y + height, radius)
  context.arcTo(x, y + height, x, y, radius)
  context.arcTo(x, y, x + width, y, radius)
  context.closePath()
}

function drawWatermark(context: Context, { text, size }: Extract<PosterMark, { type: 'watermark' }>) {
  const diagonal = Math.hypot(POSTER_WIDTH, POSTER_HEIGHT) / 2
  const step = { x: context.measureText(text).width + size * 1.4, y: size * 3.4 }
  context.translate(POSTER_WIDTH / 2, POSTER_HEIGHT / 2)
  context.rotate(-Math.PI / 6)
  for (let line = 0, y = -diagonal; y < diagonal; line += 1, y += step.y) {
    for (let x = -diagonal - (line % 2) * (step.x / 2); x < diagonal; x += step.x) context.fillText(text, x, y)
  }
}

function drawMark(context: Context, mark: PosterMark, family: string) {
  if (mark.type === 'modules') {
    context.fillStyle = '#000000'
    mark.data.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (isDark) context.fillRect(mark.x + x * mark.size, mark.y + y * mark.size, mark.size, mark.size)
      })
    })
    return
  }
  const top = mark.type === 'box' ? mark.y : 0
  context.fillStyle = paint(context, mark.fill, top, mark.type === 'box' ? top + mark.height : 0)
  context.strokeStyle = context.fillStyle
  switch (mark.type) {
    case 'box':
      traceBox(context, mark)
      context.fill()
      break
    case 'stroke':
      context.translate(mark.x, mark.y)
      context.scale(mark.scale, mark.scale)
      context.lineWidth = mark.width
      context.stroke(new Path2D(mark.path))
      break
    case 'text':
      context.font = fontOf(family, mark.size, mark.isBold === true)
      context.textAlign = mark.align ?? 'left'
      context.fillText(mark.text, mark.x, mark.y)
      break
    case 'watermark':
      context.font = fontOf(family, mark.size, true)
      drawWatermark(context, mark)
      break
  }
}

/** Colour of the lower left corner, which every poster leaves empty. */
const CORNER: PosterColour = 'bg-page'
/** Browsers that disturb canvases against fingerprints change a channel by one or two. */
const DISTURBANCE = 8

/**
 * Throws when the canvas does not return what was drawn: a device out of memory returns transparent pixels, a browser that
 * blocks canvases returns noise.
 */
function expectIntact(context: Context) {
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(8, POSTER_HEIGHT - 8, 1, 1).data
  if (alpha === 0) throw new PosterError('memory')
  const expected = Number.parseInt(posterColours[CORNER].slice(1), 16)
  const drawn = [red, green, blue]
  const isIntact = drawn.every((channel, at) => Math.abs(channel - ((expected >> (16 - 8 * at)) & 255)) <= DISTURBANCE)
  if (!isIntact) throw new PosterError('blocked')
}

/**
 * Draws the poster of a company or a comparison as a PNG, with the fonts of the device and a QR code of `link`.
 * @throws PosterError if the browser blocks canvases or has no memory for one
 */
export async function drawPoster(subject: PosterSubject, link: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = POSTER_WIDTH
  canvas.height = POSTER_HEIGHT
  const context = canvas.getContext('2d')
  if (context === null) throw new PosterError('blocked')
  context.textBaseline = 'middle'
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const family = getComputedStyle(document.documentElement).getPropertyValue('--font').trim() || 'sans-serif'
  const measure = (text: string, size: number, isBold: boolean) => {
    context.font = fontOf(family, size, isBold)
    return context.measureText(text).width
  }
  const modules = encode(link, { ecc: 'M', border: 0 }).data
  for (const mark of layoutPoster('companies' in subject ? comparisonContentOf(subject) : posterContentOf(subject), {
    modules,
    madeOn: formatShanghaiDate(new Date().toISOString()),
    measure,
  })) {
    context.save()
    drawMark(context, mark, family)
    context.restore()
  }
  expectIntact(context)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  // Safari keeps the memory of a canvas until it is resized.
  canvas.width = 0
  if (blob === null) throw new PosterError('memory')
  return blob
}
