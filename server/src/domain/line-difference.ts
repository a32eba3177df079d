/** A line of a text before, after or both. Lines count from 1; null: the side does not have it. */
export type ComparedLine = { text: string; before: number | null; after: number | null }

/** Differences of two texts by line: a longest common subsequence. Removed lines precede the added ones. */
export function compareLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  /** Length of the longest common subsequence of the lines from `b` and `a` on. */
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  const lengthAt = (b: number, a: number) => common[b]?.[a] ?? 0
  for (let b = before.length - 1; b >= 0; b--) {
    for (let a = after.length - 1; a >= 0; a--) {
      const length =
        before[b] === after[a] ? lengthAt(b + 1, a + 1) + 1 : Math.max(lengthAt(b + 1, a), lengthAt(b, a + 1))
      common[b]?.fill(length, a, a + 1)
    }
  }
  const lines: ComparedLine[] = []
  let [b, a] = [0, 0]
  while (b < before.length || a < after.length) {
    const [old, next] = [before[b], after[a]]
    if (old !== undefined && old === next) lines.push({ text: old, before: ++b, after: ++a })
    else if (old !== undefined && (next === undefined || lengthAt(b + 1, a) >= lengthAt(b, a + 1)))
      lines.push({ text: old, before: ++b, after: null })
    else lines.push({ text: next ?? '', before: null, after: ++a })
  }
  return lines
}
