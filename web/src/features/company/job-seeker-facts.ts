import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { isLiveStatus } from '@baiqicha/contract/company-status'
import type { SectionKey } from '@baiqicha/contract/records/kind-table'
import { limitsText } from '../../domain/record/record-coverage.ts'
import { recordListPath } from '../../domain/record/record-paths.ts'
import { formatNumber } from '../../lib/format.ts'
import { type CompanySection, isWholeSection } from './section-views.ts'

/** Line of the card for job seekers. */
export type JobSeekerFact = {
  label: string
  value: string
  /** Date of the value, and counts that it excludes. */
  aside: string | null
  /** Colours mark current records; mute marks none and unknown. */
  tone: 'red' | 'amber' | 'mute' | null
  /** URL of the list; needs a session. */
  to: string | null
  /** No source of the fact covers the company. */
  isUnconnected?: true
}

const UNCONNECTED = '未接入'
const NOT_FOUND = '未查询到'

const asOfText = (asOf: string | null) => (asOf === null ? '来源未注明截至日期' : `截至 ${asOf}`)

/** Line with the number of current records of a kind. */
function recordFact(
  detail: CompanyDetail,
  key: SectionKey,
  { label, tone }: { label: string; tone: 'red' | 'amber' },
): JobSeekerFact {
  const section = findSection(detail, key)
  if (section?.counts == null)
    return { label, value: UNCONNECTED, aside: null, tone: 'mute', to: null, isUnconnected: true }
  const { current, disputed, history } = section.counts
  const isKnown = current > 0 || section.connected !== false
  const aside = [
    isKnown && asOfText(section.asOf),
    limitsText(key, section.limits) ?? false,
    disputed > 0 && `异议处理中 ${disputed}`,
    history > 0 && `历史 ${history}`,
  ].filter((word) => word !== false)
  return {
    label,
    value: current > 0 ? `${formatNumber(current)} 条` : isKnown ? NOT_FOUND : UNCONNECTED,
    aside: aside.join(' · '),
    tone: current > 0 ? tone : 'mute',
    to: recordListPath(key, detail.id),
  }
}

const findSection = ({ sections }: CompanyDetail, key: SectionKey): CompanySection | undefined =>
  sections.find((section) => section.key === key)

const asLabourDefendant = { identity: '被告', labour: '劳动争议' }

/** Judgments come first; hearings are a separate line, because a case can have both. */
function labourFacts(detail: CompanyDetail): JobSeekerFact[] {
  const label = '劳动争议被告'
  const counts = detail.jobSeeker.labourDisputes
  if (counts === null) return [{ label, value: UNCONNECTED, aside: null, tone: 'mute', to: null, isUnconnected: true }]
  const fact = (
    key: 'judicialDocument' | 'courtAnnouncement',
    labels: { label: string; unit: string },
  ): JobSeekerFact => ({
    label: labels.label,
    value: counts[key] > 0 ? `${formatNumber(counts[key])} ${labels.unit}` : NOT_FOUND,
    aside: asOfText(findSection(detail, key)?.asOf ?? null),
    tone: counts[key] > 0 ? 'amber' : 'mute',
    to: recordListPath(key, detail.id, asLabourDefendant),
  })
  /** 0 of a kind that sources do not cover whole is not stated. */
  const isStated = (key: 'judicialDocument' | 'courtAnnouncement') => {
    const section = findSection(detail, key)
    return counts[key] > 0 || (section !== undefined && isWholeSection(section))
  }
  const judgments = isStated('judicialDocument')
    ? fact('judicialDocument', { label, unit: '件' })
    : { label, value: UNCONNECTED, aside: null, tone: 'mute' as const, to: null, isUnconnected: true as const }
  if (counts.courtAnnouncement === 0) return [judgments]
  return [judgments, fact('courtAnnouncement', { label: '劳动争议开庭', unit: '条' })]
}

/** Whole years between two days, both YYYY-MM-DD. */
function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

function ageFact({ foundedOn, status }: CompanyDetail, today: string): JobSeekerFact {
  const fact = { label: '成立年限', tone: null, to: null }
  if (foundedOn === null) return { ...fact, value: '未收录', aside: null }
  const aside = `${foundedOn} 成立`
  // A company that has ended has no age.
  if (status !== null && status !== '其他' && !isLiveStatus(status)) return { ...fact, value: `现为${status}`, aside }
  const years = yearsBetween(foundedOn, today)
  return { ...fact, value: years > 0 ? `${years} 年` : '不满 1 年', aside }
}

/** Lines of the card. `today` is YYYY-MM-DD. */
export const listJobSeekerFacts = (detail: CompanyDetail, today: string): JobSeekerFact[] => [
  ...labourFacts(detail),
  recordFact(detail, 'dishonestExecutor', { label: '失信被执行人', tone: 'red' }),
  recordFact(detail, 'consumptionRestriction', { label: '限制高消费', tone: 'red' }),
  recordFact(detail, 'punishment', { label: '行政处罚', tone: 'amber' }),
  ageFact(detail, today),
]

/** Number of years of 参保人数, and of 员工人数, on the card. */
const YEARS_SHOWN = 5

/** Counts by year, newest first. A year between two others that was not published is null, which is not 0. */
export function listYears(
  counts: readonly { year: number; count: number }[],
): { year: number; count: number | null }[] {
  const years = counts.map(({ year }) => year)
  if (years.length === 0) return []
  const newest = Math.max(...years)
  const oldest = Math.max(Math.min(...years), newest - YEARS_SHOWN + 1)
  return Array.from({ length: newest - oldest + 1 }, (_, back) => {
    const year = newest - back
    return { year, count: counts.find((entry) => entry.year === year)?.count ?? null }
  })
}
