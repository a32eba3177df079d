import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { PersonDetail, personDetailQuery } from '@baiqicha/contract/people'
import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordCounts } from '@baiqicha/contract/records/record'
import { LRUCache } from 'lru-cache'
import type * as z from 'zod/mini'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import { isPersonName, personKey } from '../../domain/records/person-name.ts'
import { entriesUpTo, ttlOptions } from '../../platform/cache.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import { notFound } from '../../platform/http/refusal.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { CompanySubjects } from '../../records/company-subjects.ts'
import { subjectPartsOf } from '../../records/record-links.ts'
import { type ShownRecord, showRecord, sourceIdsOf, sourcesOf, titleOf } from '../../records/shown-record.ts'
import type { CompanySearch } from '../../search/company-search.ts'
import type { PersonRepository } from './people.repository.ts'
import { inOrder, officeOf, personOf, positionOf, representativeOffice } from './people.rules.ts'

type Request = z.output<typeof personDetailQuery>
type FoundCompany = Omit<CompanyDetail, 'viewCount'>
type Caller = { userId: string; address: string }

type PersonDetailDeps = {
  persons: PersonRepository
  /** The company page, for the office of the legal representative; null: readers do not see the company. */
  findCompany: (id: string) => Promise<FoundCompany | null>
  index: Pick<CompanySearch, 'search'>
  spendPerson: PersonQuota
  clock: Clock
  audit: (caller: Caller, subject: string) => Promise<void>
}

/** Key that a source gives to the person of a record; null: none. */
const keyOf = ({ stated }: ShownRecord) => textOf(stated, 'personKey')

/**
 * Key of the person among records of one name: that of the addressed record, else the only one. null: none, or several
 * persons of the name.
 */
function sourceKeyOf(sameName: readonly ShownRecord[], recordId: string | undefined): string | null {
  const addressed = sameName.find(({ record }) => record.id === recordId)
  if (addressed !== undefined) return keyOf(addressed)
  const [only, ...others] = new Set(sameName.flatMap((one) => keyOf(one) ?? []))
  return others.length === 0 ? (only ?? null) : null
}

/** Whether a record of the name may be about the person: another key is another person. */
const mayBe = (one: ShownRecord, sourceKey: string | null) =>
  sourceKey === null || keyOf(one) === null || keyOf(one) === sourceKey

const shownOf = (records: Awaited<ReturnType<PersonRepository['ofCompany']>>, today: string) =>
  records.flatMap((record) => showRecord(record, today) ?? [])

/** The name that the address stands for. */
function nameFor({ recordId, role }: Request, company: FoundCompany, shown: readonly ShownRecord[]): string | null {
  if (recordId === undefined) {
    const name = role === 'legalRepresentative' ? (company.legalRepresentative?.name ?? null) : null
    return name !== null && isPersonName(name) ? name : null
  }
  const record = shown.find((one) => one.record.id === recordId)
  return record === undefined ? null : personOf(record)
}

/** The office in the register, as the company page states it. */
function registeredOffice(company: FoundCompany, key: string): PersonDetail['positions'][number] | null {
  const office = company.legalRepresentative
  const source = company.factProvenance?.legalRepresentative ?? company.provenance.people
  if (office === null || source === undefined || personKey(office.name) !== key) return null
  const isCurrent = company.leadingOfficer === null
  return { kind: 'legalRepresentative', title: office.title, rows: [], isCurrent, source }
}

const isReport = ({ kind }: ShownRecord) => kind.key === 'reportedRepresentative'

/** Annual reports among the records of a person; null: none. */
function reportsOf(records: readonly ShownRecord[], sources: Parameters<typeof sourcesOf>[1]) {
  const reports = records
    .filter(isReport)
    .flatMap((one) => {
      const { year } = one.stated
      const [source] = sourcesOf(one.record, sources)
      return typeof year !== 'number' || source === undefined ? [] : [{ year, source }]
    })
    .toSorted((a, b) => b.year - a.year)
  const [newest] = reports
  return newest === undefined ? null : { years: reports.map(({ year }) => year), source: newest.source }
}

