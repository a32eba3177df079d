import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IndexCorrupted } from './checksummed-file.ts'
import { docIds } from './doc-iterator.ts'
import { decodeFooter, decodeTail, encodeFooter, TAIL } from './segment-format.ts'
import { SegmentPart } from './segment-part.ts'
import { openSegment, type SegmentReader } from './segment-reader.ts'
import { SegmentWriter } from './segment-writer.ts'

const COMPANIES = 1400
const terms = Array.from({ length: 600 }, (_, at) => at * 1000)
const directory = mkdtempSync(path.join(tmpdir(), 'baiqicha-corruption-'))
const whole = path.join(directory, 'whole')
const corrupted = path.join(directory, 'corrupted')
let bytes: Buffer
let expected: string

beforeAll(() => {
  const part = new SegmentPart(whole)
  for (let at = 0; at < COMPANIES; at += 1) {
    const company = {
      rank: at % 9,
      foundedOn: at,
      capital: at,
      record: `公司${at}`,
      longText: at % 2 ? `范围${at}` : '',
    }
    // The first three terms have enough companies for blocks of their own.
    part.addAnalyzed(
      company,
      terms.filter((_, index) => index < 3 || (at * 7 + index) % 97 === 0),
    )
  }
  part.finish()
  const writer = new SegmentWriter(whole, [part])
  for (const _ of writer.write(0, ['演示'])) continue
  writer.close()
  part.remove()
  bytes = readFileSync(whole)
  expected = readAll(whole)
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Everything that a segment contains. */
function readAll(file: string): string {
  const segment = openSegment(file)
  try {
    return JSON.stringify([
      segment.header,
      terms.map((term) => [...docIds(segment.postings(term), segment.containers)]),
      Array.from({ length: segment.header.companies }, (_, doc) => valuesOf(segment, doc)),
    ])
  } finally {
    segment.close()
  }
}

const valuesOf = (segment: SegmentReader, doc: number) => [
  segment.record(doc),
  segment.longText(doc),
  segment.rank(doc),
  segment.foundedOn(doc),
  segment.capital(doc),
]

/** Expects an error or the right expected. */
function expectHarmless(content: Uint8Array) {
  writeFileSync(corrupted, content)
  let read: string
  try {
    read = readAll(corrupted)
  } catch (error) {
    expect(error).toBeInstanceOf(IndexCorrupted)
    return
  }
  expect(read).toBe(expected)
}

describe('a segment never returns anything but what was written', () => {
  test('with any byte changed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const at = place % bytes.length
        expectHarmless(bytes.map((byte, index) => (index === at ? byte ^ change : byte)))
      }),
      { numRuns: 300 },
    )
  })

  test('with any of its last five hundred bytes changed', () => {
    for (let at = bytes.length - 500; at < bytes.length; at += 1) {
      expectHarmless(bytes.map((byte, index) => (index === at ? byte ^ 0x10 : byte)))
    }
  })

  test('with a range replaced by zeros or by another range', () => {
    const piece = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 8000 }), fc.boolean())
    fc.assert(
      fc.property(piece, ([to, from, length, isZero]) => {
        const content = Buffer.from(bytes)
        const target = to % content.length
        if (isZero) content.fill(0, target, Math.min(content.length, target + length))
        else bytes.copy(content, target, from % bytes.length, (from % bytes.length) + length)
        expectHarmless(content)
      }),
      { numRuns: 150 },
    )
  })
})

describe('opening refuses a file', () => {
  test('that is cut at any length', () => {
    fc.assert(
      fc.property(fc.nat(), (length) => {
        copyFileSync(whole, corrupted)
        truncateSync(corrupted, length % bytes.length)
        expect(() => openSegment(corrupted)).toThrow(IndexCorrupted)
      }),
      { numRuns: 100, examples: [[0], [1], [TAIL]] },
    )
  })

  test('that is missing, has no content, or is of another kind', () => {
    expect(() => openSegment(path.join(directory, 'missing'))).toThrow(IndexCorrupted)
    for (const content of [Buffer.alloc(bytes.length), Buffer.from('SQLite format 3'), Buffer.concat([bytes, bytes])]) {
      writeFileSync(corrupted, content.subarray(0, -1))
      expect(() => openSegment(corrupted)).toThrow(IndexCorrupted)
    }
  })

  test('of another version', () => {
    const length = decodeTail(bytes.subarray(-TAIL))
    const end = bytes.length - TAIL
    const footer = decodeFooter(bytes.subarray(end - length, end))
    const older = { ...footer, header: { ...footer.header, format: footer.header.format - 1 } }
    writeFileSync(corrupted, Buffer.concat([bytes.subarray(0, end - length), encodeFooter(older)]))
    expect(() => openSegment(corrupted)).toThrow(/format/u)
  })
})

test('detects that the file was cut after it was opened', () => {
  copyFileSync(whole, corrupted)
  const segment = openSegment(corrupted)
  truncateSync(corrupted, 100)
  expect(() => segment.record(COMPANIES - 1)).toThrow(IndexCorrupted)
  expect(() => segment.postings(terms[5] ?? 0)).toThrow(IndexCorrupted)
  segment.close()
})
