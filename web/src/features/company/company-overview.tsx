import type { CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { SectionKey } from '@baiqicha/contract/records/kind-table'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { type ReactNode, useState } from 'react'
import { personPath } from '../../domain/company/company-addresses.ts'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { listRevenue } from '../../domain/company/company-hit-row.tsx'
import { CompanyLink, PersonLink } from '../../domain/company/company-link.tsx'
import { CheckProgress, checkedCount } from '../../domain/official-check/check-progress.tsx'
import { officialCheckPath } from '../../domain/official-check/official-links.tsx'
import shared from '../../domain/page/shared.module.css'
import { amountOf, numberValueOf, textsOf } from '../../domain/record/record-content.ts'
import { SectionFoot } from '../../domain/record/section-foot.tsx'
import { formatDate, formatNumber, joinStated } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { readFailure } from '../../platform/api/failure.ts'
import { useOfficialChecksQuery } from '../../platform/official-check/official-check-queries.ts'
import { recordRowsOf, useRecordListQuery } from '../../platform/records/record-list-query.ts'
import { Button } from '../../ui/button.tsx'
import cardHead from '../../ui/card.module.css'
import { Card } from '../../ui/card.tsx'
import { CardHead } from '../../ui/card-head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import utility from '../../ui/utility.module.css'
import { BusinessInfoCards, ListingFacts, NeighbourLinks } from './business-info-cards.tsx'
import styles from './company-page.module.css'
import { RiskTimeline } from './risk-timeline.tsx'
import gridStyles from './section-grid.module.css'
import { CellIcon, RiskGrid, SectionGrid, UnconnectedSections } from './section-grid.tsx'
import { cardId, connectedOf, unconnectedOf } from './section-views.ts'

/** Short form of 官方核查: what the user has checked, and the way to the sites. */
export function CompanyChecks({ companyId }: { companyId: string }) {
  const { data } = useOfficialChecksQuery(companyId)
  const sites = data?.sites ?? []
  const done = checkedCount(sites)
  return (
    <Card label="官方核查">
      <Link track-id="official-check" to={officialCheckPath(companyId)} className={styles.officialCheckCardHead}>
        <span className={cardHead.title}>官方核查</span>
        <span className={cardHead.aside}>
          {done > 0 ? `本人已核查 ${done} / ${sites.length}` : '到官方网站核实风险'}
        </span>
        <span className={styles.officialCheckCardMore}>
          {done > 0 ? '继续核查' : '去核查'}
          <Icon name="right" size={14} />
        </span>
      </Link>
      {sites.length > 0 && <CheckProgress sites={sites} />}
    </Card>
  )
}

/** Number of rows before 展开. */
const FIRST_ROWS = 6
const placeholder = [Array.from({ length: 3 }, () => ['100%', 34] as const)]

type Props = (typeof listCards)[number] & { companyId: string }

/** Card for records without pages of their own: the first rows, expandable to all. */
function ExpandableListCard({ kind, title, unit, Row, companyId }: Props) {
  const query = useRecordListQuery(kind, companyId)
  const [isOpen, setIsOpen] = useState(false)
  const [first] = query.data?.pages ?? []
  const rows = recordRowsOf(query.data?.pages ?? [])
  return (
    <Card label={title}>
      <div id={cardId[kind]}>
        <CardHead title={title} aside={first === undefined ? undefined : `${first.total} ${unit}`} />
      </div>
      {first === undefined && query.isError && (
        <CompanyFailed failure={readFailure(query.error)} onRetry={() => void query.refetch()} compact />
      )}
      {first === undefined && !query.isError && <SkeletonGroups groups={placeholder} className={styles.skeleton} />}
      {first !== undefined && (
        <>
          <ul>
            {(isOpen ? rows : rows.slice(0, FIRST_ROWS)).map((row) => (
              <li key={row.id} className={styles.row}>
                <Row row={row} companyId={companyId} />
              </li>
            ))}
          </ul>
          {!isOpen && first.total > FIRST_ROWS && (
            <MoreButton onClick={() => setIsOpen(true)}>
              展开全部 {first.total} {unit}
            </MoreButton>
          )}
          {isOpen && query.hasNextPage && (
            <MoreButton busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {query.isFetchNextPageError ? '加载失败，点击重试' : '继续加载'}
            </MoreButton>
          )}
          <SectionFoot sources={sourcesOf(rows)} />
        </>
      )}
    </Card>
  )
}

/** Sources of the rows, each once with its newest date: the kind may have further sources, which do not name the company. */
function sourcesOf(rows: readonly RecordRow[]): Provenance[] {
  const newest = new Map<string, Provenance>()
  for (const source of rows.flatMap((row) => row.sources)) {
    const known = newest.get(source.sourceId)
    if (known === undefined || (known.asOf ?? '') < (source.asOf ?? '')) newest.set(source.sourceId, source)
  }
  return [...newest.values()]
}

function MoreButton({ children, busy = false, onClick }: { children: ReactNode; busy?: boolean; onClick: () => void }) {
  return (
    <div className={styles.moreCell}>
      <Button trackId="list-expand" tone="line" size="sm" block busy={busy} onClick={onClick}>
        {children}
      </Button>
    </div>
  )
}

/** A space at which no line ends: between a rank or an amount and its unit. */
const UNBROKEN = '\u00a0'

/** The revenue in words, for one line. */
function revenueText(fields: RecordFields): string | null {
  const value = listRevenue(amountOf(fields['revenue']))
  const year = numberValueOf(fields['revenueYear'])
  return value === null ? null : `${year === null ? '' : `${year} 年`}营业收入 ${value}`
}

type RowProps = { row: RecordRow; companyId: string }

/** An entry of the company in a list, never a whole list. */
function ListEntry({ row: { fields } }: RowProps) {
  const rank = numberValueOf(fields['rank'])
  const year = numberValueOf(fields['year'])
  return (
    <div className={styles.line}>
      <bdi className={shared.bold}>
        {year !== null && `${year} `}
        {textOf(fields, 'listName') ?? '-'}
        {rank !== null && ` 第${UNBROKEN}${formatNumber(rank)}${UNBROKEN}位`}
      </bdi>
      <span className={styles.aside}>
        <bdi>{joinStated([textOf(fields, 'publisher'), revenueText(fields)])}</bdi>
      </span>
    </div>
  )
}

/** A legal representative of an annual report. */
function ReportedRepresentative({ row: { fields, publishedAt } }: RowProps) {
  return (
    <div className={styles.line}>
      <bdi className={shared.bold}>{textOf(fields, 'name') ?? '-'}</bdi>
      <span className={styles.aside}>
        {numberValueOf(fields['year']) ?? '-'} 年年报
        {publishedAt !== null && ` · ${formatDate(publishedAt)} 披露`}
      </span>
    </div>
  )
}

/** `unit`: counter word. */
const listCards = [
  { kind: 'keyPerson', title: '主要人员', unit: '人', Row: Person },
  { kind: 'reportedRepresentative', title: '历年法定代表人（年报）', unit: '条', Row: ReportedRepresentative },
  { kind: 'listEntry', title: '榜单', unit: '条', Row: ListEntry },
  { kind: 'branch', title: '分支机构', unit: '家', Row: Branch },
] as const

const riskTabs = ['legalRisk', 'businessRisk'] as const
const groups = ['overview', 'legalRisk', 'businessRisk'] as const

/** Overview tab: connected sections, the register entry, and one row for all other sections. `isSaved`: read offline. */
export function CompanyOverview({ detail, isSaved }: { detail: CompanyDetail; isSaved: boolean }) {
  const { id, sections } = detail
  const registerLink = (
    <Link
      track-id="business-info"
      to={`/overview/businessInfo?${new URLSearchParams({ id }).toString()}`}
      className={gridStyles.cell}
    >
      <CellIcon name="building" />
      工商信息
    </Link>
  )
  const basics = connectedOf('overview', sections)
  const isAnyConnected = groups.some((group) => connectedOf(group, sections).length > 0)
  // Without connected risks the row follows the basics directly, in their card.
  const isInBasics = basics.length > 0 && riskTabs.every((tab) => connectedOf(tab, sections).length === 0)
  const unconnected = <UnconnectedSections tabs={groups} sections={sections} isInCard={isInBasics} />
  const has = (key: SectionKey) => sections.some((section) => section.key === key && (section.counts?.current ?? 0) > 0)
  return (
    <>
      <ListCompanyNote detail={detail} />
      {detail.listings.length > 0 && <ListingFacts detail={detail} />}
      <RiskTimeline detail={detail} />
      {basics.length > 0 && (
        <SectionGrid title="基本信息" companyId={id} sections={basics} first={registerLink}>
          {isInBasics && unconnected}
        </SectionGrid>
      )}
      <RiskGrid companyId={id} tab="legalRisk" sections={sections} />
      <RiskGrid companyId={id} tab="businessRisk" sections={sections} />
      {isAnyConnected && !isInBasics && unconnected}
      <BusinessInfoCards id={id} isNotedAbove={isSaved} />
      {listCards.map((card) => has(card.kind) && <ExpandableListCard key={card.kind} {...card} companyId={id} />)}
      {unconnectedOf(riskTabs, sections).length > 0 && <CompanyChecks companyId={id} />}
      {!isAnyConnected && unconnected}
      {detail.listings.length > 0 && <NeighbourLinks id={id} region={detail.region} />}
    </>
  )
}

/** Says in one line what is known of a company that only a list names, and from which list. */
function ListCompanyNote({ detail }: { detail: CompanyDetail }) {
  const { status, creditCode, foundedOn, listings, provenance } = detail
  const source = provenance.identity
  const hasRegisterFacts = status !== null || creditCode !== null || foundedOn !== null || listings.length > 0
  if (hasRegisterFacts || source === undefined) return null
  return (
    <InfoNote>
      仅收录{source.sourceName}公布的信息
      {source.asOf !== null && <span className={utility.together}>（{source.asOf}）</span>}，登记信息未收录。
    </InfoNote>
  )
}

function Person({ row: { id, fields, sources }, companyId }: RowProps) {
  const since = textOf(fields, 'appointedDate')
  const asOf = sources[0]?.asOf ?? null
  return (
    <div className={styles.line}>
      <span className={shared.bold}>
        <PersonLink to={personPath(companyId, { recordId: id })} name={textOf(fields, 'name') ?? '-'} />
      </span>
      <span className={styles.aside}>
        <bdi>{textsOf(fields['positions']).join('、') || '未收录职务'}</bdi>
        {since !== null && <span> · {formatDate(since)} 任职</span>}
        {since === null && asOf !== null && <span> · 截至 {asOf}</span>}
      </span>
    </div>
  )
}

function Branch({ row: { fields, links } }: RowProps) {
  const name = textOf(fields, 'name') ?? '-'
  const id = links['name']
  const details = [`负责人 ${textOf(fields, 'legalRep') ?? '-'}`, textOf(fields, 'status'), textOf(fields, 'region')]
  const foundedOn = textOf(fields, 'foundedDate')
  return (
    <>
      {id === undefined ? <bdi>{name}</bdi> : <CompanyLink id={id} name={name} />}
      <p className={styles.aside}>
        <bdi>{joinStated(details)}</bdi>
        {foundedOn !== null && <span className={utility.together}> · {foundedOn}</span>}
      </p>
    </>
  )
}
