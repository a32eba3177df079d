import type { CompanyComparison, ComparedRow } from '@baiqicha/contract/company-comparison'
import type { Provenance } from '@baiqicha/contract/company-detail'
import { type Perspective, perspectives } from '@baiqicha/contract/company-perspective'
import { COMPARED_MOST, comparedIds } from '@baiqicha/contract/compared-ids'
import { groupBySource, sourceKey } from '../../domain/company/fact-sources.ts'
import type { PosterComparison } from '../../domain/share/poster-content.ts'

export type CompareView = 'facts' | Perspective

/** Ids are shorter. A longer one is no company, and is not requested. */
const ID_LENGTH = 64

/** Companies and rows of an address, with what the page says of an address that it cannot show whole. */
export function readCompareParams(query: URLSearchParams) {
  const given = (query.get('ids') ?? '').split(',').filter((id) => id !== '')
  const ids = comparedIds(given.join(','))
  const known = ids.filter(({ length }) => length <= ID_LENGTH)
  const notes = [
    ids.length < given.length && '重复的企业仅显示一次',
    known.length > COMPARED_MOST && `最多对比 ${COMPARED_MOST} 家企业，仅显示前 ${COMPARED_MOST} 家`,
    known.length < ids.length && `${ids.length - known.length} 家企业未找到`,
  ].filter((note) => note !== false)
  const view: CompareView = perspectives.find((one) => one === query.get('view')) ?? 'facts'
  return { ids: known.slice(0, COMPARED_MOST), view, notes }
}

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

/** Rows and sources that fit a poster. */
const ROWS = 6
const SOURCES = 3

const sourcesOf = ({ cells }: ComparedRow): Provenance[] =>
  cells.flatMap((cell) => (cell.state === 'stated' && cell.source !== null ? [cell.source] : []))

/** The first rows whose sources fit, differences first. A poster leaves the app, so it has neither persons nor risks. */
export function posterComparisonOf({ companies, facts }: CompanyComparison): PosterComparison {
  const { different, incomparable, equal } = groupRows(facts.filter(({ fact }) => fact !== 'leader'))
  const rows: ComparedRow[] = []
  const shown = new Set<string>()
  for (const row of [...different, ...incomparable, ...equal]) {
    const withOwn = new Set([...shown, ...sourcesOf(row).map(sourceKey)])
    if (rows.length === ROWS || withOwn.size > SOURCES) continue
    rows.push(row)
    for (const key of withOwn) shown.add(key)
  }
  return {
    companies: companies.map(({ id, briefName, logoText, isDemo }) => ({ id, name: briefName, logoText, isDemo })),
    rows: rows.map(({ label, cells }) => ({
      label,
      values: cells.map((cell) => (cell.state === 'stated' ? { text: cell.text, note: cell.note } : null)),
    })),
    sources: groupBySource(rows.flatMap((row) => sourcesOf(row).map((source) => [row.label, source] as const))),
  }
}
