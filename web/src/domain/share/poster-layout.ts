import { iconPaths } from '../../ui/icon.tsx'
import { logoStrokes, wordmarkStrokes } from '../../ui/logo.tsx'
import { columnsPart, comparedRowsPart } from './poster-comparison-layout.ts'
import { type CompanyPosterContent, NOT_RECORDED, type PosterContent, type PosterSource } from './poster-content.ts'
import {
  CARD,
  EDGE,
  INNER,
  ink,
  LINE_HEIGHT,
  linesAround,
  logoMarks,
  type MeasureFont,
  type PosterPart as Part,
  POSTER_HEIGHT,
  POSTER_WIDTH,
  type PosterMark,
  type QrModules,
  type TextMark,
  white,
} from './poster-frame.ts'
import { clipText, fitText, type MeasureText } from './wrap-text.ts'

const CARD_TOP = 200
/** The card of the QR code ends here; the date of the poster stands below it. */
const QR_CARD_BOTTOM = 1530
const QR_CARD_LEAST = 290
const GAP = 28
/** Least and greatest height of the row of a fact. */
const ROW_HEIGHTS = [76, 112] as const
const SOURCES_GAP = 20

const LOGO = 136
const NAME = { x: INNER.x + LOGO + 36, width: INNER.width - LOGO - 36 }
/** A long name gets smaller, then takes a third line, then ends with an ellipsis. */
const nameSteps = [
  { size: 56, lines: 2 },
  { size: 48, lines: 2 },
  { size: 42, lines: 3 },
  { size: 32, lines: 3 },
] as const

function brandMarks(title: string): PosterMark[] {
  const logo = { x: EDGE, y: 76, scale: 2.25 }
  const word = { x: EDGE + 72 + 22, y: 89, scale: 1.9 }
  return [
    { type: 'box', x: 0, y: 0, width: POSTER_WIDTH, height: POSTER_HEIGHT, fill: ink('bg-page') },
    { type: 'box', x: 0, y: 0, width: POSTER_WIDTH, height: 720, fill: { from: 'bg-head', to: 'bg-page' } },
    { type: 'box', x: logo.x, y: logo.y, width: 72, height: 72, radius: 18, fill: ink('brand') },
    ...logoStrokes.map(([path, width]) => ({ type: 'stroke' as const, path, width, fill: white, ...logo })),
    ...wordmarkStrokes.map(([path, width]) => ({ type: 'stroke' as const, path, width, fill: ink('text-1'), ...word })),
    { type: 'text', text: title, x: POSTER_WIDTH - EDGE, y: 112, size: 30, fill: ink('text-3'), align: 'right' },
  ]
}

/** Logo and name beside each other, both centred on the taller of the two. */
function headPart({ name, logo }: CompanyPosterContent, top: number, measure: MeasureFont): Part {
  const fitted = fitText(name, {
    width: NAME.width,
    steps: nameSteps,
    measure: (text, size) => measure(text, size, true),
  })
  const lineHeight = Math.round(fitted.size * LINE_HEIGHT)
  const height = Math.max(LOGO, lineHeight * fitted.lines.length)
  const firstLine = top + (height - lineHeight * (fitted.lines.length - 1)) / 2
  const lines = fitted.lines.map((text, at): TextMark => {
    const y = firstLine + lineHeight * at
    return { type: 'text', text, x: NAME.x, y, size: fitted.size, fill: ink('text-1'), isBold: true }
  })
  return {
    marks: [...logoMarks(logo, { x: INNER.x, top: top + (height - LOGO) / 2, size: LOGO }), ...lines],
    bottom: top + height,
  }
}

const toneFill = { green: ink('ok'), red: ink('risk') } as const

/** Width of the label of a sentence. */
const SENTENCE_LABEL = 176
const sentenceSteps = [
  { size: 32, lines: 1 },
  { size: 26, lines: 2 },
] as const
/** Tighter than a paragraph, so that two lines fit the least height of a row. */
const SENTENCE_LINE = 1.25

