import { describe, expect, it } from 'vitest'
import { csvRecords, splitCells } from './csv-records.ts'
import { LINE_LIMIT, type TextLine, textLines } from './text-lines.ts'

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function linesOf(bytes: Buffer | string, size = 7): Promise<TextLine[]> {
  const all: TextLine[] = []
  for await (const lines of textLines(pieces(Buffer.from(bytes), size))) all.push(...lines)
  return all
}

type Record = { line: number; cells?: string[]; problem?: string }

async function recordsOf(bytes: Buffer | string, size = 7): Promise<Record[]> {
  const all: Record[] = []
  for await (const records of csvRecords(textLines(pieces(Buffer.from(bytes), size)))) {
    for (const { line, ...record } of records) {
      const cells = record.problem === undefined ? splitCells(record.text) : record.problem
      all.push(typeof cells === 'string' ? { line, problem: cells } : { line, cells })
    }
  }
  return all
}

describe('lines', () => {
  it('drop a byte order mark and carriage returns, and are numbered', async () => {
    expect(await linesOf('\uFEFF甲\r\n\r\n乙')).toEqual([
      { number: 1, text: '甲' },
      { number: 2, text: '' },
      { number: 3, text: '乙' },
    ])
  })

  it('have a problem when they are not UTF-8, each by itself', async () => {
    const gbk = Buffer.from([0xd2, 0xbc, 0xc8, 0xcb, 0x0a])
    const surrogate = Buffer.from([0xed, 0xa0, 0x80, 0x0a])
    const lines = await linesOf(Buffer.concat([Buffer.from('甲\n'), gbk, surrogate, Buffer.from('乙\n')]), 1_000)
    expect(lines.map((line) => line.text)).toEqual(['甲', null, null, '乙'])
    expect(lines[1]?.problem).toContain('UTF-8')
  })

  it('reject a line above the limit, and continue with the next', async () => {
    const endless = Buffer.alloc(LINE_LIMIT * 3, 'a')
    const lines = await linesOf(Buffer.concat([Buffer.from('甲\n'), endless, Buffer.from('\n乙')]), 65_536)
    expect(lines.map((line) => [line.number, line.text])).toEqual([
      [1, '甲'],
      [2, null],
      [3, '乙'],
    ])
  })
})

describe('CSV records', () => {
  it('reject only the line on which a quote does not close', async () => {
    const records = await recordsOf('名,址,号\n甲,"没有闭合,1\n乙,街,2\n丙,"路,口",3\n')
    expect(records.map((record) => record.cells?.[0] ?? [record.line, record.problem])).toEqual([
      '名',
      [2, '引号没有闭合'],
      '乙',
      '丙',
    ])
  })

  it('reject only the line on which a quote is open at the end of the file', async () => {
    const records = await recordsOf('a,b\n"x,1\ny,2\n')
    expect(records.map((record) => record.cells ?? record.problem)).toEqual([['a', 'b'], '引号没有闭合', ['y', '2']])
  })

  it('report text after a closing quote', () => {
    expect(splitCells('"a"b,c')).toBe('malformed')
    expect(splitCells('"a""b",c')).toEqual(['a"b', 'c'])
    expect(splitCells('5" pipe,c')).toEqual(['5" pipe', 'c'])
    expect(splitCells('')).toEqual([''])
    expect(splitCells('"a",')).toEqual(['a', ''])
  })
})
