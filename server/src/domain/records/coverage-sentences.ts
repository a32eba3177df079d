import { coveredPeriod, uncoveredParts } from '@baiqicha/contract/records/coverage-limits'
import { kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { parseCoverage } from './record-coverage.ts'

/** A coverage in words, and what readers of a company inside and outside see. null: there is none. */
export type CoverageSentences = { covers: string; inside: string | null; outside: string | null }

const companyWords = { all: '所有企业', listed: '有或曾有证券的企业', named: '只有它提到的企业' } as const

/** `covers`: as stored; null: never stated, read as `named`. `regionName`: null for an unknown code. */
export function coverageSentences(
  kind: RecordKindKey,
  covers: string | null,
  regionName: (prefix: string) => string | null,
): CoverageSentences {
  const { companies, regions, limit } = parseCoverage(covers ?? 'named') ?? {
    companies: 'named',
    regions: null,
    limit: null,
  }
  const { title } = kindTable[kind]
  const subject = typeof companies === 'string' ? companyWords[companies] : `${companies.length} 家企业`
  const where = regions === null ? [] : [`登记地在${regions.map((prefix) => regionName(prefix) ?? prefix).join('、')}`]
  const limits = limit === null ? [] : [limit]
  const period = coveredPeriod(limits)
  const what = [...(limit?.items ?? []), ...(period === null ? [] : [period])]
  const text = [subject, ...where, ...what].join('，')
  if (companies === 'named') {
    return { covers: text, inside: null, outside: `没有记录的企业：${title}未接入` }
  }
  const parts = uncoveredParts(kind, limits)
  return {
    covers: text,
    inside:
      parts.length === 0
        ? `没有记录的企业：${title} 0 条`
        : `没有记录的企业：已接入部分 0 条，${parts.join('、')}未接入`,
    outside: companies === 'all' && regions === null ? null : `其他企业：${title}未接入，除非另有来源`,
  }
}
