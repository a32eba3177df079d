import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { problemsOf } from './check.ts'
import { type DemoSet, demoFiles, generateDemo } from './generate.ts'
import { SHIPPED_SEED } from './shipped-seed.ts'

const linesOf = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const shipped = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')

it('contradicts itself nowhere, tells every story and names nobody real, for any seed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      expect(problemsOf(generateDemo(seed))).toEqual([])
    }),
    { seed: 1, numRuns: 3 },
  )
})

it('ships what its seed makes, checked like any other', () => {
  const made = generateDemo(SHIPPED_SEED)
  expect(problemsOf(made)).toEqual([])
  expect(shipped('companies.ndjson') === linesOf(made.companies)).toBe(true)
  const files = demoFiles(made)
  const there = readdirSync(path.join(import.meta.dirname, 'records'), { recursive: true, encoding: 'utf8' })
  expect(there.filter((name) => name.endsWith('.ndjson')).toSorted()).toEqual(files.map(({ file }) => file).toSorted())
  for (const { file, rows } of files) expect(shipped(`records/${file}`) === linesOf(rows)).toBe(true)
})

const firstOf = ({ records }: DemoSet, kind: string) => records.find((record) => record.kind === kind)?.row ?? {}

const spoil = (row: object | undefined, wrong: object) => Object.assign(row ?? {}, wrong)

it('sees what is wrong', () => {
  const set = generateDemo(SHIPPED_SEED)
  spoil(set.companies[3], { name: '青峰食品有限公司' })
  spoil(set.companies[4], { creditCode: '91110000100000000A' })
  spoil(firstOf(set, 'shareholderInfo'), { percent: 61 })
  spoil(firstOf(set, 'overseasInvest'), { percent: 99 })
  spoil(firstOf(set, 'dishonestExecutor'), { filedDate: '2026-11-01' })
  spoil(firstOf(set, 'punishment'), { removedAt: '2026-11-01' })
  spoil(firstOf(set, 'changeRecord'), { after: '演示他处' })
  spoil(firstOf(set, 'executedPerson'), { caseState: '演示' })
  spoil(firstOf(set, 'judicialDocument'), { cause: '电话13800138000' })
  const problems = problemsOf(set).join('\n')
  for (const sentence of [
    '青峰食品有限公司 may be real',
    'its code may be real',
    'shares make 101 %',
    'told as an investment but not owned',
    'filedDate ≤ publishDate ≤ removedAt does not hold',
    'says when and why it ended only if it did',
    '“演示他处” is followed by',
    'no such word: caseState "演示"',
    'the mobile number in 电话13800138000 may be real',
  ]) {
    expect(problems).toContain(sentence)
  }
})
