import { expect, it } from 'vitest'
import { openTools, valuesOf, wholeList } from '../../../../test/assistant/open-tools.ts'
import { BUILT_AT, insertCompanies } from '../../../../test/builders/companies.ts'
import { buildRecord, insertFeed, insertRecords } from '../../../../test/builders/records.ts'
import { describeDatabases } from '../../../../test/databases/databases.ts'
import { by, company, debt, removed } from '../../../../test/http/record-store.ts'
import { FakeCompanySearch } from '../../../../test/search/fake-company-search.ts'
import { nothingAsked } from '../answer/asked.ts'
import { composeCount } from '../answer/compose/compose-companies.ts'
import { composeComparison } from '../answer/compose/compose-comparison.ts'
import { composeRecords } from '../answer/compose/compose-records.ts'
import type { ToolResult } from '../evidence/tool-result.ts'

const wholeDebts = (companyId: string) =>
  ({ ...wholeList(companyId), identity: null, facets: {}, kind: 'dishonestExecutor' }) as const
const textOf = (statements: ReturnType<typeof composeRecords>) => statements.map(({ text }) => text).join('')
const recordsText = (result: ToolResult) => textOf(composeRecords(result))

describeDatabases('what 百言 states of kinds that a source covers in part', (freshDatabase) => {
  async function open() {
    const { db } = await freshDatabase()
    const inside = company({ name: '演示厦门甲有限公司', region_code: '350203' })
    const [outside, past] = [
      company({ name: '演示福州乙有限公司', region_code: '350102' }),
      company({ name: '演示福州丙有限公司', region_code: '350102' }),
    ]
    await insertCompanies(db, [inside, outside, past])
    await insertFeed(db, { kind: 'dishonestExecutor', covers: 'regions=3502' })
    await insertRecords(db, [debt(outside), debt(past, removed)])
    const search = new FakeCompanySearch()
    for (const { row } of [inside, outside, past]) search.names.set(row.id, row.name)
    return {
      db,
      search,
      inside,
      outside,
      past,
      tools: openTools(db, { clock: { now: () => BUILT_AT }, index: search }),
    }
  }

  it('is 未查询到 inside, and 未接入 outside, beside the records known', async () => {
    const { tools, inside, outside, past } = await open()
    expect(recordsText(await tools.run('records', wholeDebts(inside.row.id)))).toBe(
      '截至 2026-06-30，未查询到演示厦门甲有限公司的失信被执行人。',
    )
    expect(recordsText(await tools.run('records', wholeDebts(outside.row.id)))).toMatch(
      /^演示福州乙有限公司的失信被执行人：当前 1 条。.+演示福州乙有限公司的其他失信被执行人未接入，可到中国执行信息公开网核查。$/,
    )
    expect(recordsText(await tools.run('records', { ...wholeDebts(past.row.id), view: 'current' }))).toBe(
      '演示福州丙有限公司的失信被执行人未接入，可到中国执行信息公开网核查。',
    )
  })

  it('never compares known records with a complete count', async () => {
    const { tools, inside, outside } = await open()
    const compared = await tools.run('compare', {
      companyIds: [inside.row.id, outside.row.id],
      facts: [],
      kinds: ['dishonestExecutor'],
      order: null,
    })
    const text = textOf(composeComparison(compared, { asked: nothingAsked, part: { days: null } }))
    expect(text).toContain('失信被执行人口径不同，无法直接比较。')
    expect(text).not.toMatch(/更多|从多到少|相同/)
  })

  it('counts companies of a region that a source covers, and states 未接入 of any other', async () => {
    const { tools, search, outside } = await open()
    const countText = async (conditions: { keyword: string; region?: string }) =>
      textOf(
        composeCount(
          await tools.run('count', { conditions: { ...conditions, risk: 'dishonestExecutor' }, groupBy: null }),
        ),
      )
    expect(await countText({ keyword: '厦门', region: '3502' })).toMatch(/^未查询到厦门市、.+的企业。$/)
    for (const region of ['3501', '35']) {
      expect(await countText({ keyword: '厦门', region })).toBe('失信被执行人未接入，可到中国执行信息公开网核查。')
    }
    expect(await countText({ keyword: '福州' })).toMatch(
      /的企业共 1 家：演示福州乙有限公司。未接入该类数据的企业未计入。$/,
    )
    expect(search.names.has(outside.row.id)).toBe(true)
  })

  it('lists what is connected of a company, with the part of a kind that no source states', async () => {
    const { db, tools, inside } = await open()
    await insertFeed(db, { kind: 'changeRecord', covers: 'regions=3502 items=证券简称变更 years=2014-11..' })
    await insertRecords(db, [
      buildRecord({
        kind: 'changeRecord',
        subjects: [by(inside)],
        source_id: 'other',
        fields: { item: '证券简称变更' },
      }),
    ])
    await db.updateTable('record_feed').set({ covers: 'named' }).where('source_id', '=', 'other').execute()
    const found = await tools.run('coverage', {
      companyId: inside.row.id,
      kinds: ['dishonestExecutor', 'changeRecord', 'punishment'],
    })
    expect(valuesOf(found.evidence.at(-1))).toEqual({
      connected: '失信被执行人、证券简称变更',
      connection: '工商变更、2014-11 以前的证券简称变更、行政处罚',
    })
  })
})
