import type { OwnershipTree } from '@baiqicha/contract/ownership'
import { ownershipDocs } from '@baiqicha/contract/routes/ownership'

export type BuiltTreeRow = {
  name: string
  /** Absent: a person. */
  companyId?: string
  share?: number | null
  /** Place of the row below which it stands; absent: the company of the tree. */
  parent?: number
  hidden?: number
  isAbroad?: boolean
}

const { answer } = ownershipDocs().ownershipTree

/** The tree of the example company; a company in it may be the company itself. */
export function buildOwnershipTree(
  rows: readonly BuiltTreeRow[],
  { id = answer.company.id, ...overrides }: Partial<OwnershipTree> & { id?: string } = {},
): OwnershipTree {
  const keyOf = ({ companyId, name }: BuiltTreeRow) => companyId ?? `n:${name}`
  const nodes = rows.map((row): OwnershipTree['nodes'][number] => ({
    key: keyOf(row),
    name: row.name,
    companyId: row.companyId ?? null,
    kind: row.companyId === undefined ? 'person' : 'company',
    isAbroad: row.isAbroad === true,
  }))
  const [holding] = answer.holdings
  if (holding === undefined) throw new Error('The example has a holding')
  return {
    ...answer,
    company: { ...answer.company, id },
    nodes: [...new Map(nodes.map((node) => [node.key, node])).values()],
    holdings: rows.map((row) => ({
      ...holding,
      holder: keyOf(row),
      company: row.parent === undefined ? id : keyOf(rows[row.parent] ?? row),
      share: row.share === undefined ? 50 : row.share,
    })),
    parents: [],
    rows: rows.map((row, at) => ({
      node: keyOf(row),
      parent: row.parent ?? null,
      holding: at,
      isCircular: false,
      hidden: row.hidden ?? 0,
    })),
    ...overrides,
  }
}
