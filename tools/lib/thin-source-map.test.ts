import { SourceMap } from 'node:module'
import { expect, it } from 'vitest'
import { thinMappings } from './thin-source-map.ts'

const mapOf = (mappings: string) =>
  new SourceMap({
    file: 'dist.js',
    version: 3,
    sources: ['a.ts', 'b.ts'],
    sourcesContent: [],
    names: ['run'],
    mappings,
    sourceRoot: '',
  })

it('keeps the source and line with which each generated line begins', () => {
  // Two mappings of a.ts; none; b.ts, the second with a name; back to a.ts.
  const mappings = 'AAAA,IAEIA;;CCgCJ,EAAEA;ADjCF'
  const [whole, thin] = [mapOf(mappings), mapOf(thinMappings(mappings))]
  for (const [line, column] of [
    [0, 0],
    [2, 1],
    [3, 0],
  ] as const) {
    const { originalSource, originalLine, originalColumn } = whole.findEntry(line, column)
    expect(thin.findEntry(line, 99)).toMatchObject({ originalSource, originalLine, originalColumn })
  }
})

it('keeps one mapping of each line that has any', () => {
  expect(
    thinMappings('AAAA,IAEIA;;CCgCJ,EAAEA;ADjCF')
      .split(';')
      .map((line) => line.split(',').length),
  ).toEqual([1, 1, 1, 1])
  expect(thinMappings(';;')).toBe(';;')
})