/** A label with a sentence of up to two lines below a hairline. */
function sentenceMarks(
  { label, value }: { label: string; value: string },
  { top, middle }: { top: number; middle: number },
  measure: MeasureFont,
): PosterMark[] {
  const fitted = fitText(value, {
    width: INNER.width - SENTENCE_LABEL,
    steps: sentenceSteps,
    measure: (text, size) => measure(text, size, false),
  })
  const style = { x: INNER.x + SENTENCE_LABEL, fill: ink('text-1') }
  return [
    { type: 'box', x: INNER.x, y: top, width: INNER.width, height: 2, fill: ink('line-1') },
    { type: 'text', text: label, x: INNER.x, y: middle, size: 30, fill: ink('text-3') },
    ...linesAround(fitted, middle, style, fitted.size * SENTENCE_LINE),
  ]
}

/** Label and value of each fact below a hairline. */
function rowsPart({ rows }: CompanyPosterContent, top: number, rowHeight: number, measure: MeasureFont): Part {
  const marks = rows.flatMap(({ label, value, tone, isSentence }, at): PosterMark[] => {
    const y = top + rowHeight * at
    const middle = Math.round(y + rowHeight / 2)
    if (isSentence === true) return sentenceMarks({ label, value }, { top: Math.round(y), middle }, measure)
    const isAbsent = value === NOT_RECORDED
    const room = INNER.width - measure(label, 32, false) - 40
    return [
      { type: 'box', x: INNER.x, y: Math.round(y), width: INNER.width, height: 2, fill: ink('line-1') },
      { type: 'text', text: label, x: INNER.x, y: middle, size: 32, fill: ink('text-3') },
      {
        type: 'text',
        text: clipText(value, room, (text) => measure(text, 40, !isAbsent)),
        x: INNER.right,
        y: middle,
        size: 40,
        fill: tone === undefined ? ink(isAbsent ? 'text-3' : 'text-1') : toneFill[tone],
        isBold: !isAbsent,
        align: 'right',
      },
    ]
  })
  return { marks, bottom: top + rowHeight * rows.length }
}

const SOURCE_SIZE = 26
const SOURCE_LINE = 46
const SOURCE_PADDING = 22

function sourceMarks({ subject, name, asOf }: PosterSource, top: number, measure: MeasureFont): PosterMark[] {
  const measureHere: MeasureText = (text) => measure(text, SOURCE_SIZE, false)
  const y = top + SOURCE_LINE / 2
  const x = INNER.x + 28
  const right = INNER.right - 28
  const textX = x + 44
  const room = right - textX - (asOf === null ? 0 : measureHere(asOf) + 32)
  const text = clipText(`${subject === '' ? '来源' : subject}：${name}`, room, measureHere)
  const line = { type: 'text', y, size: SOURCE_SIZE } as const
  return [
    { type: 'stroke', path: iconPaths.seal, x, y: y - 17, scale: 1.4, width: 1.75, fill: ink('ok') },
    { ...line, text, x: textX, fill: ink('text-2') },
    ...(asOf === null ? [] : [{ ...line, text: asOf, x: right, fill: ink('text-3'), align: 'right' } as const]),
  ]
}

const sourcesHeight = (count: number) => (count === 0 ? 0 : 2 * SOURCE_PADDING + count * SOURCE_LINE)

/** Source and date of the facts, in a sunken box. */
function sourcesPart({ sources }: PosterContent, top: number, measure: MeasureFont): Part {
  const height = sourcesHeight(sources.length)
  if (height === 0) return { marks: [], bottom: top }
  return {
    marks: [
      { type: 'box', x: INNER.x, y: top, width: INNER.width, height, radius: 20, fill: ink('bg-sunken') },
      ...sources.flatMap((source, at) => sourceMarks(source, top + SOURCE_PADDING + at * SOURCE_LINE, measure)),
    ],
    bottom: top + height,
  }
}

const watermark: PosterMark = { type: 'watermark', text: '演示数据', size: 76, fill: { css: 'rgba(138, 83, 0, 0.13)' } }

const DEMO_STRIP = 68

