import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { fieldGroups } from '@baiqicha/contract/company-facts'
import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { type ReactNode, type Ref, useState } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { listCompanyTags } from '../../domain/company/company-tag-list.ts'
import { CompanyTags } from '../../domain/company/company-tags.tsx'
import { LogoPlaceholder } from '../../domain/company/logo-placeholder.tsx'
import { PersonLink } from '../../domain/company/person-link.tsx'
import { personPath } from '../../domain/company/person-path.ts'
import { officialCheckPath } from '../../domain/official-check/official-check-path.ts'
import { numberValueOf } from '../../domain/record/record-content.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { keepScroll } from '../../platform/navigation/scroll.ts'
import { recordRowsOf, useRecordListQuery } from '../../platform/records/record-list-query.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import utility from '../../ui/utility.module.css'
import styles from './company-header.module.css'
import { ContactActions } from './contact-actions.tsx'
import { ExplanationSheet } from './explanation-sheet.tsx'
import { explainTags } from './explanations.ts'
import { listFactSources } from './fact-sources.ts'
import { revenueOf } from './list-revenue.ts'
import { countOf, isWholeSection, sectionsOf, unconnectedOf } from './section-views.ts'
import { SourceSummary } from './source-summary.tsx'

const levels = [
  { of: 'high', label: '高', tone: 'red' },
  { of: 'medium', label: '中', tone: 'amber' },
  { of: 'notice', label: '提示', tone: undefined },
] as const
const tabs = ['legalRisk', 'businessRisk'] as const

/** Current records by grade with their date. A tap opens the tab with records, or the one with official sites. */
function RiskLine({ detail: { id, risk, sections } }: { detail: CompanyDetail }) {
  const navigate = useNavigate()
  if (risk === null) {
    return (
      <button
        track-id="risk-official"
        type="button"
        className={classNames(styles.line, styles.unconnected)}
        onClick={() => void navigate(officialCheckPath(id))}
      >
        <Icon name="plug" size={16} />
        风险数据未接入 · 官方核查
        <Icon name="right" size={14} className={styles.arrow} />
      </button>
    )
  }
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

/** Header card: name, tags, four facts, code and sources, contact actions and a line of risks. */
export function CompanyHeader({ detail, ref }: { detail: CompanyDetail; ref?: Ref<HTMLElement> }) {
  return (
    <section ref={ref} className={styles.head} aria-label="企业概要">
      <div className={styles.identity}>
        <LogoPlaceholder company={detail} size="lg" />
        <div className={utility.grow}>
          <h2 className={styles.name}>
            <bdi>{detail.name}</bdi> <CopyButton text={detail.name} label="企业名称" />
          </h2>
          <Stock name={detail.name} listings={detail.listings} />
          <FormerNames names={detail.formerNames} />
          <HeaderTags detail={detail} />
        </div>
      </div>
      {isOnlyOnLists(detail) ? <ListFacts detail={detail} /> : <Facts detail={detail} />}
      <div className={styles.code}>
        <span className={styles.creditCode}>
          <span className={utility.spoken}>信用代码：</span>
          {detail.creditCode ?? '信用代码未收录'}
          {detail.creditCode !== null && <CopyButton text={detail.creditCode} label="信用代码" />}
        </span>
        <SourceSummary lines={listFactSources(detail, fieldGroups)} licences={detail.licences} />
      </div>
      <ContactActions detail={detail} />
      <RiskLine detail={detail} />
    </section>
  )
}

/** Short name, code and board of the first listing. A short name that stands for the full name is not repeated. */
function Stock({ name, listings }: Pick<CompanyDetail, 'name' | 'listings'>) {
  const [listing] = listings
  if (listing === undefined) return null
  return (
    <p className={styles.stock}>
      {listing.shortName !== null && <bdi>{listing.shortName === name ? '证券简称' : listing.shortName}</bdi>}{' '}
      {listing.code}
      {listing.board !== null && <span className={styles.board}>{listing.board}</span>}
      {listing.shortName === name && <span className={styles.board}>全称未收录</span>}
    </p>
  )
}

function FormerNames({ names }: { names: readonly string[] }) {
  const [newest] = names
  if (newest === undefined) return null
  return (
    <p className={styles.former}>
      曾用名：<bdi>{newest}</bdi>
      {names.length > 1 && `等 ${names.length} 个`}
    </p>
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
  const { value, year } = revenueOf(best ?? {})
  return (
    <dl className={styles.facts}>
      <Fact label={list ?? '榜单'} aside={null}>
        {rank === null ? (list === null ? '-' : '在列') : `第 ${formatNumber(rank)} 位`}
      </Fact>
      {value !== null && (
        <Fact label={year === null ? '营业收入' : `${year} 年营业收入`} aside={null}>
          {value}
        </Fact>
      )}
      {region !== null && (
        <Fact label="所在省份" aside={null}>
          <bdi>{region}</bdi>
        </Fact>
      )}
    </dl>
  )
}

const rankOf = (fields: RecordFields) => numberValueOf(fields['rank']) ?? Number.POSITIVE_INFINITY

function Facts({ detail }: { detail: CompanyDetail }) {
  const { registeredCapital: capital, jobSeeker } = detail
  const [insured] = jobSeeker.insured
  return (
    <dl className={styles.facts}>
      <Leader detail={detail} />
      <Fact label="注册资本" aside={capital?.unit ?? null}>
        {formatNumber(capital?.value)}
      </Fact>
      <Fact label="成立日期" aside={null}>
        {formatDate(detail.foundedOn)}
      </Fact>
      <Fact
        label={insured === undefined ? '参保人数' : `参保 ${insured.year}`}
        aside={insured === undefined ? null : '人'}
      >
        {insured === undefined ? '-' : formatNumber(insured.count)}
      </Fact>
    </dl>
  )
}

/** The legal representative, unless newer officers contradict the statement; then the officer who leads. */
function Leader({ detail }: { detail: CompanyDetail }) {
  const { id, legalRepresentative: person, leadingOfficer: officer } = detail
  if (officer !== null) {
    return (
      <Fact label={officer.title} aside={officer.datedBy}>
        <bdi>{officer.name}</bdi>
      </Fact>
    )
  }
  return (
    <Fact label={person?.title ?? '法定代表人'} aside={person?.datedBy?.replace('年年报', '年报') ?? null}>
      <PersonLink to={personPath(id, { role: 'legalRepresentative' })} name={person?.name ?? '-'} />
    </Fact>
  )
}

function Fact({ label, aside, children }: { label: string; aside: string | null; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {aside !== null && <small>{aside}</small>}
      </dd>
    </div>
  )
}

/** Tags of the company. A tap explains tags that are often misunderstood. */
function HeaderTags({ detail }: { detail: CompanyDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const company = { ...detail, isDemo: false }
  const explanations = explainTags(listCompanyTags(company).map(({ label }) => label))
  if (explanations.length === 0) {
    return (
      <div className={styles.tags}>
        <CompanyTags company={company} />
      </div>
    )
  }
  return (
    <>
      <button track-id="tags" type="button" className={styles.tags} onClick={() => setIsOpen(true)}>
        <CompanyTags company={company} />
        <Icon name="info" size={16} className={styles.icon} />
        <span className={utility.spoken}>，这些标签的含义</span>
      </button>
      <ExplanationSheet title="标签的含义" explanations={explanations} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
