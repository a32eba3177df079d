import type { StatedHolding, UltimateHolders } from '@baiqicha/contract/ownership'
import type { HoldingLevel } from './holding-graph.repository.ts'
import { controlSteps, type HolderPath, overDeclaredSum, sumOfPaths, ultimateShares } from './ownership.rules.ts'

/** Holders, paths of each, and circles that one answer lists. */
const [MOST_HOLDERS, MOST_PATHS, MOST_CIRCLES] = [100, 20, 20]

/** Oldest of some dates; null when one is not known. */
export function oldestOf(dates: readonly (string | null)[]): string | null {
  const known = dates.filter((date) => date !== null)
  return known.length < dates.length ? null : (known.toSorted()[0] ?? null)
}

/** What was read around a company. `holdings` by the company that is held. */
export type ReadHoldings = Omit<HoldingLevel, 'isCut'> & { isPartial: boolean }
/** `usable`: as `holdings`, with the shares that may be computed with. */
type Found = ReadHoldings & { usable: ReadHoldings['holdings'] }

const largestPathFirst = (one: HolderPath, other: HolderPath) => (other.share ?? -1) - (one.share ?? -1)
const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0)

/** The computed part of the answer about a company. */
export function ultimateHoldersOf(
  { holdings, usable, nodes, controllers, isPartial }: Found,
  root: string,
  endsAt: (key: string) => boolean,
): Omit<UltimateHolders, 'company' | 'connected' | 'sources' | 'parents'> {
  const { paths, unassigned, circles, isCut } = ultimateShares(usable, root)
  const isPart = isPartial || isCut
  const all = [...paths].map(([node, own]) => ({ node, own, share: sumOfPaths(own) }))
  const listed = all
    .toSorted((one, other) => (other.share ?? -1) - (one.share ?? -1) || (one.node < other.node ? -1 : 1))
    .slice(0, MOST_HOLDERS)

  const used: StatedHolding[] = []
  const places = new Map<string, number>()
  const placesOf = (list: readonly StatedHolding[]) =>
    list.map((one) => {
      const key = `${one.holder} ${one.company}`
      const place = places.get(key) ?? used.push(one) - 1
      places.set(key, place)
      return place
    })
  const holders = listed.map(({ node, own, share }) => ({
    node,
    share,
    isPartial: isPart || own.some((path) => path.share === null),
    paths: own
      .toSorted(largestPathFirst)
      .slice(0, MOST_PATHS)
      .map((path) => ({ holdings: placesOf(path.holdings), share: path.share })),
    hiddenPaths: Math.max(0, own.length - MOST_PATHS),
    asOf: oldestOf(own.flatMap((path) => path.holdings.map(({ asOf }) => asOf))),
  }))
  const steps = controlSteps(usable, root, endsAt)
  const [top] = steps
  const answer = {
    holders,
    holdersTotal: all.length,
    knownShare: sumOf(all.map(({ share }) => share ?? 0)),
    unassigned: [...unassigned]
      .map(([node, share]) => ({ node, share }))
      .toSorted((one, other) => other.share - one.share)
      .slice(0, MOST_HOLDERS),
    controller: top === undefined ? null : { node: top.holder, holdings: placesOf(steps) },
    statedControllers: controllers
      .filter(({ company }) => company === root)
      .map(({ holder, source }) => ({ node: holder, source })),
    circles: circles.slice(0, MOST_CIRCLES).map((circle) => [...circle]),
    overDeclared: [...holdings].flatMap(([node, own]) => {
      const sum = overDeclaredSum(own)
      return sum === null ? [] : [{ node, sum }]
    }),
    isPartial: isPart,
  }
  const shown = new Set([
    root,
    ...used.flatMap(({ holder, company }) => [holder, company]),
    ...[...answer.unassigned, ...answer.statedControllers, ...answer.overDeclared].map(({ node }) => node),
    ...answer.circles.flat(),
  ])
  return { ...answer, holdings: used, nodes: [...nodes.values()].filter(({ key }) => shown.has(key)) }
}
