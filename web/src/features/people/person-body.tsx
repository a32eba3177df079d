import type { PersonDetail } from '@baiqicha/contract/people'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { SectionFoot } from '../../domain/record/section-foot.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { DemoStrip } from '../../ui/demo-strip.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import { OFFICER_NAMESAKE_NOTICE } from './messages.ts'
import styles from './person-body.module.css'
import { PersonCardHead } from './person-card-head.tsx'
import { PersonRecords } from './person-records.tsx'

/** Shown instead of other companies when only names agree. */
const NAMESAKES = '其他企业也有同名人员登记，无法确认是否同一人'
/** Heading of companies whose source identifies the person by a key of its own. */
const SAME_PERSON = '同一人（来源标识一致）'

/** Offices and shareholdings of a person at this company, and what the records of this company state of the person. */
export function PersonBody({ person }: { person: PersonDetail }) {
  const { company, name, positions, otherCompanies, hasNamesakes } = person
  return (
    <div className={styles.page}>
      {company.isDemo && <DemoStrip />}
      <header className={styles.head}>
        <h2 className={styles.name}>
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
                <p className={styles.aside}>
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
        <dl className={styles.facts}>
          {rows.map(({ label, value }, at) => (
            <div key={`${at}${label}`}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <SectionFoot
        sources={[source]}
        correction={correctionPath({ companyId, ...(kind !== 'legalRepresentative' && { recordKind: kind }) })}
      />
    </div>
  )
}
