import type { BusinessInfo, CompanyDetail } from '@baiqicha/contract/company-detail'
import { disclosurePageOf, exchangeNames, exchangePageOf } from '@baiqicha/contract/exchanges'
import { useState } from 'react'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { PersonLink } from '../../domain/company/company-link.tsx'
import { statusTone } from '../../domain/company/company-tags.tsx'
import { type FactSource, listFactSources, SourceSummary } from '../../domain/company/source-summary.tsx'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import shared from '../../domain/page/shared.module.css'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { CorrectionLink } from '../../domain/record/section-foot.tsx'
import { neighbourSearches } from '../../domain/search/neighbour-searches.ts'
import { formatDate } from '../../lib/format.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { useFilterOptionsQuery } from '../../platform/search/search-queries.ts'
import { Card } from '../../ui/card.tsx'
import { FoldedText } from '../../ui/folded-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LabelTable } from '../../ui/label-table.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './business-info-cards.module.css'
import { useBusinessInfoQuery } from './company-queries.ts'
import { SavedNote, TableSkeleton } from './company-states.tsx'
import { isAbsent, listRegisterRows, pairShortRows, type RegisterRow } from './register-rows.ts'
import { FoldRow } from './section-grid.tsx'

type Listing = BusinessInfo['listings'][number]

/** Rows of one listing. Omits absent facts except the date. */
function listListingRows(listing: Listing): RegisterRow[] {
  const rows: RegisterRow[] = [{ label: '股票代码', value: listing.code, copy: listing.code }]
  if (listing.oldCode !== null) rows.push({ label: '原代码', value: listing.oldCode })
  if (listing.shortName !== null) rows.push({ label: '证券简称', value: listing.shortName })
  rows.push({ label: '交易所', value: exchangeNames[listing.exchange] ?? listing.exchange })
  if (listing.board !== null) rows.push({ label: '板块', value: listing.board })
  if (listing.state !== null) rows.push({ label: '上市状态', value: listing.state })
  rows.push({ label: '上市日期', value: formatDate(listing.listedOn) })
  if (listing.delistedOn !== null) rows.push({ label: '终止日期', value: formatDate(listing.delistedOn) })
  return rows
}

const registerGroups = ['identity', 'registration', 'people', 'capital', 'contact'] as const

type Props = {
  id: string
  /** Whether the register entry has its own 纠错. */
  hasCorrection?: boolean
  /** Whether 上市信息 comes first; absent: the page shows it elsewhere. */
  hasListing?: boolean
  /** Whether the page around says already that its data are saved ones. */
  isNotedAbove?: boolean
}

/** Listings of a listed company, and the register entry. */
export function BusinessInfoCards({ id, hasCorrection = false, hasListing = false, isNotedAbove = false }: Props) {
  const { data, savedAt, error, retry } = useBusinessInfoQuery(id)
  if (data === undefined) {
    return (
      <Card>
        <h2 className={styles.title}>工商信息</h2>
        {error === null ? <TableSkeleton /> : <CompanyFailed failure={readFailure(error)} onRetry={retry} compact />}
      </Card>
    )
  }
  const hasListingCard = hasListing && (data.listings.length > 0 || data.formerShortNames.length > 0)
  return (
    <>
      {savedAt !== null && !isNotedAbove && <SavedNote savedAt={savedAt} onRetry={retry} />}
      {hasListingCard && <ListingCard facts={data} formerShortNames={data.formerShortNames} />}
      <Card>
        <h2 className={styles.title}>工商信息</h2>
        <RegisterTable info={data} />
        <FactSourcesFoot
          lines={listFactSources(data, registerGroups)}
          correction={hasCorrection ? correctionPath({ companyId: id }) : undefined}
        />
      </Card>
    </>
  )
}

/** 上市信息 of a listed company, the first card of its page: painted with it, so that nothing below moves when the register arrives. */
export function ListingFacts({ detail }: { detail: CompanyDetail }) {
  const { data } = useBusinessInfoQuery(detail.id)
  return <ListingCard facts={detail} formerShortNames={data?.formerShortNames ?? []} />
}

/** Ways to the companies of the same region and industry. `region`: as in lists, without the county. */
export function NeighbourLinks({ id, region }: Pick<CompanyDetail, 'id' | 'region'>) {
  const { data: info } = useBusinessInfoQuery(id)
  const { data: options } = useFilterOptionsQuery()
  if (info === undefined || options === undefined) return null
  const { industry, industryCode } = info
  const searches = neighbourSearches({ region, industry, industryCode }, options)
  if (searches.length === 0) return null
  return (
    <Card label="同类企业">
      {searches.map(({ icon, label, name, path }) => (
        <SettingCell trackId="next-step" key={label} icon={icon} label={label} value={name} to={path} />
      ))}
    </Card>
  )
}

const listingGroup = ['listing'] as const

type ListingCardProps = {
  facts: Pick<BusinessInfo, 'listings' | 'provenance' | 'factProvenance'>
  formerShortNames: BusinessInfo['formerShortNames']
}

function ListingCard({ facts, formerShortNames }: ListingCardProps) {
  return (
    <Card>
      <h2 className={styles.title}>上市信息</h2>
      {facts.listings.map((listing) => (
        <div key={`${listing.exchange}${listing.code}`} className={styles.listing}>
          <FactTable rows={listListingRows(listing)} />
        </div>
      ))}
      <ShortNameTimeline names={formerShortNames} />
      <ListingLinks listing={facts.listings[0]} />
      <FactSourcesFoot lines={listFactSources(facts, listingGroup)} />
    </Card>
  )
}

