import type { PersonDetail } from '@baiqicha/contract/people'
import { kindTable, type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordViewLabels, recordViews } from '@baiqicha/contract/records/record'
import { companyIdOf } from '../../domain/company/company-addresses.ts'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { OfficialCheckLink } from '../../domain/official-check/official-links.tsx'
import shared from '../../domain/page/shared.module.css'
import { correctionPath, recordPath } from '../../domain/record/record-paths.ts'
import { RecordFailed } from '../../domain/record/record-states.tsx'
import { SectionFoot } from '../../domain/record/section-foot.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatDate, formatNumber, joinStated } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { readFailure } from '../../platform/api/failure.ts'
import { PageBar, usePageLocation } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt } from '../../platform/navigation/page-frame.tsx'
import { useSession } from '../../platform/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip, InfoNote } from '../../ui/info-note.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { OFFICER_NAMESAKE_NOTICE } from './messages.ts'
import styles from './people.module.css'
import { usePersonQuery } from './people-queries.ts'

type Props = { person: PersonDetail }

/** What no record means, by the kinds that sources cover for the company. */
const absenceTexts = {
  all: '未查询到相关记录',
  some: '未查询到相关记录，部分风险数据未接入',
  none: '风险数据未接入',
} as const

/** Records of this company that name the person in an office, by kind, counted as their lists count. */
function PersonRecords({ person: { company, counts, records, recordCoverage } }: Props) {
  const kinds = recordKindKeys.filter((key) => counts[key] !== undefined || records.some((of) => of.recordKind === key))
  return (
    <Card>
      <PersonCardHead title="相关记录" aside="仅含以本企业职务出现的记录" />
      {kinds.length === 0 ? (
        <>
          <p className={styles.none}>{absenceTexts[recordCoverage ?? 'none']}</p>
          {recordCoverage !== 'all' && (
            <div className={shared.padded}>
              <OfficialCheckLink companyId={company.id} />
            </div>
          )}
        </>
      ) : (
        kinds.map((key) => (
          <section key={key} className={styles.kind}>
            <KindHead kind={key} counts={counts[key]} />
            <ul>
              {records
                .filter(({ recordKind }) => recordKind === key)
                .map((record) => (
                  <li key={record.id}>
                    <RecordLink record={record} companyId={company.id} />
                  </li>
                ))}
            </ul>
          </section>
        ))
      )}
    </Card>
  )
}

type KindHeadProps = { kind: RecordKindKey; counts: PersonDetail['counts'][RecordKindKey] }

/** Title of a kind with the number of records in each view. */
function KindHead({ kind, counts }: KindHeadProps) {
  const parts = recordViews.filter((view) => (counts?.[view] ?? 0) > 0)
  return (
    <h4 className={styles.kindHead}>
      {kindTable[kind].title}{' '}
      <span>{parts.map((view) => `${recordViewLabels[view]} ${formatNumber(counts?.[view])}`).join(' · ')}</span>
    </h4>
  )
}

type RecordLinkProps = { record: PersonDetail['records'][number]; companyId: string }

/** Opens the record, or the list of its kind when it has no page of its own. */
function RecordLink({ record, companyId }: RecordLinkProps) {
  const { title, role, publishedAt, view } = record
  return (
    <Link track-id="person-record-row" to={recordPath(record, companyId)} className={styles.personRecord}>
      <span className={styles.recordText}>
        <bdi className={styles.recordTitle}>{title}</bdi>
        <span className={utility.note}>
          {joinStated([role, publishedAt !== null && `${formatDate(publishedAt)} 发布`])}
        </span>
      </span>
      {view !== 'current' && <Tag tone={view === 'disputed' ? 'amber' : 'mute'}>{recordViewLabels[view]}</Tag>}
      <Icon name="right" size={16} />
    </Link>
  )
}

/** Shown instead of other companies when only names agree. */
const NAMESAKES = '其他企业也有同名人员登记，无法确认是否同一人'
/** Heading of companies whose source identifies the person by a key of its own. */
const SAME_PERSON = '同一人（来源标识一致）'

