import type { CompanySummary, HitRanges, SearchHit } from '@baiqicha/contract/company-summary'
import { memo, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { formatAmount, formatDate } from '../lib/format.ts'
import { Link } from '../lib/router/router.tsx'
import utility from '../ui/utility.module.css'
import { companyPath } from './company-path.ts'
import styles from './company-row.module.css'
import { namesakeLabel } from './company-row-namesakes.ts'
import { CompanyTags } from './company-tags.tsx'
import { HitText } from './hit-text.tsx'
import { LogoPlaceholder } from './logo-placeholder.tsx'
import { reasonBeside, type ShownReason } from './match-label.ts'

/** Number of characters that fit on two lines, in elder mode too. */
const REASON_ROOM = 24

export type CompanyRowProps = {
  company: CompanySummary
  variant: 'compact' | 'search'
  /** Rank, from 1; the first three are highlighted. */
  rank?: number
  /** Reason of a search hit; the row of the response itself serves, so that an unchanged row is not rendered again. */
  hit?: Pick<SearchHit, 'matchReason' | 'hitRanges'>
  /** Grey tag that the containing page adds, such as 已离线保存. */
  note?: string
  /** Another company of the list has the same name: the row shows what distinguishes them. */
  isNamesake?: boolean
  /** Target of the link; the company's overview by default. */
  to?: string
  /** Replaces the facts. */
  children?: ReactNode
  /** Called when the link is followed. */
  onOpen?: () => void
}

/** One company of a list. The whole row is a link. */
export const CompanyRow = memo(function CompanyRow({ company, variant, ...props }: CompanyRowProps) {
  const { rank, hit, note, to = companyPath(company.id), isNamesake = false, onOpen, children } = props
  const Facts = variant === 'search' ? FactColumns : FactLine
  const hitInName = hit !== undefined && hit.matchReason.text === company.name ? hit.hitRanges : []
  const hitInPerson = variant === 'search' && children === undefined ? hitInPersonOf(company, hit) : null
  const reason = hitInPerson === null ? reasonOf(company.name, hit) : null
  return (
    <Link to={to} className={classNames(styles.row, styles[variant])} onClick={onOpen}>
      <LogoPlaceholder company={company} size={variant === 'search' ? 'md' : 'sm'} />
      <div className={styles.text}>
        <h3 className={styles.name}>
          {rank !== undefined && <Rank rank={rank} />}
          <bdi>
            <HitText text={company.name} ranges={hitInName} />
          </bdi>
        </h3>
        {isNamesake && <NamesakeLine company={company} />}
        <CompanyTags company={company} note={note} />
        {children ?? <Facts company={company} hitInPerson={hitInPerson ?? []} />}
        {reason !== null && <HitReason reason={reason} />}
      </div>
    </Link>
  )
})

type Hit = CompanyRowProps['hit']

/** Ranges of a hit in the legal representative that the facts show; null for another hit. */
function hitInPersonOf({ legalRepresentative }: CompanySummary, hit: Hit): HitRanges | null {
  const isShown = hit?.matchReason.field === 'legalRepresentative' && hit.matchReason.text === legalRepresentative
  return isShown ? hit.hitRanges : null
}

const reasonOf = (name: string, hit: Hit) =>
  hit === undefined ? null : reasonBeside(name, hit.matchReason, { ranges: hit.hitRanges, room: REASON_ROOM })

/** Reason of a search hit that neither the name nor the facts show. */
function HitReason({ reason: { label, ...excerpt } }: { reason: ShownReason }) {
  return (
    <p className={styles.why}>
      <span className={styles.label}>{label}</span>
      <bdi className={styles.reasonText}>
        <HitText {...excerpt} />
      </bdi>
    </p>
  )
}

/** Distinguishes companies of equal names, below the name. */
function NamesakeLine({ company }: { company: CompanySummary }) {
  const label = namesakeLabel(company)
  if (label === null) return null
  return (
    <p className={styles.namesake}>
      <span className={utility.spoken}>同名企业，</span>
      <bdi>{label}</bdi>
    </p>
  )
}

function Rank({ rank }: { rank: number }) {
  return (
    <span className={classNames(styles.rank, rank <= 3 && styles[`rank${rank}`])}>
      <span className={utility.spoken}>第</span>
      {rank}
      <span className={utility.spoken}>名</span>
    </span>
  )
}

const capitalOf = ({ registeredCapital }: CompanySummary) =>
  registeredCapital === null ? null : formatAmount(registeredCapital.amount, registeredCapital.unit)

type FactsProps = { company: CompanySummary; hitInPerson: HitRanges }

/** Name with the year of an old office. */
function Person({ company, hitInPerson }: FactsProps) {
  const { legalRepresentative: person, legalRepresentativeYear: year } = company
  if (person === null) return '-'
  return (
    <>
      <bdi className={utility.clip}>
        <HitText text={person} ranges={hitInPerson} />
      </bdi>
      {year !== null && <small> {year}</small>}
    </>
  )
}

/** Three labelled values; an absent value is shown as '-'. */
function FactColumns({ company, hitInPerson }: FactsProps) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>法定代表人</dt>
        <dd className={styles.person}>
          <Person company={company} hitInPerson={hitInPerson} />
        </dd>
      </div>
      <div>
        <dt>注册资本</dt>
        <dd>{capitalOf(company) ?? '-'}</dd>
      </div>
      <div>
        <dt>成立日期</dt>
        <dd>{formatDate(company.foundedOn)}</dd>
      </div>
    </dl>
  )
}

/** One line without labels. An absent value is omitted: '-' without a label means nothing. */
function FactLine({ company, hitInPerson }: FactsProps) {
  const capital = capitalOf(company)
  if (company.legalRepresentative === null && capital === null && company.foundedOn === null) return null
  return (
    <p className={styles.meta}>
      {company.legalRepresentative !== null && (
        <span className={styles.person}>
          <span className={utility.spoken}>法定代表人 </span>
          <Person company={company} hitInPerson={hitInPerson} />
        </span>
      )}
      {capital !== null && (
        <span>
          <span className={utility.spoken}>注册资本 </span>
          {capital}
        </span>
      )}
      {company.foundedOn !== null && (
        <span>
          {formatDate(company.foundedOn)} <span className={styles.founded}>成立</span>
        </span>
      )}
    </p>
  )
}
