import {
  type DebtorGroup,
  type DebtorRecord,
  type DebtorSearchAnswer,
  type debtorSearchBody,
  PERSON_GROUP_LIMIT,
} from '@baiqicha/contract/people'
import { textOf } from '@baiqicha/contract/records/fields'
import type * as z from 'zod/mini'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import { provinceKey } from '../../domain/records/person-name.ts'
import type { CompanySubjects } from '../../records/company-subjects.ts'
import { newestAsOf, type RecordFeed } from '../../records/record-coverage.ts'
import { commonOf, type ShownRecord, showRecord, sourceIdsOf } from '../../records/shown-record.ts'
import type { CompanySearch } from '../../search/company-search.ts'
import { type DebtorListings, type KeyedListing, LISTING_LIMIT } from './people.repository.ts'
import {
  groupListings,
  isHistory,
  isOfView,
  type Listing,
  listingFilter,
  typedCompanyCode,
  typedPersonKey,
} from './people.rules.ts'
import type { PersonQuota } from './person-detail.service.ts'

export type DebtorSearch = z.output<typeof debtorSearchBody>

type Caller = { userId: string; address: string }

type DebtorSearchDeps = {
  listings: DebtorListings
  index: Pick<CompanySearch, 'search'>
  spendPerson: PersonQuota
  clock: Clock
  /** Appends to the audit log the number of groups that a search for a person returned. */
  audit: (caller: Caller, groups: number) => Promise<void>
}

/** Companies that one search considers. */
const COMPANIES = 200
/** Surname of all demonstration persons. */
const DEMO_PERSON = '演示'

/** Listings of one subject on the wire, without the fields of a record. */
type Subject = { group: readonly Listing[]; name: string; certNo: string | null; company: CompanySubjects | null }

const countGroups = (of: readonly Listing[]) => ({
  current: groupListings(of.filter((one) => !isHistory(one))).length,
  history: groupListings(of.filter(isHistory)).length,
})

/** One subject for each company, and for each listing of this exact name that belongs to no known company. */
function subjectsOf(found: readonly KeyedListing[], companies: readonly CompanySubjects[]): Subject[] {
  const owners = new Map(companies.flatMap((company) => company.keys.map(({ key }) => [key, company] as const)))
  const groups = new Map<string, Subject & { group: KeyedListing[] }>()
  for (const listing of found) {
    const company = owners.get(listing.key) ?? null
    const isCode = listing.key.startsWith('c:')
    const id = company?.company.id ?? (isCode ? listing.key : listing.recordId)
    const group = groups.get(id) ?? {
      group: [],
      name: '',
      certNo: company?.company.credit_code ?? (isCode ? listing.key.slice(2) : null),
      company,
    }
    // A record under two keys of its company counts once.
    if (!group.group.some(({ recordId }) => recordId === listing.recordId)) group.group.push(listing)
    groups.set(id, group)
  }
  return [...groups.values()]
}

