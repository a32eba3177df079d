import type { RecordList } from '@baiqicha/contract/records/record'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { isZeroKnown } from '../../domain/record/record-coverage.ts'
import { fetchRecordPage } from '../../platform/records/record-list-query.ts'
import { type Direction, directionKinds, growOwnership, type Level, levelKey, type OwnershipNode } from './ownership.ts'

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
  toggle: (node: OwnershipNode, direction: Direction) => void
  retry: () => void
}

/** Shareholders and investments of a company, loaded level by level as the user expands them. */
export function useOwnership(rootId: string): Ownership {
  const [opened, setOpened] = useState<ReadonlyMap<string, Place>>(new Map())
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

  function toggle(node: OwnershipNode, direction: Direction) {
    const next = new Map(opened)
    if (!next.delete(node.path) && node.companyId !== null)
      next.set(node.path, { direction, companyId: node.companyId })
    setOpened(next)
  }

  return {
    holders: { list: queries[0]?.data, error: queries[0]?.error ?? null },
    holdings: { list: queries[1]?.data, error: queries[1]?.error ?? null },
    up: grow('up'),
    down: grow('down'),
    unread: { up: unreadOf(queries[0]?.data), down: unreadOf(queries[1]?.data) },
    toggle,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}

const unreadOf = (list: RecordList | undefined) => (list === undefined ? 0 : list.total - list.list.length)

function uniquePlaces(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [levelKey(place.direction, place.companyId), place])).values()]
}