/** The company at its exchange, and its announcements, by its code. */
function ListingLinks({ listing }: { listing: Listing | undefined }) {
  if (listing === undefined) return null
  const exchange = exchangePageOf(listing)
  return (
    <ul className={styles.links}>
      {exchange !== null && (
        <li>
          <OutLink label={`${exchangeShortNames[listing.exchange] ?? '交易所'}页面`} url={exchange} />
        </li>
      )}
      <li>
        <OutLink label="巨潮公告" url={disclosurePageOf(listing)} />
      </li>
    </ul>
  )
}

const exchangeShortNames: Readonly<Record<string, string>> = { SSE: '上交所', SZSE: '深交所', BSE: '北交所' }

function OutLink({ label, url }: { label: string; url: string }) {
  return (
    <a track-id="official-register" className={styles.outLink} href={url} target="_blank" rel="noopener noreferrer">
      {label}
      <Icon name="link" size={16} />
      <span className={utility.spoken}>，在新窗口打开</span>
    </a>
  )
}

/** Former short names of a listed company along a line of years, oldest first. */
function ShortNameTimeline({ names }: { names: BusinessInfo['formerShortNames'] }) {
  if (names.length === 0) return null
  return (
    <div className={styles.timeline}>
      <h3 className={styles.timelineTitle}>曾用简称</h3>
      <ol>
        {[...names].reverse().map(({ name, from, to }) => (
          <li key={`${name} ${from}`} className={styles.name}>
            <bdi>{name}</bdi>
            <span className={shared.noteLine} aria-hidden="true">
              {yearsOf(from, to)}
            </span>
            <span className={utility.spoken}>{datesOf(from, to)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** 2014–2018; an end that is unknown is left out. */
function yearsOf(from: string | null, to: string | null) {
  if (from === null && to === null) return '年份未收录'
  const [first, last] = [from?.slice(0, 4) ?? '', to?.slice(0, 4) ?? '']
  return first === last ? first : `${first}–${last}`
}

function datesOf(from: string | null, to: string | null) {
  if (from === null && to === null) return '起止日期未收录'
  if (from === null) return `至 ${formatDate(to)}`
  return to === null ? `${formatDate(from)} 起` : `${formatDate(from)} 至 ${formatDate(to)}`
}

type FactSourcesFootProps = {
  lines: readonly FactSource[]
  /** URL of 纠错; absent: the page has one for all its cards. */
  correction?: string | undefined
}

/** Foot of a card of facts: its only source, or the number of its sources. A printed page names each source. */
function FactSourcesFoot({ lines, correction }: FactSourcesFootProps) {
  const [first] = lines
  if (first === undefined && correction === undefined) return null
  return (
    <div className={styles.foot}>
      <div className={styles.sources}>
        {lines.length > 1 ? (
          <>
            <SourceSummary lines={lines} />
            <ul className={styles.printed}>
              {lines.map((line) => (
                <li key={line.subject}>
                  {line.subject} <SourceChip name={line.name} asOf={line.asOf} />
                </li>
              ))}
            </ul>
          </>
        ) : (
          first !== undefined && <SourceChip name={first.name} url={first.url} asOf={first.asOf} />
        )}
      </div>
      {correction !== undefined && <CorrectionLink to={correction} />}
    </div>
  )
}

/** Register table. Rows without a value are folded. */
function RegisterTable({ info }: { info: BusinessInfo }) {
  const [isOpen, setIsOpen] = useState(false)
  const rows = listRegisterRows(info)
  const absent = rows.filter(isAbsent)
  return (
    <>
      <FactTable rows={isOpen ? rows : rows.filter((row) => !isAbsent(row))} />
      {absent.length > 0 && (
        <FoldRow trackId="register-unfold" isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          {isOpen ? '收起未收录项' : `${absent.length} 项未收录`}
        </FoldRow>
      )}
    </>
  )
}

/** Table of labels and values; short pairs share a line. */
function FactTable({ rows }: { rows: readonly RegisterRow[] }) {
  return (
    <LabelTable
      lines={pairShortRows(rows).map((line) =>
        line.map((row) => ({ label: row.label, content: <Value row={row} />, copy: row.copy })),
      )}
    />
  )
}

function Value({ row }: { row: RegisterRow }) {
  if (row.status !== undefined) {
    return (
      <span className={styles.status}>
        {row.status.name === '其他' ? '其他' : <Tag tone={statusTone(row.status.name)}>{row.status.name}</Tag>}
        {row.status.raw !== null && <span>（{row.status.raw}）</span>}
      </span>
    )
  }
  if (row.folds) return <FoldedText text={row.value} label={row.label} />
  if (row.lines !== undefined && row.lines.length > 0) {
    return (
      <span className={utility.grow}>
        {row.lines.map(({ text, aside }) => (
          <span key={`${text}${aside}`} className={styles.line}>
            <bdi>{text}</bdi>
            {aside !== null && <span className={utility.phrase}>（{aside}）</span>}
          </span>
        ))}
      </span>
    )
  }
  if (row.representative !== undefined) {
    return (
      <span className={utility.grow}>
        <PersonLink to={row.representative.path} name={row.representative.name}>
          {row.value}
        </PersonLink>
      </span>
    )
  }
  if (row.href !== undefined) {
    return (
      <span className={utility.grow}>
        <a track-id="open-record" href={row.href} target="_blank" rel="noopener noreferrer">
          <bdi>{row.value}</bdi>
          <span className={utility.spoken}>，在新窗口打开</span>
        </a>
      </span>
    )
  }
  return <bdi className={utility.grow}>{row.value}</bdi>
}
