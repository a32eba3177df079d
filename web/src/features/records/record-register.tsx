import { deemedServedOn } from '@baiqicha/contract/records/court-notice/kind'
import type { Field, RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordDetail, RecordRow } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { webAddress } from '../../domain/contacts/contact-links.ts'
import shared from '../../domain/page/shared.module.css'
import { hasContent } from '../../domain/record/record-content.ts'
import { CompanyLine } from '../../domain/record/record-list-head.tsx'
import { matchedByLabels, RecordStatusTag, recordStateOf } from '../../domain/record/record-tags.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatDate, isHanging } from '../../lib/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { FoldedText } from '../../ui/folded-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type LabelRow, LabelTable } from '../../ui/label-table.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import utility from '../../ui/utility.module.css'
import { headingOf, listFactRows, listRemovalRows, RecordTags } from './fact-rows.tsx'
import styles from './record-page.module.css'

const FACTS = 3
/** Number of characters that fit in a third of the width. */
const WORD_ROOM = 6

const isShortWord = (value: unknown) => typeof value === 'string' && value.length <= WORD_ROOM

/** Fields of the box above the table: amount, status and date. Empty when fewer than two have a value. */
export function chooseFacts(kind: RecordKind, fields: RecordFields, heading: string | null): string[] {
  const filled = Object.keys(kind.fields).filter((name) => name !== heading && hasContent(fields[name]))
  const typeOf = (name: string) => kind.fields[name]?.type
  const shortWords = filled.filter((name) => typeOf(name) === 'word' && isShortWord(fields[name]))
  const tones = (name: string) => {
    const field = kind.fields[name]
    return field?.type === 'word' && field.tones !== undefined
  }
  const chosen = [
    ...filled.filter((name) => typeOf(name) === 'amount').slice(0, 1),
    ...[...shortWords.filter(tones), ...shortWords.filter((name) => !tones(name))].slice(0, 1),
    ...filled.filter((name) => typeOf(name) === 'dateTime').slice(0, 1),
    ...kind.published.filter((name) => filled.includes(name)),
    ...filled.filter((name) => typeOf(name) === 'date'),
  ]
  const facts = [...new Set(chosen)].slice(0, FACTS)
  return facts.length < 2 ? [] : facts
}

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
      <header className={styles.recordRegisterHead}>
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
        <div className={shared.cardFoot}>
          <FactList rows={boxed} className={styles.box} />
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

/** All sources of a record with their dates and links. */
function RecordSources({ sources }: Pick<RecordRow, 'sources'>) {
  return (
    <ul className={styles.sources} aria-label="数据来源">
      {sources.map(({ sourceId, sourceName, sourceUrl, asOf }) => (
        <li key={`${sourceId}${asOf}`}>
          <SourceChip name={sourceName} asOf={asOf} />
          <Original url={sourceUrl === null ? null : webAddress(sourceUrl)} name={sourceName} />
        </li>
      ))}
    </ul>
  )
}

function Original({ url, name }: { url: string | null; name: string }) {
  if (url === null) return null
  return (
    <a
      track-id="record-original"
      className={styles.original}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      <Icon name="link" size={14} />
      原文
      <span className={utility.spoken}>：{name}，在新窗口打开</span>
    </a>
  )
}
