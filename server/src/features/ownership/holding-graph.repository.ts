import type { HoldingNode, StatedHolding, StatedParent } from '@baiqicha/contract/ownership'
import { isAmount, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { sql } from 'kysely'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import { HOLDING_MARK } from '../../domain/records/parties.ts'
import { isPersonName, personKey, SOURCE_PERSON_MARK } from '../../domain/records/person-name.ts'
import { createLargeResultCache } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import { compileOnce, isPostgres, rowsByKey } from '../../platform/database/portable-sql.ts'
import { createSourceReader } from '../../platform/database/source-reader.ts'
import type { Flag } from '../../platform/database/tables/company.ts'
import { type CompanySubjects, createCompanySubjects } from '../../records/company-subjects.ts'
import { originOfFact } from '../../records/fact-origin.ts'
import { createRecordCoverage, shownFeeds } from '../../records/record-coverage.ts'
import {
  createLinkedCompanies,
  createMentionedCompanies,
  createMergedCompanyReader,
  createRecordLinks,
  subjectPartsOf,
} from '../../records/record-links.ts'
import { createStoreRevision } from '../../records/record-revision.ts'
import {
  createRecordReader,
  isShown,
  type ShownRecord,
  showRecord,
  sourceIdsOf,
  sourcesOf,
  visibilityInSql,
} from '../../records/shown-record.ts'
import { mergeHoldings, NEWEST_BASIS, overDeclaredSum, type StatedEdge } from './ownership.rules.ts'

/** A node with more neighbours is a hub, such as a depository. */
const HUB_ABOVE = 1_000

/** Records of one level. A level with more is read in part. */
const MOST_RECORDS = 3_000

/** Levels of this many nodes are cached: hubs are asked for most, and take longest. Of all cached levels, in nodes. */
const LARGE_LEVELS = { minSize: 100, maxSize: 20_000 }

/** Age of a cached level. It ends with each day in China, too, which is a whole number of minutes. */
const LEVEL_TTL_MS = 60_000

/** Records about one key of a company: their number, the sum of their shares (null: not sorted by share), and which bases occur. */
type DeclaredSum = { subject_key: string; records: number; sum: number | null; is_published: Flag; is_registered: Flag }

/** One level of the graph. `holdings` by the key of the held company; `nodes` by key. */
export type HoldingLevel = {
  holdings: ReadonlyMap<string, readonly StatedHolding[]>
  nodes: ReadonlyMap<string, HoldingNode>
  /** Holders that a source names 实际控制人, with the company. */
  controllers: readonly { company: string; holder: string; source: StatedHolding['sources'][number] }[]
  /** Whether there are more records than were read. */
  isCut: boolean
}

const isPartnershipName = (name: string) => /合伙企业|[（(](?:有限|普通)合伙[)）]$/u.test(name)

function kindOf(name: string, holderType: string | null): HoldingNode['kind'] {
  if (holderType === null ? isPersonName(name) : holderType === '自然人股东') return 'person'
  return holderType === '合伙企业' || isPartnershipName(name) ? 'partnership' : 'company'
}

export const companyNode = ({ company: { id, name } }: CompanySubjects): HoldingNode => ({
  key: id,
  name,
  companyId: id,
  kind: isPartnershipName(name) ? 'partnership' : 'company',
  isAbroad: false,
})

/** Node of a name that no company is known for. A person with a key of the source is the same at every company. */
function namedNode({ stated, masked }: ShownRecord, at: string): HoldingNode {
  const [name, holderType] = [textOf(stated, 'name') ?? '', textOf(stated, 'holderType')]
  const kind = kindOf(name, holderType)
  const identified = textOf(stated, 'personKey')
  const key =
    identified === null
      ? `n:${at}:${kind === 'person' ? personKey(name) : nameKey(name)}`
      : `${SOURCE_PERSON_MARK}${identified}`
  return {
    key,
    name: textOf(masked.fields, 'name') ?? '-',
    companyId: null,
    kind: kind === 'company' ? 'other' : kind,
    isAbroad: textOf(stated, 'territory') === '境外' || holderType === '外国（地区）企业',
  }
}

const keysOf = (of: CompanySubjects) => of.keys.map(({ key }) => key)

/** A person in an office of a company, by a key of the source. */
export type StatedOffice = {
  person: HoldingNode
  company: HoldingNode
  offices: readonly string[]
  isDisputed: boolean
  asOf: string | null
  sources: StatedHolding['sources']
  recordId: string
}

/** Statements that join nodes to others. */
export type Neighbours = {
  edges: readonly StatedEdge[]
  offices: readonly StatedOffice[]
  isCut: boolean
}

/** A node that may join two others: a known company, or a person with a key of the source. */
const canJoin = ({ companyId, key }: HoldingNode): boolean => companyId !== null || key.startsWith(SOURCE_PERSON_MARK)

/** Companies that were read for one answer, by id, so that each is read once. */
export type HoldingCompanies = Map<string, CompanySubjects>

export type HoldingGraphDeps = { db: Database; clock: Clock; includeDemo: boolean }

/** Reads who holds companies, and what they hold, from the records that may be shown today: a few queries per level. */
export function createHoldingGraph({ db, clock, includeDemo }: HoldingGraphDeps) {
  const subjects = createCompanySubjects(db, includeDemo)
  const coverages = createRecordCoverage(db, clock)
  const readRecords = createRecordReader(db)
  const findSources = createSourceReader(db, clock)
  const linkFields = createRecordLinks(db, includeDemo)
  const findMentioned = createMentionedCompanies(db, MOST_RECORDS)
  const findLinked = createLinkedCompanies(db, includeDemo)
  const storeRevision = createStoreRevision(db)
  const cachedLevels = createLargeResultCache<HoldingLevel>({ sizeOf: ({ nodes }) => nodes.size, ...LARGE_LEVELS })
  const cachedNeighbours = createLargeResultCache<Neighbours>({
    sizeOf: ({ edges, offices }) => edges.length + offices.length,
    ...LARGE_LEVELS,
  })
  const cachedHubs = createLargeResultCache<{ hubs: readonly string[]; size: number }>({
    sizeOf: ({ size }) => size,
    ...LARGE_LEVELS,
  })
  const findMerged = createMergedCompanyReader(db)
  const findParents = compileOnce(db, ([id = '']) =>
    db
      .selectFrom('company')
      .select(['parent_company', 'ultimate_parent', 'registration_source', 'registration_as_of', 'other_origins'])
      .where('id', '=', id),
  )
  /** Subjects of a kind of records with one of the keys, which are a JSON array. */
  const subjectsUnder = (keys: string, kind: RecordKindKey) =>
    db.selectFrom(rowsByKey(db, 'record_subject', keys, sql`record_subject.kind = ${sql.lit(kind)}`).as('subject'))
  const findIds = compileOnce<{ record_id: string }>(db, ([today = '', holders = '', holdings = '']) => {
    const under = (keys: string, kind: RecordKindKey) =>
      subjectsUnder(keys, kind)
        .select(['record_id', 'sort_value'])
        .where(isShown(today))
        .where(visibilityInSql(today), '<>', sql.lit('history'))
    return db
      .selectFrom(under(holders, 'shareholderInfo').union(under(holdings, 'overseasInvest')).as('found'))
      .select('record_id')
      .orderBy('sort_value', (by) => by.desc().nullsLast())
      .orderBy('record_id')
      .limit(sql.lit(MOST_RECORDS + 1))
  })

  /** Those of the companies that readers see; the ones that are not known yet are read. */
  async function findCompanies(ids: readonly string[], known: HoldingCompanies): Promise<HoldingCompanies> {
    for (const [id, company] of await subjects.find(ids.filter((one) => !known.has(one)))) known.set(id, company)
    return new Map(
      ids.flatMap((id): [string, CompanySubjects][] => {
        const company = known.get(id)
        return company === undefined ? [] : [[id, company]]
      }),
    )
  }

  /** Subject keys under which the neighbours of each node are stated. */
  async function keysByNode(nodes: readonly HoldingNode[], known: HoldingCompanies) {
    await findCompanies(
      nodes.flatMap(({ companyId }) => companyId ?? []),
      known,
    )
    const keysOfNode = new Map(
      nodes.map((node): [string, string[]] => {
        const of = known.get(node.companyId ?? '')
        const own = of === undefined ? [] : keysOf(of)
        return [node.key, of === undefined ? [node.key] : [...own, ...own.map((key) => `${HOLDING_MARK}${key}`)]]
      }),
    )
    return keysOfNode
  }

  /** Number of records under each key that may be shown, counted up to one more than a hub has. */
  async function countUnder(keys: readonly string[], kinds: readonly RecordKindKey[], day: string) {
    const wanted = isPostgres(db)
      ? sql<{ key: string }>`(select json_array_elements_text(${JSON.stringify(keys)}::json) as key)`
      : sql<{ key: string }>`(select value as key from json_each(${JSON.stringify(keys)}))`
    // A built query, which SQLite runs on the connection for reading.
    const rows = await db
      .selectFrom(wanted.as('wanted'))
      .select([
        'key',
        sql<number>`(select count(*) from (select 1 from record_subject where subject_key = wanted.key
          and kind in (${sql.join(kinds)}) and ${isShown(day)} limit ${sql.lit(HUB_ABOVE + 1)}) as counted)`.as(
          'records',
        ),
      ])
      .execute()
    return new Map(rows.map(({ key, records }) => [key, records]))
  }

  /** Records that state holders under the first keys, and investments under the others. */
  async function readShown(holders: readonly string[], holdings: readonly string[]) {
    const day = chinaDay(clock.now())
    return showFound(await findIds([day, JSON.stringify(holders), JSON.stringify(holdings)]), day)
  }

  async function showFound(found: readonly { record_id: string }[], day: string) {
    const isCut = found.length > MOST_RECORDS
    const records = await readRecords(found.slice(0, MOST_RECORDS).map(({ record_id }) => record_id))
    let isDamaged = false
    const shown = records.flatMap((record) => {
      try {
        return showRecord(record, day, ['name']) ?? []
      } catch {
        // One damaged record leaves out what it states, not the whole answer.
        isDamaged = true
        return []
      }
    })
    return {
      shown: shown.filter(({ view, record }) => view !== 'history' && (includeDemo || record.is_demo === 0)),
      isCut: isCut || isDamaged,
    }
  }

  /** The company that each record is about, by its columns; null where none is known. */
  async function companiesOf(shown: readonly ShownRecord[], known: HoldingCompanies) {
    const byKey = new Map<string, CompanySubjects>()
    const add = (of: CompanySubjects) => {
      for (const key of keysOf(of)) byKey.set(key, of)
    }
    for (const company of known.values()) add(company)
    const ownKeys = shown.map((one) => subjectPartsOf(one).flatMap(({ key }) => (/^[crn]:/.test(key) ? [key] : [])))
    const missing = [...new Set(ownKeys.flat())].filter((key) => !byKey.has(key))
    if (missing.length > 0) {
      for (const company of (await findCompanies(await findMentioned(missing), known)).values()) add(company)
    }
    return ownKeys.map((keys) => keys.map((key) => byKey.get(key)).find((of) => of !== undefined) ?? null)
  }

  /** Both ends of each record that states a person with a key of the source in an office. */
  async function officesOf(shown: readonly ShownRecord[], known: HoldingCompanies) {
    const [about, sources] = [
      await companiesOf(shown, known),
      await findSources(sourceIdsOf(shown.map(({ record }) => record))),
    ]
    return shown.flatMap((one, at): StatedOffice[] => {
      const company = about[at]
      if (company === undefined || company === null || textOf(one.stated, 'personKey') === null) return []
      const { positions } = one.stated
      return [
        {
          person: { ...namedNode(one, company.company.id), kind: 'person' },
          company: companyNode(company),
          offices: Array.isArray(positions) ? positions.filter((position) => typeof position === 'string') : [],
          isDisputed: one.view === 'disputed',
          asOf: one.record.as_of,
          sources: sourcesOf(one.record, sources),
          recordId: one.record.id,
        },
      ]
    })
  }

  /** Both ends of each record that states a holding. */
  async function edgesOf(shown: readonly ShownRecord[], known: HoldingCompanies) {
    const [about, linked, sources] = [
      await companiesOf(shown, known),
      await linkFields(shown, null),
      await findSources(sourceIdsOf(shown.map(({ record }) => record))),
    ]
    const others = await findCompanies([...new Set(linked.flatMap(({ links }) => links['name'] ?? []))], known)
    return shown.flatMap((one, at): StatedEdge[] => {
      const own = about[at]
      if (own === undefined || own === null) return []
      const other = others.get(linked[at]?.links['name'] ?? '')
      const [ownNode, otherNode] = [
        companyNode(own),
        other === undefined ? namedNode(one, own.company.id) : companyNode(other),
      ]
      const isInvestment = one.kind.key === 'overseasInvest'
      const { percent, subscribedAmount } = one.stated
      const basis = textOf(one.stated, 'basis')
      return [
        {
          holder: isInvestment ? ownNode : otherNode,
          company: isInvestment ? otherNode : ownNode,
          share: typeof percent === 'number' ? percent : null,
          basis: isInvestment ? '对外投资' : basis === '最新公示' ? basis : '工商登记',
          amount: isAmount(subscribedAmount) ? subscribedAmount : null,
          isDisputed: one.view === 'disputed',
          asOf: textOf(one.stated, 'basisDate') ?? one.record.as_of,
          sources: sourcesOf(one.record, sources),
          recordId: one.record.id,
          isController:
            Array.isArray(one.stated['tags']) && one.stated['tags'].some((tag) => tag === '实际控制人（疑似）'),
        },
      ]
    })
  }

  /** Names a level of the store as it is now. */
  const levelKey = async (what: string, keys: readonly string[]) =>
    [await storeRevision(), Math.floor(clock.now() / LEVEL_TTL_MS), what, ...keys].join(' ')

  const neighboursKey = (what: string, nodes: readonly HoldingNode[], kinds: readonly RecordKindKey[]) =>
    levelKey(
      [what, ...kinds].join(' '),
      nodes.map(({ key }) => key),
    )

  /** Holders of companies. */
  async function holdersOf(ids: readonly string[], known: HoldingCompanies): Promise<HoldingLevel> {
    const companies = await findCompanies(ids, known)
    const keys = [...companies.values()].flatMap(keysOf)
    if (keys.length === 0) return { holdings: new Map(), nodes: new Map(), controllers: [], isCut: false }
    const { shown, isCut } = await readShown(
      keys,
      keys.map((key) => `${HOLDING_MARK}${key}`),
    )
    const edges = (await edgesOf(shown, known)).filter(({ company }) => companies.has(company.key))
    return { ...mergeHoldings(edges), isCut }
  }

  const findDeclared = compileOnce<DeclaredSum>(db, ([today = '', holders = '', holdings = '']) => {
    const under = (keys: string, kind: RecordKindKey) =>
      subjectsUnder(keys, kind)
        .select([
          'subject_key',
          sql<number>`count(*)`.as('records'),
          sql<number | null>`sum(case when sort_value > 0 then sort_value end)`.as('sum'),
          sql<Flag>`max(case when facets like ${sql.lit(`%${NEWEST_BASIS}%`)} then 1 else 0 end)`.as('is_published'),
          sql<Flag>`max(case when facets like ${sql.lit(`%${NEWEST_BASIS}%`)} then 0 else 1 end)`.as('is_registered'),
        ])
        .where(isShown(today))
        .where(visibilityInSql(today), '<>', sql.lit('history'))
        .groupBy('subject_key')
    return under(holders, 'shareholderInfo').unionAll(under(holdings, 'overseasInvest'))
  })

  /**
   * Companies whose other holders decide about a holding: two bases occur, an investment stands beside other statements, or the
   * shares may add up to more than 100.01 %. Counted over the subject rows alone: no record is read.
   */
  async function companiesWithDoubt(edges: readonly StatedEdge[], known: HoldingCompanies): Promise<Set<string>> {
    const held = [...new Set(edges.flatMap(({ company }) => company.companyId ?? []))]
    if (held.length === 0) return new Set()
    const keysOfHeld = new Map([...(await findCompanies(held, known))].map(([id, of]) => [id, keysOf(of)]))
    const keys = [...keysOfHeld.values()].flat()
    const marked = keys.map((key) => `${HOLDING_MARK}${key}`)
    const found = await findDeclared([chinaDay(clock.now()), JSON.stringify(keys), JSON.stringify(marked)])
    const byKey = new Map(found.map((row) => [row.subject_key, row]))
    const investments = Map.groupBy(
      edges.filter(({ basis }) => basis === '对外投资'),
      ({ company }) => company.key,
    )
    const isInDoubt = (id: string) => {
      const own = keysOfHeld.get(id) ?? []
      const registered = own.flatMap((key) => byKey.get(key) ?? [])
      const invested = own.flatMap((key) => byKey.get(`${HOLDING_MARK}${key}`) ?? [])
      const count = invested.reduce((sum, { records }) => sum + records, 0)
      if (count > 0) return registered.length > 0 || count > (investments.get(id)?.length ?? 0)
      const isPublished = registered.some(({ is_published }) => is_published === 1)
      const isMixed = isPublished && registered.some(({ is_registered }) => is_registered === 1)
      return isMixed || overDeclaredSum(registered.map(({ sum }) => ({ share: sum }))) !== null
    }
    return new Set(held.filter(isInDoubt))
  }

  /**
   * What companies hold, with the shares that the pages of the held companies show: of those where other holders decide about a
   * share, all holders.
   */
  async function heldBy(ids: readonly string[], known: HoldingCompanies): Promise<HoldingLevel> {
    const holders = await findCompanies(ids, known)
    const keys = [...holders.values()].flatMap(keysOf)
    const { shown, isCut } = await readShown(
      keys.map((key) => `${HOLDING_MARK}${key}`),
      keys,
    )
    const edges = (await edgesOf(shown, known)).filter(({ holder }) => holders.has(holder.key))
    const doubtful = await companiesWithDoubt(edges, known)
    const whole = await holdersOf([...doubtful], known)
    const certain = mergeHoldings(edges.filter(({ company }) => !doubtful.has(company.key)))
    return {
      holdings: new Map([...certain.holdings, ...whole.holdings]),
      nodes: new Map([...certain.nodes, ...whole.nodes]),
      controllers: [],
      isCut: isCut || whole.isCut,
    }
  }

  async function hubsAmong(nodes: readonly HoldingNode[], kinds: readonly RecordKindKey[], known: HoldingCompanies) {
    const keysOfNode = await keysByNode(nodes, known)
    const counts = await countUnder([...keysOfNode.values()].flat(), kinds, chinaDay(clock.now()))
    const countOf = (keys: readonly string[]) => keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0)
    const hubs = [...keysOfNode].flatMap(([node, keys]) => (countOf(keys) > HUB_ABOVE ? [node] : []))
    return { hubs, size: nodes.length }
  }

  /** Statements that join companies, or persons with a key of the source, to others. */
  async function neighboursOf(
    nodes: readonly HoldingNode[],
    kinds: readonly RecordKindKey[],
    known: HoldingCompanies,
  ): Promise<Neighbours> {
    const day = chinaDay(clock.now())
    const keysOfNode = await keysByNode(nodes, known)
    const keys = [...keysOfNode.values()].flat()
    const found = await db
      .selectFrom(
        rowsByKey(db, 'record_subject', JSON.stringify(keys), sql`record_subject.kind in (${sql.join(kinds)})`).as(
          'subject',
        ),
      )
      .select('record_id')
      .distinct()
      .where(isShown(day))
      .where(visibilityInSql(day), '<>', sql.lit('history'))
      .orderBy('record_id')
      .limit(MOST_RECORDS + 1)
      .execute()
    const { shown, isCut } = await showFound(found, day)
    const ofOffices = shown.filter(({ kind }) => kind.key === 'keyPerson')
    const [edges, offices] = [
      await edgesOf(
        shown.filter(({ kind }) => kind.isHolding === true),
        known,
      ),
      await officesOf(ofOffices, known),
    ]
    return { edges: edges.filter(({ holder, company }) => canJoin(holder) && canJoin(company)), offices, isCut }
  }

  return {
    holdersOf: async (ids: readonly string[], known: HoldingCompanies) =>
      cachedLevels(await levelKey('up', ids), () => holdersOf(ids, known)),

    heldBy: async (ids: readonly string[], known: HoldingCompanies) =>
      cachedLevels(await levelKey('down', ids), () => heldBy(ids, known)),

    /** Companies that a person with a key of the source holds. */
    async heldByPerson(key: string, known: HoldingCompanies): Promise<HoldingLevel> {
      const { shown } = await readShown(key.startsWith(SOURCE_PERSON_MARK) ? [key] : [], [])
      const about = await companiesOf(shown, known)
      return holdersOf([...new Set(about.flatMap((of) => of?.company.id ?? []))], known)
    },

    /** Those of the nodes with more neighbours than are followed. */
    async hubsAmong(nodes: readonly HoldingNode[], kinds: readonly RecordKindKey[], known: HoldingCompanies) {
      const { hubs } = await cachedHubs(await neighboursKey('hubs', nodes, kinds), () => hubsAmong(nodes, kinds, known))
      return hubs
    },

    neighboursOf: async (nodes: readonly HoldingNode[], kinds: readonly RecordKindKey[], known: HoldingCompanies) =>
      cachedNeighbours(await neighboursKey('neighbours', nodes, kinds), () => neighboursOf(nodes, kinds, known)),

    /** The company of an id, also of one that it gave up, with its subject keys; undefined when readers do not see it. */
    async find(id: string): Promise<CompanySubjects | undefined> {
      const found = (await subjects.find([id])).get(id)
      if (found !== undefined) return found
      const merged = await findMerged(id)
      return merged === null ? undefined : (await subjects.find([merged])).get(merged)
    },

    /** 上级机构 that sources state for the company; the ultimate one only where it is another. */
    async parentsOf({ company }: CompanySubjects): Promise<StatedParent[]> {
      const [row] = await findParents([company.id])
      if (row === undefined) return []
      const stated = [
        { role: '上级机构', fact: 'parentCompany', name: row.parent_company },
        { role: '最终上级机构', fact: 'ultimateParent', name: row.ultimate_parent },
      ] as const
      const group = { source: row.registration_source, asOf: row.registration_as_of }
      const parents = stated.flatMap(({ role, fact, name }) => {
        const { source, asOf } = originOfFact(row, fact, group)
        const isTwice = role === '最终上级机构' && name === row.parent_company
        return name === null || isTwice || source === null ? [] : [{ role, name, source, asOf }]
      })
      if (parents.length === 0) return []
      const [linkOf, sources] = await Promise.all([
        findLinked(parents.map(({ name }) => ({ name, code: null }))),
        findSources(parents.map(({ source }) => source)),
      ])
      return parents.map(({ role, name, source: sourceId, asOf }) => {
        const source = sources.get(sourceId)
        return {
          role,
          name,
          companyId: linkOf({ name, code: null }),
          source: { sourceId, sourceName: source?.name ?? sourceId, sourceUrl: source?.url ?? null, asOf },
        }
      })
    },

    /** Whether a source of one of the kinds covers a company, or names it in a record. */
    async isCovered({ company }: CompanySubjects, kinds: readonly RecordKindKey[]): Promise<boolean> {
      const coverage = await coverages.ofCompany(company)
      return kinds.some((kind) => shownFeeds(coverage(kind), false).length > 0)
    },

    /** Sources that cover the shareholders of a company, or that name companies. */
    coverageOf: async ({ company }: CompanySubjects) => (await coverages.ofCompany(company))('shareholderInfo'),
    investmentCoverageOf: async ({ company }: CompanySubjects) =>
      (await coverages.ofCompany(company))('overseasInvest'),
  }
}
export type HoldingGraphReader = ReturnType<typeof createHoldingGraph>
