import type { CompanyComparison, ComparedRow } from '@baiqicha/contract/company-comparison'
import type { Provenance } from '@baiqicha/contract/company-detail'
import {
  type CompanyPerspective,
  type Perspective,
  type PerspectiveRow,
  perspectiveFacts,
  perspectives,
  type SentencePart,
} from '@baiqicha/contract/company-perspective'
import { COMPARED_MOST, comparedIds } from '@baiqicha/contract/compared-ids'
import { kindRow, kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { type FactSource, groupBySource, sourceKey } from '../../domain/company/source-summary.tsx'
import { recordListPath } from '../../domain/record/record-paths.ts'
import type { PosterComparison } from '../../domain/share/poster-content.ts'
import { formatNumber } from '../../lib/format.ts'

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

type ComparableValue = Extract<ComparableCell, { state: 'stated' }>
const statedOf = ({ cells }: ComparableRow): ComparableValue[] =>
  cells.filter((cell): cell is ComparableValue => cell.state === 'stated')

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

type StatedCell = {
  state: 'stated'
  /** What is compared, and shown without `parts`. */
  text: string
  note: string | null
  /** A sentence instead of the text. */
  parts?: readonly SentencePart[]
  tone?: 'red' | 'amber' | 'mute' | undefined
  /** List of the records; visitors log in first unless it is public. */
  list?: { path: string; isPublic: boolean }
  sources: readonly Provenance[]
}
export type ShownCell = StatedCell | { state: 'unrecorded' } | { state: 'unconnected' }
export type ShownRow = { key: string; label: string; isByPeriod: boolean; cells: readonly ShownCell[] }

const listOf = (kind: RecordKindKey, companyId: string, filters: Record<string, string> = {}) => ({
  path: recordListPath(kind, companyId, filters),
  isPublic: kindTable[kind].group === 'overview',
})

/** Rows of facts or risks. Counts of a kind lead to its records. */
export const shownRows = (rows: readonly ComparedRow[], ids: readonly string[]): ShownRow[] =>
  rows.map(({ label, isByPeriod, kind, cells }) => ({
    key: label,
    label,
    isByPeriod,
    cells: cells.map((cell, at): ShownCell => {
      if (cell.state !== 'stated') return cell
      const { text, note, source } = cell
      return {
        state: 'stated',
        text,
        note,
        sources: source === null ? [] : [source],
        ...(kind !== null && {
          tone: text.startsWith('0 ') ? undefined : kindRow(kind).tone,
          list: listOf(kind, ids[at] ?? ''),
        }),
      }
    }),
  }))

/** A figure by year is shown with its year, other facts with their sentence. */
function perspectiveCell({ fact, sentence, sources, tone, people, list }: PerspectiveRow, id: string): ShownCell {
  const [newest] = people ?? []
  if (newest !== undefined) {
    const note = `${newest.year} ${fact === 'annualEmployees' ? '年末' : '年报'}`
    return { state: 'stated', text: `${formatNumber(newest.count)} 人`, note, sources }
  }
  return {
    state: 'stated',
    text: sentence.map(({ text }) => text).join(''),
    note: null,
    parts: sentence,
    sources,
    ...(tone === 'mute' && { tone }),
    ...(list !== null && { list: listOf(list.kind, id, list.filters) }),
  }
}

/** Rows of a perspective, and the labels of the facts that every company lacks. */
export function comparedPerspectives(stated: readonly CompanyPerspective[]): {
  rows: ShownRow[]
  absent: string[]
} {
  const facts = perspectiveFacts.map((fact) => {
    const absentIn = ({ unconnected, unrecorded }: CompanyPerspective) =>
      [...unconnected, ...unrecorded].find((one) => one.fact === fact)
    const rows = stated.map((one) => one.rows.find((row) => row.fact === fact))
    const label = rows.find((row) => row !== undefined)?.label
    const absentLabel = stated.map(absentIn).find((one) => one !== undefined)?.label
    const cells = stated.map((one, at): ShownCell => {
      const row = rows[at]
      if (row !== undefined) return perspectiveCell(row, one.id)
      return { state: one.unconnected.some((absent) => absent.fact === fact) ? 'unconnected' : 'unrecorded' }
    })
    const isByPeriod = rows.some((row) => row?.people != null)
    return { row: label === undefined ? null : { key: fact, label, isByPeriod, cells }, absentLabel }
  })
  return {
    rows: facts.flatMap(({ row }) => row ?? []),
    absent: facts.flatMap(({ row, absentLabel }) => (row === null ? (absentLabel ?? []) : [])),
  }
}

/** Sources of the rows with their dates, each with the rows that it states. */
export const sourceLines = (rows: readonly ShownRow[]): FactSource[] =>
  groupBySource(
    rows.flatMap(({ label, cells }) =>
      cells.flatMap((cell) => (cell.state === 'stated' ? cell.sources.map((source) => [label, source] as const) : [])),
    ),
  )
