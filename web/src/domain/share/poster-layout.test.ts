import { describe, expect, test } from 'vitest'
import { buildCompanyDetail, buildProvenance } from '../../../test/company-builders.ts'
import { comparisonContentOf, type PosterCompany, type PosterComparison, posterContentOf } from './poster-content.ts'
import { type MeasureFont, POSTER_HEIGHT, POSTER_WIDTH, type TextMark } from './poster-frame.ts'
import { layoutPoster } from './poster-layout.ts'
import { charactersOf } from './wrap-text.ts'

/** A Han character is as wide as its size, others are 0.6 of it. */
const measure: MeasureFont = (text, size) =>
  charactersOf(text).reduce((width, character) => width + (/[\u0020-\u007e]/.test(character) ? 0.6 : 1) * size, 0)

const modules = Array.from({ length: 41 }, () => Array.from({ length: 41 }, () => true))

const layout = (overrides: Partial<PosterCompany> = {}) =>
  layoutPoster(posterContentOf(buildCompanyDetail(overrides)), { modules, madeOn: '2026-11-23', measure })

const textsOf = (marks: ReturnType<typeof layout>) => marks.filter((mark): mark is TextMark => mark.type === 'text')
/** The name is the bold text at the size of no other. */
const nameLines = (overrides: Partial<PosterCompany>) =>
  textsOf(layout(overrides)).filter(({ x, y, isBold }) => isBold === true && x === 288 && y < 600)

/** Left, right, upper and lower edge of a text. */
function edgesOf({ text, x, y, size, isBold = false, align = 'left' }: TextMark) {
  const width = measure(text, size, isBold)
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
  return { left, right: left + width, top: y - size / 2, bottom: y + size / 2 }
}

const source = (id: string, name = `演示来源${id}`) => buildProvenance({ sourceId: id, sourceName: name })
const everySource = {
  provenance: { identity: source('1'), registration: source('2'), capital: source('3') },
  factProvenance: { creditCode: source('4'), foundedOn: source('5') },
}

const hostile: Partial<PosterCompany>[] = [
  {},
  { name: '演'.repeat(60), ...everySource },
  { name: '演'.repeat(200), ...everySource },
  { name: 'A'.repeat(200) },
  { name: '𬭎'.repeat(40) },
  { name: '' },
  { isDemo: false, creditCode: null, status: null, foundedOn: null, registeredCapital: null, provenance: {} },
  { registeredCapital: { value: 1e15, unit: '万元', currency: 'CNY' }, creditCode: '9'.repeat(80) },
  { provenance: { identity: source('1', '演示'.repeat(60)) } },
]

const comparison = (companies: number, name: string, text: string): PosterComparison => ({
  companies: Array.from({ length: companies }, (_, at) => ({
    id: `c-${at}`,
    name,
    logoText: '演示',
    isDemo: at === 0,
  })),
  rows: Array.from({ length: 6 }, () => ({
    label: '制造业民企 500 强',
    values: Array.from({ length: companies }, (_, at) => (at === 1 ? null : { text, note: '2021 年末' })),
  })),
  sources: Array.from({ length: 3 }, (_, at) => ({ subject: '员工人数', name: `演示来源${at}`, asOf: '2026-06' })),
})

const comparisons = [2, 3].flatMap((companies) => [
  comparison(companies, '澜山演示', '7,771.02 亿元'),
  comparison(companies, '演'.repeat(40), '有限责任公司（自然人投资或控股）'),
  comparison(companies, '', '9'.repeat(40)),
])

const layouts = [
  ...hostile.map((company) => layout(company)),
  ...comparisons.map((one) => layoutPoster(comparisonContentOf(one), { modules, madeOn: '2026-11-23', measure })),
]

describe('every text of a poster', () => {
  test.each(layouts.map((marks, at) => [at, marks] as const))(
    'lies within it and apart from others (%i)',
    (_at, marks) => {
      const boxes = textsOf(marks).filter(({ text }) => text !== '')
      for (const mark of boxes) {
        const { left, right, top, bottom } = edgesOf(mark)
        expect(Math.min(left, top), mark.text).toBeGreaterThanOrEqual(0)
        expect(right, mark.text).toBeLessThanOrEqual(POSTER_WIDTH - 60 + 0.01)
        expect(bottom, mark.text).toBeLessThanOrEqual(POSTER_HEIGHT)
        for (const other of boxes) {
          if (other === mark) continue
          const edges = edgesOf(other)
          const isApart = edges.left >= right || edges.right <= left || edges.top >= bottom || edges.bottom <= top
          expect(isApart, `${mark.text} and ${other.text}`).toBe(true)
        }
      }
    },
  )
})

describe('the name', () => {
  test.each([
    [10, 56, 1],
    [24, 56, 2],
    [28, 48, 2],
    [45, 42, 3],
    [60, 32, 3],
  ])('of %i characters is complete at %i px in %i lines', (length, size, count) => {
    const lines = nameLines({ name: '演'.repeat(length) })
    expect(lines.map((line) => line.size)).toEqual(Array.from({ length: count }, () => size))
    expect(lines.map(({ text }) => text).join('')).toBe('演'.repeat(length))
  })

  test('that is too long for three lines ends with an ellipsis', () => {
    const lines = nameLines({ name: '演'.repeat(80) })
    expect(lines).toHaveLength(3)
    expect(lines[2]?.text).toMatch(/^演+…$/)
  })

  test('with characters beyond the BMP keeps each of them whole', () => {
    const name = '𬭎𠮷'.repeat(14)
    expect(
      nameLines({ name })
        .map(({ text }) => text)
        .join(''),
    ).toBe(name)
  })
})

describe('the code', () => {
  test.each(hostile.map((company, at) => [at, company] as const))(
    'has a light border of four modules and modules of at least 5 px (%i)',
    (_at, company) => {
      const marks = layout(company)
      const code = marks.find((mark) => mark.type === 'modules')
      const at = marks.findIndex((mark) => mark.type === 'modules')
      const plate = marks[at - 1]
      expect(code?.size).toBeGreaterThanOrEqual(5)
      expect(plate).toMatchObject({ type: 'box', fill: { css: '#ffffff' } })
      if (code === undefined || plate?.type !== 'box') return
      expect(code.x - plate.x).toBe(4 * code.size)
      expect(plate.width).toBe(code.size * (41 + 8))
      expect(plate.y + plate.height).toBeLessThanOrEqual(1530)
      expect(Number.isInteger(code.x) && Number.isInteger(code.y)).toBe(true)
    },
  )
})

describe('演示数据', () => {
  test('crosses the poster of a fictional company, below the code', () => {
    const types = layout({ isDemo: true }).map(({ type }) => type)
    expect(types).toContain('watermark')
    expect(types.indexOf('watermark')).toBeLessThan(types.indexOf('modules'))
    expect(textsOf(layout({ isDemo: true })).map(({ text }) => text)).toContain('演示数据：本页企业为虚构')
  })

  test('is not on the poster of a real company', () => {
    const marks = layout({ isDemo: false, name: '澜山贸易有限公司', logoText: '澜山', provenance: {} })
    expect(JSON.stringify(marks)).not.toContain('演示')
    expect(marks.some(({ type }) => type === 'watermark')).toBe(false)
  })
})

test.each([
  ['存续', 'ok'],
  ['迁出', 'ok'],
  ['注销', 'risk'],
] as const)('the status %s has the colour %s', (status, token) => {
  expect(textsOf(layout({ status })).find(({ text }) => text === status)?.fill).toEqual({ token })
})
