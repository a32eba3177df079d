import { COMPANY_REPORT_PAGES } from '@baiqicha/contract/report'
import PdfKit from 'pdfkit'
import { encode } from 'uqr'
import type { ReportBlock, ReportChart, ReportDocument, ReportEntry, ReportRow } from './report-document.ts'

const SIZE = { title: 22, chapter: 15, list: 12, text: 9.5, foot: 8, chart: 8 }
const INK = { text: '#1f2329', soft: '#646a73', line: '#d0d3d9', demo: '#b25000', edge: '#8a9099', root: '#e8f0fe' }
const MARGIN = { top: 56, bottom: 64, left: 56, right: 56 }
const LABEL_WIDTH = 104
const QR_SIDE = 110
/** Records begin on these pages only, so that the last ones have space for what was left out. */
const LAST_RECORD_PAGE = COMPANY_REPORT_PAGES - 6
/** Characters of one value; the rest is on the page of the record. */
const LONGEST_VALUE = 1_000
const FONT = 'text'
const FOOT = '依据公开来源整理，非征信报告'

type LeftOut = { title: string; total: number; listed: number }

const shortened = (value: string) => {
  const characters = Array.from(value)
  return characters.length <= LONGEST_VALUE
    ? value
    : `${characters.slice(0, LONGEST_VALUE).join('')}……（共 ${characters.length} 字，其余见网页）`
}

/**
 * Sets a report as a tagged PDF with bookmarks and page numbers. A character without a glyph in the font prints as its code
 * point, and a line at the end says so.
 */
