import { type CaseGrouping, type CaseList, MAX_CASE_RECORDS } from '@baiqicha/contract/records/case-thread'
import { type FieldType, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import {
  type LegalRiskKey,
  legalRiskKeys,
  type RecordGroup,
  type RecordKindKey,
} from '@baiqicha/contract/records/kind-table'
import { allKinds, recordKinds } from '@baiqicha/contract/records/kinds'
import {
  listFieldsOf,
  type RecordDetail,
  type RecordDigest,
  type RecordList,
  type RecordView,
  type RiskTimelineRecord,
} from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { type CompanySubjects, companyOfRecordFrom } from '../../records/company-subjects.ts'
import { isWhole, shownFeeds, shownLimits } from '../../records/record-coverage.ts'
import { caseNumbersOf } from '../../records/record-fields.ts'
import { subjectPartsOf } from '../../records/record-links.ts'
import {
  commonOf,
  outcomeForCompany,
  type RecordPageRequest,
  type ShownRecord,
  showRecord,
  sourceIdsOf,
  sourcesOf,
} from '../../records/shown-record.ts'
import {
  caseFields,
  caseThreadOf,
  countsOfCases,
  countsOfList,
  recordsOnPage,
  rowsInView,
} from './record-list.presenter.ts'
import { decisionOf, digestOf, isFormerOffice, relatedOf, timelineOf } from './records.presenter.ts'
import type { RecordRepository } from './records.repository.ts'

export type RecordServiceDeps = { records: RecordRepository; clock: Clock; reference: ReferenceData }

export type DetailRequest = { kind: RecordKindKey; id: string; companyId: string | undefined }
export type CaseListRequest = {
  companyId: string
  view: RecordView
  by: CaseGrouping
  kind?: LegalRiskKey | undefined
  page: number
  pageSize: number
}
export type LatestRequest = { companyId: string; group: RecordGroup }

/** How a record is about a company. */
type Link = { subjects: CompanySubjects; identity: string | null; linkedBy: RecordDetail['linkedBy'] }

const longTypes = new Set<FieldType>(['prose', 'passages', 'events', 'lines'])

/** Long texts that lists do not show. Every other field is read: it may name a person or decide the severity. */
const longFieldsOf = ({ fields }: RecordKind) =>
  Object.entries(fields).flatMap(([name, { type, inList }]) => (longTypes.has(type) && inList !== true ? [name] : []))

const longLegalFields = [...new Set(legalRiskKeys.flatMap((key) => longFieldsOf(recordKinds[key])))]

const newestFirst = (a: ShownRecord, b: ShownRecord) => {
  const [one, other] = [a.record, b.record].map((record) => `${record.published_on ?? ''} ${record.id}`)
  return (one ?? '') < (other ?? '') ? 1 : -1
}

/** The link of a record to a company; null where it is not about the company. */
function linkTo(shown: ShownRecord, subjects: CompanySubjects): Link | null {
  const identities = new Map(subjectPartsOf(shown).map(({ key, identity }) => [key, identity]))
  const own = subjects.keys.find(({ key }) => identities.has(key))
  return own === undefined ? null : { subjects, identity: identities.get(own.key) ?? null, linkedBy: own.basis }
}

/** Lists, details and digests of records as readers see them. */
export function createRecordService({ records, clock, reference }: RecordServiceDeps) {
  const today = () => chinaDay(clock.now())

  async function subjectsOfCompany(companyId: string): Promise<CompanySubjects | undefined> {
    return (await records.findSubjects([companyId])).get(companyId)
  }

  /** The link to the first of a record's subjects that is a known company; null when none is known. */
  async function linkToFirstCompany(shown: ShownRecord): Promise<Link | null> {
    const keys = subjectPartsOf(shown).map(({ key }) => key)
    const known = await records.findSubjectsByKeys(keys)
    const links = [...known.values()].flatMap((subjects) => linkTo(shown, subjects) ?? [])
    const place = ({ subjects }: Link) => keys.findIndex((key) => subjects.keys.some((own) => own.key === key))
    return links.toSorted((a, b) => place(a) - place(b))[0] ?? null
  }

  async function linkToCompany(shown: ShownRecord, companyId: string): Promise<Link | null> {
    const subjects = await subjectsOfCompany(companyId)
    return subjects === undefined ? null : linkTo(shown, subjects)
  }

  /** Other records of the same matter: same case number, and a subject in common. Newest first. */
  async function findRelated(shown: ShownRecord, subjectKeys: readonly string[], day: string): Promise<ShownRecord[]> {
    const caseNumbers = caseNumbersOf(shown.kind, shown.stated)
    const related = await records.findRelated({ id: shown.record.id, caseNumbers, subjectKeys }, day)
    return related.flatMap((record) => showRecord(record, day, []) ?? []).toSorted(newestFirst)
  }

  /**
   * Number of companies in which each shareholder holds shares. undefined where the shareholder is not identified by a
   * credit code, and where none is known and no source of investments covers the shareholder.
   */
  async function countOtherCompanies(
    holders: readonly { stated: RecordFields; companyId: string | undefined }[],
    { kind, day }: { kind: RecordKind; day: string },
  ): Promise<(number | undefined)[]> {
    const ids = kind.key === 'shareholderInfo' ? holders.flatMap(({ companyId }) => companyId ?? []) : []
    if (ids.length === 0) return []
    const found = await records.findSubjects([...new Set(ids)])
    const identified = await Promise.all(
      holders.map(async ({ stated, companyId = '' }) => {
        const subjects = found.get(companyId)
        const code = textOf(stated, 'creditCode')
        if (subjects === undefined || code === null || subjects.company.credit_code !== code) return null
        return { subjects, isCovered: isWhole((await records.findCoverage(subjects.company))('overseasInvest')) }
      }),
    )
    const counts = await records.countInvestments(
      identified.flatMap((of) => of?.subjects ?? []),
      day,
    )
    return identified.map((of) => {
      const count = of === null ? undefined : counts.get(of.subjects.company.id)
      return of?.isCovered === true || (count ?? 0) > 0 ? count : undefined
    })
  }

  return {
    /** One page of the records of a kind about a company; null for a company that readers cannot see. */
    async list({ kind, companyId, page, pageSize, ...chosen }: RecordPageRequest): Promise<RecordList | null> {
      const subjects = await subjectsOfCompany(companyId)
      if (subjects === undefined) return null
      const day = today()
      const [all, coverage] = await Promise.all([
        records.listRecords({ kind, subjects, today: day }),
        records.findCoverage(subjects.company),
      ])
      const listed = recordsOnPage(kind, all, { ...chosen, page, pageSize })
      const ids = listed.map(({ id }) => id)
      const stored = new Map((await records.findRecords(ids, longFieldsOf(kind))).map((record) => [record.id, record]))
      const listFields = listFieldsOf(kind)
      const rows = listed.flatMap((row) => {
        const record = stored.get(row.id)
        const shown = record === undefined ? null : showRecord(record, day, listFields)
        // A cached list may hold a record that was hidden, removed or disputed since.
        return shown === null || shown.view !== chosen.view ? [] : [{ row, shown }]
      })
      const [sources, linked] = await Promise.all([
        records.findSources(sourceIdsOf(rows.map(({ shown }) => shown.record))),
        records.linkFields(
          rows.map(({ shown }) => shown),
          subjects,
        ),
      ])
      const others = await countOtherCompanies(
        rows.map(({ shown }, at) => ({ stated: shown.stated, companyId: linked[at]?.links['name'] })),
        { kind, day },
      )
      const counted = countsOfList(kind, all.groups, chosen)
      const { current, disputed, history } = counted.counts
      const covered = coverage(kind.key)
      const hasRecords = current + disputed + history > 0
      const feeds = shownFeeds(covered, hasRecords)
      const limits = shownLimits(covered, hasRecords)
      return {
        list: rows.map(({ row: { group }, shown }, at) => ({
          ...commonOf(shown, { companyId, identity: group.identity, linkedBy: group.linkedBy }, sources),
          fields: outcomeForCompany(kind, linked[at]?.fields ?? {}, companyId),
          links: linked[at]?.links ?? {},
          isFormerOffice: isFormerOffice(shown, subjects.company),
          otherCompanies: others[at],
        })),
        ...counted,
        totalCapped: false,
        page,
        pageSize,
        company: companyOfRecordFrom(subjects.company, reference),
        connected: feeds.length > 0,
        ...(limits.length > 0 && { limits }),
        feeds,
      }
    },

    /** One complete record; null when it is unknown, of another kind, hidden, expired, or about another company. */
    async detail({ kind, id, companyId }: DetailRequest): Promise<RecordDetail | null> {
      const day = today()
      const record = await records.findRecord(id)
      const shown = record?.kind === kind ? showRecord(record, day) : null
      if (shown === null) return null
      const link = companyId === undefined ? await linkToFirstCompany(shown) : await linkToCompany(shown, companyId)
      if (link === null && companyId !== undefined) return null

      const company = link?.subjects.company ?? null
      const ownKeys = link?.subjects.keys.map(({ key }) => key) ?? []
      const subjectKeys = [...new Set([...subjectPartsOf(shown).map(({ key }) => key), ...ownKeys])]
      const [sources, [linked], related, decisions] = await Promise.all([
        records.findSources(sourceIdsOf([shown.record])),
        records.linkFields([shown], link?.subjects ?? null),
        findRelated(shown, subjectKeys, day),
        records.findDecisions(shown.record.id),
      ])
      const companyLink = {
        companyId: company?.id ?? null,
        identity: link?.identity ?? null,
        linkedBy: link?.linkedBy ?? null,
      }
      return {
        ...commonOf(shown, companyLink, sources),
        fields: outcomeForCompany(shown.kind, linked?.fields ?? {}, company?.id ?? null),
        links: linked?.links ?? {},
        isFormerOffice: isFormerOffice(shown, company),
        company: company === null ? null : companyOfRecordFrom(company, reference),
        related: related.map(relatedOf),
        timeline: timelineOf(shown, related),
        decisions: decisions.map((decision) => decisionOf(decision, shown)),
      }
    },

    /** Dated risk records of a company, newest first; null for a company that readers cannot see. */
    async riskTimeline(companyId: string): Promise<RiskTimelineRecord[] | null> {
      const subjects = await subjectsOfCompany(companyId)
      if (subjects === undefined) return null
      return subjects.keys.length === 0 ? [] : records.findTimeline(subjects, today())
    },

    /**
     * One page of the legal records of a company by case, or one by one; null for a company that readers cannot see. A page
     * holds whole cases, so that none is parted by the end of a page.
     */
    async cases({ companyId, view, by, kind, page, pageSize }: CaseListRequest): Promise<CaseList | null> {
      const subjects = await subjectsOfCompany(companyId)
      if (subjects === undefined) return null
      const day = today()
      const [all, coverage] = await Promise.all([
        records.findCases(subjects, day),
        records.findCoverage(subjects.company),
      ])
      const rows = rowsInView(all, { view, kind }, by)
      const onPage = rows.slice((page - 1) * pageSize, page * pageSize)
      const ids = onPage.flatMap((thread) => thread.records.slice(0, MAX_CASE_RECORDS).map(({ id }) => id))
      const stored = new Map((await records.findRecords(ids, longLegalFields)).map((record) => [record.id, record]))
      const sources = await records.findSources(sourceIdsOf([...stored.values()]))
      const counted = countsOfCases(all, { view, kind })
      const hasRecords = Object.values(counted.counts).some((count) => count > 0)
      return {
        list: onPage.flatMap((thread) => {
          const members = thread.records.flatMap((member) => {
            const record = stored.get(member.id)
            const shown = record === undefined ? null : showRecord(record, day, caseFields)
            return shown === null ? [] : [{ member, shown, identity: linkTo(shown, subjects)?.identity ?? null }]
          })
          // A cached result may hold records that were hidden since.
          return members.length === 0 ? [] : [caseThreadOf(thread, members, sources)]
        }),
        total: rows.length,
        totalCapped: false,
        page,
        pageSize,
        company: companyOfRecordFrom(subjects.company, reference),
        ...counted,
        connected:
          hasRecords ||
          (kind === undefined ? legalRiskKeys : [kind]).some((covered) => coverage(covered).feeds.length > 0),
      }
    },

    /** Digest of the newest current record of a group about a company; null when there is none. */
    async latest({ companyId, group }: LatestRequest): Promise<RecordDigest | null> {
      const subjects = await subjectsOfCompany(companyId)
      if (subjects === undefined || subjects.keys.length === 0) return null
      const day = today()
      const kinds = allKinds.filter((kind) => kind.group === group).map(({ key }) => key)
      const id = await records.findNewest(kinds, subjects, day)
      const record = id === undefined ? undefined : await records.findRecord(id)
      const shown = record === undefined ? null : showRecord(record, day)
      if (shown === null) return null
      const [sources, [linked]] = await Promise.all([
        records.findSources(sourceIdsOf([shown.record])),
        records.linkFields([shown], subjects),
      ])
      const [source] = sourcesOf(shown.record, sources)
      const fields = outcomeForCompany(shown.kind, linked?.fields ?? {}, companyId)
      return source === undefined ? null : { ...digestOf(shown, fields), source }
    },
  }
}
export type RecordService = ReturnType<typeof createRecordService>
