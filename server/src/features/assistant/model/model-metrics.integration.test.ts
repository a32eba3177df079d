import { expect, it, onTestFinished } from 'vitest'
import { type StandInFault, startModelStandIn } from '../../../../test/assistant/model-stand-in.ts'
import { buildCompany, insertCompanies } from '../../../../test/builders/companies.ts'
import { describeDatabases } from '../../../../test/databases/databases.ts'
import { openTestApp, raisedLimits, signIn, withLimits } from '../../../../test/http/app.ts'
import { ask } from '../../../../test/http/assistant.ts'
import type { Database } from '../../../platform/database/database.ts'

/** The lines of /metrics about a model after one question, which it answers with a fault. */
async function metricsAfter(db: Database, fault: StandInFault | null) {
  const server = Object.assign(await startModelStandIn(), { fault })
  onTestFinished(() => server.close())
  await insertCompanies(db, [buildCompany({ id: 'c-1', name: '甲川科技有限公司' })])
  const { config } = withLimits(raisedLimits())
  const model = { baseUrl: server.baseUrl, apiKey: '', model: 'stand-in' }
  const test = await openTestApp(db, { config: { ...config, model }, answerPipeline: undefined })
  const { token } = await signIn(test)
  const { last } = await ask(test, token, { question: '它的注册资本是多少', companyId: 'c-1' })
  const { body } = await test.app.inject({ url: '/metrics' })
  return { last, lines: body.split('\n').filter((line) => line.startsWith('assistant_')) }
}

describeDatabases('/metrics counts', (freshDatabase) => {
  it('calls, their time and tokens of a language model', async () => {
    const { last, lines } = await metricsAfter((await freshDatabase()).db, null)
    expect(last).toMatchObject({ status: '完成', disclaimer: '内容由AI生成，请以来源为准' })
    expect(lines).toEqual(
      expect.arrayContaining([
        'assistant_model_calls_total{outcome="ok"} 1',
        'assistant_model_seconds_count 1',
        'assistant_model_tokens_total{direction="input"} 120',
        'assistant_model_tokens_total{direction="output"} 30',
      ]),
    )
  })

  it('rejected sentences by reason, and failed calls', async () => {
    const { db } = await freshDatabase()
    const { last, lines } = await metricsAfter(db, 'citesNothing')
    expect(last).toMatchObject({ status: '完成', disclaimer: '依据记录整理，请以来源为准' })
    expect(lines.join('\n')).toMatch(/assistant_sentences_rejected_total\{reason="unsupportedWord"\} [1-9]/)
  })

  it('failed calls by outcome', async () => {
    const { last, lines } = await metricsAfter((await freshDatabase()).db, 'unpaid402')
    expect(last).toMatchObject({ status: '完成', disclaimer: '依据记录整理，请以来源为准' })
    expect(lines).toContain('assistant_model_calls_total{outcome="unpaid"} 1')
  })
})
