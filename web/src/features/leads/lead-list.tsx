import type { LeadRow as Lead, LeadSearchAnswer } from '@baiqicha/contract/leads'
import type { ContactType } from '@baiqicha/contract/records/contact/contact-type'
import { resultCode } from '@baiqicha/contract/result-codes'
import { memo, type ReactNode } from 'react'
import { CompanyHitRow, CompanyRowList, companyListEnd, leadingPerson } from '../../domain/company/company-hit-row.tsx'
import { CompanyRowSkeleton, companyCapital, DatedPerson, findNamesakes } from '../../domain/company/company-row.tsx'
import { bareAddress } from '../../domain/contacts/contact-links.ts'
import { followNotices } from '../../domain/follow/follow-control.ts'
import { FollowStar } from '../../domain/follow/follow-star.tsx'
import { SearchNotices } from '../../domain/search/search-notices.tsx'
import { formatDate, formatTotal } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { rowsOfPages } from '../../platform/api/api-pages.ts'
import { useFollowControl } from '../../platform/follow/use-follow-control.ts'
import { useMemberOffer } from '../../platform/membership/use-member-offer.ts'
import { Button } from '../../ui/button.tsx'
import { DemoStrip, InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import {
  countContacts,
  isAgencyNumber,
  sameNumberLabel,
  sourceText,
  summaryText,
  unconnectedNote,
} from './contact-card.tsx'
import { HideNumberAction } from './hide-number-action.tsx'
import { type LeadParams, leadDetailPath, leadSearchPath } from './lead-params.ts'
import { useLeadSearchQuery } from './lead-queries.ts'
import styles from './leads.module.css'

/** Contacts are no risk information: the row shows none. */
const withoutRisks = { isDishonestDebtor: false, isJudgmentDebtor: false, isConsumptionRestricted: false } as const

/** A company with its first contact; links to all of them. */
const LeadItem = memo(function LeadItem({ lead, isNamesake }: { lead: Lead; isNamesake: boolean }) {
  const control = useFollowControl(lead, followNotices)
  return (
    <CompanyHitRow
      hit={{ ...lead, ...withoutRisks }}
      to={leadDetailPath(lead.id)}
      isNamesake={isNamesake}
      star={<FollowStar company={lead} control={control} />}
    >
      <Facts lead={lead} />
      <FirstContact lead={lead} />
    </CompanyHitRow>
  )
})

function Facts({ lead }: { lead: Lead }) {
  const person = leadingPerson(lead)
  const facts = [
    { label: '注册资本', value: companyCapital(lead) },
    { label: '成立日期', value: lead.foundedOn === null ? null : formatDate(lead.foundedOn) },
    { label: '地区', value: lead.region },
    { label: '行业', value: lead.industry },
  ].filter(({ value }) => value !== null)
  return (
    <p className={styles.facts}>
      {person !== null && (
        <DatedPerson year={person.year}>
          <span className={lead.leadingOfficer === null ? utility.spoken : undefined}>{person.title} </span>
          <bdi>{person.name}</bdi>
        </DatedPerson>
      )}
      {facts.map(({ label, value }) => (
        <span key={label}>
          <span className={utility.spoken}>{label} </span>
          <bdi>{value}</bdi>
        </span>
      ))}
    </p>
  )
}

function FirstContact({ lead: { firstContact, contactSummary } }: { lead: Lead }) {
  if (firstContact === null) return <p className={styles.none}>未收录联系方式</p>
  const { source, type, value } = firstContact
  const shared = sameNumberLabel(firstContact)
  const count = countContacts(contactSummary)
  return (
    <div className={styles.rowContact}>
      <div className={styles.first}>
        <p className={styles.rowValue}>
          <b>
            <bdi>{type === '网址' ? bareAddress(value) : value}</bdi>
          </b>
          {source.category !== null && <Tag>{source.category}</Tag>}
          {shared !== null && <Tag tone={isAgencyNumber(firstContact) ? 'amber' : 'mute'}>{shared}</Tag>}
        </p>
        <p className={styles.source}>{sourceText(source)}</p>
        {count > 0 && <p className={styles.source}>{summaryText(contactSummary)}</p>}
      </div>
      <span className={styles.open}>{count === 0 ? '查看' : `查看 ${count} 个`}</span>
    </div>
  )
}

type Props = {
  params: LeadParams
  /** Location key: going back to it shows the same rows. */
  visit: string
  onClearFilters: () => void
  /** Beside the total; null: none. */
  exportAction: ReactNode
}

/** Companies that publish contacts, or the state of the search. */
export function LeadList({ params, visit, onClearFilters, exportAction }: Props) {
  const query = useLeadSearchQuery(params, visit)
  const retry = () => void query.refetch()
  if (query.isError && !query.isFetchNextPageError) {
    return <Failed error={query.error} params={params} onRetry={retry} onClearFilters={onClearFilters} />
  }
  if (query.data === undefined) return <CompanyRowSkeleton variant="search" />
  const [first] = query.data.pages
  const rows = rowsOfPages(query.data.pages)
  if (first === undefined || rows.length === 0) {
    return <Empty answer={first} params={params} onClearFilters={onClearFilters} />
  }
  const namesakes = findNamesakes(rows)
  return (
    <>
      {rows.some(({ isDemo }) => isDemo) && <DemoStrip text="演示数据：标“演示数据”的企业与号码均为虚构" />}
      <Summary
        answer={first}
        types={rows.flatMap(({ firstContact }) => firstContact?.type ?? [])}
        params={params}
        exportAction={exportAction}
      />
      <CompanyRowList visit={visit} rows={rows} paging={query} endText={companyListEnd(rows.length, first)}>
        {(lead) => <LeadItem key={lead.id} lead={lead} isNamesake={namesakes.has(lead.id)} />}
      </CompanyRowList>
    </>
  )
}

function totalText({ byNumber }: LeadSearchAnswer, { sameNumber }: LeadParams): string {
  if (sameNumber !== null) return '家公开了同一号码'
  return byNumber ? '家公开了该号码' : '家'
}

type SummaryProps = {
  answer: LeadSearchAnswer
  /** Types of the contacts that the rows show. */
  types: readonly ContactType[]
  params: LeadParams
  exportAction: ReactNode
}

function Summary({ answer, types, params, exportAction }: SummaryProps) {
  return (
    <div className={styles.summary}>
      <SearchNotices limits={answer} searchPath={leadSearchPath(params.keyword)} />
      {answer.didYouMean !== undefined && (
        <InfoNote>
          已显示“<bdi>{answer.didYouMean}</bdi>”的结果
        </InfoNote>
      )}
      {!answer.connected && <InfoNote tone="amber">{unconnectedNote(types)}</InfoNote>}
      <div className={styles.line}>
        <h2 className={styles.total}>
          共 <b>{formatTotal(answer)}</b> {totalText(answer, params)}
        </h2>
        {exportAction}
        <HideNumberAction />
      </div>
    </div>
  )
}

type StateProps = { params: LeadParams; onClearFilters: () => void }

/** Three answers that differ: no source, nothing under these conditions, nothing at all. */
function Empty({ answer, params, onClearFilters }: StateProps & { answer: LeadSearchAnswer | undefined }) {
  const navigate = useNavigate()
  const retype = (
    <Button trackId="keyword-change" onClick={() => void navigate(leadSearchPath(params.keyword))}>
      修改关键词
    </Button>
  )
  if (answer?.byNumber === true || params.sameNumber !== null) {
    return (
      <ListState
        art="none"
        title="未查询到公开该号码的企业"
        text={answer?.asOf == null ? '未查询到不代表没有' : `截至 ${answer.asOf}，未查询到不代表没有`}
      >
        {params.sameNumber === null && retype}
      </ListState>
    )
  }
  if (Object.keys(params.filters).length > 0) {
    return (
      <ListState art="nothing" title="暂无符合条件的企业" text="请减少筛选条件">
        <Button trackId="filters-clear" onClick={onClearFilters}>
          清除条件
        </Button>
      </ListState>
    )
  }
  return answer?.connected === false ? (
    <ListState art="unconnected" title="未接入该数据源" text="已接入的登记资料中也没有符合的企业">
      {retype}
    </ListState>
  ) : (
    <ListState art="nothing" title="暂无符合条件的企业" text="未收录不代表不存在">
      {retype}
    </ListState>
  )
}

type FailedProps = StateProps & { error: unknown; onRetry: () => void }

function Failed({ error, params, onRetry, onClearFilters }: FailedProps) {
  const navigate = useNavigate()
  const offer = useMemberOffer('leads')
  const rejection = rejectionOf(error)
  if (rejection?.code === resultCode.notInMembership) {
    return (
      <ListState art="nothing" title={rejection.message}>
        <Button trackId="filters-clear" tone="line" onClick={onClearFilters}>
          清除条件
        </Button>
        <Button trackId="members" onClick={offer.open}>
          {offer.label}
        </Button>
      </ListState>
    )
  }
  if (rejection?.code === resultCode.keywordEmpty) {
    return (
      <ListState art="nothing" title={rejection.message}>
        <Button trackId="keyword-change" onClick={() => void navigate(leadSearchPath(''))}>
          修改关键词
        </Button>
      </ListState>
    )
  }
  const isLimited = rejection?.code === resultCode.tooManyRequests
  return (
    <ListState art="failed" title={isLimited ? '已达上限' : '加载失败'} text={describeError(error)}>
      {isLimited ? (
        <Button trackId="back" onClick={() => void navigate(leadSearchPath(params.keyword))}>
          返回
        </Button>
      ) : (
        <Button trackId="retry" onClick={onRetry}>
          重试
        </Button>
      )}
    </ListState>
  )
}
