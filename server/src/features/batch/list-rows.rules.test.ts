import { describe, expect, it } from 'vitest'
import { pastedRows } from '../../../test/batch/pasted-rows.ts'
import { entriesOfRows, listFaults, readListEntry } from './list-rows.rules.ts'

const lines = (...texts: string[]) => entriesOfRows(texts.map((text) => [text]))
const asked = (rows: readonly (readonly string[])[]) => entriesOfRows(rows).map(({ name, code }) => code ?? name)

describe('a pasted row', () => {
  it.each(pastedRows.map(({ line, result }) => [line.slice(0, 40), line, result] as const))(
    '%s is looked up unless it is invalid',
    (_shown, line, result) => {
      const [entry, ...more] = entriesOfRows([line.split('\t')])
      expect(more).toEqual([])
      expect(entry?.fault !== null).toBe(result === '无效')
      expect(entry?.name !== null || entry?.code !== null).toBe(result !== '无效')
    },
  )

  it.each([
    ['（）', listFaults.symbols],
    ['京', listFaults.tooShort],
    ['演'.repeat(101), listFaults.tooLong],
    ['a@demo.example', listFaults.email],
    ['+86 138 0013 8000', listFaults.phone],
    ['400-800-1234', listFaults.phone],
    ['演示甲 110101199003074258', listFaults.identity],
    ['https://www.demo.example', listFaults.website],
    ['2026-01-02', listFaults.date],
    ['=1+1', listFaults.formula],
    ['9.1990001E+17', listFaults.rounded],
    ['123456789', listFaults.number],
    ['91990001MA0TE5T16X', listFaults.creditCode],
    ['990001763531103', listFaults.registrationNumber],
  ])('%s is invalid, and says why', (line, fault) => {
    expect(readListEntry(line)).toMatchObject({ name: null, code: null, fault })
  })

  it('keeps the name of a company that begins with digits', () => {
    expect(lines('360数字演示有限公司', '58 演示有限公司').map(({ name }) => name)).toEqual([
      '360数字演示有限公司',
      '58 演示有限公司',
    ])
  })

  it('loses numbers only where they count the rows', () => {
    expect(lines('1 云岚演示有限公司', '2 晨溪演示有限公司').map(({ name }) => name)).toEqual([
      '云岚演示有限公司',
      '晨溪演示有限公司',
    ])
  })

  it('is shown as it was pasted, at most 200 characters of it', () => {
    expect(readListEntry(' 1、云岚演示有限公司； ').input).toBe('1、云岚演示有限公司；')
    expect(Array.from(readListEntry('演'.repeat(1_400)).input)).toHaveLength(201)
  })

  it('is several rows when it lists whole names', () => {
    expect(
      lines('云岚演示有限公司、晨溪演示有限公司；91990001MA0TE5T16H').map(({ name, code }) => name ?? code),
    ).toEqual(['云岚演示有限公司', '晨溪演示有限公司', '91990001MA0TE5T16H'])
    expect(lines('Demo Trading (China) Co., Ltd.')).toHaveLength(1)
  })
})

describe('a table', () => {
  it('is read from the column that its heading names', () => {
    const rows = [
      ['客户名单', ''],
      ['序号', '联系人', '客户名称（必填）'],
      ['1', '演示甲公司', '云岚演示有限公司'],
    ]
    expect(asked(rows)).toEqual(['云岚演示有限公司'])
  })

  it('is read by its code where the row has one', () => {
    const rows = [
      ['企业名称', '统一社会信用代码'],
      ['澜山演示贸易有限公司', '91990001MA0TE5T16H'],
      ['云岚演示有限公司', ''],
      ['', '91990001MA0TE5T16H'],
    ]
    expect(entriesOfRows(rows)).toMatchObject([
      { name: '澜山演示贸易有限公司', code: '91990001MA0TE5T16H' },
      { name: '云岚演示有限公司', code: null },
      { name: null, code: '91990001MA0TE5T16H' },
    ])
  })

  it('without a heading is read from the column that looks most like names', () => {
    const rows = [
      ['1', '2024-01-02', '云岚演示有限公司', '13800138000'],
      ['2', '2024-01-03', '晨溪演示有限公司', ''],
    ]
    expect(asked(rows)).toEqual(['云岚演示有限公司', '晨溪演示有限公司'])
  })

  it('leaves blank rows out and keeps the order and the duplicates', () => {
    const rows = [['云岚演示有限公司'], ['  '], ['晨溪演示有限公司'], ['云岚演示有限公司']]
    expect(asked(rows)).toEqual(['云岚演示有限公司', '晨溪演示有限公司', '云岚演示有限公司'])
  })
})