export function createDebtorSearchService(deps: DebtorSearchDeps) {
  const { listings, index, spendPerson, clock, audit } = deps
  /** Records of a page by id, as readers see them. */
  async function shownRecords(found: readonly Listing[], today: string) {
    const stored = await listings.findRecords(found.map(({ recordId }) => recordId))
    const shown = stored.flatMap((record) => showRecord(record, today) ?? [])
    const sources = await listings.findSources(sourceIdsOf(stored))
    return { shown: new Map(shown.map((one) => [one.record.id, one])), sources }
  }

  async function groupsOnPage(subjects: readonly Subject[], today: string): Promise<DebtorGroup[]> {
    const { shown, sources } = await shownRecords(
      subjects.flatMap(({ group }) => group),
      today,
    )
    const recordOf = (one: ShownRecord, companyId: string | null): DebtorRecord => {
      const { fields } = one.masked
      const common = commonOf(one, { companyId, identity: null, linkedBy: null }, sources)
      const [source] = common.sources
      return {
        id: one.record.id,
        companyId,
        caseNo: textOf(fields, 'caseNo'),
        court: textOf(fields, 'court'),
        province: textOf(fields, 'province'),
        filedDate: textOf(fields, 'filedDate'),
        publishDate: textOf(fields, 'publishDate'),
        performance: textOf(fields, 'performance'),
        conduct: textOf(fields, 'conduct'),
        isDisputed: one.view === 'disputed',
        removedAt: common.removedAt,
        isDemo: common.isDemo,
        source: source ?? { sourceId: '', sourceName: '', sourceUrl: null, asOf: null },
      }
    }
    return subjects.flatMap(({ group, name, certNo, company }) => {
      const found = group.flatMap(({ recordId }) => shown.get(recordId) ?? [])
      const [first] = found
      // Hidden or removed since the listings were read.
      if (first === undefined) return []
      const isPerson = company === null && textOf(first.stated, 'subjectType') === '自然人'
      const age = first.stated['age']
      return [
        {
          name: isPerson ? name : (company?.company.name ?? textOf(first.masked.fields, 'name') ?? name),
          subjectType: isPerson ? '自然人' : '企业',
          certNoMasked: isPerson
            ? textOf(first.masked.fields, 'certNo')
            : (certNo ?? textOf(first.masked.fields, 'certNo')),
          sex: textOf(first.stated, 'sex'),
          age: typeof age === 'number' ? age : null,
          records: found.map((one) => recordOf(one, company?.company.id ?? null)),
        },
      ]
    })
  }

  type Found = {
    search: DebtorSearch
    today: string
    subjects: readonly Subject[]
    /** Of the name alone. */
    groupsOfName: { current: number; history: number }
    totalCapped: boolean
    needsNarrowing: boolean
    /** Sources that cover what was searched; null: a company is not covered, or no source covers every person. */
    feeds: readonly RecordFeed[] | null
  }

  async function answerOf({
    search,
    today,
    subjects,
    groupsOfName,
    feeds,
    ...flags
  }: Found): Promise<DebtorSearchAnswer> {
    const { page, pageSize } = search
    const onPage = flags.needsNarrowing ? [] : subjects.slice((page - 1) * pageSize, page * pageSize)
    return {
      list: await groupsOnPage(onPage, today),
      total: subjects.length,
      totalCapped: flags.totalCapped,
      page,
      pageSize,
      connected: feeds !== null,
      asOf: newestAsOf(feeds ?? []),
      groupsOfName,
      needsNarrowing: flags.needsNarrowing,
    }
  }

  async function searchPerson(caller: Caller, search: DebtorSearch): Promise<DebtorSearchAnswer> {
    const key = typedPersonKey(search.name)
    const isWanted = listingFilter(search)
    await spendPerson(caller.userId, key)
    const today = chinaDay(clock.now())
    const isDemo = search.name.normalize('NFKC').startsWith(DEMO_PERSON)
    const [found, feeds] = await Promise.all([listings.find([key], today), listings.coveringFeeds([], isDemo)])
    const groups = groupListings(found.filter(isOfView(search.view)).filter(isWanted))
    const answer = await answerOf({
      search,
      today,
      subjects: groups.map(({ listings: group }) => ({ group, name: search.name, certNo: null, company: null })),
      groupsOfName: countGroups(found),
      totalCapped: found.length > LISTING_LIMIT,
      needsNarrowing: found.length > LISTING_LIMIT || groups.length > PERSON_GROUP_LIMIT,
      feeds,
    })
    await audit(caller, answer.total)
    return answer
  }

  /** Companies whose name, former name or code is or contains the typed text, best first. */
  async function findCompanies(name: string): Promise<CompanySubjects[]> {
    const isCode = /^[0-9A-Z-]{6,}$/iu.test(name.normalize('NFKC'))
    const search = (within?: 'name' | 'formerName') =>
      index.search({
        keyword: name,
        filters: {},
        sort: 'relevance',
        offset: 0,
        limit: COMPANIES,
        exact: true,
        ...(within !== undefined && { within }),
      })
    const found = isCode ? [await search()] : await Promise.all([search('name'), search('formerName')])
    const ids = [...new Set(found.flatMap(({ hits }) => hits.map(({ companyId }) => companyId)))].slice(0, COMPANIES)
    const subjects = await listings.findSubjects(ids)
    return ids.flatMap((id) => subjects.get(id) ?? [])
  }

  /** The listings whose record states the province. Listings of companies have it in the record only. */
  async function ofProvince(found: readonly KeyedListing[], province: string, today: string): Promise<KeyedListing[]> {
    const wanted = provinceKey(province)
    if (wanted === '') return [...found]
    const { shown } = await shownRecords(found, today)
    return found.filter(({ recordId }) => {
      const stated = shown.get(recordId)?.stated
      return stated !== undefined && provinceKey(textOf(stated, 'province') ?? '') === wanted
    })
  }

  /** The name within a text that finds no company as typed; null: there is none. A corrected typo is none. */
  async function nameWithin(text: string): Promise<string | null> {
    const query = { keyword: text, filters: {}, sort: 'relevance', offset: 0, limit: 1, exact: false } as const
    const { usedKeyword, didYouMean } = await index.search(query)
    return didYouMean === undefined ? (usedKeyword ?? null) : null
  }

  async function searchCompanies(typed: DebtorSearch): Promise<DebtorSearchAnswer> {
    const answer = await searchCompaniesNamed(typed)
    if (answer.groupsOfName.current + answer.groupsOfName.history > 0) return answer
    const name = await nameWithin(typed.name)
    return name === null ? answer : { ...(await searchCompaniesNamed({ ...typed, name })), usedKeyword: name }
  }

  async function searchCompaniesNamed(search: DebtorSearch): Promise<DebtorSearchAnswer> {
    const code = typedCompanyCode(search)
    const today = chinaDay(clock.now())
    const [companies, named] = await Promise.all([findCompanies(search.name), listings.keysOfName(search.name)])
    const keys = new Set([...companies.flatMap((company) => company.keys.map(({ key }) => key)), ...named])
    const namesakes = new Set(companies.flatMap(({ namesakeKey }) => namesakeKey ?? []))
    const found = await listings.find(
      [...keys].filter((key) => !namesakes.has(key)),
      today,
    )
    const wanted = await ofProvince(found.filter(isOfView(search.view)), search.province, today)
    const subjects = subjectsOf(wanted, companies).filter(
      ({ certNo }) => code === '' || (certNo !== null && (certNo === code || certNo.slice(8, 17) === code)),
    )
    return answerOf({
      search,
      today,
      subjects,
      groupsOfName: {
        current: subjectsOf(
          found.filter((one) => !isHistory(one)),
          companies,
        ).length,
        history: subjectsOf(found.filter(isHistory), companies).length,
      },
      totalCapped: companies.length === COMPANIES,
      needsNarrowing: false,
      feeds: await listings.coveringFeeds(
        companies.map(({ company }) => company),
        false,
      ),
    })
  }

  return {
    /** @throws Refusal for an incomplete name, an invalid certificate number, and beyond the daily limit */
    search: (caller: Caller, search: DebtorSearch): Promise<DebtorSearchAnswer> =>
      search.subjectType === '自然人' ? searchPerson(caller, search) : searchCompanies(search),
  }
}
export type DebtorSearchService = ReturnType<typeof createDebtorSearchService>
