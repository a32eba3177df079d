import * as z from 'zod/mini'
import type { Cells } from '../input/table-rows.ts'

/** A current record of level 2 of the golden copy (RR-CDF 2.1): which company consolidates the accounts of which. */
export type ParentRecord = {
  child: string
  parent: string
  isUltimate: boolean
  updatedAt: string
}

const csv = {
  child: 'Relationship.StartNode.NodeID',
  parent: 'Relationship.EndNode.NodeID',
  type: 'Relationship.RelationshipType',
  status: 'Relationship.RelationshipStatus',
  updatedAt: 'Registration.LastUpdateDate',
} as const

/** Columns of the CSV, then the object of the JSON. */
export const parentRecordColumns: readonly string[] = [...Object.values(csv), 'RelationshipRecord']

const value = z.object({ $: z.string() })
const node = z.object({ NodeID: value })
const recordSchema = z.object({
  Relationship: z.object({ StartNode: node, EndNode: node, RelationshipType: value, RelationshipStatus: value }),
  Registration: z.object({ LastUpdateDate: value }),
})

function fromJson(json: unknown) {
  const parsed = z.safeParse(recordSchema, json)
  if (!parsed.success) return null
  const { Relationship: relation, Registration: registration } = parsed.data
  return {
    child: relation.StartNode.NodeID.$,
    parent: relation.EndNode.NodeID.$,
    type: relation.RelationshipType.$,
    status: relation.RelationshipStatus.$,
    updatedAt: registration.LastUpdateDate.$,
  }
}

function fromCsv(cells: Cells) {
  const [child = '', parent = '', type = '', status = '', updatedAt = ''] = cells.map((cell) =>
    typeof cell === 'string' ? cell.trim() : '',
  )
  return { child, parent, type, status, updatedAt }
}

const types = new Map([
  ['IS_DIRECTLY_CONSOLIDATED_BY', false],
  ['IS_ULTIMATELY_CONSOLIDATED_BY', true],
])

/** Reads the cells of `parentRecordColumns`; null for managers of funds, branches and what has ended. */
export function readParentRecord(cells: Cells): ParentRecord | null {
  const json = cells[parentRecordColumns.indexOf('RelationshipRecord')]
  const record = json === undefined ? fromCsv(cells) : fromJson(json)
  const isUltimate = types.get(record?.type ?? '')
  if (record === null || isUltimate === undefined || record.status !== 'ACTIVE') return null
  return { child: record.child, parent: record.parent, isUltimate, updatedAt: record.updatedAt }
}
