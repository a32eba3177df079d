import type { HoldingNode } from '@baiqicha/contract/ownership'
import { array, assert, constantFrom, integer, option, property, record, uniqueArray } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isNightly } from '../../../test/nightly.ts'
import {
  controlSteps,
  type Holding,
  type HoldingGraph,
  type Joined,
  mergeHoldings,
  overDeclaredSum,
  type StatedEdge,
  shortestPaths,
  sumOfPaths,
  ultimateShares,
} from './ownership.rules.ts'

/** `holder share company`, as in `甲 60 乙`; a share `-` is not published. */
function graphOf(...lines: string[]): HoldingGraph {
  const holdings = lines.map((line): Holding => {
    const [holder = '', share = '', company = ''] = line.split(' ')
    return { holder, company, share: share === '-' ? null : Number(share) }
  })
  return Map.groupBy(holdings, ({ company }) => company)
}

const sharesOf = (graph: HoldingGraph, root = '本') =>
  Object.fromEntries(
    [...ultimateShares(graph, root).paths].map(([holder, paths]) => {
      const share = sumOfPaths(paths)
      return [holder, share === null ? null : Math.round(share * 1e6) / 1e6]
    }),
  )

describe('the share of an ultimate holder', () => {
  it('is the product along a path and the sum over the paths', () => {
    const graph = graphOf('戊 62 云', '庚 38 云', '云 55 本', '戊 12 本', '己 15 本', '丁 40 丙', '丙 18 本')
    expect(sharesOf(graph)).toEqual({ 戊: 46.1, 庚: 20.9, 己: 15, 丁: 7.2 })
    expect(Object.fromEntries(ultimateShares(graph, '本').unassigned)).toEqual({ 丙: expect.closeTo(10.8, 9) })
  })

  it('does not walk round a circle, and names the circle once', () => {
    const graph = graphOf('乙 40 本', '丙 50 乙', '本 50 丙', '甲 60 本', '丁 50 丙')
    expect(sharesOf(graph)).toEqual({ 甲: 60, 丁: 10 })
    expect(ultimateShares(graph, '本').circles.map((circle) => circle.toSorted())).toEqual([
      ['丙', '乙', '本'].toSorted(),
    ])
    expect(ultimateShares(graphOf('本 100 本'), '本')).toMatchObject({ circles: [['本']], paths: new Map() })
  })

  it('is the known part where a share on another path is not published', () => {
    const { paths, unassigned } = ultimateShares(graphOf('甲 37.2 本', '乙 - 本', '甲 50 乙', '丙 50 乙'), '本')
    expect(sumOfPaths(paths.get('甲') ?? [])).toBeCloseTo(37.2, 9)
    expect(paths.get('甲')?.some(({ share }) => share === null)).toBe(true)
    expect(sumOfPaths(paths.get('丙') ?? [])).toBeNull()
    expect(unassigned.size).toBe(0)
  })

  it('is divided among the 300 holders of a fund', () => {
    const fund = Array.from({ length: 300 }, (_, at) => `人${at} ${100 / 300} 基金`)
    const shares = Object.values(sharesOf(graphOf('基金 30 本', '甲 70 本', ...fund)))
    expect(shares).toHaveLength(301)
    expect(shares.filter((share) => share === 0.1)).toHaveLength(300)
  })
})

test('shares that add up to more than 100.01 % are reported', () => {
  const declared = [[60, 40], [50, 50.01], [60, 40.02], [200]]
  expect(declared.map((shares) => overDeclaredSum(shares.map((share) => ({ share }))))).toEqual([
    null,
    null,
    expect.closeTo(100.02, 6),
    200,
  ])
})

const controllerOf = (graph: HoldingGraph, endsAt: (key: string) => boolean = () => false) =>
  controlSteps(graph, '本', endsAt).map(({ holder, share }) => `${holder} ${share}`)

describe('the controller', () => {
  it('is reached by more than 50 % step by step', () => {
    expect(controllerOf(graphOf('戊 62 云', '云 55 本', '己 45 本'))).toEqual(['戊 62', '云 55'])
    expect(controllerOf(graphOf('戊 50 云', '云 51 本'))).toEqual(['云 51'])
  })

  it('is none at exactly half, without a published share, in a circle, and in a partnership', () => {
    expect(controllerOf(graphOf('甲 50 本', '乙 50 本'))).toEqual([])
    expect(controllerOf(graphOf('甲 - 本'))).toEqual([])
    expect(controllerOf(graphOf('乙 60 本', '本 60 乙'))).toEqual([])
    expect(controllerOf(graphOf('甲 99 本'), (key) => key === '本')).toEqual([])
    expect(controllerOf(graphOf('甲 99 基金', '基金 51 本'), (key) => key === '基金')).toEqual(['基金 51'])
  })
})

