import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { fieldGroups } from '@baiqicha/contract/company-facts'
import { companyStatuses } from '@baiqicha/contract/company-status'
import { riskLabels } from '@baiqicha/contract/company-summary'
import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { ReactNode, Ref } from 'react'
import { personPath } from '../../domain/company/company-addresses.ts'
import { listRevenue } from '../../domain/company/company-hit-row.tsx'
import { PersonLink } from '../../domain/company/company-link.tsx'
import { companyPath } from '../../domain/company/company-path.ts'
import { CompanyTags, listCompanyTags, type TaggedCompany } from '../../domain/company/company-tags.tsx'
import { LogoPlaceholder } from '../../domain/company/logo-placeholder.tsx'
import { listFactSources, SourceSummary } from '../../domain/company/source-summary.tsx'
import { checkedCount } from '../../domain/official-check/check-progress.tsx'
import { officialCheckPath } from '../../domain/official-check/official-links.tsx'
import { amountOf, numberValueOf } from '../../domain/record/record-content.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { keepScroll } from '../../platform/navigation/page-scroll.ts'
import { useOfficialChecksQuery } from '../../platform/official-check/official-check-queries.ts'
import { recordRowsOf, useRecordListQuery } from '../../platform/records/record-list-query.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSheetOnTap } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import styles from './company-header.module.css'
import { ContactActions } from './contact-actions.tsx'
import { countOf, isWholeSection, sectionsOf, unconnectedOf } from './section-views.ts'

const levels = [
  { of: 'high', label: '高', tone: 'red' },
  { of: 'medium', label: '中', tone: 'amber' },
  { of: 'notice', label: '提示', tone: undefined },
] as const
const tabs = ['legalRisk', 'businessRisk'] as const

/** Way to 官方核查 where no source of risks covers the company, with what the user has checked. */
function UnconnectedRisk({ companyId: id }: { companyId: string }) {
  const navigate = useNavigate()
  const { data } = useOfficialChecksQuery(id)
  const sites = data?.sites ?? []
  const done = checkedCount(sites)
  return (
    <button
      track-id="risk-official"
      type="button"
      className={classNames(styles.line, styles.unconnected)}
      onClick={() => void navigate(officialCheckPath(id))}
    >
      <Icon name="plug" size={16} />
      风险数据未接入
      <span className={styles.check}>
        官方核查{done > 0 && ` ${done} / ${sites.length}`}
        <Icon name="right" size={14} />
      </span>
    </button>
  )
}

/** Current records by grade with their date. A tap opens the tab with records, or the one with official sites. */
function RiskLine({ detail: { id, risk, sections } }: { detail: CompanyDetail }) {
  const navigate = useNavigate()
  if (risk === null) return <UnconnectedRisk companyId={id} />
  const risks = tabs.flatMap((of) => sectionsOf(of, sections))
  const isWhole = risks.every(isWholeSection)
  const unconnected = unconnectedOf(tabs, sections).length
  // A grade without records is 0 only where sources cover every kind of risk.
  const shown = levels.filter(({ of }) => isWhole || risk[of] > 0)
  const tab = (countOf('legalRisk', sections) ?? 0) > 0 ? 'legalRisk' : 'businessRisk'
  return (
    <button
      track-id="risk-level"
      type="button"
      className={styles.line}
      onClick={() => void navigate(companyPath(id, tab), keepScroll)}
    >
      <span className={styles.label}>风险</span>
      {shown.length === 0 && <span>已接入的 {risks.length - unconnected} 类未查询到</span>}
      {shown.map(({ of, label, tone }) => (
        <span key={of} className={classNames(tone !== undefined && risk[of] > 0 && styles[tone])}>
          {label} <b>{formatNumber(risk[of])}</b>
        </span>
      ))}
      {unconnected > 0 && <span className={styles.date}>{unconnected} 类未接入</span>}
      {risk.asOf !== null && <span className={styles.date}>截至 {risk.asOf}</span>}
      <Icon name="right" size={14} className={styles.arrow} />
    </button>
  )
}

