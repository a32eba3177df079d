import { encode } from 'uqr'
import { toOneLine, wrapText } from '../../domain/share/wrap-text.ts'
import { datedFileName, saveFile } from '../../lib/save-file.ts'
import { measureText, type PlacedPicture } from './picture-layout.ts'

/** What a saved picture says beside the chart. `link`: address in its QR code. */
export type PictureFacts = { title: string; source: string; link: string; isDemo: boolean }

/** Most px of a canvas on an iPhone, and px per CSS px where they suffice. */
const [MOST_PIXELS, DENSITY] = [16_000_000, 2]
const [EDGE, QR] = [16, 84]

const escaped = (text: string) =>
  toOneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Replaces custom properties of the page by their values: a picture outside the page has none. */
function withValues(markup: string): string {
  const style = getComputedStyle(document.documentElement)
  return markup.replace(/var\((--[\w-]+)\)/g, (_, property: string) => escaped(style.getPropertyValue(property)))
}

type Frame = Pick<PlacedPicture, 'width' | 'height'> & { facts: PictureFacts; textSize: number }

/** SVG of a chart with title, source, date, legend and QR code, and 演示数据 across fictional companies. */
export function framedPicture(chart: SVGSVGElement, { width: inner, height, facts, textSize }: Frame) {
  const width = Math.max(inner, 320)
  const [title, line] = [textSize + 4, textSize * 1.6]
  const linesOf = (content: string, size: number) =>
    wrapText(toOneLine(content), width - 2 * EDGE, (part) => measureText(part, size))
  const [titles, sources] = [linesOf(facts.title, title), linesOf(facts.source, textSize)]
  const sourceY = EDGE + titles.length * title * 1.4
  const legendY = sourceY + sources.length * line
  const top = legendY + line + EDGE / 2
  const whole = { width, height: top + height + QR + EDGE * 2 }
  const text = (x: number, y: number, content: string, colour: string, size = textSize, weight = 400) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" style="fill: var(--${colour})" dominant-baseline="hanging">${escaped(content)}</text>`
  const signs = [
    { label: '个人', radius: textSize / 2, colour: 'line-3' },
    { label: '企业', radius: 2, colour: 'line-3' },
    { label: '循环持股', radius: 2, colour: 'warn' },
  ]
  const legend = signs.map(({ label, radius, colour }, at) => {
    const x = EDGE + at * (textSize * 3 + 32)
    // The middle of a Han character that hangs from a line is a third of its size below it.
    return `<rect x="${x}" y="${legendY - textSize * 0.15}" width="${textSize * 1.5}" height="${textSize}" rx="${radius}" style="fill: none; stroke: var(--${colour})"/>
      ${text(x + textSize * 1.5 + 6, legendY, label, 'text-3')}`
  })
  const { data } = encode(facts.link, { ecc: 'M', border: 2 })
  const module = QR / data.length
  const footY = top + height + EDGE
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x * module} ${y * module}h${module}v${module}h-${module}z`] : [])),
  )
  const marks: string[] = []
  for (let y = 40; facts.isDemo && y < whole.height + 160; y += 120) {
    for (let x = (y % 240) - 160; x < width; x += 200) {
      marks.push(`<text transform="translate(${x} ${y}) rotate(-24)" font-size="26" font-weight="600">演示数据</text>`)
    }
  }
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${whole.width}" height="${whole.height}" style="font-family: var(--font)">
    <rect width="100%" height="100%" style="fill: var(--bg-page)"/>
    ${titles.map((part, at) => text(EDGE, EDGE + at * title * 1.4, part, 'text-1', title, 600)).join('')}
    ${sources.map((part, at) => text(EDGE, sourceY + at * line, part, 'text-3')).join('')}${legend.join('')}
    <g transform="translate(${(width - inner) / 2} ${top})">${new XMLSerializer().serializeToString(chart)}</g>
    <rect x="${EDGE}" y="${footY}" width="${QR}" height="${QR}" fill="#fff"/>
    <path transform="translate(${EDGE} ${footY})" d="${dark.join('')}" fill="#000"/>
    ${text(EDGE * 2 + QR, footY + QR / 2 - line, '百企查', 'text-1')}${text(EDGE * 2 + QR, footY + QR / 2 + 2, '扫码查看股权穿透', 'text-3')}
    <g style="fill: var(--text-3)" fill-opacity="0.18">${marks.join('')}</g>
  </svg>`
  return { ...whole, markup: withValues(markup) }
}

/** Saves a chart as PNG. @throws if the browser has no memory for it, or blocks canvases */
export async function savePicture(chart: SVGSVGElement, frame: Frame): Promise<void> {
  const { width, height, markup } = framedPicture(chart, frame)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`
  await image.decode()
  const density = Math.min(DENSITY, Math.sqrt(MOST_PIXELS / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser blocks canvases')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  // Safari keeps the memory of a canvas until it is resized.
  canvas.width = 0
  if (blob === null) throw new Error('There is no memory for the picture')
  saveFile(
    datedFileName(
      `百企查-${toOneLine(frame.facts.title)
        .replaceAll(/[\\/:*?"<>|]/g, '')
        .slice(0, 50)}`,
      'png',
    ),
    blob,
  )
}
