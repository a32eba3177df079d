import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordDetail } from '@baiqicha/contract/records/record'
import { inJsonArray } from '../../platform/database/in-json-array.ts'
import { caseMark, caseNumbersOf, hasMark } from '../../records/record-facets.ts'
import { isShown } from '../../records/record-visibility.ts'
import { type ShownRecord, showRecord, titleOf } from '../../records/shown-record.ts'
import type { RecordReading } from './record-reading.ts'

/** A matter of more steps is looked at from its own lists. */
const RELATED = 30

const newestFirst = (a: ShownRecord, b: ShownRecord) => {
  const [one, other] = [a.record, b.record].map((record) => `${record.published_on ?? ''} ${record.id}`)
  return (one ?? '') < (other ?? '') ? 1 : -1
}

/** Other records of the same matter: they name one of its case numbers and are about one of the same companies. Newest first. */
export async function readRelated(
  { db, readRecords }: Pick<RecordReading, 'db' | 'readRecords'>,
  { shown, subjectKeys, today }: { shown: ShownRecord; subjectKeys: readonly string[]; today: string },
): Promise<ShownRecord[]> {
  const numbers = caseNumbersOf(shown.kind, shown.told)
  if (numbers.length === 0 || subjectKeys.length === 0) return []
  const found = await db
    .selectFrom('record_subject')
    .select('record_id')
    .distinct()
    .where('subject_key', 'in', inJsonArray(db, subjectKeys))
    .where('record_id', '<>', shown.record.id)
    .where(isShown(today))
    .where((row) => row.or(numbers.map((number) => hasMark(db, 'cases', caseMark(number)))))
    .orderBy('record_id')
    .limit(RELATED)
    .execute()
  const records = await readRecords(found.map(({ record_id }) => record_id))
  return records.flatMap((record) => showRecord(record, today, []) ?? []).toSorted(newestFirst)
}

export const relatedTold = (shown: ShownRecord): RecordDetail['related'][number] => ({
  recordKind: shown.kind.key,
  id: shown.record.id,
  title: titleOf(shown),
  publishedAt: shown.record.published_on,
  hasDetail: shown.kind.hasDetail,
})

type Step = RecordDetail['timeline'][number]

/** What happened by one record: every date it tells but that of its publication, and its end. */
function stepsOf({ kind, told, record, fate }: ShownRecord): Step[] {
  const step = (date: string, label: string) => ({
    date,
    label: `${label}（${kind.title}）`,
    recordKind: kind.key,
    id: record.id,
  })
  const procedure = textOf(told, 'procedure') ?? ''
  const steps = Object.entries(kind.fields).flatMap(([name, { type, label }]) => {
    const date = type === 'date' || type === 'dateTime' ? textOf(told, name) : null
    return date === null || name === kind.published[0] ? [] : [step(date, procedure + label)]
  })
  if (steps.length === 0 && record.published_on !== null) steps.push(step(record.published_on, '发布'))
  if (fate === 'history' && record.removed_on !== null) steps.push(step(record.removed_on, '移出'))
  return steps
}

/** Every step of a matter in court that its records tell, oldest first; of other matters none. */
export const timelineOf = (shown: ShownRecord, related: readonly ShownRecord[]): Step[] =>
  shown.kind.group === 'legalRisk'
    ? [shown, ...related]
        .filter(({ kind }) => kind.group === 'legalRisk')
        .flatMap(stepsOf)
        .toSorted((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? -1 : 1))
    : []
