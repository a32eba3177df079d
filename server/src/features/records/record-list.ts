import type { FieldType } from '@baiqicha/contract/records/fields'
import { listFieldsOf, type RecordList } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { outcomeForCompany } from '../../records/party-outcome.ts'
import { todayOf } from '../../records/record-visibility.ts'
import { commonOf, showRecord, sourceIdsOf } from '../../records/shown-record.ts'
import { countsOfList, type Narrowing, recordsOnPage } from './list-counts.ts'
import { otherCompaniesOf } from './other-companies.ts'
import { companyTold, isFormerOffice, type RecordReading } from './record-reading.ts'

export type ListRequest = Narrowing & {
  kind: RecordKind
  companyId: string
  page: number
  pageSize: number
}

const long = new Set<FieldType>(['prose', 'passages', 'events', 'lines'])

/** Texts that lists do not show. All else may name somebody, or say how grave it is. */
const longFieldsOf = ({ fields }: RecordKind) =>
  Object.entries(fields).flatMap(([name, { type, inList }]) => (long.has(type) && inList !== true ? [name] : []))

/** One page of the records of a kind that are about a company; null for a company that is not there for readers. */
export async function listRecords(
  reading: RecordReading,
  { kind, companyId, page, pageSize, ...chosen }: ListRequest,
): Promise<RecordList | null> {
  const { clock, queryList, readRecords, findSubjects, feedsFor, sourcesNamed, linkFields } = reading
  const subjects = (await findSubjects.find([companyId])).get(companyId)
  if (subjects === undefined) return null
  const today = todayOf(clock.now())
  const [told, feeds] = await Promise.all([queryList({ kind, subjects, today }), feedsFor(subjects.company.is_demo)])
  const listed = recordsOnPage(kind, told, { ...chosen, page, pageSize })
  const ids = listed.map(({ id }) => id)
  const stored = new Map((await readRecords(ids, longFieldsOf(kind))).map((record) => [record.id, record]))
  const wanted = listFieldsOf(kind)
  const rows = listed.flatMap((row) => {
    const record = stored.get(row.id)
    const shown = record === undefined ? null : showRecord(record, today, wanted)
    // Hidden, removed or disputed since it was counted.
    return shown === null || shown.fate !== chosen.view ? [] : [{ row, shown }]
  })
  const [sources, linked] = await Promise.all([
    sourcesNamed(sourceIdsOf(rows.map(({ shown }) => shown.record))),
    linkFields(
      rows.map(({ shown }) => shown),
      subjects,
    ),
  ])
  const others = await otherCompaniesOf(
    reading,
    rows.map(({ shown }, at) => ({ told: shown.told, companyId: linked[at]?.links['name'] })),
    { kind, today },
  )
  return {
    list: rows.map(({ row: { group }, shown }, at) => ({
      ...commonOf(shown, { companyId, identity: group.identity, linkedBy: group.linkedBy }, sources),
      fields: outcomeForCompany(kind, linked[at]?.fields ?? {}, companyId),
      links: linked[at]?.links ?? {},
      isFormerOffice: isFormerOffice(shown, subjects.company),
      otherCompanies: others[at],
    })),
    ...countsOfList(kind, told.groups, chosen),
    totalCapped: false,
    page,
    pageSize,
    company: companyTold(subjects.company, reading),
    connected: feeds.has(kind.key),
    feeds: [...(feeds.get(kind.key) ?? [])],
  }
}
