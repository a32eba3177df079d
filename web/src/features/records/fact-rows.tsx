import { groupParties } from '@baiqicha/contract/records/case-words'
import type { Field } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { hasContent, partiesOf } from '../../domain/record/record-content.ts'
import { IdentityTag, recordStateOf } from '../../domain/record/record-tags.tsx'
import { PartyLine, PartyList, PlainText, RecordValue } from '../../domain/record/record-value.tsx'
import type { LabelRow } from '../../ui/label-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { hearingState } from './messages.ts'
import styles from './record-page.module.css'

type Options = {
  /** In a list: long texts are cut, and there are no copy buttons. */
  isBrief: boolean
  /** Values that the page already shows and that rows omit. */
  omitValues?: readonly string[]
  /** One row for the parties of all roles, without links. */
  partiesInOneLine?: boolean
}

/** Types with a copy button: other registers are searched by these values. */
const copied: readonly Field['type'][] = ['caseNumber', 'certificate']

/** Labelled rows of the fields with a value. Parties have one row per role. */
export function listFactRows(
  kind: RecordKind,
  record: Pick<RecordRow, 'fields' | 'links' | 'companyId' | 'recordStatus' | 'dispute'>,
  names: readonly string[],
  { isBrief, omitValues = [], partiesInOneLine = false }: Options,
): (LabelRow & { key: string })[] {
  const isPlain = recordStateOf(record) !== 'current'
  return names.flatMap((name) => {
    const field = kind.fields[name]
    const value = record.fields[name]
    if (field === undefined || !hasContent(value)) return []
    if (field.type === 'parties' && partiesInOneLine) {
      return [
        { key: name, label: field.label, content: <PartyLine parties={partiesOf(value)} ownId={record.companyId} /> },
      ]
    }
    if (field.type === 'parties' && field.isOneRole !== true) {
      return groupParties(partiesOf(value)).map(({ role, parties }) => ({
        key: `${name} ${role}`,
        label: role,
        content: <PartyList parties={parties} ownId={record.companyId} isBrief={isBrief} />,
      }))
    }
    if (typeof value === 'string' && omitValues.includes(value)) return []
    const content = (
      <RecordValue
        field={field}
        value={value}
        companyId={record.links[name]}
        ownId={record.companyId}
        isPlain={isPlain}
        isBrief={isBrief}
      />
    )
    const copy = !isBrief && typeof value === 'string' && copied.includes(field.type) ? value : undefined
    return [{ key: name, label: field.label, content, copy }]
  })
}

/** Rows for date and reason of the removal, unless the kind has fields for them. */
export function listRemovalRows(
  kind: RecordKind,
  { removedAt, removedReason }: Pick<RecordRow, 'removedAt' | 'removedReason'>,
  { isBrief }: Pick<Options, 'isBrief'>,
): (LabelRow & { key: string })[] {
  const ownLabels = new Set(Object.values(kind.fields).map(({ label }) => label))
  const rows = [
    { key: 'removedAt', label: '移出日期', text: removedAt },
    { key: 'removedReason', label: '移出原因', text: removedReason },
  ]
  return rows.flatMap(({ key, label, text }) =>
    text === null || ownLabels.has(label)
      ? []
      : [{ key, label, content: <PlainText label={label} text={text} isBrief={isBrief} /> }],
  )
}

type Heading = { text: string; name: string | null; field: Field | null }

/** Heading of a record and its field; the title of the kind when the field is empty. */
export function headingOf(kind: RecordKind, { fields }: Pick<RecordRow, 'fields'>): Heading {
  const name = kind.heading
  const value = name === null ? undefined : fields[name]
  if (name === null || typeof value !== 'string' || !hasContent(value)) {
    return { text: kind.title, name: null, field: null }
  }
  return { text: value, name, field: kind.fields[name] ?? null }
}

/** Time of the hearing, for kinds that have one. */
export function hearingOf(kind: RecordKind, { fields }: Pick<RecordRow, 'fields'>): string | null {
  const name = Object.keys(kind.fields).find((key) => kind.fields[key]?.type === 'dateTime')
  const value = name === undefined ? undefined : fields[name]
  return typeof value === 'string' ? value : null
}

type Props = {
  kind: RecordKind
  record: Pick<RecordRow, 'fields' | 'identity' | 'recordStatus' | 'dispute' | 'severity'>
}

/** Role of the company, and the time until a hearing. */
export function RecordTags({ kind, record }: Props) {
  const hearingAt = hearingOf(kind, record)
  if (record.identity === null && hearingAt === null) return null
  const hearing = hearingAt === null ? null : hearingState(hearingAt)
  return (
    <p className={styles.tags}>
      <IdentityTag record={record} />
      {hearing !== null && (
        <Tag tone={hearing.isAhead && recordStateOf(record) === 'current' ? 'info' : 'mute'}>{hearing.text}</Tag>
      )}
    </p>
  )
}
