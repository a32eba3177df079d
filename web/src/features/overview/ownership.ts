import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { shareOf } from './ring-parts.ts'

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
  return childrenOf(source, rootId, [rootId], startOf(source, rootId))
}

function childrenOf(source: Source, companyId: string, line: readonly string[], path: string): OwnershipNode[] {
  const level = source.levels.get(levelKey(source.direction, companyId))
  return (level?.rows ?? []).map((row) => nodeOf(source, row, line, path))
}

function nodeOf(source: Source, row: RecordRow, line: readonly string[], parentPath: string): OwnershipNode {
  const { fields, links } = row
  const companyId = links['name'] ?? null
  const isCircular = companyId !== null && line.includes(companyId)
  const path = `${parentPath} ${companyId ?? row.id}`
  const node: OwnershipNode = {
    path,
    name: textOf(fields, 'name') ?? '-',
    companyId,
    percent: shareOf(row),
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
  const children = childrenOf(source, companyId, [...line, companyId], path)
  return { ...node, state: 'open', children, isCovered: level.isCovered, unread: level.total - level.rows.length }
}
