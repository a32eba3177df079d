import { fileURLToPath } from 'node:url'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { between, type Random } from '../../domain/random.ts'

export const CAPTCHA_WIDTH = 132
export const CAPTCHA_HEIGHT = 48

/** Paints a text as a PNG. */
export interface CaptchaPainter {
  paint(text: string, random: Random): Promise<Buffer>
}

const FONT = 'Captcha'
const inks = ['#1d4ed8', '#7c2d12', '#065f46', '#6b21a8', '#0f172a']

// One ink an image, for letters and noise alike: colour must not tell them apart.
const chooseInk = (random: Random) => inks[random.integer(inks.length)] ?? '#0f172a'

function paintLetters(context: SKRSContext2D, text: string, random: Random) {
  const cell = CAPTCHA_WIDTH / (text.length + 0.6)
  for (const [index, letter] of Array.from(text).entries()) {
    context.save()
    context.translate(cell * (index + 0.8) + between(random, -4, 4), CAPTCHA_HEIGHT / 2 + between(random, -4, 4))
    context.rotate(between(random, -0.42, 0.42))
    context.transform(between(random, 0.9, 1.25), 0, between(random, -0.35, 0.35), between(random, 0.9, 1.15), 0, 0)
    context.font = `bold ${Math.round(between(random, 27, 33))}px ${FONT}`
    context.fillText(letter, 0, 0)
    context.restore()
  }
}

function paintNoise(context: SKRSContext2D, random: Random) {
  for (let line = 0; line < 4; line += 1) {
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
    context.lineWidth = between(random, 0.8, 2)
    context.stroke()
  }
  for (let dot = 0; dot < 90; dot += 1) {
    const size = between(random, 0.6, 1.8)
    context.fillRect(between(random, 0, CAPTCHA_WIDTH), between(random, 0, CAPTCHA_HEIGHT), size, size)
  }
}

/** Shifts each column and each row by a wave: letters no longer stand on a line or keep their shape. */
function warp(source: Canvas, target: Canvas, random: Random) {
  const context = target.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  const amplitude = between(random, 2.5, 4.5)
  const phase = between(random, 0, Math.PI * 2)
  const length = between(random, 26, 44)
  for (let x = 0; x < CAPTCHA_WIDTH; x += 1) {
    const shift = Math.sin(phase + x / (length / Math.PI)) * amplitude
    context.drawImage(source, x, 0, 1, CAPTCHA_HEIGHT, x, shift, 1, CAPTCHA_HEIGHT)
  }
}

/**
 * A raster painter: an image of paths would tell its letters to a script. Without its font the library draws nothing and
 * says nothing, so a font that cannot be registered is an error here.
 */
export async function createCaptchaPainter(): Promise<CaptchaPainter> {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas')
  const font = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))
  if (!GlobalFonts.has(FONT) && GlobalFonts.registerFromPath(font, FONT) === null) {
    throw new Error('The captcha font could not be registered')
  }
  return {
    async paint(text, random) {
      const straight = createCanvas(CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
      const context = straight.getContext('2d')
      const ink = chooseInk(random)
      context.fillStyle = ink
      context.strokeStyle = ink
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      paintLetters(context, text, random)
      paintNoise(context, random)
      const warped = createCanvas(CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
      warp(straight, warped, random)
      return warped.encode('png')
    },
  }
}
