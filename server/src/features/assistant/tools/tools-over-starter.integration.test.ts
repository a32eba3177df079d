import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTools, valuesOf, wholeList } from '../../../../test/assistant/open-tools.ts'
import { openStoreSearch, type StoreSearch } from '../../../../test/relevance/store-search.ts'
import { copyStarterStore } from '../../../../test/search/starter-store.ts'
import { systemClock } from '../../../domain/clock.ts'
import { type OpenDatabase, openDatabase } from '../../../platform/database/open-database.ts'

/** The tools over the store of a first start, with demonstration companies. */

let dataDir: string
let database: OpenDatabase
let store: StoreSearch
let tools: ReturnType<typeof openTools>

beforeAll(async () => {
  dataDir = await copyStarterStore({ demo: true })
  database = openDatabase({ dataDir })
  store = await openStoreSearch(dataDir, { demo: true })
  tools = openTools(database.db, { clock: systemClock, index: store.search })
})
afterAll(async () => {
  await store.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const idOf = async (name: string) => {
  const { id } = await database.db.selectFrom('company').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return id
}
const realCompanies = () => database.db.selectFrom('company').where('is_demo', '=', 0)
const counted = async (query: ReturnType<typeof realCompanies>) => {
  const { companies } = await query.select((one) => one.fn.countAll<number>().as('companies')).executeTakeFirstOrThrow()
  return `${companies}家`
}
const totalOf = async (conditions: Parameters<typeof tools.run<'count'>>[1]['conditions']) => {
  const { evidence } = await tools.run('count', { conditions, groupBy: null })
  return valuesOf(evidence[0])['total']
}

describe('a count equals the stored companies', () => {
  it('of all, without demonstration companies', async () => {
    expect(await totalOf({})).toBe(await counted(realCompanies()))
  })

  it('of a region', async () => {
    // The province that a company gave to a list counts where no region is registered, as on the search page.
    const inGuangdong = realCompanies().where((company) =>
      company.or([
        company('region_code', 'like', '44%'),
        company.and([company('region_code', 'is', null), company('list_province', 'like', '广东%')]),
      ]),
    )
    expect(await totalOf({ region: '44' })).toBe(await counted(inGuangdong))
  })

  it('of an industry', async () => {
    expect(await totalOf({ industry: 'C' })).toBe(await counted(realCompanies().where('industry_section', '=', 'C')))
  })

  it('of a founding date', async () => {
    const founded = { from: '2000-01-01', to: '2000-12-31' }
    expect(await totalOf({ founded })).toBe(
      await counted(realCompanies().where('founded_on', '>=', founded.from).where('founded_on', '<=', founded.to)),
    )
  })

  it('of a registered capital over its bound', async () => {
    const capital = { least: 1e9, most: null, excludesLeast: true, excludesMost: false }
    expect(await totalOf({ capital })).toBe(await counted(realCompanies().where('capital_comparable', '>', 1e5)))
  })

  it('of listed companies in a region', async () => {
    expect(await totalOf({ listed: true, region: '44' })).toBe(
      await counted(realCompanies().where('is_listed', '=', 1).where('region_code', 'like', '44%')),
    )
  })

  it('of every group', async () => {
    const { evidence, bars } = await tools.run('count', { conditions: { listed: true }, groupBy: 'region' })
    const { total, ungrouped = '0家', ...groups } = valuesOf(evidence[0])
    const sum = Object.entries(groups)
      .filter(([name]) => name.startsWith('group'))
      .reduce((all, [, value]) => all + Number.parseInt(value ?? '', 10), Number.parseInt(ungrouped, 10))
    expect(`${sum}家`).toBe(total)
    expect(bars?.bars[0]?.count).toBeGreaterThan(100)
  })
})

it('lists the first twenty of a filter in its order', async () => {
  const { evidence } = await tools.run('filter', { conditions: { region: '44' }, order: 'oldest', limit: 20 })
  const values = valuesOf(evidence[0])
  const oldest = await realCompanies()
    .select('founded_on')
    .where('region_code', 'like', '44%')
    .where('founded_on', 'is not', null)
    .orderBy('founded_on')
    .limit(20)
    .execute()
  expect(oldest.map((_, at) => values[`foundedOn${at}`])).toEqual(oldest.map(({ founded_on }) => founded_on))
  expect(values['shown']).toBe('20家')
})

it('counts no real company by a risk: no source of risks is connected', async () => {
  const { evidence } = await tools.run('count', { conditions: { risk: 'dishonestExecutor' }, groupBy: null })
  expect(evidence.map((one) => valuesOf(one))).toEqual([{ connection: '失信被执行人' }])
})

it('keeps the current, disputed and ended listings of 澜山 apart', async () => {
  const companyId = await idOf('澜山演示贸易有限公司')
  const { evidence } = await tools.run('records', {
    ...wholeList(companyId),
    kind: 'dishonestExecutor',
    identity: null,
    facets: {},
  })
  expect(valuesOf(evidence[0])).toMatchObject({ current: '1条', disputed: '1条', history: '3条', total: '5条' })
  expect(evidence.slice(1).map(({ view }) => view)).toEqual(['current', 'disputed', 'history', 'history', 'history'])
})

it('states no risk of a real company', async () => {
  const companyId = await idOf('比亚迪股份有限公司')
  const { evidence } = await tools.run('coverage', { companyId, kinds: ['dishonestExecutor', 'executedPerson'] })
  expect(evidence.map((one) => valuesOf(one))).toEqual([{ connection: '失信被执行人、被执行人' }])
})

it('shows no number that is withdrawn, hidden or unmasked', async () => {
  const companyId = await idOf('澜山演示贸易有限公司')
  const facts = await tools.run('company_facts', { companyId, facts: ['phones', 'email', 'website', 'address'] })
  expect(JSON.stringify(facts)).not.toMatch(/(?<!\d)1\d{10}(?!\d)/)
})

it('finds candidates by a part of their names, with the ends of their codes', async () => {
  const real = await tools.run('search_company', { keyword: '比亚迪' })
  expect(real.candidates[0]).toMatchObject({ name: '比亚迪股份有限公司', isDemo: false })
  const fictional = await tools.run('search_company', { keyword: '澜山演示贸易' })
  expect(fictional.candidates[0]).toMatchObject({ name: '澜山演示贸易有限公司', isDemo: true })
  expect(fictional.candidates[0]?.codeEnd).toMatch(/^[\dA-Z]{4}$/)
})

it('finds both companies of one name', async () => {
  const { candidates } = await tools.run('search_company', { keyword: '同名演示商贸有限公司' })
  const namesakes = candidates.filter(({ isWhole }) => isWhole)
  expect(namesakes.map(({ name }) => name)).toEqual(['同名演示商贸有限公司', '同名演示商贸有限公司'])
  expect(new Set(namesakes.map(({ companyId }) => companyId)).size).toBe(2)
})

it('takes no company whose name has another character than the keyword, unless it sounds or looks alike', async () => {
  const guessed = await tools.run('search_company', { keyword: '大疆创新' })
  expect(guessed.candidates).toEqual([])
  const misspelled = await tools.run('search_company', { keyword: '贵州茅苔' })
  expect(misspelled).toMatchObject({ correctedTo: '贵州茅台', candidates: [{ name: '贵州茅台酒股份有限公司' }] })
})

it('narrows yearly records by their year', async () => {
  const companyId = await idOf('星河演示餐饮管理有限公司')
  const years = async (from: string, to: string) => {
    const { evidence } = await tools.run('records', {
      ...wholeList(companyId),
      kind: 'annualInsurance',
      identity: null,
      facets: {},
      days: { from, to },
    })
    return evidence.slice(1).map((one) => valuesOf(one)['year'])
  }
  expect(await years('2022-11-24', '2024-03-01')).toEqual(['2024年', '2022年'])
  // Without a record of the asked time, the newest one stands beside counts of 0.
  expect(await years('2023-01-01', '2023-12-31')).toEqual(['2025年'])
})

/** Date and labels of each evidence of who leads a company. */
async function officeOf(name: string) {
  const companyId = await idOf(name)
  const { evidence } = await tools.run('company_facts', { companyId, facts: ['legalRepresentative'] })
  return evidence.map(({ date, fields }) => [date, ...Object.values(fields).map(({ label }) => label)])
}

it('names the officer of a newer source before a legal representative whom that source contradicts', async () => {
  expect(await officeOf('贵州茅台酒股份有限公司')).toEqual([
    ['2024-05', '董事长', '记载于'],
    ['2019', '此前记载的法定代表人', '记载于'],
  ])
  expect(await officeOf('比亚迪股份有限公司')).toEqual([['2021', '法定代表人', '记载于']])
})

it('compares legal representatives with the dates of old statements', async () => {
  const companyIds = await Promise.all(['比亚迪股份有限公司', '宁德时代新能源科技股份有限公司'].map(idOf))
  const { table } = await tools.run('compare', { companyIds, facts: ['legalRepresentative'], kinds: [], order: null })
  expect(table?.rows).toEqual([{ label: '法定代表人', cells: ['王传福（2021 年年报）', '周佳（2019 年年报）'] }])
})
