import { type ComparisonPosterContent, NOT_RECORDED } from './poster-content.ts'
import {
  INNER,
  ink,
  LINE_HEIGHT,
  linesAround,
  logoMarks,
  type MeasureFont,
  type PosterMark,
  type PosterPart,
  type TextMark,
} from './poster-frame.ts'
import { fitText } from './wrap-text.ts'

const LOGO = 92
/** Width of the labels, and space between columns. */
const LABEL = 176
const GAP = 20

const columnWidth = (columns: number) => (INNER.width - LABEL) / columns
/** Right edge of a column, at which its texts end. */
const rightOf = (at: number, columns: number) => INNER.right - (columns - 1 - at) * columnWidth(columns)

const nameSteps = [
  { size: 34, lines: 1 },
  { size: 28, lines: 2 },
  { size: 24, lines: 2 },
] as const

/** Logo and short name of each company above its column. */
export function columnsPart({ columns }: ComparisonPosterContent, top: number, measure: MeasureFont): PosterPart {
  const nameTop = top + LOGO + 16
  const names = columns.map(({ name }) =>
    fitText(name, {
      width: columnWidth(columns.length) - GAP,
      steps: nameSteps,
      measure: (text, size) => measure(text, size, true),
    }),
  )
  const marks = columns.flatMap(({ logo }, at): PosterMark[] => {
    const right = rightOf(at, columns.length)
    const { size = 0, lines = [] } = names[at] ?? {}
    return [
      ...logoMarks(logo, { x: right - LOGO, top, size: LOGO }),
      ...lines.map((text, line): TextMark => {
        const y = nameTop + size * LINE_HEIGHT * (line + 0.5)
        return { type: 'text', text, x: right, y, size, fill: ink('text-1'), isBold: true, align: 'right' }
      }),
    ]
  })
  const height = Math.max(...names.map(({ size, lines }) => size * LINE_HEIGHT * lines.length))
  return { marks, bottom: Math.round(nameTop + height) }
}

const labelSteps = [
  { size: 30, lines: 1 },
  { size: 24, lines: 2 },
] as const
const valueSteps = [
  { size: 34, lines: 1 },
  { size: 28, lines: 1 },
  { size: 22, lines: 2 },
] as const
const NOTE = 24

/** Label and a value for each company below a hairline, the note of the value below it. */
export function comparedRowsPart(
  { columns, rows }: ComparisonPosterContent,
  { top, rowHeight }: { top: number; rowHeight: number },
  measure: MeasureFont,
): PosterPart {
  const width = columnWidth(columns.length) - GAP
  const marks = rows.flatMap(({ label, values }, row): PosterMark[] => {
    const y = Math.round(top + rowHeight * row)
    const middle = y + rowHeight / 2
    const fittedLabel = fitText(label, {
      width: LABEL - GAP,
      steps: labelSteps,
      measure: (text, size) => measure(text, size, false),
    })
    return [
      { type: 'box', x: INNER.x, y, width: INNER.width, height: 2, fill: ink('line-1') },
      ...linesAround(fittedLabel, middle, { x: INNER.x, fill: ink('text-3') }),
      ...values.flatMap((value, at): TextMark[] => {
        const isBold = value !== null
        const place = { x: rightOf(at, columns.length), align: 'right' } as const
        const fitted = fitText(value?.text ?? NOT_RECORDED, {
          width,
          steps: valueSteps,
          measure: (text, size) => measure(text, size, isBold),
        })
        const note = value?.note ?? null
        const hasNote = note !== null && fitted.lines.length === 1 && measure(note, NOTE, false) <= width
        const style = { ...place, fill: ink(isBold ? 'text-1' : 'text-3'), isBold }
        const texts = linesAround(fitted, hasNote ? middle - NOTE * 0.6 : middle, style)
        if (!hasNote) return texts
        const noteY = middle + fitted.size * 0.6
        return [...texts, { type: 'text', text: note, y: noteY, size: NOTE, fill: ink('text-3'), ...place }]
      }),
    ]
  })
  return { marks, bottom: top + rowHeight * rows.length }
}