/** All simple paths by recursion over the edges, the slow way. */
function bruteForce(edges: readonly Holding[], root: string): Map<string, number> {
  const companies = new Set(edges.map(({ company }) => company))
  const sums = new Map<string, number>()
  const walk = (way: readonly string[], share: number) => {
    for (const edge of edges) {
      if (edge.company !== way.at(-1) || way.includes(edge.holder)) continue
      const product = (share * (edge.share ?? 0)) / 100
      if (companies.has(edge.holder)) walk([...way, edge.holder], product)
      else sums.set(edge.holder, (sums.get(edge.holder) ?? 0) + product)
    }
  }
  walk([root], 100)
  return sums
}

/** Solves share(company) = sum of share(held) × holding from the root up: exact where nothing is a circle. */
function byMatrix(edges: readonly Holding[], names: readonly string[], root: string): Map<string, number> {
  let shares = new Map([[root, 1]])
  const total = new Map<string, number>()
  for (let power = 0; power <= names.length; power += 1) {
    const next = new Map<string, number>()
    for (const { holder, company, share } of edges) {
      const value = (shares.get(company) ?? 0) * ((share ?? 0) / 100)
      if (value > 0) next.set(holder, (next.get(holder) ?? 0) + value)
    }
    for (const [name, value] of next) total.set(name, (total.get(name) ?? 0) + value)
    shares = next
  }
  const companies = new Set(edges.map(({ company }) => company))
  return new Map([...total].flatMap(([name, value]) => (companies.has(name) ? [] : [[name, value * 100]])))
}

const holderNames = ['本', '甲', '乙', '丙', '丁', '戊', '己'] as const
const edge = record({
  holder: constantFrom(...holderNames),
  company: constantFrom(...holderNames),
  share: integer({ min: 0, max: 100 }),
})
const randomHoldings = uniqueArray(edge, { maxLength: 16, selector: ({ holder, company }) => `${holder} ${company}` })

/** Shares of each company scaled to at most 100 %. */
function scaled(drawn: readonly Holding[]): Holding[] {
  return [...Map.groupBy(drawn, ({ company }) => company).values()].flatMap((own) => {
    const sum = own.reduce((total, { share }) => total + (share ?? 0), 0)
    return own.map((one) => ({ ...one, share: sum > 100 ? ((one.share ?? 0) * 100) / sum : one.share }))
  })
}
const byCompany = (all: readonly Holding[]) => Map.groupBy(all, ({ company }) => company)
const cases = { numRuns: isNightly ? 10_000 : 200 }

const expectSame = (graph: HoldingGraph, expected: ReadonlyMap<string, number>) => {
  const { paths } = ultimateShares(graph, '本')
  for (const [holder, share] of expected) expect(sumOfPaths(paths.get(holder) ?? []) ?? 0).toBeCloseTo(share, 6)
  for (const holder of paths.keys()) expect(expected.has(holder)).toBe(true)
}