/** Header card: name, tags and sources, four facts, actions and a line of risks. */
export function CompanyHeader({ detail, ref }: { detail: CompanyDetail; ref?: Ref<HTMLElement> }) {
  const shown = { ...detail, isDemo: false }
  const neutral = { ...shown, ...noRisks, ...kindOf(detail) }
  const risks = { ...shown, status: null, businessType: null, jointStockType: null }
  const hasRiskTags = labelsOf(risks).length > 0
  return (
    <section ref={ref} className={styles.head} aria-label="企业概要">
      <div className={styles.identity}>
        <LogoPlaceholder company={detail} size="lg" />
        <div className={utility.grow}>
          <h2 className={styles.name}>
            <bdi>{detail.name}</bdi> <CopyButton text={detail.name} label="企业名称" />
          </h2>
          <div className={styles.sub}>
            <HeaderTags company={neutral} explained={hasRiskTags ? [] : labelsOf(neutral)} />
            <Stock name={detail.name} listings={detail.listings} />
            <SourceSummary lines={listFactSources(detail, fieldGroups)} licences={detail.licences} isShort />
          </div>
        </div>
      </div>
      {hasRiskTags && <HeaderTags company={risks} explained={[...labelsOf(neutral), ...labelsOf(risks)]} />}
      {isOnlyOnLists(detail) ? <ListFacts detail={detail} /> : <Facts detail={detail} />}
      <div className={styles.actions}>
        <ContactActions detail={detail} />
      </div>
      <RiskLine detail={detail} />
    </section>
  )
}

const labelsOf = (company: TaggedCompany) => listCompanyTags(company).map(({ label }) => label)

/** The risk tags have a line of their own. */
const noRisks = { isDishonestDebtor: false, isJudgmentDebtor: false, isConsumptionRestricted: false } as const

/** 上市, or the type without its addition in brackets. */
const kindOf = ({ businessType, jointStockType }: CompanyDetail) => ({
  businessType: jointStockType === null ? (businessType?.replace(/（.*）$/, '') ?? null) : null,
  jointStockType,
})

/** Short name, code and board of the first listing. A short name that stands for the full name is not repeated. */
function Stock({ name, listings: [listing] }: Pick<CompanyDetail, 'name' | 'listings'>) {
  if (listing === undefined) return null
  return (
    <span className={utility.together}>
      {listing.shortName !== null && <bdi>{listing.shortName === name ? '证券简称' : listing.shortName}</bdi>}{' '}
      {listing.code}
      {listing.board !== null && <span className={styles.board}>{listing.board}</span>}
      {listing.shortName === name && <span className={styles.board}>全称未收录</span>}
    </span>
  )
}

/** A company without the facts of the header, which a list names with its rank. */
const isOnlyOnLists = ({ registeredCapital, foundedOn, legalRepresentative, sections }: CompanyDetail) =>
  registeredCapital === null &&
  foundedOn === null &&
  legalRepresentative === null &&
  sections.some(({ key, counts }) => key === 'listEntry' && (counts?.current ?? 0) > 0)

/** Rank and revenue of the entry with the best rank, and the province. */
function ListFacts({ detail: { id, region } }: { detail: CompanyDetail }) {
  const { data } = useRecordListQuery('listEntry', id)
  const entries = recordRowsOf(data?.pages ?? []).map(({ fields }) => fields)
  const [best] = entries.toSorted((a, b) => rankOf(a) - rankOf(b))
  const rank = best === undefined ? null : numberValueOf(best['rank'])
  const list = best === undefined ? null : textOf(best, 'listName')
  const value = listRevenue(amountOf(best?.['revenue']))
  const year = numberValueOf(best?.['revenueYear'])
  return (
    <HeaderFacts
      facts={[
        {
          label: list ?? '榜单',
          value: rank === null ? (list === null ? '-' : '在列') : `第 ${formatNumber(rank)} 位`,
        },
        { label: year === null ? '营业收入' : `${year} 年营业收入`, value },
        { label: '所在省份', value: region !== null && <bdi>{region}</bdi> },
      ].filter((fact) => fact.value !== null && fact.value !== false)}
    />
  )
}