export async function typesetReport(report: ReportDocument, font: Buffer): Promise<{ pdf: Buffer; pages: number }> {
  const doc = new PdfKit({
    size: 'A4',
    margins: MARGIN,
    bufferPages: true,
    tagged: true,
    lang: 'zh-CN',
    displayTitle: true,
    pdfVersion: '1.7',
    // No standard font is read.
    font: '',
    info: { Title: `企业信息报告 ${report.companyName}`, Author: '百企查', Subject: report.number },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const hasGlyph = fontCoverage(font)
  const missing = new Set<string>()
  doc.registerFont(FONT, font)
  doc.font(FONT)

  /** Text with every character that the font lacks replaced. */
  const printable = (text: string) =>
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0
      if (character === '\n' || hasGlyph(code)) return character
      if (/[\p{Cc}\p{Cf}\p{Mn}\p{Z}]/u.test(character)) return /\p{Z}|\t/u.test(character) ? ' ' : ''
      const shown = `〔U+${code.toString(16).toUpperCase()}〕`
      missing.add(shown)
      return shown
    }).join('')

  const width = doc.page.width - MARGIN.left - MARGIN.right
  const pages = () => doc.bufferedPageRange().count
  const bottom = () => doc.page.height - MARGIN.bottom
  const requireSpace = (height: number) => {
    if (doc.y + height > bottom()) doc.addPage()
  }

  const root = doc.struct('Document')
  doc.addStructure(root)

  function paragraph(text: string, { size = SIZE.text, color = INK.text, tag = 'P', gap = 6 } = {}) {
    requireSpace(size * 1.6)
    root.add(
      doc.struct(tag, {}, () => {
        doc.fontSize(size).fillColor(color)
        doc.text(printable(text), MARGIN.left, doc.y, { width, lineGap: 2 })
      }),
    )
    doc.y += gap
  }

  function setRow({ label, value }: ReportRow) {
    // A label of two lines must not part from its value.
    requireSpace(SIZE.text * 3.6)
    root.add(
      doc.struct('P', {}, () => {
        const [top, page] = [doc.y, doc.page]
        doc.fontSize(SIZE.text).fillColor(INK.soft)
        doc.text(`${printable(label)} `, MARGIN.left, top, { width: LABEL_WIDTH - 8, lineGap: 2 })
        const labelEnd = doc.y
        doc.fillColor(INK.text)
        doc.text(printable(shortened(value)), MARGIN.left + LABEL_WIDTH, top, {
          width: width - LABEL_WIDTH,
          lineGap: 2,
        })
        if (doc.page === page) doc.y = Math.max(doc.y, labelEnd)
      }),
    )
    doc.y += 3
  }

  function setEntry({ title, rows }: ReportEntry) {
    requireSpace(SIZE.text * 6)
    doc.y += 4
    doc.save().strokeColor(INK.line).lineWidth(0.5)
    doc.markContent('Artifact')
    doc
      .moveTo(MARGIN.left, doc.y)
      .lineTo(MARGIN.left + width, doc.y)
      .stroke()
    doc.endMarkedContent()
    doc.restore()
    doc.y += 6
    paragraph(title, { tag: 'H4', size: SIZE.text + 0.5, gap: 2 })
    for (const row of rows) setRow(row)
  }

  /** Text in the middle of a box of the chart, cut where it is higher than the box. */
  function setBoxText({ x, y, width: boxWidth, height, title, note }: ReportChart['boxes'][number]) {
    const text = printable(note === '' ? title : `${title}\n${note}`)
    const [inner, most] = [boxWidth - 8, height - 6]
    const options = { width: inner, height: most, ellipsis: '…', align: 'center' as const, lineGap: 1 }
    doc.fontSize(SIZE.chart).fillColor(INK.text)
    const used = Math.min(most, doc.heightOfString(text, { width: inner, lineGap: 1 }))
    doc.text(text, x + 4, y + (height - used) / 2, options)
  }

  function setArrow([x, y]: readonly [number, number]) {
    doc
      .moveTo(x, y)
      .lineTo(x - 3, y - 6)
      .lineTo(x + 3, y - 6)
      .fill(INK.edge)
  }

  function setChart({ alt, height, boxes, shares, lines }: ReportChart) {
    requireSpace(height + 12)
    const top = doc.y + 4
    root.add(
      doc.struct('Figure', { alt }, () => {
        doc.save().translate(MARGIN.left, top).lineWidth(0.75)
        for (const { points, hasArrow } of lines) {
          const [first = [0, 0], ...others] = points
          doc.moveTo(...first)
          for (const point of others) doc.lineTo(...point)
          doc.stroke(INK.edge)
          if (hasArrow) setArrow(points.at(-1) ?? first)
        }
        for (const { x, y, width: boxWidth, height: boxHeight, kind } of boxes) {
          if (kind === 'rest') doc.dash(2, { space: 2 })
          doc.roundedRect(x, y, boxWidth, boxHeight, 3).fillAndStroke(kind === 'root' ? INK.root : '#ffffff', INK.edge)
          doc.undash()
        }
        doc.restore()
        for (const box of boxes) setBoxText({ ...box, x: MARGIN.left + box.x, y: top + box.y })
        doc.fontSize(SIZE.chart).fillColor(INK.soft)
        for (const { x, y, text } of shares) doc.text(printable(text), MARGIN.left + x, top + y, { lineBreak: false })
      }),
    )
    doc.y = top + height + 12
  }

  function setBlock(block: ReportBlock): LeftOut[] {
    if (block.type === 'text') paragraph(block.text, { color: INK.soft })
    if (block.type === 'chart') setChart(block)
    if (block.type === 'rows') for (const row of block.rows) setRow(row)
    if (block.type !== 'list') return []
    const { title, total, entries } = block
    let listed = 0
    if (pages() < LAST_RECORD_PAGE) paragraph(`${title}（${total} 条）`, { tag: 'H3', size: SIZE.list })
    for (const entry of entries) {
      if (pages() >= LAST_RECORD_PAGE) break
      setEntry(entry)
      listed += 1
    }
    doc.y += 8
    return listed < total ? [{ title, total, listed }] : []
  }

  function setQrCode(address: string) {
    const { data, size } = encode(address, { border: 0 })
    const side = QR_SIDE / size
    const [left, top] = [MARGIN.left, doc.y + 8]
    root.add(
      doc.struct('Figure', { alt: `企业主页二维码：${address}` }, () => {
        doc.fillColor('#000000')
        data.forEach((line, row) => {
          line.forEach((isDark, column) => {
            if (isDark) doc.rect(left + column * side, top + row * side, side, side)
          })
        })
        doc.fill()
      }),
    )
    doc.y = top + QR_SIDE + 10
    paragraph(`扫码查看企业主页：${address}`, { color: INK.soft })
  }

  paragraph('企业信息报告', { tag: 'H1', size: SIZE.title, gap: 14 })
  paragraph(report.companyName, { size: SIZE.chapter, gap: 14 })
  if (report.isDemo) paragraph('演示数据：虚构企业，内容不涉及任何真实企业', { color: INK.demo, size: SIZE.list })
  setRow({ label: '报告编号', value: report.number })
  setRow({ label: '生成时间', value: report.createdAt })
  paragraph(`${FOOT}。内容截至生成时间，以公布机关的最新信息为准。`, { color: INK.soft })
  if (report.address !== null) setQrCode(report.address)

  const leftOut: LeftOut[] = []
  for (const { title, blocks } of report.chapters) {
    const [first] = blocks
    // Chapters without a record still state their counts after the limit. A chart is on the page of its title.
    requireSpace(80 + (first?.type === 'chart' ? first.height : 0))
    doc.y += 14
    doc.outline.addItem(title)
    paragraph(title, { tag: 'H2', size: SIZE.chapter, gap: 8 })
    for (const block of blocks) leftOut.push(...setBlock(block))
  }
  if (leftOut.length > 0) {
    requireSpace(80)
    doc.y += 14
    doc.outline.addItem('未列出的记录')
    paragraph('未列出的记录', { tag: 'H2', size: SIZE.chapter, gap: 8 })
    paragraph(`报告至多 ${COMPANY_REPORT_PAGES} 页，以下记录未全部列出，可在企业主页查看。`, { color: INK.soft })
    for (const { title, total, listed } of leftOut)
      setRow({ label: title, value: `共 ${total} 条，列出 ${listed} 条，未列出 ${total - listed} 条` })
  }
  if (missing.size > 0) paragraph(`字体未收的字以 Unicode 编码表示：${[...missing].join('')}`, { color: INK.soft })

  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.fontSize(SIZE.foot).fillColor(INK.soft)
    const demo = report.isDemo ? '演示数据 · ' : ''
    const text = `${demo}${FOOT} · ${report.number} · 第 ${page + 1}/${count} 页`
    doc.text(text, MARGIN.left, doc.page.height - 40, { width, align: 'center', lineBreak: false })
    doc.endMarkedContent()
  }
  root.end()
  doc.end()
  await ended
  return { pdf: Buffer.concat(chunks), pages: count }
}

const GROUP_BYTES = 12

/** Offset of a table of a TrueType font. @throws Error when the font lacks it */
function tableOffset(font: Buffer, tag: string): number {
  const tables = font.readUInt16BE(4)
  for (let at = 12; at < 12 + tables * 16; at += 16) {
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8)
  }
  throw new Error(`The font has no table ${tag}`)
}

/** Whether a TrueType font has a glyph of its own for a code point, by its character map of format 12. */
function fontCoverage(font: Buffer): (codePoint: number) => boolean {
  const map = tableOffset(font, 'cmap')
  const subtables = Array.from(
    { length: font.readUInt16BE(map + 2) },
    (_, at) => map + font.readUInt32BE(map + 8 + at * 8),
  )
  const whole = subtables.find((offset) => font.readUInt16BE(offset) === 12)
  if (whole === undefined) throw new Error('The font has no character map of format 12')
  const covered = new Set<number>()
  for (let group = 0; group < font.readUInt32BE(whole + 12); group += 1) {
    const at = whole + 16 + group * GROUP_BYTES
    for (let code = font.readUInt32BE(at); code <= font.readUInt32BE(at + 4); code += 1) covered.add(code)
  }
  return (codePoint) => covered.has(codePoint)
}
