import type { CompanyComparison, ComparedRow } from '@baiqicha/contract/company-comparison'
import type { Provenance } from '@baiqicha/contract/company-detail'
import { type ComparisonPosterContent, type PosterSource, posterLogo } from '../../domain/share/poster-content.ts'
import { toOneLine } from '../../domain/share/wrap-text.ts'
import { groupRows } from './comparison.ts'

/** Rows and sources that fit a poster. */
const ROWS = 6
const SOURCES = 3

const sourcesOf = ({ cells }: ComparedRow): Provenance[] =>
  cells.flatMap((cell) => (cell.state === 'stated' && cell.source !== null ? [cell.source] : []))

const keyOf = ({ sourceId, asOf }: Provenance) => `${sourceId} ${asOf}`

/** The first rows whose sources fit, differences first. A poster leaves the app, so it has neither persons nor risks. */
export function posterComparisonOf({ companies, facts }: CompanyComparison): ComparisonPosterContent {
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
    title: '企业对比',
    isDemo: companies.some(({ isDemo }) => isDemo),
    columns: companies.map((company) => ({
      id: company.id,
      name: toOneLine(company.briefName),
      logo: posterLogo(company),
    })),
    rows: rows.map(({ label, cells }) => ({
      label,
      values: cells.map((cell) => (cell.state === 'stated' ? { text: toOneLine(cell.text), note: cell.note } : null)),
    })),
    sources: [...sources.values()].map(
      ({ labels, source }): PosterSource => ({
        subject: labels.join('、'),
        name: toOneLine(source.sourceName),
        asOf: source.asOf,
      }),
    ),
  }
}
