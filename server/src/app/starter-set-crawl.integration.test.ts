import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import { detailKindKeys, type ListedKindKey, listedKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { recordViews } from '@baiqicha/contract/records/record'
import { resultCode } from '@baiqicha/contract/result-codes'
import { API_BASE, type Route, type RouteKey, routeKeys, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { companyRoutes } from '@baiqicha/contract/routes/company'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { leadRoutes } from '@baiqicha/contract/routes/leads'
import { peopleRoutes } from '@baiqicha/contract/routes/people'
import { recordRoutes } from '@baiqicha/contract/routes/record'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type SeededRandom, seededRandom } from '../../test/builders/seeded-random.ts'
import { type Crawled, type Violation, violationsIn } from '../../test/crawl/answer-violations.ts'
import { openTestApp, signIn, withoutPressure } from '../../test/http/app.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { openStoreSearch } from '../../test/relevance/store-search.ts'
import { systemClock } from '../domain/clock.ts'
import { loadStarter } from '../importers/starter/load-starter.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { loadReferenceData } from '../platform/reference-data.ts'

/** Real companies drawn of each group. */
const PER_GROUP = 25
/** A user opens the contacts of at most 30 companies a day. */
const COMPANIES_PER_USER = 25

type Company = { id: string; name: string }

const listSchema = z.looseObject({ list: z.array(z.looseObject({ id: z.string() })) })

let baseUrl = ''
let token = ''
let signInAgain: () => Promise<string> = async () => ''
let fictional: Company[] = []
let groups: Readonly<Record<string, Company[]>> = {}
const disposals: (() => Promise<unknown>)[] = []

/** A server with the starter set and the demonstration companies, as on the first start, on a port of its own. */
beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-crawl-'))
  const database = openDatabase({ dataDir })
  await migrate(database.db)
  await loadStarter({
    database,
    clock: systemClock,
    reference: loadReferenceData({ demo: true }),
    hiddenNumbers: testHiddenNumbers,
    demo: true,
  })
  const found = await openStoreSearch(dataDir, { demo: true })
  const test = await openTestApp(database.db, { index: found.search, ...withoutPressure() })
  signInAgain = async () => (await signIn(test)).token
  token = await signInAgain()
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
  groups = {
    listed: await real.where('is_listed', '=', 1).execute(),
    stateOwned: await real.where('investor_authority', 'is not', null).execute(),
    private: await real.where('list_province', 'is not', null).execute(),
  }
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
}
/** Every read of a company, a record, a contact or a person that pages use. */
const walked = routeKeys.filter((key) => key in crawledRoutes && routes[key].method === 'GET')

/** Data of an answer on the wire, as a program that is not ours reads it. */
async function read(key: RouteKey, input: Readonly<Record<string, string>>, accepted = [0]): Promise<unknown> {
  const { path: routePath }: Route = routes[key]
  const url = `${baseUrl}${API_BASE}${routePath}?${new URLSearchParams(input).toString()}`
  const response = await fetch(url, { headers: { [TOKEN_HEADER]: token } })
  const { code, message, data } = z.parse(envelopeSchema, await response.json())
  if (!accepted.includes(code)) throw new Error(`${url}: ${code} ${message}`)
  return data
}

/** Reads every route about companies and records and collects what no answer may contain. */
function createCrawl() {
  const visited = new Set<RouteKey>()
  const violations: (Violation & { company: string; route: RouteKey })[] = []
  let records = 0

  async function visit(
    route: RouteKey,
    input: Readonly<Record<string, string>>,
    company: string,
    crawled: Crawled & { accepted?: number[] },
  ) {
    const data = await read(route, input, crawled.accepted)
    visited.add(route)
    for (const violation of violationsIn(data, crawled)) violations.push({ company, route, ...violation })
    return data
  }

  async function visitRecords({ id, name }: Company, kind: ListedKindKey, isDemo: boolean) {
    const crawled = { isDemo, listed: kind }
    for (const view of recordViews) {
      const owner = recordKinds[kind].group === 'overview' ? { id } : { companyId: id }
      const { list } = z.parse(listSchema, await visit(`${kind}List`, { ...owner, view }, name, crawled))
      records += list.length
      const detail = detailKindKeys.find((key) => key === kind)
      if (detail === undefined) continue
      for (const row of list) await visit(`${detail}Detail`, { id: row.id, companyId: id }, name, crawled)
    }
  }

  return {
    violations,
    visited,
    recordCount: () => records,
    async visitShared() {
      const shared = [
        'coverage',
        'filterOptions',
        'followList',
        'followChanges',
        ...routeKeys.filter((key) => key in homeRoutes),
      ] as const
      for (const key of shared) await visit(key, {}, '', { isDemo: false })
    },
    async visitCompany(company: Company, isDemo: boolean) {
      const { id, name } = company
      for (const key of ['companySearch', 'companySuggest', 'riskSearch'] as const) {
        const answer = z.parse(listSchema, await visit(key, { keyword: name }, name, { isDemo }))
        expect(
          answer.list.map((row) => row.id),
          `${key} ${name}`,
        ).toContain(id)
      }
      for (const key of ['companyDetail', 'businessInfo'] as const) {
        expect(await visit(key, { id }, name, { isDemo })).toMatchObject({ name, isDemo })
      }
      await visit('leadSearch', { keyword: name }, name, { isDemo })
      await visit('leadDetail', { id }, name, { isDemo })
      // A company without a known legal representative has no such person.
      const accepted = [resultCode.ok, resultCode.notFound]
      await visit('personDetail', { companyId: id, role: 'legalRepresentative' }, name, { isDemo, accepted })
      for (const group of ['legalRisk', 'businessRisk']) await visit('latestRecord', { id, group }, name, { isDemo })
      for (const kind of listedKindKeys) await visitRecords(company, kind, isDemo)
    },
  }
}

/** Draws companies of the group without repetition. */
function draw(companies: readonly Company[], random: SeededRandom): Company[] {
  const drawn = new Set<Company>()
  while (drawn.size < PER_GROUP) drawn.add(random.pick(companies))
  return [...drawn]
}

it('no answer about a real company states a risk, and none about any company states personal data', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seededRandom(seed)
  const sample = Object.values(groups).flatMap((companies) => draw(companies, random))
  process.stdout.write(`seed ${seed}: ${sample.map(({ name }) => name).join('、')}\n`)

  const crawl = createCrawl()
  await crawl.visitShared()
  const visitAll = async (companies: readonly Company[], isDemo: boolean) => {
    for (const [at, company] of companies.entries()) {
      if (at % COMPANIES_PER_USER === 0) token = await signInAgain()
      await crawl.visitCompany(company, isDemo)
    }
  }
  await visitAll(fictional, true)
  const recordsOfFictional = crawl.recordCount()
  await visitAll(sample, false)

  expect({ seed, violations: crawl.violations }).toEqual({ seed, violations: [] })
  expect(walked.filter((key) => !crawl.visited.has(key))).toEqual([])
  expect(fictional.length).toBeGreaterThanOrEqual(30)
  expect(recordsOfFictional).toBeGreaterThan(200)
  expect(crawl.recordCount()).toBeGreaterThan(recordsOfFictional + 2 * PER_GROUP)
})
