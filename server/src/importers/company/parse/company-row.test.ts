import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RowProblem } from '../../file/value-readers.ts'
import {
  type CompanyValues,
  compileCompanyMapping,
  isRowField,
  loadCompanyMapping,
  parseSourceKey,
  readField,
  rowFields,
} from './company-row.ts'

function read(values: Record<string, unknown>): { row: CompanyValues; problem: RowProblem | null } {
  const row: CompanyValues = {}
  for (const [field, value] of Object.entries(values)) {
    const problem = isRowField(field) ? readField(row, field, value) : { field, reason: 'no field' }
    if (problem !== null) return { row, problem }
  }
  return { row, problem: null }
}
const parsed = (values: Record<string, unknown>) => {
  const { row, problem } = read(values)
  expect(problem).toBeNull()
  return row
}
const problem = (values: Record<string, unknown>) => read(values).problem?.field ?? null

describe('the values of a row', () => {
  it('are validated and converted', () => {
    expect(
      parsed({
        creditCode: ' 91990001ma0te5t16h ',
        capitalValue: '1,234.50',
        insuredCount: '０',
        insuredYear: '2025年',
        foundedOn: '2024年5月3日',
        phones: '0990-5550000；0990-5550001',
        formerNames: ['演示旧有限公司@2001-03-01~2009-06-30', '演示更旧有限公司'],
      }),
    ).toEqual({
      creditCode: '91990001MA0TE5T16H',
      capitalValue: { value: 1234.5, unit: undefined, currency: undefined },
      insuredCount: 0,
      insuredYear: 2025,
      foundedOn: '2024-05-03',
      phones: ['0990-5550000', '0990-5550001'],
      formerNames: [
        { value: '演示旧有限公司', from: '2001-03-01', to: '2009-06-30' },
        { value: '演示更旧有限公司', from: '', to: null },
      ],
    })
  })

  it.each([
    ['capitalValue', '-5'],
    ['capitalValue', '1e400'],
    ['capitalValue', '一万五'],
    ['insuredCount', '3.5'],
    ['insuredYear', '25'],
    ['registrationNumber', '990001131419676'],
    ['name', '企业名称'],
    ['name', '2家'],
    ['name', '法定代表人'],
    ['formerNames', '演示旧@昨天~今天'],
    ['formerNames', '@2001-03-01'],
    ['name', 5],
    ['name', '演示\u0007'],
    ['name', '演示\ud800'],
    ['name', '演'.repeat(501)],
    ['scope', '长'.repeat(20_001)],
  ])('reject a row with the %s %j', (field, value) => {
    expect(problem({ [field]: value })).toBe(field)
  })

  it('include a source key of one line only', () => {
    expect(parseSourceKey('A-1')).toEqual({ key: 'A-1' })
    for (const key of ['a\nb', 'a\u0000', {}, 'k'.repeat(501)]) expect(parseSourceKey(key)).toHaveProperty('reason')
  })
})

const cellsOf = (columns: readonly string[], row: Record<string, unknown>) => columns.map((column) => row[column])

function readOne(fields: Record<string, unknown>, row: Record<string, unknown>) {
  const file = { id: 'x', about: 'x', requireColumns: false, parts: [{ fields }] }
  const { parts, columns } = compileCompanyMapping(JSON.stringify(file), 'x')
  return Object.fromEntries(
    (parts[0]?.reads ?? []).map(([field, readValue]) => [field, readValue(cellsOf(columns, row))]),
  )
}

describe('a mapping', () => {
  it('reads a column, a part of it, its translation, a combination, or a constant', () => {
    const fields = {
      name: 'title',
      industry: { column: 'section', match: '^[A-T]' },
      status: { column: 'state', map: { open: '存续' } },
      formerShortNames: { template: '{old}@{from}~' },
      exchange: { value: 'SZSE' },
    }
    const row = { title: '演示甲', section: 'C 制造业', state: 'open', old: '演示旧', from: '2020-01-01' }
    expect(readOne(fields, row)).toEqual({
      name: '演示甲',
      industry: 'C',
      status: '存续',
      formerShortNames: '演示旧@2020-01-01~',
      exchange: 'SZSE',
    })
  })

  it('reads nothing from a cell without a match or translation', () => {
    const fields = {
      industry: { column: 'section', match: '^[A-T]' },
      status: { column: 'state', map: { open: '存续' } },
      formerShortNames: { template: '{old}@{from}~' },
    }
    expect(readOne(fields, { section: '制造业', state: 'constructor', old: '' })).toEqual({
      industry: '',
      status: undefined,
      formerShortNames: undefined,
    })
  })

  it('reads a part only when its condition holds', () => {
    const when = { column: 'state', notIn: ['', 'closed'] }
    const file = { id: 'x', about: 'x', requireColumns: false, parts: [{ when, fields: {} }] }
    const { parts, columns } = compileCompanyMapping(JSON.stringify(file), 'x')
    const applies = (state: unknown) => parts[0]?.applies(cellsOf(columns, { state }))
    expect(['open', 'closed', ' ', undefined].map(applies)).toEqual([true, false, false, false])
  })

  it.each([
    ['{', /不是 JSON/],
    [JSON.stringify({ id: 'x', about: 'x', requireColumns: false, parts: [] }), /parts/],
    [JSON.stringify({ id: 'x', about: 'x', requireColumns: false, parts: [{ fields: { nme: 'a' } }] }), /有误/],
    [JSON.stringify({ id: 'x', about: 'x', requireColumns: false, parts: [{ feilds: {} }] }), /有误/],
  ])('refuses %s', (text, sentence) => {
    expect(() => compileCompanyMapping(text, 'x')).toThrow(sentence)
  })

  it('is not searched for outside of its path', () => {
    expect(() => loadCompanyMapping('../company-row')).toThrow(/未找到映射/)
  })
})

describe('the mappings that ship', () => {
  const files = readdirSync(new URL('../../file/mappings/', import.meta.url))
  const names = [
    'canonical',
    ...files.filter((file) => file.endsWith('.json')).map((file) => file.replace('.json', '')),
  ]

  it.each(names)('%s has its own name as id and reads columns', (name) => {
    const mapping = loadCompanyMapping(name)
    expect(mapping.id).toBe(name)
    expect(mapping.columns.length).toBeGreaterThan(1)
  })

  it('include the canonical format, of which docs/data-formats.md describes every field', () => {
    const docs = readFileSync(new URL('../../../../../docs/data-formats.md', import.meta.url), 'utf8')
    const { columns } = loadCompanyMapping('canonical')
    for (const field of rowFields) {
      expect(columns).toContain(field)
      expect(docs).toContain(`\`${field}\``)
    }
  })
})
