import { RECONCILE_PATH, RECONCILE_SUGGEST_PATH } from '@baiqicha/contract/reconcile'
import { expect, it } from 'vitest'
import {
  answerCiting,
  buildCitation,
  buildEvidence,
  buildSegment,
  createScriptedPipeline,
} from '../../test/assistant/scripted-pipeline.ts'
import { BUILT_AT } from '../../test/builders/companies.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, raisedLimits, signIn, withLimits } from '../../test/http/app.ts'
import { ask } from '../../test/http/assistant.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { importRecords } from '../../test/importers/import-records.ts'
import { importRows } from '../../test/importers/import-tables.ts'
import { indexStore } from '../../test/search/company-search.local.ts'
import { createCompanyRemovals } from '../importers/undo/company-removal.ts'
import { loadReferenceData } from '../platform/reference-data.ts'

const name = '澜山演示贸易有限公司'
const creditCode = '91990001MA0TE5T16H'
const investor = '演示甲投资有限公司'

describeDatabases('a company that an operator hides', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const { db } = database
    await importRows(database, [{ name, creditCode, status: '存续' }, { name: investor }])
    const debtor = { name, creditCode, subjectType: '企业', certNo: creditCode, caseNo: '（2025）演0101执1号' }
    await importRecords(database, 'dishonestExecutor', [{ ...debtor, publishDate: '2025-05-06' }])
    await importRecords(database, 'overseasInvest', [{ companyName: investor, name, creditCode }])
    const clock = { now: () => BUILT_AT }
    const { industries } = loadReferenceData({ demo: true })
    const index = await indexStore(db)
    const { pipeline, scripts } = createScriptedPipeline()
    const config = { ...withLimits(raisedLimits()).config, reconcile: true }
    const test = await openTestApp(db, { index, config, answerPipeline: pipeline })
    const removals = createCompanyRemovals({ database, clock, industries, hiddenNumbers: testHiddenNumbers })
    const idOf = async (wanted: string) =>
      (await db.selectFrom('company').select('id').where('name', '=', wanted).executeTakeFirstOrThrow()).id
    const ids = { hidden: await idOf(name), investor: await idOf(investor) }
    const hide = () =>
      removals.takeOut({ company: creditCode, mode: 'hide', reason: '演示：企业来函', operator: 'cli:tester' })
    const { token } = await signIn(test)
    const cited = buildCitation({ companyId: ids.hidden, companyName: name })
    scripts[name] = async (control, request) => {
      const outcome = await answerCiting([cited], [buildEvidence(cited)])(control, request)
      control.emit({ type: 'segment', ...buildSegment({ index: 1, text: `${name}，概况如上。`, citations: [] }) })
      return outcome
    }
    const { answerId } = await ask(test, token, name)
    const share = await call(test.app, 'shareAnswer', { answerId }, { token })
    const key = new URL(share.data?.path ?? '', 'http://localhost').searchParams.get('key') ?? ''
    const reconciled = async () => {
      const queries = JSON.stringify({ q: { query: name } })
      const { body } = await test.app.inject({ url: RECONCILE_PATH, query: { queries } })
      const suggested = await test.app.inject({ url: RECONCILE_SUGGEST_PATH, query: { prefix: name } })
      return [body, suggested.body].map((text) => text.includes(name))
    }
    const shown = async () => {
      const as = { token }
      const lists = await Promise.all([
        call(test.app, 'companySearch', { keyword: name }, as),
        call(test.app, 'companySuggest', { keyword: name }, as),
        call(test.app, 'riskSearch', { keyword: name }, as),
        call(test.app, 'leadSearch', { keyword: name }, as),
      ])
      const found = lists.map(({ data }) => data?.list.some((row) => row.name === name))
      const page = await call(test.app, 'companyDetail', { id: ids.hidden })
      const comparison = await call(test.app, 'companyComparison', { ids: `${ids.hidden},${ids.investor}` }, as)
      const investments = await call(test.app, 'overseasInvestList', { id: ids.investor }, as)
      const compared = comparison.data?.companies.map(({ id }) => id)
      // The graph is drawn from these lists.
      const holders = await call(test.app, 'shareholderInfoList', { id: ids.hidden }, as)
      const shared = await call(test.app, 'answerDetail', { id: answerId, key })
      return {
        found,
        page: page.data?.name ?? null,
        compared,
        hasGraph: holders.data !== null,
        investments: JSON.stringify(investments.data),
        reconciled: await reconciled(),
        shared: [shared.code, JSON.stringify(shared.data).includes(name)],
      }
    }
    return { hide, ids, index, shown }
  }

  it('leaves searches, suggestions, comparisons, its page with graph and poster, and shared answers, at once and when the index knows it', async () => {
    const { hide, ids, index, shown } = await open()
    const compared = [ids.hidden, ids.investor]
    expect(await shown()).toMatchObject({
      found: [true, true, true, true],
      page: name,
      compared,
      hasGraph: true,
      reconciled: [true, true],
      shared: [0, true],
    })
    await hide()
    const nowhere = {
      found: [false, false, false, false],
      page: null,
      compared: [ids.investor],
      hasGraph: false,
      reconciled: [false, false],
      shared: [0, false],
    }
    expect(await shown()).toMatchObject(nowhere)
    await index.refresh()
    expect(await shown()).toMatchObject(nowhere)
  })

  it('stays as a name without a link in a record of another company', async () => {
    const { hide, ids, shown } = await open()
    expect((await shown()).investments).toContain(ids.hidden)
    await hide()
    const { investments } = await shown()
    expect(investments).toContain(name)
    expect(investments).not.toContain(ids.hidden)
  })
})
