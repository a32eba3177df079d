import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8')

/** Cells of every table row under a heading of the glossary; the header and its rule are left out. */
const rows = glossary
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Term'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at)

it('each Chinese term occurs once', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(repeated(rows.map(([, term = '']) => term))).toEqual([])
})

it('each code term occurs in one row', () => {
  const nouns = rows.map(([, , code = '']) => /^`([^`]+)`/.exec(code)?.[1] ?? '')
  expect(nouns).not.toContain('')
  expect(repeated(nouns)).toEqual([])
})
