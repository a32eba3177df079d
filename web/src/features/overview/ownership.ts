import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { shareOf } from './ring-parts.ts'

/** Up to those who hold, down to what is held. */
export type Direction = 'up' | 'down'

/** The holders or holdings of one company, as far as they are read. */
export type Level = { state: 'loading' | 'failed' | 'ready'; rows: readonly RecordRow[]; total: number }

export type OwnershipNode = {
  /** Every company from the root to here: the same company may stand at several places. */
  path: string
  name: string
  /** null: a person, or a company that is not known for certain. Nothing stands beyond. */
  companyId: string | null
  percent: number | null
  isPerson: boolean
  isAbroad: boolean
  /** Stands among its own holders or holdings: the circle is told once, and not walked round. */
  isCircular: boolean
  state: 'end' | 'closed' | 'loading' | 'failed' | 'open'
  children: readonly OwnershipNode[]
  /** Rows of the level below that were not read: only the largest are. */
  unread: number
}

export const levelKey = (direction: Direction, companyId: string) => `${direction} ${companyId}`

type Source = {
  direction: Direction
  levels: ReadonlyMap<string, Level>
  /** Paths of the nodes that the reader opened. */
  open: ReadonlySet<string>
}

const startOf = ({ direction }: Source, companyId: string) => levelKey(direction, companyId)

/** What stands beyond the root in one direction, as far as it was opened. */
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
    unread: 0,
  }
  if (companyId === null || isCircular) return { ...node, state: 'end' }
  if (!source.open.has(path)) return node
  const level = source.levels.get(levelKey(source.direction, companyId))
  if (level?.state !== 'ready') return { ...node, state: level?.state ?? 'loading' }
  const children = childrenOf(source, companyId, [...line, companyId], path)
  return { ...node, state: 'open', children, unread: level.total - level.rows.length }
}
