import type { PosterLogo } from './poster-content.ts'
import { charactersOf } from './wrap-text.ts'

/** Light colours of tokens.css, by token. A poster is light in every mode: it leaves the app. */
export const posterColours = {
  'text-1': '#161b23',
  'text-2': '#434c5a',
  'text-3': '#5d6777',
  'bg-page': '#f3f5f8',
  'bg-card': '#ffffff',
  'bg-sunken': '#f6f8fb',
  'bg-head': '#e3ecfd',
  'line-1': '#ebeef3',
  brand: '#1c55d4',
  ok: '#11703f',
  'ok-bg': '#ebf7f0',
  risk: '#c02626',
  'risk-bg': '#fdf1f0',
  warn: '#8a5300',
  'warn-bg': '#fff5e3',
} as const

export type PosterColour = keyof typeof posterColours

/** Size of a poster in px. */
export const POSTER_WIDTH = 1080
export const POSTER_HEIGHT = 1620

/** A colour of the palette, a CSS colour such as that of a logo, or a gradient from top to bottom. */
export type Fill = { token: PosterColour } | { css: string } | { from: PosterColour; to: PosterColour }

/** A line of text; `y` is the middle of the line. */
export type TextMark = {
  type: 'text'
  text: string
  x: number
  y: number
  size: number
  fill: Fill
  isBold?: boolean
  align?: 'left' | 'center' | 'right'
}

/** What is drawn, in order. */
export type PosterMark =
  | TextMark
  | { type: 'box'; x: number; y: number; width: number; height: number; radius?: number; fill: Fill }
  | { type: 'stroke'; path: string; x: number; y: number; scale: number; width: number; fill: Fill }
  /** The text diagonally across the whole poster, again and again. */
  | { type: 'watermark'; text: string; size: number; fill: Fill }
  | { type: 'modules'; x: number; y: number; size: number; data: QrModules }

/** Rows of a QR code without border; true is dark. */
export type QrModules = readonly (readonly boolean[])[]

export type MeasureFont = (text: string, size: number, isBold: boolean) => number

export const ink = (token: PosterColour): Fill => ({ token })
export const white: Fill = { css: '#ffffff' }

export const EDGE = 60
export const CARD = { x: EDGE, width: POSTER_WIDTH - 2 * EDGE, padding: 56, radius: 36 }
export const INNER = {
  x: CARD.x + CARD.padding,
  right: CARD.x + CARD.width - CARD.padding,
  width: CARD.width - 2 * CARD.padding,
}
export const LINE_HEIGHT = 1.32

/** Lines of a text, together around a middle. */
export function linesAround(
  { lines, size }: { lines: readonly string[]; size: number },
  middle: number,
  style: Omit<TextMark, 'type' | 'text' | 'y' | 'size'>,
  lineHeight = size * LINE_HEIGHT,
): TextMark[] {
  const first = middle - (lineHeight * (lines.length - 1)) / 2
  return lines.map((text, at) => ({ ...style, type: 'text', text, y: Math.round(first + lineHeight * at), size }))
}

/** Marks of a part of the poster, and where the part ends. */
export type PosterPart = { marks: readonly PosterMark[]; bottom: number }

/** Up to four characters on the colour of the company, in rows of two. */
export function logoMarks(
  { text, colour }: PosterLogo,
  { x, top, size }: { x: number; top: number; size: number },
): PosterMark[] {
  const characters = charactersOf(text).slice(0, 4)
  const rows = [characters.slice(0, 2), characters.slice(2)].filter((row) => row.length > 0)
  const lineHeight = size * 0.37
  const firstLine = top + size / 2 - ((rows.length - 1) * lineHeight) / 2
  return [
    { type: 'box', x, y: top, width: size, height: size, radius: Math.round(size * 0.19), fill: { css: colour } },
    ...rows.flatMap((row, line) =>
      row.map((character, at): TextMark => {
        const middle = x + size / 2 + (row.length === 1 ? 0 : (at - 0.5) * size * 0.345)
        const y = firstLine + line * lineHeight
        const fontSize = Math.round(size * 0.31)
        return {
          type: 'text',
          text: character,
          x: middle,
          y,
          size: fontSize,
          fill: white,
          isBold: true,
          align: 'center',
        }
      }),
    ),
  ]
}