const rankOf = (fields: RecordFields) => numberValueOf(fields['rank']) ?? Number.POSITIVE_INFINITY

/** 10,000 万元 are 1 亿元. */
const WAN_PER_YI = 10_000

function Facts({ detail }: { detail: CompanyDetail }) {
  const { registeredCapital: capital, jobSeeker } = detail
  const [insured] = jobSeeker.insured
  const [employees] = jobSeeker.employees
  const people = insured ?? employees
  const peopleLabel = insured === undefined && employees !== undefined ? '员工' : '参保'
  const inYi = capital !== null && capital.unit === '万元' && capital.value >= WAN_PER_YI
  return (
    <HeaderFacts
      facts={[
        leaderOf(detail),
        {
          label: '注册资本',
          value: formatNumber(inYi ? capital.value / WAN_PER_YI : capital?.value),
          unit: inYi ? '亿元' : (capital?.unit ?? null),
        },
        { label: '成立日期', value: formatDate(detail.foundedOn) },
        people === undefined
          ? { label: '参保人数', value: '-' }
          : { label: `${peopleLabel} ${people.year}`, value: formatNumber(people.count), unit: '人' },
      ]}
    />
  )
}

/** The legal representative, unless newer officers contradict the statement; then the officer who leads. */
function leaderOf({ id, legalRepresentative: person, leadingOfficer: officer }: CompanyDetail): HeaderFact {
  if (officer !== null) return { label: officer.title, value: <bdi>{officer.name}</bdi>, unit: officer.datedBy }
  return {
    label: person?.title ?? '法定代表人',
    value: <PersonLink to={personPath(id, { role: 'legalRepresentative' })} name={person?.name ?? '-'} />,
    unit: person?.datedBy?.replace('年年报', '年报') ?? null,
  }
}

/** `unit`: after the value, in small; of a person the year of the office. */
type HeaderFact = { label: string; value: ReactNode; unit?: string | null }

const HeaderFacts = ({ facts }: { facts: readonly HeaderFact[] }) => (
  <FactList
    className={styles.facts}
    rows={facts.map(({ label, value, unit = null }) => ({
      label,
      content: (
        <>
          {value}
          {unit !== null && <small>{unit}</small>}
        </>
      ),
    }))}
  />
)

/** Tags of the company. A tap explains those of `explained` that are often misunderstood. */
function HeaderTags({ company, explained }: { company: TaggedCompany; explained: readonly string[] }) {
  const { Sheet, isOpen, open, close } = useSheetOnTap(async () => (await import('./explanation-sheet.tsx')).TagsSheet)
  if (!explained.some(isExplainedTag)) {
    return (
      <div className={styles.tags}>
        <CompanyTags company={company} />
      </div>
    )
  }
  return (
    <>
      <button track-id="tags" type="button" className={styles.tags} onClick={open}>
        <CompanyTags company={company} />
        <Icon name="info" size={16} className={styles.icon} />
        <span className={utility.spoken}>，这些标签的含义</span>
      </button>
      {Sheet !== null && <Sheet labels={explained} open={isOpen} onClose={close} />}
    </>
  )
}

const plainStatuses: readonly string[] = ['存续', '其他']

/** The page needs the labels only: the texts load with the sheet that shows them. */
const explainedLabels: ReadonlySet<string> = new Set([
  ...companyStatuses.filter((status) => !plainStatuses.includes(status)),
  ...Object.values(riskLabels),
])

/** Whether a tag needs an explanation. */
export const isExplainedTag = (label: string) => explainedLabels.has(label)
