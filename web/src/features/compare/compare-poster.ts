import type { CompanyComparison, ComparedRow } from '@baiqicha/contract/company-comparison'
import type { Provenance } from '@baiqicha/contract/company-detail'
import { groupBySource, sourceKey } from '../../domain/company/fact-sources.ts'
import type { PosterComparison } from '../../domain/share/poster-content.ts'
import { groupRows } from './comparison.ts'

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
