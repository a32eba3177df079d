import { fileURLToPath } from 'node:url'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { between, type Random } from '../../domain/random.ts'

export const CAPTCHA_WIDTH = 132
const CAPTCHA_HEIGHT = 48

/** Paints a text as a PNG. */
export type CaptchaPainter = Awaited<ReturnType<typeof createCaptchaPainter>>

/** Name of the font; the first painter registers it. */
const CAPTCHA_FONT = 'Captcha'
const inks = ['#1d4ed8', '#7c2d12', '#065f46', '#6b21a8', '#0f172a']

// One colour per image, for letters and noise: colour must not distinguish them.
const chooseInk = (random: Random) => inks[random.integer(inks.length)] ?? '#0f172a'

function paintLetters(context: SKRSContext2D, text: string, random: Random) {
  const cell = CAPTCHA_WIDTH / (text.length + 0.6)
  for (const [index, letter] of Array.from(text).entries()) {
    context.save()
    context.translate(cell * (index + 0.8) + between(random, -3, 3), CAPTCHA_HEIGHT / 2 + between(random, -4, 4))
    context.rotate(between(random, -0.42, 0.42))
    context.transform(between(random, 0.9, 1.15), 0, between(random, -0.35, 0.35), between(random, 0.9, 1.15), 0, 0)
    context.font = `bold ${Math.round(between(random, 27, 33))}px ${CAPTCHA_FONT}`
    context.fillText(letter, 0, 0)
    context.restore()
  }
}

/** Paints a curve from the left to the right edge. */
function paintLine(context: SKRSContext2D, width: number, random: Random) {
  context.beginPath()
  context.moveTo(between(random, -8, 20), between(random, 4, CAPTCHA_HEIGHT - 4))
  context.bezierCurveTo(
    between(random, 20, 60),
    between(random, -10, CAPTCHA_HEIGHT + 10),
    between(random, 60, 110),
    between(random, -10, CAPTCHA_HEIGHT + 10),
    between(random, 112, CAPTCHA_WIDTH + 8),
    between(random, 4, CAPTCHA_HEIGHT - 4),
  )
  context.lineWidth = width
  context.stroke()
}

/** Dark lines connect the letters, and a white line cuts them: a program that removes thin lines also widens the cut. */
function paintNoise(context: SKRSContext2D, random: Random) {
  context.globalCompositeOperation = 'destination-out'
  paintLine(context, between(random, 1.2, 1.6), random)
  context.globalCompositeOperation = 'source-over'
  for (let line = 0; line < 3; line += 1) paintLine(context, between(random, 0.8, 1.8), random)
  for (let dot = 0; dot < 90; dot += 1) {
    const size = between(random, 0.6, 1.8)
    context.fillRect(between(random, 0, CAPTCHA_WIDTH), between(random, 0, CAPTCHA_HEIGHT), size, size)
  }
}

type Range = readonly [from: number, to: number]

/** A random sine wave: the displacement at each position. */
function wave(random: Random, amplitude: Range, length: Range): (place: number) => number {
  const height = between(random, ...amplitude)
  const phase = between(random, 0, Math.PI * 2)
  const step = Math.PI / between(random, ...length)
  return (place) => Math.sin(phase + place * step) * height
}

/** Shifts each column, then each row, by a wave: letters lose their baseline and their shape. */
function warp(straight: Canvas, bent: Canvas, target: Canvas, random: Random) {
  const bentContext = bent.getContext('2d')
  const down = wave(random, [2.5, 4.5], [26, 44])
  for (let x = 0; x < CAPTCHA_WIDTH; x += 1) {
    bentContext.drawImage(straight, x, 0, 1, CAPTCHA_HEIGHT, x, down(x), 1, CAPTCHA_HEIGHT)
  }
  const context = target.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  const across = wave(random, [1, 1.8], [14, 24])
  for (let y = 0; y < CAPTCHA_HEIGHT; y += 1) {
    context.drawImage(bent, 0, y, CAPTCHA_WIDTH, 1, across(y), y, CAPTCHA_WIDTH, 1)
  }
}

/**
 * Paints raster images: a vector image would reveal its letters to a script. Without the font the canvas library draws no
 * text and reports no error, so a font that cannot be registered throws here.
 */
export async function createCaptchaPainter() {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas')
  const font = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))
  if (!GlobalFonts.has(CAPTCHA_FONT) && GlobalFonts.registerFromPath(font, CAPTCHA_FONT) === null) {
    throw new Error('The captcha font could not be registered')
  }
  return {
    async paint(text: string, random: Random): Promise<Buffer> {
      const straight = createCanvas(CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
      const context = straight.getContext('2d')
      const ink = chooseInk(random)
      context.fillStyle = ink
      context.strokeStyle = ink
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      paintLetters(context, text, random)
      paintNoise(context, random)
      const bent = createCanvas(CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
      const warped = createCanvas(CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
      warp(straight, bent, warped, random)
      return warped.encode('png')
    },
  }
}
