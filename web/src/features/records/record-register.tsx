import { deemedServedOn } from '@baiqicha/contract/records/court-notice/kind'
import type { Field } from '@baiqicha/contract/records/fields'
import type { RecordDetail } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { CompanyLine } from '../../domain/record/company-line.tsx'
import { matchedByLabels, recordStateOf } from '../../domain/record/record-state.ts'
import { RecordStatusTag } from '../../domain/record/record-tags.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatDate } from '../../lib/format.ts'
import { isHanging } from '../../lib/hanging.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactBox } from '../../ui/fact-box.tsx'
import { FoldedText } from '../../ui/folded-text.tsx'
import { type LabelRow, LabelTable } from '../../ui/label-table.tsx'
import utility from '../../ui/utility.module.css'
import { chooseFacts } from './choose-facts.ts'
import { headingOf, listFactRows, listRemovalRows } from './fact-rows.tsx'
import styles from './record-register.module.css'
import { RecordSources } from './record-sources.tsx'
import { RecordTags } from './record-tag-line.tsx'

/** Types of headings with a copy button: other registers are searched by them. */
const copiedHeadings: readonly Field['type'][] = ['caseNumber', 'line']

type Props = { kind: RecordKind; record: RecordDetail }

/** Register part of a record's page: heading, company, all fields and sources. */
export function RecordRegister({ kind, record }: Props) {
  const heading = headingOf(kind, record)
  const facts = chooseFacts(kind, record.fields, heading.name)
  const boxed = listFactRows(kind, record, facts, { isBrief: true })
  const rows = [...listRows(kind, record, [...facts, heading.name]), ...listCommonRows(kind, record)]
  return (
    <section className={styles.register}>
      <header className={styles.head}>
        <h2 className={classNames(styles.heading, isHanging(heading.text) && utility.hanging)}>
          <bdi>
            <FoldedText text={heading.text} label={kind.title} />
          </bdi>
        </h2>
        {heading.field !== null && copiedHeadings.includes(heading.field.type) && (
          <span className={styles.copy}>
            <CopyButton text={heading.text} label={heading.field.label} />
          </span>
        )}
        {!(kind.isEvent && recordStateOf(record) === 'current') && (
          <span className={styles.status}>
            <RecordStatusTag record={record} />
          </span>
        )}
      </header>
      <RecordTags kind={kind} record={record} />
      {record.company !== null && <CompanyLine company={record.company} />}
      {boxed.length > 0 && (
        <div className={styles.facts}>
          <FactBox facts={boxed} />
        </div>
      )}
      {rows.length > 0 && <LabelTable lines={rows.map((row) => [row])} />}
      <RecordSources sources={record.sources} />
      {record.linkedBy !== null && <p className={styles.small}>{matchedByLabels[record.linkedBy]}</p>}
    </section>
  )
}

/** Rows of the table: all fields with a value in the order of the kind, except those shown elsewhere on the page. */
function listRows(kind: RecordKind, record: RecordDetail, shown: readonly (string | null)[]) {
  const names = Object.keys(kind.fields).filter(
    (name) => !shown.includes(name) && kind.fields[name]?.type !== 'passages',
  )
  return listFactRows(kind, record, names, { isBrief: false })
}

/** Rows that every kind has besides its own fields. */
function listCommonRows(kind: RecordKind, record: RecordDetail): LabelRow[] {
  const isNotice = kind.key === 'enterpriseCourtAnnouncement'
  return [
    ...(isNotice && record.publishedAt !== null ? [servedRow(record.publishedAt)] : []),
    ...(record.displayUntil === null ? [] : [{ label: '公示截止', content: formatDate(record.displayUntil) }]),
    ...listRemovalRows(kind, record, { isBrief: false }),
  ]
}

const servedRow = (publishedOn: string): LabelRow => ({
  label: '视为送达',
  content: `${deemedServedOn(publishedOn)}（按刊登日期推算）`,
})
