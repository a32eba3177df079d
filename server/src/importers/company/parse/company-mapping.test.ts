import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileCompanyMapping, loadCompanyMapping } from './company-mapping.ts'
import { rowFields } from './company-row.ts'

const cellsOf = (columns: readonly string[], row: Record<string, unknown>) => columns.map((column) => row[column])

function readOne(fields: Record<string, unknown>, row: Record<string, unknown>) {
  const file = { id: 'x', about: 'x', requireColumns: false, parts: [{ fields }] }
  const { parts, columns } = compileCompanyMapping(JSON.stringify(file), 'x')
  return Object.fromEntries((parts[0]?.reads ?? []).map(([field, read]) => [field, read(cellsOf(columns, row))]))
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
