import { rm } from 'node:fs/promises'
import type { UserLevel } from '@baiqicha/contract/benefits'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import { detailKindKeys, type ListedKindKey, listedKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { recordViews } from '@baiqicha/contract/records/record'
import { resultCode } from '@baiqicha/contract/result-codes'
import {
  API_BASE,
  exceptions,
  type Route,
  type RouteKey,
  routeKeys,
  routes,
  TOKEN_HEADER,
} from '@baiqicha/contract/routes'
import { companyRoutes } from '@baiqicha/contract/routes/company'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { leadRoutes } from '@baiqicha/contract/routes/leads'
import { ownershipRoutes } from '@baiqicha/contract/routes/ownership'
import { peopleRoutes } from '@baiqicha/contract/routes/people'
import { recordRoutes } from '@baiqicha/contract/routes/record'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type SeededRandom, seededRandom, testSeed } from '../../test/builders/seeded-random.ts'
import { type Crawled, type Violation, violationsIn } from '../../test/crawl/answer-violations.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { leadFilterInputs } from '../../test/http/leads.ts'
import { openStoreSearch } from '../../test/relevance/store-search.ts'
import { copyStarterStore } from '../../test/search/starter-store.ts'
import { openDatabase } from '../platform/database/open-database.ts'

/** Real companies drawn of each group. */
const PER_GROUP = 25
/** A user opens the contacts of at most 30 companies a day. */
const COMPANIES_PER_USER = 25
/** Real companies that visitors and members read. */
const FOR_OTHER_LEVELS = 15
/** A natural person of the demonstration set who is listed. */
const DEBTOR = '演示寅丑'

type Company = { id: string; name: string }

const listSchema = z.looseObject({ list: z.array(z.looseObject({ id: z.string() })) })
const idsIn = (data: unknown) => z.parse(listSchema, data).list.map(({ id }) => id)

let baseUrl = ''
/** Token of a new account; empty for a visitor. */
let tokenFor: (level: UserLevel) => Promise<string> = async () => ''
let fictional: Company[] = []
/** Real companies drawn from each group. */
let sample: Company[] = []
const disposals: (() => Promise<unknown>)[] = []

/** A server with the starter set and the demonstration companies, as on the first start, on a port of its own. */
beforeAll(async () => {
  const dataDir = await copyStarterStore({ demo: true })
  const database = openDatabase({ dataDir })
  const found = await openStoreSearch(dataDir, { demo: true })
  const test = await openTestApp(database.db, { index: found.search })
  tokenFor = async (level) => {
    if (level === 'visitor') return ''
    const { token } = await signIn(test)
    const choices = { careerIdStr: 'jobSeeker', industryIdStr: 'software' }
    if (level === 'vip') await call(test.app, 'saveIndustryCareer', choices, { token })
    return token
  }
  baseUrl = await test.app.listen({ host: '127.0.0.1', port: 0 })
  disposals.push(
    () => test.app.close(),
    () => found.close(),
    () => database.close(),
    () => rm(dataDir, { recursive: true, force: true }),
  )
  const companies = database.db.selectFrom('company').select(['id', 'name']).orderBy('id')
  fictional = await companies.where('is_demo', '=', 1).execute()
  const real = companies.where('is_demo', '=', 0)
  const groups = [
    await real.where('is_listed', '=', 1).execute(),
    await real.where('investor_authority', 'is not', null).execute(),
    await real.where('list_province', 'is not', null).execute(),
  ]
  const random = seededRandom(testSeed)
  sample = groups.flatMap((group) => draw(group, random))
  process.stdout.write(`seed ${testSeed}: ${sample.map(({ name }) => name).join('、')}\n`)
})
afterAll(async () => {
  for (const dispose of disposals) await dispose()
})

const crawledRoutes = {
  ...companyRoutes,
  ...recordRoutes,
  ...homeRoutes,
  ...leadRoutes,
  ...peopleRoutes,
  ...followRoutes,
  ...ownershipRoutes,
}
/** Every read of a company, a record, a contact or a person that pages use. */
const walked = routeKeys.filter((key) => key in crawledRoutes && routes[key].method === 'GET')

