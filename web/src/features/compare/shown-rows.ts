import type { ComparedRow } from '@baiqicha/contract/company-comparison'
import type { Provenance } from '@baiqicha/contract/company-detail'
import {
  type CompanyPerspective,
  type PerspectiveRow,
  perspectiveFacts,
  type SentencePart,
} from '@baiqicha/contract/company-perspective'
import { kindRow, kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { type FactSource, groupBySource } from '../../domain/company/fact-sources.ts'
import { recordListPath } from '../../domain/record/record-paths.ts'
import { formatNumber } from '../../lib/format.ts'

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
export function comparedPerspectives(perspectives: readonly CompanyPerspective[]): {
  rows: ShownRow[]
  absent: string[]
} {
  const facts = perspectiveFacts.map((fact) => {
    const absentIn = ({ unconnected, unrecorded }: CompanyPerspective) =>
      [...unconnected, ...unrecorded].find((one) => one.fact === fact)
    const rows = perspectives.map((one) => one.rows.find((row) => row.fact === fact))
    const label = rows.find((row) => row !== undefined)?.label
    const absentLabel = perspectives.map(absentIn).find((one) => one !== undefined)?.label
    const cells = perspectives.map((one, at): ShownCell => {
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