describe('of any holdings', () => {
  it('the ultimate shares add up to at most 100 %, and with those that end at companies and no circle to 100 %', () => {
    assert(
      property(randomHoldings, (drawn) => {
        const { paths, unassigned, circles } = ultimateShares(byCompany(scaled(drawn)), '本')
        const sum = [...paths.values()].reduce((total, own) => total + (sumOfPaths(own) ?? 0), 0)
        const rest = [...unassigned.values()].reduce((total, share) => total + share, 0)
        expect(sum).toBeLessThanOrEqual(100 + 1e-6)
        if (circles.length === 0 && drawn.some(({ company }) => company === '本'))
          expect(sum + rest).toBeCloseTo(100, 6)
      }),
      cases,
    )
  })

  it('they equal the sum over all simple paths', () => {
    assert(
      property(randomHoldings, (drawn) => {
        const all = scaled(drawn)
        expectSame(byCompany(all), bruteForce(all, '本'))
      }),
      cases,
    )
  })

  it('they equal the matrix solution where no company holds itself', () => {
    assert(
      property(randomHoldings, (drawn) => {
        // A holder is always later in the list than what it holds.
        const upward = drawn.filter(({ holder, company }) => holderNames.indexOf(holder) > holderNames.indexOf(company))
        const all = scaled(upward)
        const solution = byMatrix(all, holderNames, '本')
        const { paths, circles } = ultimateShares(byCompany(all), '本')
        expect(circles).toEqual([])
        for (const [holder, own] of paths) expect(sumOfPaths(own) ?? 0).toBeCloseTo(solution.get(holder) ?? 0, 6)
      }),
      cases,
    )
  })

  it('the order of the holdings changes nothing', () => {
    assert(
      property(randomHoldings, array(integer(), { minLength: 16, maxLength: 16 }), (drawn, order) => {
        const all = scaled(drawn)
        const shuffled = all.toSorted((a, b) => (order[all.indexOf(a)] ?? 0) - (order[all.indexOf(b)] ?? 0))
        const [one, other] = [all, shuffled].map((list) => ultimateShares(byCompany(list), '本'))
        const sums = (shares: typeof one) =>
          new Map([...(shares?.paths ?? [])].map(([holder, own]) => [holder, sumOfPaths(own)?.toFixed(6)]))
        expect(sums(one)).toEqual(sums(other))
        expect(new Set(one?.circles.map(String))).toEqual(new Set(other?.circles.map(String)))
      }),
      cases,
    )
  })
})

const node = (key: string): HoldingNode => ({ key, name: key, companyId: key, kind: 'company', isAbroad: false })
const statedEdge = (holder: string, share: number | null, basis: StatedEdge['basis'], asOf: string): StatedEdge => ({
  holder: node(holder),
  company: node('本'),
  share,
  basis,
  amount: null,
  isDisputed: false,
  asOf,
  sources: [{ sourceId: basis, sourceName: basis, sourceUrl: null, asOf }],
  recordId: `${holder} ${basis} ${share}`,
  isController: false,
})
const merged = (stated: readonly StatedEdge[]) =>
  mergeHoldings(stated)
    .holdings.get('本')
    ?.map(({ holder, share, sources }) => `${holder} ${share} ${sources.map(({ sourceId }) => sourceId).join('、')}`)

it('the newer of registration and investment states the share, and both are its sources', () => {
  const edges = [statedEdge('甲', 40, '工商登记', '2025-01-01'), statedEdge('甲', 45, '对外投资', '2026-01-01')]
  expect(merged(edges)).toEqual(['甲 45 对外投资、工商登记'])
  expect(merged(edges.toReversed())).toEqual(merged(edges))
})

it('beside a publication neither the registration nor investments of others count, however new', () => {
  const edges = [
    statedEdge('甲', 90, '工商登记', '2026-11-01'),
    statedEdge('甲', 45, '对外投资', '2026-11-01'),
    statedEdge('乙', 20, '对外投资', '2026-11-01'),
    statedEdge('甲', 30, '最新公示', '2026-09-30'),
    statedEdge('甲', 5, '最新公示', '2026-09-30'),
  ]
  expect(merged(edges)).toEqual(['甲 35 对外投资、最新公示'])
})

it('a negative share is none', () => {
  expect(merged([statedEdge('甲', -5, '工商登记', '2026-01-01')])).toEqual(['甲 null 工商登记'])
})

it('the order of the records changes nothing', () => {
  const statement = record({
    holder: constantFrom('甲', '乙', '丙'),
    share: option(integer({ min: -5, max: 120 })),
    basis: constantFrom('工商登记', '最新公示', '对外投资'),
    asOf: constantFrom('2025-01-01', '2026-01-01'),
  })
  const statements = uniqueArray(statement, { maxLength: 8, selector: (one) => JSON.stringify(one) })
  assert(
    property(statements, array(integer(), { minLength: 8, maxLength: 8 }), (drawn, order) => {
      const edges = drawn.map(({ holder, share, basis, asOf }, at) => ({
        ...statedEdge(holder, share, basis, asOf),
        recordId: `r-${at}`,
      }))
      const shuffled = edges.toSorted((a, b) => (order[edges.indexOf(a)] ?? 0) - (order[edges.indexOf(b)] ?? 0))
      expect(mergeHoldings(shuffled).holdings).toEqual(mergeHoldings(edges).holdings)
    }),
    { numRuns: isNightly ? 10_000 : 200 },
  )
})

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