/** Offices and shareholdings of a person at this company, and what the records of this company state of the person. */
function PersonBody({ person }: { person: PersonDetail }) {
  const { company, name, positions, otherCompanies, hasNamesakes } = person
  return (
    <div className={shared.pageEnd}>
      {company.isDemo && <DemoStrip />}
      <header className={styles.personHead}>
        <h2 className={styles.personName}>
          <bdi>{name}</bdi>
        </h2>
        <p className={styles.company}>
          <CompanyLink id={company.id} name={company.name} />
        </p>
      </header>
      <InfoNote tone="amber">{OFFICER_NAMESAKE_NOTICE}</InfoNote>
      <Card>
        <PersonCardHead title="任职与持股" aside={`${formatNumber(positions.length)} 项`} />
        <ul>
          {positions.map((position, at) => (
            <li key={`${at}${position.kind}${position.title}`} className={styles.position}>
              <Position position={position} companyId={company.id} />
            </li>
          ))}
        </ul>
      </Card>
      <PersonRecords person={person} />
      {otherCompanies.length > 0 && (
        <Card>
          <PersonCardHead title="其他企业" aside={SAME_PERSON} />
          <ul>
            {otherCompanies.map(({ companyId, companyName, title, source }) => (
              <li key={`${companyId}${title}`} className={styles.other}>
                <CompanyLink id={companyId} name={companyName} />
                <p className={utility.note}>
                  <bdi>{title}</bdi>
                </p>
                <SourceChip name={source.sourceName} url={source.sourceUrl} asOf={source.asOf} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {hasNamesakes && <p className={styles.namesakes}>{NAMESAKES}</p>}
    </div>
  )
}

type PositionProps = { position: PersonDetail['positions'][number]; companyId: string }

const kindLabel = (kind: PersonDetail['positions'][number]['kind']) =>
  kind === 'legalRepresentative' ? '法定代表人' : kindTable[kind].title

function Position({ position, companyId }: PositionProps) {
  const { kind, title, rows, isCurrent, source } = position
  return (
    <div className={classNames(!isCurrent && styles.past)}>
      <div className={styles.positionHead}>
        <h4 className={styles.title}>
          <bdi>{title}</bdi>
        </h4>
        <span className={styles.tags}>
          {title !== kindLabel(kind) && <Tag tone={isCurrent ? 'info' : 'mute'}>{kindLabel(kind)}</Tag>}
          {!isCurrent && <Tag tone="mute">历史</Tag>}
        </span>
      </div>
      {rows.length > 0 && (
        <FactList
          className={styles.personFacts}
          rows={rows.map(({ label, value }, at) => ({ key: `${at}${label}`, label, content: <bdi>{value}</bdi> }))}
        />
      )}
      <SectionFoot
        sources={[source]}
        correction={correctionPath({ companyId, ...(kind !== 'legalRepresentative' && { recordKind: kind }) })}
      />
    </div>
  )
}

/** Head of a card: title and a short note. */
function PersonCardHead({ title, aside }: { title: string; aside: string }) {
  return (
    <div className={styles.cardHead}>
      <h3>{title}</h3>
      <span>{aside}</span>
    </div>
  )
}

/** Name, company and two positions. */
const placeholder = [
  [
    [90, 22],
    [220, 14],
    ['100%', 96, 12],
    ['100%', 96, 12],
  ],
] as const

/**
 * `/overview/person?companyId&recordId` or `&role=legalRepresentative`: a person at a company. Needs a session, and is
 * neither indexed nor shared.
 */
export function PersonPage() {
  const { search } = usePageLocation()
  const params = new URLSearchParams(search)
  const recordId = params.get('recordId') ?? undefined
  const isRepresentative = params.get('role') === 'legalRepresentative'
  const address = { companyId: companyIdOf(params, 'companyId'), recordId, isRepresentative }
  const { isLoggedIn } = useSession()
  const { data, error, refetch } = usePersonQuery(address, isLoggedIn)
  const isIncomplete = address.companyId === '' || (recordId === undefined && !isRepresentative)

  return (
    <>
      {/* React moves the element to the head while the page shows. */}
      <meta name="robots" content="noindex, nofollow" />
      <PageBar title="人员详情" line />
      {isLoggedIn && data !== undefined && error === null ? (
        <PersonBody person={data} />
      ) : (
        <div className={shared.plain}>
          {!isLoggedIn ? (
            <PageLoginPrompt purpose="查看人员详情" />
          ) : isIncomplete || error !== null ? (
            <RecordFailed failure={readFailure(error)} onRetry={() => void refetch()} />
          ) : (
            <SkeletonGroups groups={placeholder} className={styles.skeleton} />
          )}
        </div>
      )}
    </>
  )
}
