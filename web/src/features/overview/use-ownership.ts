import type { RecordList } from '@baiqicha/contract/records/record'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { isZeroKnown } from '../../domain/record/record-coverage.ts'
import { fetchRecordPage } from '../../platform/records/record-list-query.ts'
import {
  type Direction,
  directionKinds,
  growOwnership,
  type Level,
  levelKey,
  type OwnershipNode,
  pathsOfWays,
  type Way,
} from './ownership.ts'

/** The latest publication comes before the registration. */
const NEWEST_BASIS = '最新公示'

const hasBothBases = ({ facets }: RecordList) =>
  facets.some(
    ({ name, options }) =>
      name === 'basis' && options.some(({ value }) => value === NEWEST_BASIS) && options.length > 1,
  )

/**
 * Largest shareholders or investments of a company. Uses one of two bases, otherwise each shareholder would appear
 * twice.
 */
async function fetchLevel(direction: Direction, companyId: string, signal: AbortSignal): Promise<RecordList> {
  const page = { key: directionKinds[direction], companyId }
  const list = await fetchRecordPage(page, { signal, silent: true })
  if (!hasBothBases(list)) return list
  return fetchRecordPage({ ...page, narrowing: { basis: NEWEST_BASIS } }, { signal, silent: true })
}

type Place = { direction: Direction; companyId: string }

const levelOf = (query: { data: RecordList | undefined; isError: boolean }): Level => {
  const { data } = query
  if (data !== undefined) return { state: 'ready', rows: data.list, total: data.total, isCovered: isZeroKnown(data) }
  return { state: query.isError ? 'failed' : 'loading', rows: [], total: 0, isCovered: false }
}

export type Ownership = {
  /** First responses for the root; undefined while loading. */
  holders: { list: RecordList | undefined; error: unknown }
  holdings: { list: RecordList | undefined; error: unknown }
  up: readonly OwnershipNode[]
  down: readonly OwnershipNode[]
  /** Number of rows of each direction of the root that were not loaded. */
  unread: Readonly<Record<Direction, number>>
  /** Paths of the nodes on the way of the holder that the page was opened for. */
  marked: ReadonlySet<string>
  toggle: (node: OwnershipNode, direction: Direction) => void
  retry: () => void
}

/**
 * Shareholders and investments of a company, loaded level by level as the user expands them. `ways`: to a holder, whose levels are
 * open from the start.
 */
export function useOwnership(rootId: string, ways: readonly Way[]): Ownership {
  /** null: collapsed by the user. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, Place | null>>(new Map())
  const opened = new Map<string, Place>()
  for (const [path, place] of [...placesOfWays(rootId, ways), ...toggled]) {
    if (place === null) opened.delete(path)
    else opened.set(path, place)
  }
  const places = uniquePlaces([
    { direction: 'up', companyId: rootId },
    { direction: 'down', companyId: rootId },
    ...opened.values(),
  ])
  const queries = useQueries({
    queries: places.map(({ direction, companyId }) => ({
      queryKey: ['ownershipLevel', direction, companyId],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchLevel(direction, companyId, signal),
      enabled: companyId !== '',
    })),
  })
  const levels = new Map(
    places.map(({ direction, companyId }, at): [string, Level] => {
      const query = queries[at]
      return [levelKey(direction, companyId), levelOf({ data: query?.data, isError: query?.isError ?? false })]
    }),
  )
  const open = new Set(opened.keys())
  const grow = (direction: Direction) => growOwnership({ direction, levels, open }, rootId)

  const up = grow('up')

  function toggle(node: OwnershipNode, direction: Direction) {
    if (node.companyId === null) return
    const place = opened.has(node.path) ? null : { direction, companyId: node.companyId }
    setToggled(new Map([...toggled, [node.path, place]]))
  }

  return {
    holders: { list: queries[0]?.data, error: queries[0]?.error ?? null },
    holdings: { list: queries[1]?.data, error: queries[1]?.error ?? null },
    up,
    down: grow('down'),
    unread: { up: unreadOf(queries[0]?.data), down: unreadOf(queries[1]?.data) },
    marked: new Set(pathsOfWays(up, ways)),
    toggle,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}

/** Companies on the ways, each at its path. */
const placesOfWays = (rootId: string, ways: readonly Way[]): [string, Place][] =>
  ways.flatMap((way) => {
    let path = levelKey('up', rootId)
    return way.slice(0, -1).flatMap(({ companyId }): [string, Place][] => {
      path = `${path} ${companyId ?? ''}`
      return companyId === null ? [] : [[path, { direction: 'up', companyId }]]
    })
  })

const unreadOf = (list: RecordList | undefined) => (list === undefined ? 0 : list.total - list.list.length)

function uniquePlaces(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [levelKey(place.direction, place.companyId), place])).values()]
}
