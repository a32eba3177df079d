import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { formatPercent } from '../../lib/format.ts'
import { shareOf } from './ring-arcs.ts'

/** Up: shareholders; down: investments. */
export type Direction = 'up' | 'down'
export const directionKinds = { up: 'shareholderInfo', down: 'overseasInvest' } as const

/** Shareholders or investments of one company, as far as loaded. */
export type Level = {
  state: 'loading' | 'failed' | 'ready'
  rows: readonly RecordRow[]
  total: number
  /** Whether a source covers the company, so that no row means none. */
  isCovered: boolean
}

export type OwnershipNode = {
  /** Ids of all companies from the root to this node: a company can occur at several nodes. */
  path: string
  name: string
  /** null: a person or an unidentified company, which has no next level. */
  companyId: string | null
  percent: number | null
  /** Shares from this node to the root, this node's first; its own share alone at the first level. */
  shares: readonly (number | null)[]
  isPerson: boolean
  isAbroad: boolean
  /** The company is among its own ancestors: the cycle is shown once and not expanded. */
  isCircular: boolean
  state: 'end' | 'closed' | 'loading' | 'failed' | 'open'
  children: readonly OwnershipNode[]
  /** Whether a source covers the next level, so that no child means none. */
  isCovered: boolean
  /** Number of rows of the next level that were not loaded: only the largest are. */
  unread: number
}

export const levelKey = (direction: Direction, companyId: string) => `${direction} ${companyId}`

type Source = {
  direction: Direction
  levels: ReadonlyMap<string, Level>
  /** Paths of the expanded nodes. */
  open: ReadonlySet<string>
}

const startOf = ({ direction }: Source, companyId: string) => levelKey(direction, companyId)

/** Tree of one direction from the root, as far as it is expanded. */
export function growOwnership(source: Source, rootId: string): OwnershipNode[] {
  return childrenOf(source, rootId, { companyIds: [rootId], path: startOf(source, rootId), shares: [] })
}

/** From the shareholder of the company to a holder: the nodes of one path. */
export type Way = readonly { companyId: string | null; name: string }[]

/** Paths of the nodes on the ways. A node without a company is found by its name below the company that it holds. */
export function pathsOfWays(nodes: readonly OwnershipNode[], ways: readonly Way[]): string[] {
  return nodes.flatMap((node) => {
    const own = ways.filter(
      ([next]) => next?.companyId === node.companyId && (next.companyId !== null || next.name === node.name),
    )
    const further = own.map((way) => way.slice(1)).filter(({ length }) => length > 0)
    return own.length === 0 ? [] : [node.path, ...pathsOfWays(node.children, further)]
  })
}

/** Way from the root to a node that grows. */
type GrowthWay = { companyIds: readonly string[]; path: string; shares: readonly (number | null)[] }

function childrenOf(source: Source, companyId: string, way: GrowthWay): OwnershipNode[] {
  const level = source.levels.get(levelKey(source.direction, companyId))
  return (level?.rows ?? []).map((row) => nodeOf(source, row, way))
}

function nodeOf(source: Source, row: RecordRow, way: GrowthWay): OwnershipNode {
  const { fields, links } = row
  const companyId = links['name'] ?? null
  const isCircular = companyId !== null && way.companyIds.includes(companyId)
  const path = `${way.path} ${companyId ?? row.id}`
  const shares = [shareOf(row), ...way.shares]
  const node: OwnershipNode = {
    path,
    name: textOf(fields, 'name') ?? '-',
    companyId,
    percent: shareOf(row),
    shares,
    isPerson: textOf(fields, 'holderType') === '自然人股东',
    isAbroad: textOf(fields, 'territory') === '境外',
    isCircular,
    state: 'closed',
    children: [],
    isCovered: false,
    unread: 0,
  }
  if (companyId === null || isCircular) return { ...node, state: 'end' }
  if (!source.open.has(path)) return node
  const level = source.levels.get(levelKey(source.direction, companyId))
  if (level?.state !== 'ready') return { ...node, state: level?.state ?? 'loading' }
  const children = childrenOf(source, companyId, { companyIds: [...way.companyIds, companyId], path, shares })
  return { ...node, state: 'open', children, isCovered: level.isCovered, unread: level.total - level.rows.length }
}

/**
 * Arithmetic of an indirect share, as in 62% × 22.5% = 13.95%; null for a direct share, a cycle, and where a share is not
 * published. The shares of several ways are not added up: a name alone does not identify a person.
 */
export function indirectShareText({ shares, isCircular }: Pick<OwnershipNode, 'shares' | 'isCircular'>): string | null {
  const known = shares.filter((share) => share !== null)
  if (isCircular || known.length < 2 || known.length < shares.length) return null
  const product = known.reduce((part, share) => (part * share) / 100, 100)
  return `${known.map(formatPercent).join(' × ')} = ${formatPercent(product)}`
}