/** The strip of fictional companies along the upper edge of the card. */
const demoStripMarks = (text: string): PosterMark[] => [
  {
    type: 'box',
    x: CARD.x,
    y: CARD_TOP,
    width: CARD.width,
    height: CARD.radius * 2,
    radius: CARD.radius,
    fill: ink('warn-bg'),
  },
  {
    type: 'box',
    x: CARD.x,
    y: CARD_TOP + CARD.radius,
    width: CARD.width,
    height: DEMO_STRIP - CARD.radius,
    fill: ink('warn-bg'),
  },
  {
    type: 'text',
    text,
    x: INNER.x,
    y: CARD_TOP + DEMO_STRIP / 2,
    size: 28,
    fill: ink('warn'),
  },
]

/** The code in modules of whole px, within a light border of four modules. */
function codeMarks(modules: QrModules, top: number, room: number): PosterMark[] {
  const size = Math.max(1, Math.floor(room / (modules.length + 8)))
  const width = size * (modules.length + 8)
  const x = INNER.right + 4 * size - width
  const y = Math.round(top + (room - width) / 2)
  return [
    { type: 'box', x, y, width, height: width, fill: white },
    { type: 'modules', x: x + 4 * size, y: y + 4 * size, size, data: modules },
  ]
}

function qrMarks(modules: QrModules, { top, subject }: { top: number; subject: string }): PosterMark[] {
  const middle = Math.round((top + QR_CARD_BOTTOM) / 2)
  return [
    {
      type: 'text',
      text: `扫码查看${subject}`,
      x: INNER.x,
      y: middle - 34,
      size: 46,
      fill: ink('text-1'),
      isBold: true,
    },
    { type: 'text', text: '微信扫一扫，或用相机扫码', x: INNER.x, y: middle + 38, size: 30, fill: ink('text-3') },
    ...codeMarks(modules, top + 12, QR_CARD_BOTTOM - top - 24),
  ]
}

const cardMark = (y: number, bottom: number): PosterMark => ({
  type: 'box',
  x: CARD.x,
  y,
  width: CARD.width,
  height: bottom - y,
  radius: CARD.radius,
  fill: ink('bg-card'),
})

/** Where everything of a poster is drawn. `madeOn` is the date of the poster, YYYY-MM-DD. */
export function layoutPoster(
  content: PosterContent,
  { modules, madeOn, measure }: { modules: QrModules; madeOn: string; measure: MeasureFont },
): PosterMark[] {
  const strip = content.isDemo ? DEMO_STRIP : 0
  const headTop = CARD_TOP + strip + CARD.padding
  const head = 'columns' in content ? columnsPart(content, headTop, measure) : headPart(content, headTop, measure)
  const rowsTop = head.bottom + 40
  const footHeight = SOURCES_GAP + sourcesHeight(content.sources.length) + CARD.padding
  const room = QR_CARD_BOTTOM - QR_CARD_LEAST - GAP - footHeight - rowsTop
  const [least, greatest] = ROW_HEIGHTS
  const rowHeight = Math.min(greatest, Math.max(least, room / content.rows.length))
  const rows =
    'columns' in content
      ? comparedRowsPart(content, { top: rowsTop, rowHeight }, measure)
      : rowsPart(content, rowsTop, rowHeight, measure)
  const sources = sourcesPart(content, rows.bottom + SOURCES_GAP, measure)
  const cardBottom = Math.round(sources.bottom + CARD.padding)
  const qrTop = cardBottom + GAP
  return [
    ...brandMarks(content.title),
    cardMark(CARD_TOP, cardBottom),
    ...(content.isDemo
      ? demoStripMarks('columns' in content ? '演示数据：含虚构企业' : '演示数据：本页企业为虚构')
      : []),
    ...head.marks,
    ...rows.marks,
    ...sources.marks,
    cardMark(qrTop, QR_CARD_BOTTOM),
    ...(content.isDemo ? [watermark] : []),
    ...qrMarks(modules, { top: qrTop, subject: 'columns' in content ? '企业对比' : '企业主页' }),
    {
      type: 'text',
      text: `海报生成日期 ${madeOn}`,
      x: POSTER_WIDTH / 2,
      y: (QR_CARD_BOTTOM + POSTER_HEIGHT) / 2,
      size: 26,
      fill: ink('text-3'),
      align: 'center',
    },
  ]
}
