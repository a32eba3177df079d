import type { CompanySummary, HitRanges, SearchHit } from '@baiqicha/contract/company-summary'
import type { ReactNode } from 'react'
import { formatAmount, formatDate, formatNumber } from '../../lib/format.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { LongList, type LongListProps } from '../../ui/long-list.tsx'
import utility from '../../ui/utility.module.css'
import { HitText, reasonBeside, type ShownReason } from '../search/hit-text.tsx'
import styles from './company-hit-row.module.css'
import rowStyles from './company-row.module.css'
import { CompanyRow, companyCapital, DatedPerson } from './company-row.tsx'

/** 10,000 万元 are 1 亿元. */
const WAN_PER_YI = 10_000

/** The revenue of an entry of a list in 亿元, which readers of annual figures use; files state 万元. */
export function listRevenue(revenue: { value: number; unit: string } | null): string | null {
  if (revenue === null) return null
  return revenue.unit === '万元' && revenue.value >= WAN_PER_YI
    ? formatAmount(revenue.value / WAN_PER_YI, '亿元')
    : formatAmount(revenue.value, revenue.unit)
}

/** Who leads a company: the legal representative, or the officer of a newer source instead. */
type LeadingPerson = { title: string; name: string; year: string | null }

export const leadingPerson = ({
  legalRepresentative: name,
  legalRepresentativeYear: year,
  leadingOfficer,
}: Pick<CompanySummary, 'legalRepresentative' | 'legalRepresentativeYear' | 'leadingOfficer'>): LeadingPerson | null =>
  name === null ? leadingOfficer : { title: '法定代表人', name, year }

/** Number of characters that fit on two lines, in elder mode too. */
const REASON_ROOM = 24

type CompanyHitRowProps = {
  hit: SearchHit
  /** Another company of the list has the same name. */
  isNamesake: boolean
  /** Target of the link; the company's overview by default. */
  to?: string
  /** `FollowStar` or `CompareToggle`; the name leaves room for it. */
  star: ReactNode
  /** Replaces the facts. */
  children?: ReactNode
}

/** One company that a search found, with the reason. */
export function CompanyHitRow({ hit, isNamesake, to, star, children }: CompanyHitRowProps) {
  const { matchReason, hitRanges } = hit
  const hitInName = matchReason.text === hit.name ? hitRanges : []
  const hitInPerson = children === undefined && isLegalRepresentative(hit) ? hitRanges : null
  const reason =
    hitInPerson === null ? reasonBeside(hit.name, matchReason, { ranges: hitRanges, room: REASON_ROOM }) : null
  return (
    <div className={styles.row}>
      <CompanyRow
        company={hit}
        variant="search"
        to={to}
        isNamesake={isNamesake}
        {...(hit.listEntry !== null && { note: hit.listEntry.name })}
        name={<HitText text={hit.name} ranges={hitInName} />}
      >
        {children ??
          (hit.listEntry === null ? (
            <FactColumns company={hit} hitInPerson={hitInPerson ?? []} />
          ) : (
            <ListColumns entry={hit.listEntry} region={hit.region} />
          ))}
        {reason !== null && (
          <HitReason reason={reason} year={isLegalRepresentative(hit) ? hit.legalRepresentativeYear : null} />
        )}
      </CompanyRow>
      {star}
    </div>
  )
}

/** Whether the keyword matches the legal representative that the facts show. */
const isLegalRepresentative = ({ legalRepresentative, matchReason }: SearchHit) =>
  matchReason.field === 'legalRepresentative' && matchReason.text === legalRepresentative

/** Reason of a search hit that neither the name nor the facts show. */
function HitReason({ reason: { label, ...excerpt }, year }: { reason: ShownReason; year: string | null }) {
  return (
    <p className={styles.why}>
      <span className={styles.label}>{label}</span>
      <bdi className={styles.reasonText}>
        <HitText {...excerpt} />
      </bdi>
      {year !== null && <small>{year}</small>}
    </p>
  )
}

/** Rank, revenue and province of a company that only lists name; an absent value has no column. */
function ListColumns({ entry, region }: { entry: NonNullable<CompanySummary['listEntry']>; region: string | null }) {
  const { title, year, amount } = entry
  const revenue = amount === null ? null : listRevenue({ value: Number(amount), unit: '万元' })
  const rows = [
    { label: '榜单名次', content: title },
    { label: year === null ? '营收' : `${year} 营收`, content: revenue },
    { label: '省份', content: region !== null && <bdi>{region}</bdi> },
  ]
  return (
    <FactList className={styles.facts} rows={rows.filter(({ content }) => content !== null && content !== false)} />
  )
}

/** Three labelled values; an absent value is shown as '-'. */
function FactColumns({ company, hitInPerson }: { company: CompanySummary; hitInPerson: HitRanges }) {
  const person = leadingPerson(company)
  const name = person !== null && (
    <DatedPerson year={person.year}>
      <bdi className={utility.clip}>
        <HitText text={person.name} ranges={hitInPerson} />
      </bdi>
    </DatedPerson>
  )
  return (
    <FactList
      className={styles.facts}
      rows={[
        { label: person?.title ?? '法定代表人', content: name || '-' },
        { label: '注册资本', content: companyCapital(company) ?? '-' },
        { label: '成立日期', content: formatDate(company.foundedOn) },
      ]}
    />
  )
}

/** Text below the last row of a list of companies. `totalCapped`: the server does not list all of them. */
export const companyListEnd = (shown: number, { totalCapped } = { totalCapped: false }): string =>
  totalCapped ? `仅显示前 ${formatNumber(shown)} 家，请补充关键词或筛选` : `已显示全部 ${formatNumber(shown)} 家`

/** Virtual list of company rows with hairlines between them. */
export function CompanyRowList<T>(props: LongListProps<T>) {
  return (
    <div className={rowStyles.list}>
      <LongList {...props} />
    </div>
  )
}
