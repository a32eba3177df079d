import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNightly } from '../../../test/nightly.ts'
import { creditCodeCheck, isCreditCode } from '../../domain/company/credit-code.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { parseAsOf, parseDate } from '../file/dates.ts'
import { csvRecords, splitCells } from '../input/csv-records.ts'
import { ImportRefused } from '../input/import-refused.ts'
import { openTable } from '../input/table-rows.ts'
import { type TextLine, textLines } from '../input/text-lines.ts'
import {
  type CompanyValues,
  compileCompanyMapping,
  loadCompanyMapping,
  readField,
  rowFields,
} from './parse/company-row.ts'
import { createStatementReader } from './parse/statement-reader.ts'

/** Too many runs for the unit tests. */
const RUNS = isNightly ? 10_000 : 1_000

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function gathered<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const batch of batches) all.push(...batch)
  return all
}

const linesOf = (bytes: Buffer, size: number): Promise<TextLine[]> => gathered(textLines(pieces(bytes, size)))

const recordsOf = (text: string, size: number) => gathered(csvRecords(textLines(pieces(Buffer.from(text), size))))

const hostileText = fc.string({
  unit: fc.constantFrom('"', ',', '\n', 'a', '\r', '\0', '甲', '😀', '\ud800'),
  maxLength: 60,
})
const anyValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.anything(),
  fc.constantFrom('-', '@', '~', ';', '1e9', '0x10', '１２', '2020-02-29', '9999-99-99', '=1+1', '\0'),
)

function readOne(field: (typeof rowFields)[number], value: unknown) {
  const row: CompanyValues = {}
  const problem = readField(row, field, value)
  return { value: row[field], problem }
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The sentence of a refused file. @throws any other error */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ImportRefused) || error.message === '') throw error
  return error.message
}

