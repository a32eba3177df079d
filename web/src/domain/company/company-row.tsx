import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { memo, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatAmount, formatDate, joinStated } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import { companyPath } from './company-path.ts'
import styles from './company-row.module.css'
import placeholder from './company-row-skeleton.module.css'
import { CompanyTags } from './company-tags.tsx'
import { LogoPlaceholder } from './logo-placeholder.tsx'

/** Registered capital with its unit; null when no source states it. */
export const companyCapital = ({ registeredCapital }: Pick<CompanySummary, 'registeredCapital'>): string | null =>
  registeredCapital === null ? null : formatAmount(registeredCapital.amount, registeredCapital.unit)

/** Name of a person with the year of an old office. A long name is cut, the year is not. */
export function DatedPerson({ year, children }: { year: string | null; children: ReactNode }) {
  return (
    <span className={styles.person}>
      {children}
      {year !== null && <small> {year}</small>}
    </span>
  )
}

type CompanyRowProps = {
  company: CompanySummary
  /** `search` is the larger one. */
  variant: 'compact' | 'search'
  /** Rank, from 1; the first three are highlighted. */
  rank?: number
  /** Name with its hits; by default the plain name. */
  name?: ReactNode
  /** Grey tag that the containing page adds, such as 已离线保存. */
  note?: string
  /** Another company of the list has the same name: the row shows what distinguishes them. */
  isNamesake?: boolean
  /** Target of the link; the company's overview by default. */
  to?: string | undefined
  /** Replaces the line of facts. */
  children?: ReactNode
  /** Called when the link is followed. */
  onOpen?: () => void
}

/** One company of a list. The whole row is a link. A row of a search is a `CompanyHitRow`. */
export const CompanyRow = memo(function CompanyRow({ company, variant, ...props }: CompanyRowProps) {
  const { rank, name = company.name, note, to = companyPath(company.id), isNamesake = false, onOpen, children } = props
  return (
    <Link track-id="company-row" to={to} className={classNames(styles.row, styles[variant])} onClick={onOpen}>
      <LogoPlaceholder company={company} size={variant === 'search' ? 'md' : 'sm'} />
      <div className={styles.text}>
        <h3 className={styles.name}>
          {rank !== undefined && <Rank rank={rank} />}
          <bdi>{name}</bdi>
        </h3>
        {isNamesake && <NamesakeLine company={company} />}
        <CompanyTags company={company} note={note} />
        {children ?? <FactLine company={company} />}
      </div>
    </Link>
  )
})

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

/** One line without labels. An absent value is omitted: '-' without a label means nothing. */
function FactLine({ company }: { company: CompanySummary }) {
  const capital = companyCapital(company)
  const { legalRepresentative, leadingOfficer: officer } = company
  const person = legalRepresentative ?? officer?.name
  return (
    <p className={styles.meta}>
      {person !== undefined && (
        <DatedPerson year={officer?.year ?? company.legalRepresentativeYear}>
          <span className={officer === null ? utility.spoken : undefined}>{officer?.title ?? '法定代表人'} </span>
          <bdi className={utility.clip}>{person}</bdi>
        </DatedPerson>
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

/** Last characters of the credit code: the end of the organisation code and the check character. */
const TAIL = 6

/** Comparison key of a name: full and half width and blanks do not count. */
const asRead = (name: string) => name.normalize('NFKC').replace(/\s/g, '')

/** Ids of the rows that share their name with another company of the list. */
export function findNamesakes(rows: readonly Pick<CompanySummary, 'id' | 'name'>[]): ReadonlySet<string> {
  const idsByName = new Map<string, Set<string>>()
  for (const { id, name } of rows) {
    const key = asRead(name)
    idsByName.set(key, (idsByName.get(key) ?? new Set()).add(id))
  }
  return new Set([...idsByName.values()].filter((ids) => ids.size > 1).flatMap((ids) => [...ids]))
}

/** Region and end of the credit code, which distinguish companies of equal names. null when neither is known. */
export function namesakeLabel({ region, creditCode }: Pick<CompanySummary, 'region' | 'creditCode'>): string | null {
  return joinStated([region, creditCode !== null && `信用代码尾号 ${creditCode.slice(-TAIL)}`]) || null
}

/** Number of placeholder rows while a list loads (SPEC §9). */
const SKELETON_ROWS = 5

const nameWidths = [207, 166, 230, 184, 144]
const tagWidths = [32, 72, 48]
const factColumns = [
  { label: 52, value: 72 },
  { label: 57, value: 80 },
  { label: 52, value: 72 },
]

type SkeletonProps = { variant: 'compact' | 'search'; rows?: number }

/**
 * Placeholder rows with the geometry of the real ones. Invisible for the first 120 ms, so that a fast response does not
 * flash.
 */
export function CompanyRowSkeleton({ variant, rows = SKELETON_ROWS }: SkeletonProps) {
  return (
    <div className={`${skeleton.delayed} ${placeholder.rows}`} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`${placeholder.row} ${placeholder[variant]}`}>
          <Skeleton width={variant === 'search' ? 44 : 40} height={variant === 'search' ? 44 : 40} radius={8} />
          <div className={utility.grow}>
            <span className={placeholder.name}>
              <Skeleton width={nameWidths[row % nameWidths.length] ?? 166} height={16} />
            </span>
            <span className={placeholder.tags}>
              {tagWidths.map((width) => (
                <Skeleton key={width} width={width} height={variant === 'search' ? 16 : 18} />
              ))}
            </span>
            {variant === 'search' ? (
              <span className={placeholder.facts}>
                {factColumns.map(({ label, value }, column) => (
                  <span key={`${column}-${label}`}>
                    <Skeleton width={label} height={10} />
                    <Skeleton width={value} height={12} />
                  </span>
                ))}
              </span>
            ) : (
              <span className={placeholder.meta}>
                <Skeleton width={190} height={12} />
              </span>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