export function createPersonDetailService(deps: PersonDetailDeps) {
  const { persons, findCompany, index, spendPerson, clock, audit } = deps

  /**
   * Other companies at which a source states the same person by its own key, and at which the person is not suppressed:
   * a source may state another name there.
   */
  async function otherCompanies(
    { name, sourceKey }: { name: string; sourceKey: string | null },
    { company }: CompanySubjects,
    today: string,
  ) {
    const shown = shownOf(await persons.identified(sourceKey === null ? [] : [sourceKey], today), today)
    const found = await persons.companiesOf(shown.flatMap((one) => subjectPartsOf(one).map((subject) => subject.key)))
    const sources = await persons.findSources(sourceIdsOf(shown.map(({ record }) => record)))
    const keys = [...found.values()].flatMap((known) => known.keys.map(({ key }) => key))
    const suppressed = await persons.suppressedAt(keys, name)
    const hidden = [...found.values()].filter((known) => known.keys.some(({ key }) => suppressed.has(key)))
    const seen = new Set([company.id, ...hidden.map((known) => known.company.id)])
    return shown.flatMap((one): PersonDetail['otherCompanies'] => {
      const stated = new Set(subjectPartsOf(one).map((subject) => subject.key))
      const owner = [...found.values()].find((known) => known.keys.some(({ key }) => stated.has(key)))
      const [source] = sourcesOf(one.record, sources)
      if (owner === undefined || source === undefined || seen.has(owner.company.id)) return []
      seen.add(owner.company.id)
      const { title } = positionOf(one, source)
      return [{ companyId: owner.company.id, companyName: owner.company.name, title, source }]
    })
  }

  /** Whether another company has a person of this name. false while the index is unavailable: the line is left out. */
  async function hasNamesakes(name: string, known: ReadonlySet<string>): Promise<boolean> {
    const query = {
      keyword: name,
      filters: {},
      sort: 'relevance',
      offset: 0,
      limit: known.size + 1,
      exact: true,
    } as const
    const searches = (['member', 'legalRepresentative'] as const).map((within) => index.search({ ...query, within }))
    const found = await Promise.allSettled(searches)
    return found.some(
      (one) => one.status === 'fulfilled' && one.value.hits.some(({ companyId }) => !known.has(companyId)),
    )
  }

  return {
    /** @throws Refusal for a person who is unknown, hidden or no natural person, and beyond the daily limit */
    async find(caller: Caller, request: Request): Promise<PersonDetail> {
      const { companyId } = request
      const today = chinaDay(clock.now())
      const [subjects, company] = await Promise.all([persons.findSubjects([companyId]), findCompany(companyId)])
      const own = subjects.get(companyId)
      if (own === undefined || company === null) throw notFound('未找到该人员')
      const keys = own.keys.map(({ key }) => key)
      const shown = shownOf(await persons.ofCompany(keys, today), today)
      const name = nameFor(request, company, shown)
      if (name === null || (await persons.suppressedAt(keys, name)).size > 0) throw notFound('未找到该人员')
      await spendPerson(caller.userId, `${companyId} ${name}`)
      const key = personKey(name)
      const sameName = shown.filter((one) => {
        const stated = personOf(one)
        return stated !== null && personKey(stated) === key
      })
      const sourceKey = sourceKeyOf(sameName, request.recordId)
      const positions = sameName.filter((one) => mayBe(one, sourceKey))
      const sources = await persons.findSources(sourceIdsOf(positions.map(({ record }) => record)))
      const named = shown.flatMap((one) => {
        const role = officeOf(one, key)
        return role === null ? [] : [{ one, role }]
      })
      const counts: Partial<Record<ShownRecord['kind']['key'], RecordCounts>> = {}
      for (const { one } of named) {
        const of = counts[one.kind.key] ?? { current: 0, disputed: 0, history: 0 }
        counts[one.kind.key] = { ...of, [one.view]: of[one.view] + 1 }
      }
      const others = await otherCompanies({ name, sourceKey }, own, today)
      const known = new Set([companyId, ...others.map((other) => other.companyId)])
      await audit(caller, request.recordId ?? companyId)
      return {
        company: { id: companyId, name: company.name, isDemo: company.isDemo },
        name,
        positions: inOrder([
          ...representativeOffice(registeredOffice(company, key), reportsOf(positions, sources)),
          ...positions.flatMap((one) => {
            const [source] = sourcesOf(one.record, sources)
            return source === undefined || isReport(one) ? [] : [positionOf(one, source)]
          }),
        ]),
        counts,
        records: named.map(({ one, role }) => ({
          recordKind: one.kind.key,
          id: one.record.id,
          title: titleOf(one),
          role,
          publishedAt: one.record.published_on,
          view: one.view,
          hasDetail: one.kind.hasDetail,
        })),
        recordCoverage: await persons.recordCoverageOf(own),
        otherCompanies: others,
        hasNamesakes: await hasNamesakes(name, known),
      }
    },
  }
}
export type PersonDetailService = ReturnType<typeof createPersonDetailService>

/** Further views of one person at a process are free for ten minutes. */
const SAME_PERSON_MS = 10 * 60_000
const KNOWN_PERSONS = 20_000

/** Spends one of the persons that a user may view a day. @throws Refusal when none is left */
export type PersonQuota = (userId: string, person: string) => Promise<void>

export function createPersonQuota({ limiter, clock }: { limiter: Limiter; clock: Clock }): PersonQuota {
  const viewed = new LRUCache<string, true>({ ...entriesUpTo(KNOWN_PERSONS), ...ttlOptions(clock, SAME_PERSON_MS) })
  return async (userId, person) => {
    // Neither the name nor anything that leads back to it stays in memory.
    const known = sha256(`${userId} ${person}`)
    if (viewed.has(known)) return
    await takeOrRefuse(limiter, [{ limit: 'personsPerUser', subject: userId }])
    viewed.set(known, true)
  }
}
