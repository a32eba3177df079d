import { restrictedBehaviours } from '@baiqicha/contract/records/consumption-restriction/kind'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { type CompanyOfRecord, listFieldsOf, type RecordRow } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import shared from '../../domain/page/shared.module.css'
import { correctionPath, recordDetailPath } from '../../domain/record/record-paths.ts'
import { matchedByLabels, RecordStatusTag, recordStateOf } from '../../domain/record/record-tags.tsx'
import { classNames } from '../../lib/class-names.ts'
import { isHanging } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import factList from '../../ui/fact-list.module.css'
import { FactList } from '../../ui/fact-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import utility from '../../ui/utility.module.css'
import { headingOf, listFactRows, listRemovalRows, RecordTags } from './fact-rows.tsx'
import { NAMESAKE_PERSONS } from './messages.ts'
import styles from './record-list.module.css'

type ExpandedLayout = {
  /** Fields shown only in an expanded card. */
  expandedOnly: readonly string[]
  /** Parts of an expanded card; `none` is shown when a part is empty. */
  parts: readonly { title: string; fields: readonly string[]; none?: string }[]
}

const listing: ExpandedLayout = {
  expandedOnly: ['addReason', 'addOffice', 'removeReason', 'removeOffice'],
  parts: [
    { title: '列入', fields: ['addReason', 'addDate', 'addOffice'] },
    { title: '移出', fields: ['removeReason', 'removeDate', 'removeOffice'], none: '来源未公示移出' },
  ],
}

/** Layouts of expanded cards, for kinds without a page of their own. */
const expandedLayouts: Readonly<Partial<Record<RecordKindKey, ExpandedLayout>>> = {
  consumptionRestriction: {
    expandedOnly: ['province', 'kind', 'orderUrl'],
    parts: [{ title: '限制消费令', fields: ['kind', 'province', 'orderUrl'] }],
  },
  businessRisk: listing,
  seriousViolation: listing,
}

/** Number of sources on a card; one more line counts the others. */
const SOURCES_SHOWN = 2

type Props = {
  kind: RecordKind
  record: RecordRow
  company: CompanyOfRecord
  /** Kinds without pages of their own: whether the card is expanded. */
  isOpen: boolean
  onToggle: () => void
}

/** Card of a record: heading, status, facts and sources. */
export function RecordCard({ kind, record, company, isOpen, onToggle }: Props) {
  const heading = headingOf(kind, record)
  const isPast = recordStateOf(record) === 'past'
  const panelId = `record-${record.id}`
  return (
    <article className={classNames(styles.card, isPast && styles.past)} data-record={record.id}>
      <header className={styles.head}>
        <h3 className={classNames(styles.heading, isHanging(heading.text) && utility.hanging)}>
          <bdi>{heading.text}</bdi>
        </h3>
        {recordStateOf(record) !== 'current' && <RecordStatusTag record={record} />}
      </header>
      <RecordTags kind={kind} record={record} />
      <Facts kind={kind} record={record} company={company} without={heading.name} />
      {record.linkedBy !== null && record.linkedBy !== 'creditCode' && (
        <p className={shared.noteBelow}>{matchedByLabels[record.linkedBy]}</p>
      )}
      {!kind.hasDetail && isOpen && (
        <div id={panelId} className={styles.panel}>
          <ExpandedRecord kind={kind} record={record} />
        </div>
      )}
      <footer className={styles.foot}>
        <Sources sources={record.sources} />
        <Link
          track-id="correct"
          className={classNames(styles.correct, utility.tap)}
          to={correctionPath({ companyId: company.id, recordKind: kind.key, recordId: record.id })}
        >
          纠错
        </Link>
        {kind.hasDetail ? (
          <Link track-id="record-open" className={styles.more} to={recordDetailPath(kind.key, record.id, company.id)}>
            详情
            <span className={utility.spoken}>：{heading.text}</span>
            <Icon name="right" size={16} />
          </Link>
        ) : (
          <button
            track-id="unfold"
            type="button"
            className={styles.more}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={onToggle}
          >
            {isOpen ? '收起' : '展开'}
            <span className={utility.spoken}>：{heading.text}</span>
            <Icon name={isOpen ? 'up' : 'down'} size={16} />
          </button>
        )}
      </footer>
    </article>
  )
}

type FactsProps = { kind: RecordKind; record: RecordRow; company: CompanyOfRecord; without: string | null }

function Facts({ kind, record, company, without }: FactsProps) {
  const later = expandedLayouts[kind.key]?.expandedOnly ?? []
  const names = listFieldsOf(kind).filter((name) => name !== without && !later.includes(name))
  const rows = [
    ...listFactRows(kind, record, names, {
      isBrief: true,
      omitValues: [company.name],
      partiesInOneLine: kind.key === 'judicialDocument',
    }),
    ...listRemovalRows(kind, record, { isBrief: true }),
  ]
  if (rows.length === 0) return null
  return <FactList rows={rows} className={`${factList.columns} ${styles.facts}`} />
}

function Sources({ sources }: Pick<RecordRow, 'sources'>) {
  const rest = sources.length - SOURCES_SHOWN
  return (
    <ul className={styles.sources}>
      {sources.slice(0, SOURCES_SHOWN).map((source) => (
        <li key={`${source.sourceId}${source.asOf}`}>
          <SourceChip name={source.sourceName} asOf={source.asOf} />
        </li>
      ))}
      {rest > 0 && <li className={styles.rest}>+{rest} 来源</li>}
    </ul>
  )
}

type ExpandedRecordProps = { kind: RecordKind; record: RecordRow }

/** Expanded content of a record without a page of its own. */
function ExpandedRecord({ kind, record }: ExpandedRecordProps) {
  return (
    <>
      {expandedLayouts[kind.key]?.parts.map(({ title, fields, none }) => (
        <Part key={title} title={title} rows={listFactRows(kind, record, fields, { isBrief: false })} none={none} />
      ))}
      {kind.key === 'consumptionRestriction' && <RestrictedPerson isFormerOffice={record.isFormerOffice} />}
    </>
  )
}

type PartProps = { title: string; rows: ReturnType<typeof listFactRows>; none: string | undefined }

function Part({ title, rows, none }: PartProps) {
  if (rows.length === 0 && none === undefined) return null
  return (
    <section className={styles.part} aria-label={title}>
      <h4>{title}</h4>
      {rows.length === 0 ? <p>{none}</p> : <FactList rows={rows} className={factList.columns} />}
    </section>
  )
}

/** The restricted person and the restriction. */
function RestrictedPerson({ isFormerOffice }: { isFormerOffice: boolean }) {
  return (
    <>
      {isFormerOffice && <p className={styles.former}>限制对象为原法定代表人（负责人），现已不在本企业任该职务。</p>}
      <section className={styles.part} aria-label="被限制的行为">
        <h4>被限制的行为</h4>
        <ol className={styles.behaviours}>
          {restrictedBehaviours.map((behaviour) => (
            <li key={behaviour}>{behaviour}</li>
          ))}
        </ol>
      </section>
      <p className={styles.aside}>{NAMESAKE_PERSONS}</p>
    </>
  )
}
