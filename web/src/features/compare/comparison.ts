/** What decides whether the values of a row differ. */
type ComparableCell =
  | { state: 'stated'; text: string; note: string | null }
  | { state: 'unrecorded' }
  | { state: 'unconnected' }
type ComparableRow<Cell extends ComparableCell = ComparableCell> = { isByPeriod: boolean; cells: readonly Cell[] }

type StatedCell = Extract<ComparableCell, { state: 'stated' }>
const statedOf = ({ cells }: ComparableRow): StatedCell[] =>
  cells.filter((cell): cell is StatedCell => cell.state === 'stated')

/** Whether the values are of several periods, which the row then names. */
export const hasSeveralPeriods = (row: ComparableRow): boolean =>
  row.isByPeriod && new Set(statedOf(row).map(({ note }) => note)).size > 1

/**
 * How the values of a row compare. An absent value is compared with nothing, and a value of a period with those of that period
 * only: where nothing else is left to compare, the row is `incomparable`.
 */
export function comparisonOf(row: ComparableRow): 'different' | 'incomparable' | 'equal' {
  const stated = statedOf(row)
  const textsByPeriod = new Map<string | null, Set<string>>()
  for (const { text, note } of stated) {
    const period = row.isByPeriod ? note : null
    textsByPeriod.set(period, (textsByPeriod.get(period) ?? new Set()).add(text))
  }
  if ([...textsByPeriod.values()].some(({ size }) => size > 1)) return 'different'
  return stated.length === row.cells.length && textsByPeriod.size === 1 ? 'equal' : 'incomparable'
}

/** The rows by how they compare, each in its order. */
export function groupRows<Row extends ComparableRow>(rows: readonly Row[]) {
  const of = (wanted: ReturnType<typeof comparisonOf>) => rows.filter((row) => comparisonOf(row) === wanted)
  return { different: of('different'), incomparable: of('incomparable'), equal: of('equal') }
}
