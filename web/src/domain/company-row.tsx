import type { CompanySummary, HitRanges, MatchReason } from '@baiqicha/contract/company-summary'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { formatAmount, formatDate } from '../lib/format.ts'
import { Link } from '../lib/router/router.tsx'
import utility from '../ui/utility.module.css'
import { companyPath } from './company-path.ts'
import styles from './company-row.module.css'
import { namesakeLabel } from './company-row-namesakes.ts'
import { CompanyTags } from './company-tags.tsx'
import { excerptAtHit } from './hit-excerpt.ts'
import { HitText } from './hit-text.tsx'
import { LogoPlaceholder } from './logo-placeholder.tsx'
import { matchLabelBeside } from './match-label.ts'

/** Characters that two lines of the reason hold, in elder mode too. */
const REASON_ROOM = 24

export type CompanyRowProps = {
  company: CompanySummary
  variant: 'compact' | 'search'
  /** Place in a ranking, from 1; the first three stand out. */
  rank?: number
  /** Why a search found it; `ranges` are those of `reason.text`. */
  hit?: { reason: MatchReason; ranges: HitRanges }
  /** A grey tag of the place that shows the row, as in 已离线保存. */
  note?: string
  /** Another company of the list has the same name: the row says what tells them apart. */
  isNamesake?: boolean
  /** Where the row leads; left out: to the company's overview. */
  to?: string
  /** Stands in the place of the facts. */
  children?: ReactNode
  /** Called on the tap that follows the link. */
  onOpen?: () => void
}

/** One company of a list: the whole row is the link to its page. */
export function CompanyRow({ company, variant, to = companyPath(company.id), ...props }: CompanyRowProps) {
  const { rank, hit, note, isNamesake = false, onOpen, children } = props
  const Facts = variant === 'search' ? FactColumns : FactLine
  const hitInName = hit !== undefined && hit.reason.text === company.name ? hit.ranges : []
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
        {children ?? <Facts company={company} />}
        {hit !== undefined && <HitReason name={company.name} {...hit} />}
      </div>
    </Link>
  )
}

/** Why a search found a company, where its name does not show that. */
function HitReason({ name, reason, ranges }: { name: string; reason: MatchReason; ranges: HitRanges }) {
  const label = matchLabelBeside(name, reason)
  if (label === null) return null
  return (
    <p className={styles.why}>
      <span className={styles.label}>{label}</span>
      <bdi className={styles.met}>
        <HitText {...excerptAtHit(reason.text, ranges, REASON_ROOM)} />
      </bdi>
    </p>
  )
}

/** Stands below a name that is not enough to know the company by. */
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

/** Three labelled values; absent ones show '-'. */
function FactColumns({ company }: { company: CompanySummary }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>法定代表人</dt>
        <dd>
          <bdi>{company.legalRepresentative ?? '-'}</bdi>
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

/** One line without labels, so an absent value is left out: a bare '-' would not say of what. */
function FactLine({ company }: { company: CompanySummary }) {
  const capital = capitalOf(company)
  if (company.legalRepresentative === null && capital === null && company.foundedOn === null) return null
  return (
    <p className={styles.meta}>
      {company.legalRepresentative !== null && (
        <span className={styles.person}>
          <span className={utility.spoken}>法定代表人 </span>
          <bdi>{company.legalRepresentative}</bdi>
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
