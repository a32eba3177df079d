import type { CompanyComparison, ComparedRow } from '@baiqicha/contract/company-comparison'
import type { Provenance } from '@baiqicha/contract/company-detail'
import type { PosterComparison } from '../../domain/share/poster-content.ts'
import { groupRows } from './comparison.ts'

/** Rows and sources that fit a poster. */
const ROWS = 6
const SOURCES = 3

const sourcesOf = ({ cells }: ComparedRow): Provenance[] =>
  cells.flatMap((cell) => (cell.state === 'stated' && cell.source !== null ? [cell.source] : []))

const keyOf = ({ sourceId, asOf }: Provenance) => `${sourceId} ${asOf}`

/** The first rows whose sources fit, differences first. A poster leaves the app, so it has neither persons nor risks. */
export function posterComparisonOf({ companies, facts }: CompanyComparison): PosterComparison {
  const { different, incomparable, equal } = groupRows(facts.filter(({ fact }) => fact !== 'leader'))
  const rows: ComparedRow[] = []
  const sources = new Map<string, { labels: string[]; source: Provenance }>()
  for (const row of [...different, ...incomparable, ...equal]) {
    const own = new Map(sourcesOf(row).map((source) => [keyOf(source), source]))
    const added = [...own.keys()].filter((key) => !sources.has(key))
    if (rows.length === ROWS || sources.size + added.length > SOURCES) continue
    rows.push(row)
    for (const [key, source] of own) {
      sources.set(key, { source, labels: [...(sources.get(key)?.labels ?? []), row.label] })
    }
  }
  return {
    companies: companies.map(({ id, briefName, logoText, isDemo }) => ({ id, name: briefName, logoText, isDemo })),
    rows: rows.map(({ label, cells }) => ({
      label,
      values: cells.map((cell) => (cell.state === 'stated' ? { text: cell.text, note: cell.note } : null)),
    })),
    sources: [...sources.values()].map(({ labels, source: { sourceName, asOf } }) => ({
      subject: labels.join('、'),
      name: sourceName,
      asOf,
    })),
  }
}
