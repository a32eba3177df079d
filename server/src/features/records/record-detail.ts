import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordDetail } from '@baiqicha/contract/records/record'
import type { CompanySubjects } from '../../records/company-subjects.ts'
import { outcomeForCompany } from '../../records/party-outcome.ts'
import { subjectsOf } from '../../records/record-links.ts'
import { todayOf } from '../../records/record-visibility.ts'
import { commonOf, type ShownRecord, showRecord, sourceIdsOf } from '../../records/shown-record.ts'
import { companyTold, isFormerOffice, type RecordReading } from './record-reading.ts'
import { readRelated, relatedTold, timelineOf } from './related-records.ts'

export type DetailRequest = { kind: RecordKindKey; id: string; companyId: string | undefined }

type ReadFor = { subjects: CompanySubjects; identity: string | null; linkedBy: RecordDetail['linkedBy'] }

/** One record, complete; null alike for one that is unknown, of another kind, hidden, over, or of another company. */
export async function readDetail(
  reading: RecordReading,
  { kind, id, companyId }: DetailRequest,
): Promise<RecordDetail | null> {
  const today = todayOf(reading.clock.now())
  const [record] = await reading.readRecords([id])
  if (record === undefined || record.kind !== kind || (record.is_demo === 1 && !reading.includeDemo)) return null
  const shown = showRecord(record, today)
  if (shown === null) return null
  const readFor =
    companyId === undefined ? await firstCompany(reading, shown) : await thisCompany(reading, shown, companyId)
  if (readFor === null && companyId !== undefined) return null

  const company = readFor?.subjects.company ?? null
  const ownKeys = readFor?.subjects.keys.map(({ key }) => key) ?? []
  const subjectKeys = [...new Set([...subjectsOf(shown).map(({ key }) => key), ...ownKeys])]
  const [sources, [linked], related, decisions] = await Promise.all([
    reading.sourcesNamed(sourceIdsOf([record])),
    reading.linkFields([shown], readFor?.subjects ?? null),
    readRelated(reading, { shown, subjectKeys, today }),
    readDecisions(reading, shown),
  ])
  const readAs = {
    companyId: company?.id ?? null,
    identity: readFor?.identity ?? null,
    linkedBy: readFor?.linkedBy ?? null,
  }
  return {
    ...commonOf(shown, readAs, sources),
    fields: outcomeForCompany(shown.kind, linked?.fields ?? {}, company?.id ?? null),
    links: linked?.links ?? {},
    isFormerOffice: isFormerOffice(shown, company),
    company: company === null ? null : companyTold(company, reading),
    related: related.map(relatedTold),
    timeline: timelineOf(shown, related),
    decisions,
  }
}

/** How a record is about a company; null where it is not. */
function readingFor(shown: ShownRecord, subjects: CompanySubjects): ReadFor | null {
  const told = new Map(subjectsOf(shown).map(({ key, identity }) => [key, identity]))
  const met = subjects.keys.find(({ key }) => told.has(key))
  return met === undefined ? null : { subjects, identity: told.get(met.key) ?? null, linkedBy: met.basis }
}

async function thisCompany({ findSubjects }: RecordReading, shown: ShownRecord, companyId: string) {
  const subjects = (await findSubjects.find([companyId])).get(companyId)
  return subjects === undefined ? null : readingFor(shown, subjects)
}

/** The first of those a record is about that is a known company. */
async function firstCompany(
  { findMentionedCompanies, findSubjects }: RecordReading,
  shown: ShownRecord,
): Promise<ReadFor | null> {
  const keys = subjectsOf(shown).map(({ key }) => key)
  const known = await findSubjects.find(await findMentionedCompanies(keys))
  const readings = [...known.values()].flatMap((subjects) => readingFor(shown, subjects) ?? [])
  const place = ({ subjects }: ReadFor) => keys.findIndex((key) => subjects.keys.some((own) => own.key === key))
  return readings.toSorted((a, b) => place(a) - place(b))[0] ?? null
}

/** How objections to a record ended, newest first. */
async function readDecisions(
  { db }: RecordReading,
  { record, masked }: ShownRecord,
): Promise<RecordDetail['decisions']> {
  const decided = await db
    .selectFrom('correction')
    .select(['result', 'note', 'statement', 'decided_at'])
    .where('record_id', '=', record.id)
    .where('state', '=', '已办结')
    .orderBy('decided_at', 'desc')
    .orderBy('number')
    .execute()
  return decided.flatMap(({ result, note, statement, decided_at }) =>
    result === null || decided_at === null
      ? []
      : [
          {
            result,
            note: masked.text(note),
            statement: statement === '' ? null : masked.text(statement),
            decidedAt: new Date(decided_at).toISOString(),
          },
        ],
  )
}