describe(`in ${RUNS} runs`, () => {
  it('lines do not depend on chunk borders, and none is lost', async () => {
    const bytes = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 8 }),
        fc.constantFrom(10, 13).map((end) => Uint8Array.of(end)),
      ),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 40 }), async (parts, size) => {
        const whole = Buffer.concat(parts)
        const lines = await linesOf(whole, size)
        expect(lines).toEqual(await linesOf(whole, whole.length + 1))
        expect(lines.map((line) => line.number)).toEqual(lines.map((_line, at) => at + 1))
      }),
      { numRuns: RUNS },
    )
  })

  it('records read back any cells that were written', async () => {
    const cell = fc.string({ unit: fc.constantFrom('甲', 'a', ',', '"', '\n', ' ', '😀'), maxLength: 8 })
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 30 }), async (rows, size) => {
        const written = rows.map((row) => row.map(quoted).join(',')).join('\r\n')
        const read = await recordsOf(written, size)
        expect(read.map((record) => (record.problem === undefined ? splitCells(record.text) : record.problem))).toEqual(
          rows,
        )
      }),
      { numRuns: RUNS },
    )
  })

  it('records never fail, are in order, and contain closed quotes only', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const records = await recordsOf(text, 7)
        const lines = records.map((record) => record.line)
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b))
        for (const record of records) {
          if (record.problem === undefined) expect(splitCells(record.text)).toBeInstanceOf(Array)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('NDJSON returns cells or a reason, and never inherited properties', async () => {
    const json = fc.oneof(
      fc.json(),
      hostileText,
      fc.constantFrom('{"__proto__":{"a":1}}', '{"a":"\\ud800"}', '{', 'null'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(json, { maxLength: 4 }), async (values) => {
        const lines = ['{"a":1}', ...values.map((value) => value.replaceAll(/[\r\n]/g, ' '))]
        const table = await openTable(pieces(Buffer.from(lines.join('\n')), 9)).catch(sentenceOf)
        if (typeof table === 'string') return
        const read = table.cellReader(['a', 'constructor', 'toString'])
        for (const row of await gathered(table.rows)) {
          if (row.problem !== undefined) continue
          const cells = read(row.text)
          if (typeof cells === 'string') expect(cells).not.toBe('')
          else expect(cells.slice(1).some((cell) => typeof cell === 'function')).toBe(false)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('dates are existing days in one form', () => {
    const shaped = fc
      .tuple(fc.nat(2300), fc.nat(14), fc.nat(33), fc.constantFrom('-', '/', '.'))
      .map(([year, month, day, sign]) => [String(year).padStart(4, '0'), month, day].join(sign))
    fc.assert(
      fc.property(fc.oneof(shaped, fc.string({ unit: 'binary' })), (text) => {
        const date = parseDate(text)
        if (date !== null) expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date)
        const asOf = parseAsOf(text)
        if (asOf !== null) expect(asOf).toMatch(/^\d{4}(-\d\d(-\d\d)?)?$/)
      }),
      { numRuns: RUNS },
    )
  })

  it('a day is read from all of its forms', () => {
    const day = fc.date({ min: new Date('1800-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const text = date.toISOString().slice(0, 10)
        const [year = '', month = '', ofMonth = ''] = text.split('-')
        const forms = [
          text,
          text.replaceAll('-', ''),
          text.replaceAll('-', '/'),
          `${year}年${Number(month)}月${Number(ofMonth)}日`,
        ]
        expect(forms.map(parseDate)).toEqual(forms.map(() => text))
      }),
      { numRuns: RUNS },
    )
  })

  it('amounts are finite numbers in range', () => {
    const written = fc.oneof(
      fc.double().map(String),
      fc.integer().map((value) => value.toLocaleString('en')),
      anyValue,
    )
    fc.assert(
      fc.property(fc.constantFrom('capitalValue', 'insuredCount', 'insuredYear' as const), written, (field, cell) => {
        const { value, problem } = readOne(field, cell)
        const number = typeof value === 'object' && value !== null && 'value' in value ? value.value : value
        if (problem === null) expect(Number.isFinite(number) && Number(number) >= 0 && Number(number) < 1e15).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  it('a credit code is read in any case and spacing, and a wrong check character is refused', () => {
    const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
    const first17 = fc
      .tuple(
        fc.constantFrom('91', '92', '12'),
        fc.nat(999_999),
        fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 9, maxLength: 9 }),
      )
      .map(([kind, region, rest]) => `${kind}${String(region).padStart(6, '0')}${rest}`)
    fc.assert(
      fc.property(first17, fc.constantFrom(...Array.from(letters)), (start, last) => {
        const [code, other] = [start + creditCodeCheck(start), start + last]
        expect(isCreditCode(code)).toBe(true)
        expect(readOne('creditCode', ` ${code.toLowerCase()} `).value).toBe(code)
        expect(readOne('creditCode', other).problem === null).toBe(other === code)
      }),
      { numRuns: RUNS },
    )
  })

  it('values of any field are read or refused with a reason', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rowFields), anyValue, (field, cell) => {
        const { problem } = readOne(field, cell)
        if (problem !== null) expect([problem.field, problem.reason === '']).toEqual([field, false])
      }),
      { numRuns: RUNS },
    )
  })

  it('rows are read through any mapping, or refused with a reason', () => {
    const reference = loadReferenceData({ demo: true })
    const odd = compileCompanyMapping(
      JSON.stringify({
        id: 'odd',
        about: 'x',
        requireColumns: false,
        key: { value: 'a' },
        parts: [
          {
            when: { column: 'b', notIn: ['', 'x'] },
            asOf: 'c',
            fields: {
              name: { column: 'a', match: '^.+$' },
              formerNames: { template: '{b}@{c}~' },
              status: { column: 'c', map: { a: '存续' } },
            },
          },
        ],
      }),
      'odd',
    )
    const readers = [
      odd,
      loadCompanyMapping('canonical'),
      loadCompanyMapping('registry'),
      loadCompanyMapping('listed-companies'),
    ].map((mapping) => ({
      mapping,
      reader: createStatementReader(mapping, reference, { source: 'demo', asOf: '2025' }),
    }))
    fc.assert(
      fc.property(fc.constantFrom(...readers), fc.array(anyValue, { maxLength: 40 }), ({ mapping, reader }, values) => {
        const cells = mapping.columns.map((_column, at) =>
          values.length === 0 ? undefined : values[at % values.length],
        )
        const read = reader.read(1, cells)
        if ('reason' in read) expect(read.reason).not.toBe('')
        else expect(read.statements.length).toBeLessThanOrEqual(mapping.parts.length)
      }),
      { numRuns: RUNS },
    )
  })
})