type Input = Readonly<Record<string, string>>
type Visit = Crawled & { company?: string; accepted?: number[] }

/** Ids of listed records, by kind, view and company: visitors get no list and try the details nevertheless. */
const knownRecords = new Map<string, string[]>()

const countOf = (violations: readonly Violation[], rule: string) => violations.filter((one) => one.rule === rule).length

/** Reads every route about companies, records and persons as users of a level do, and collects what no answer may contain. */
function createCrawl(level: UserLevel) {
  const visited = new Set<RouteKey>()
  const violations: (Violation & { company: string; route: string })[] = []
  let token = ''
  let answers = 0
  let records = 0

  /** An answer on the wire, as a program that is not ours reads it. */
  async function request(key: RouteKey, input: Input) {
    const { method, path: routePath }: Route = routes[key]
    const isPost = method === 'POST'
    const url = `${baseUrl}${API_BASE}${routePath}${isPost ? '' : `?${new URLSearchParams(input).toString()}`}`
    const headers = {
      ...(token !== '' && { [TOKEN_HEADER]: token }),
      ...(isPost && { 'content-type': 'application/json' }),
    }
    const response = await fetch(url, { method, headers, ...(isPost && { body: JSON.stringify(input) }) })
    return { url, ...z.parse(envelopeSchema, await response.json()) }
  }

  function check(route: string, answer: unknown, crawled: Visit) {
    for (const violation of violationsIn(answer, crawled)) {
      violations.push({ company: crawled.company ?? '', route, ...violation })
    }
  }

  /** Data of an answer; null for a refusal. */
  async function visit(route: RouteKey, input: Input, crawled: Visit): Promise<unknown> {
    const { access }: Route = routes[route]
    const isForUsers = level === 'visitor' && access === 'session'
    // Visitors may open companies, but neither history nor further pages of them.
    const accepted = [
      ...(isForUsers ? [] : (crawled.accepted ?? [resultCode.ok])),
      ...(level === 'visitor' ? [resultCode.noSession] : []),
    ]
    const { url, code, message, data } = await request(route, input)
    if (!accepted.includes(code)) throw new Error(`${level} ${url}: ${code} ${message}`)
    answers += 1
    visited.add(route)
    check(route, data, crawled)
    check(route, message, { isDemo: crawled.isDemo })
    return data
  }

  async function visitRecords({ id, name }: Company, kind: ListedKindKey, isDemo: boolean) {
    const crawled = { company: name, isDemo, listed: kind }
    for (const view of recordViews) {
      const owner: Input = recordKinds[kind].group === 'overview' ? { id } : { companyId: id }
      const data = await visit(`${kind}List`, { ...owner, view }, crawled)
      const place = `${kind} ${view} ${id}`
      const ids = data === null ? (knownRecords.get(place) ?? []) : idsIn(data)
      if (data !== null) records += ids.length
      knownRecords.set(place, ids)
      const detail = detailKindKeys.find((key) => key === kind)
      if (detail === undefined) continue
      for (const recordId of ids) await visit(`${detail}Detail`, { id: recordId, companyId: id }, crawled)
    }
  }

  async function visitCompany(company: Company, isDemo: boolean) {
    const { id, name } = company
    const crawled = { company: name, isDemo }
    for (const key of ['companySearch', 'companySuggest', 'riskSearch'] as const) {
      const data = await visit(key, { keyword: name }, crawled)
      if (data !== null) expect(idsIn(data), `${key} ${name}`).toContain(id)
    }
    for (const key of ['companyDetail', 'businessInfo'] as const) {
      expect(await visit(key, { id }, crawled)).toMatchObject({ name, isDemo })
    }
    await visit('leadSearch', { keyword: name }, crawled)
    await visit('leadDetail', { id }, crawled)
    await visit('debtorSearch', { name, subjectType: '企业' }, crawled)
    // A company without a known legal representative has no such person.
    const accepted = [resultCode.ok, resultCode.notFound]
    await visit('personDetail', { companyId: id, role: 'legalRepresentative' }, { ...crawled, accepted })
    for (const group of ['legalRisk', 'businessRisk']) await visit('latestRecord', { id, group }, crawled)
    for (const key of ['riskTimeline', 'caseList'] as const) await visit(key, { id }, crawled)
    for (const key of ['ownershipTree', 'ultimateHolders', 'companyGroup'] as const) await visit(key, { id }, crawled)
    for (const kind of listedKindKeys) await visitRecords(company, kind, isDemo)
  }

  return {
    violations,
    visited,
    recordCount: () => records,
    /** Number of unmasked mobiles and identity numbers among all answers. */
    summary: () =>
      `${level}: ${answers} answers, ${countOf(violations, '未遮蔽的手机号')} mobiles, ` +
      `${countOf(violations, '身份证号')} identity numbers\n`,

    async visitShared() {
      token = await tokenFor(level)
      for (const { id } of fictional.slice(0, 3)) await visit('followCompany', { companyId: id }, { isDemo: true })
      const shared = [
        'coverage',
        'filterOptions',
        'followList',
        'followChanges',
        ...routeKeys.filter((key) => key in homeRoutes),
      ] as const
      for (const key of shared) await visit(key, {}, { isDemo: false })
      for (const [view, total] of [
        ['current', 3],
        ['history', 1],
      ] as const) {
        const data = await visit('debtorSearch', { name: DEBTOR, subjectType: '自然人', view }, { isDemo: true })
        if (level !== 'visitor') expect(data).toMatchObject({ total })
      }
      const accepted = level === 'vip' ? [resultCode.ok] : [resultCode.ok, resultCode.notInMembership]
      for (const input of Object.values(leadFilterInputs)) {
        const typed = Object.entries(input).map(([name, value]) => [name, String(value)])
        await visit('leadSearch', { keyword: '', ...Object.fromEntries(typed) }, { isDemo: false, accepted })
      }
      const csv = await fetch(`${baseUrl}${API_BASE}${exceptions.exportLeads.path}?keyword=演示`, {
        headers: token === '' ? {} : { [TOKEN_HEADER]: token },
      })
      expect(csv.headers.get('content-type')?.startsWith('text/csv')).toBe(level === 'vip')
      check('exportLeads', await csv.text(), { isDemo: false })
    },

    async visitAll(companies: readonly Company[], isDemo: boolean) {
      for (const [at, company] of companies.entries()) {
        if (at % COMPANIES_PER_USER === 0) token = await tokenFor(level)
        await visitCompany(company, isDemo)
      }
    },
  }
}

/** Draws companies of the group without repetition. */
function draw(companies: readonly Company[], random: SeededRandom): Company[] {
  const drawn = new Set<Company>()
  while (drawn.size < PER_GROUP) drawn.add(random.pick(companies))
  return [...drawn]
}

// Visitors come after users, whose lists name the records.
const levels: readonly UserLevel[] = ['registered', 'visitor', 'vip']

it.each(levels)('no answer to a %s states a risk of a real company, or personal data of any', async (level) => {
  const crawl = createCrawl(level)
  await crawl.visitShared()
  await crawl.visitAll(fictional, true)
  const recordsOfFictional = crawl.recordCount()
  await crawl.visitAll(level === 'registered' ? sample : sample.slice(-FOR_OTHER_LEVELS), false)
  process.stdout.write(crawl.summary())

  expect(fictional.length).toBeGreaterThanOrEqual(30)
  expect(crawl.violations, `seed ${testSeed}`).toEqual([])
  expect(walked.filter((key) => !crawl.visited.has(key))).toEqual([])
  if (level === 'visitor') return
  expect(recordsOfFictional).toBeGreaterThan(200)
  expect(crawl.recordCount()).toBeGreaterThan(recordsOfFictional)
})
