import type { OwnershipTree, StatedHolding } from '@baiqicha/contract/ownership'

type Growth = { root: string; direction: 'up' | 'down'; depth: number; most: number }
type Row = OwnershipTree['rows'][number]

/** Rows level by level, the largest share first, up to `most`; the others are counted at their parent. */
export function growTree(
  holdings: ReadonlyMap<string, readonly StatedHolding[]>,
  { root, direction, depth, most }: Growth,
): Pick<OwnershipTree, 'rows' | 'holdings' | 'hidden'> {
  const next = direction === 'up' ? 'holder' : 'company'
  const all = [...holdings.values()].flat()
  const byNode = Map.groupBy(all, (one) => (direction === 'up' ? one.company : one.holder))
  const rows: Row[] = []
  const used: StatedHolding[] = []
  /** Returns the number of nodes below that have no row. */
  const add = (node: string, parent: number | null): number => {
    const own =
      byNode
        .get(node)
        ?.toSorted((one, other) => (other.share ?? -1) - (one.share ?? -1) || (one[next] < other[next] ? -1 : 1)) ?? []
    const shown = own.slice(0, Math.max(0, most - rows.length))
    for (const holding of shown) {
      const key = holding[next]
      const isCircular = key === root || isAbove(rows, parent, key)
      rows.push({ node: key, parent, holding: used.push(holding) - 1, isCircular, hidden: 0 })
    }
    return own.length - shown.length
  }
  const hidden = add(root, null)
  let [from, level] = [0, 1]
  while (from < rows.length) {
    const end = rows.length
    for (const [at, row] of rows.slice(from, end).entries()) {
      if (row.isCircular) continue
      row.hidden = level < depth ? add(row.node, from + at) : (byNode.get(row.node)?.length ?? 0)
    }
    from = end
    level += 1
  }
  return { rows, holdings: used, hidden }
}

/** Whether a node stands on the way from a row to the root. */
function isAbove(rows: readonly Row[], from: number | null, key: string): boolean {
  for (let at = from; at !== null; at = rows[at]?.parent ?? null) if (rows[at]?.node === key) return true
  return false
}
