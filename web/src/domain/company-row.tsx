import type { CompanySummary, HitRanges, MatchReason } from '@baiqicha/contract/company-summary'
import { memo, type ReactNode } from 'react'
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

/** Number of characters that fit on two lines, in elder mode too. */
const REASON_ROOM = 24

type Hit = { matchReason: MatchReason; hitRanges: HitRanges }

export type CompanyRowProps = {
  company: CompanySummary
  variant: 'compact' | 'search'
  /** Rank, from 1; the first three are highlighted. */
  rank?: number
  /** Reason of the search hit; `hitRanges` refer to `matchReason.text`. */
  hit?: Hit
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

/** One company of a list. The whole row is a link. Memoised: a page that joins the list leaves the other rows as they are. */
export const CompanyRow = memo(function CompanyRow({
  company,
  variant,
  to = companyPath(company.id),
  ...props
}: CompanyRowProps) {
  const { rank, hit, note, isNamesake = false, onOpen, children } = props
  const Facts = variant === 'search' ? FactColumns : FactLine
  const hitInName = hit?.matchReason.text === company.name ? hit.hitRanges : []
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
        {hit !== undefined && <HitReason name={company.name} hit={hit} />}
      </div>
    </Link>
  )
})

/** Reason of a search hit that the name itself does not show. */
function HitReason({ name, hit: { matchReason, hitRanges } }: { name: string; hit: Hit }) {
  const label = matchLabelBeside(name, matchReason)
  if (label === null) return null
  return (
    <p className={styles.why}>
      <span className={styles.label}>{label}</span>
      <bdi className={styles.reasonText}>
        <HitText {...excerptAtHit(matchReason.text, hitRanges, REASON_ROOM)} />
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

/** Three labelled values; an absent value is shown as '-'. */
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

/** One line without labels. An absent value is omitted: '-' without a label means nothing. */
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
