import { array, assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isNightly } from '../../../test/nightly.ts'
import {
  controlSteps,
  type Holding,
  type HoldingGraph,
  overDeclaredSum,
  sumOfPaths,
  ultimateShares,
} from './ultimate-share.rules.ts'

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

const names = ['本', '甲', '乙', '丙', '丁', '戊', '己'] as const
const edge = record({
  holder: constantFrom(...names),
  company: constantFrom(...names),
  share: integer({ min: 0, max: 100 }),
})
const edges = uniqueArray(edge, { maxLength: 16, selector: ({ holder, company }) => `${holder} ${company}` })

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
      property(edges, (drawn) => {
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
      property(edges, (drawn) => {
        const all = scaled(drawn)
        expectSame(byCompany(all), bruteForce(all, '本'))
      }),
      cases,
    )
  })

  it('they equal the matrix solution where no company holds itself', () => {
    assert(
      property(edges, (drawn) => {
        // A holder is always later in the list than what it holds.
        const upward = drawn.filter(({ holder, company }) => names.indexOf(holder) > names.indexOf(company))
        const all = scaled(upward)
        const solution = byMatrix(all, names, '本')
        const { paths, circles } = ultimateShares(byCompany(all), '本')
        expect(circles).toEqual([])
        for (const [holder, own] of paths) expect(sumOfPaths(own) ?? 0).toBeCloseTo(solution.get(holder) ?? 0, 6)
      }),
      cases,
    )
  })

  it('the order of the holdings changes nothing', () => {
    assert(
      property(edges, array(integer(), { minLength: 16, maxLength: 16 }), (drawn, order) => {
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
