import { assert, constantFrom, property, record, uniqueArray } from 'fast-check'
import { expect, it } from 'vitest'
import { isNightly } from '../../../test/nightly.ts'
import { type Joined, shortestPaths } from './relation-paths.rules.ts'

const joined = (text: string): Joined[] =>
  text.split(' ').map((pair) => ({ above: pair.charAt(0), company: pair.charAt(1) }))
const pathsOf = (links: readonly Joined[], hops = 6, most = 20) =>
  shortestPaths(links, { from: 'A', to: 'Z', hops, most }).paths.map(({ nodes }) => nodes.join(''))

it('paths cross links in both directions, the shortest first, up to the number of steps', () => {
  const links = joined('PA PZ AB BC CZ')
  expect(pathsOf(links)).toEqual(['APZ', 'ABCZ'])
  expect(pathsOf(links, 2)).toEqual(['APZ'])
  expect(pathsOf(links, 6, 1)).toEqual(['APZ'])
  expect(pathsOf(joined('AB CZ'))).toEqual([])
})

it('two statements that join the same nodes are two paths, and a holder of itself joins nothing', () => {
  expect(pathsOf(joined('AZ ZA AA'))).toEqual(['AZ', 'AZ'])
})

it('of any links, they are all paths without a node twice', () => {
  const names = ['A', 'B', 'C', 'D', 'Z'] as const
  const link = record({ above: constantFrom(...names), company: constantFrom(...names) })
  const some = uniqueArray(link, { maxLength: 10, selector: ({ above, company }) => above + company })
  const allPaths = (links: readonly Joined[], way: string): string[] =>
    way.endsWith('Z')
      ? [way]
      : links.flatMap(({ above, company }) => {
          const end = way.at(-1)
          const next = above === end ? company : company === end ? above : null
          return next === null || way.includes(next) ? [] : allPaths(links, way + next)
        })
  assert(
    property(some, (links) => {
      const found = pathsOf(links, 6, 1_000)
      expect(found.toSorted()).toEqual(allPaths(links, 'A').toSorted())
      expect(found.map(({ length }) => length)).toEqual(found.map(({ length }) => length).toSorted((a, b) => a - b))
    }),
    { numRuns: isNightly ? 10_000 : 200 },
  )
})
