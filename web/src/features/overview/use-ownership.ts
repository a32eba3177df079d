import { type OwnershipTree, TREE_LEVELS } from '@baiqicha/contract/ownership'
import { ownershipRoutes } from '@baiqicha/contract/routes/ownership'
import { queryOptions, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiPages } from '../../platform/api/api-pages.ts'
import { apiQuery } from '../../platform/api/client.ts'
import {
  type Direction,
  growOwnership,
  type LoadedTree,
  levelKey,
  type OwnershipNode,
  pathsOfWays,
  type Way,
} from './ownership.ts'

/** Ultimate holders of a company with their paths. */
export const useUltimateHoldersQuery = (id: string) =>
  useQuery({ ...apiQuery(['ultimateHolders', id], ownershipRoutes.ultimateHolders, { id }), enabled: id !== '' })

/** Levels of shareholders or investments of a company. */
const ownershipTreeOptions = (id: string, direction: 'up' | 'down') =>
  queryOptions({
    ...apiQuery(['ownershipTree', direction, id], ownershipRoutes.ownershipTree, { id, direction }),
    enabled: id !== '',
  })

/** Companies under the computed controller of a company. */
export const useCompanyGroupQuery = (id: string) =>
  useInfiniteQuery({
    ...apiPages(['companyGroup', id], ownershipRoutes.companyGroup, (page) => ({ id, page })),
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    enabled: id !== '',
  })

/** Where an expanded node stands. `isBeyond`: its next level is in no answer about another company. */
type Place = { direction: Direction; companyId: string; isBeyond: boolean }

const loadedTree = ({ data, isError }: { data: OwnershipTree | undefined; isError: boolean }): LoadedTree =>
  data === undefined ? { state: isError ? 'failed' : 'loading', tree: null } : { state: 'ready', tree: data }

export type Ownership = ReturnType<typeof useOwnership>

/**
 * Shareholders and investments of a company: one answer of each direction has up to six levels, and what is beyond them is loaded as
 * the user expands it. `ways`: to a holder, whose levels are open from the start.
 */
export function useOwnership(rootId: string, ways: readonly Way[]) {
  /** null: collapsed by the user. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, Place | null>>(new Map())
  const opened = new Map<string, Place>()
  for (const [path, place] of [...placesOfWays(rootId, ways), ...toggled]) {
    if (place === null) opened.delete(path)
    else opened.set(path, place)
  }
  const places = uniquePlaces([
    { direction: 'up', companyId: rootId, isBeyond: true },
    { direction: 'down', companyId: rootId, isBeyond: true },
    ...[...opened.values()].filter(({ isBeyond }) => isBeyond),
  ])
  const queries = useQueries({
    queries: places.map(({ direction, companyId }) => ownershipTreeOptions(companyId, direction)),
  })
  const trees = new Map(
    places.map(({ direction, companyId }, at): [string, LoadedTree] => {
      const query = queries[at]
      return [levelKey(direction, companyId), loadedTree({ data: query?.data, isError: query?.isError ?? false })]
    }),
  )
  const open = new Set(opened.keys())
  const grow = (direction: Direction) => growOwnership({ direction, trees, open }, rootId)

  const up = grow('up')

  function toggle({ companyId, path, isBeyond }: OwnershipNode, direction: Direction) {
    if (companyId === null) return
    const place = opened.has(path) ? null : { direction, companyId, isBeyond }
    setToggled(new Map([...toggled, [path, place]]))
  }

  return {
    /** Trees of the root; undefined while loading. */
    holders: { tree: queries[0]?.data, error: queries[0]?.error ?? null },
    holdings: { tree: queries[1]?.data, error: queries[1]?.error ?? null },
    up,
    down: grow('down'),
    /** Number of rows of each direction of the root that were not loaded. */
    unread: { up: queries[0]?.data?.hidden ?? 0, down: queries[1]?.data?.hidden ?? 0 },
    /** Paths of the nodes on the way of the holder that the page was opened for. */
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
    return way.slice(0, -1).flatMap(({ companyId }, at): [string, Place][] => {
      path = `${path} ${companyId ?? ''}`
      return companyId === null ? [] : [[path, { direction: 'up', companyId, isBeyond: at + 1 >= TREE_LEVELS }]]
    })
  })

function uniquePlaces(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [levelKey(place.direction, place.companyId), place])).values()]
}
