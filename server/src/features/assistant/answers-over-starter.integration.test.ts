import { afterAll, beforeAll, expect, it } from 'vitest'
import { mutateStatement, mutationKinds } from '../../../test/assistant/mutate-statement.ts'
import { collectRightSentences } from '../../../test/assistant/right-sentences.ts'
import { openStarterTools, type StarterTools } from '../../../test/assistant/starter-tools.ts'
import { composePipeline } from '../../app/answer-pipeline.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../domain/clock.ts'
import { verifyStatement } from './answer/verify-statement.ts'
import type { AnswerPipeline, AnswerProgress } from './pipeline.ts'

/** Whole answers over the store of a first start, without a language model. */

let tools: StarterTools
let pipeline: AnswerPipeline
const rejected: string[] = []

beforeAll(async () => {
  tools = await openStarterTools()
  const metrics = { rejected: (reason: string) => void rejected.push(reason) }
  pipeline = composePipeline({ ...tools, clock: systemClock, config: readConfig({}), model: null, metrics })
})
afterAll(() => tools.close())

async function ask(question: string, companyId: string | null = null) {
  const emitted: AnswerProgress[] = []
  const outcome = await pipeline(
    { question, companyId, earlier: [], userId: 'u-1' },
    { signal: new AbortController().signal, emit: (one) => emitted.push(one) },
  )
  const text = emitted.flatMap((one) => (one.type === 'segment' ? one.text : [])).join('\n')
  return { outcome, text, emitted }
}

const questions: readonly [question: string, states: RegExp][] = [
  ['比亚迪股份有限公司的注册资本是多少', /注册资本为 291,114/],
  ['比亚迪什么时候成立的', /成立日期为 1995-02-10/],
  ['宁德时代和比亚迪谁注册资本高', /注册资本：.+高于/],
  ['广东省有多少家上市公司', /企业共 \d+ 家/],
  ['被执行人是什么意思', /被执行人：/],
  ['比亚迪的营业收入是多少', /未收录营业收入/],
  ['比亚迪靠谱吗', /不能据此判断企业是否可靠/],
  ['澜山演示贸易有限公司有多少条被执行人记录', /被执行人/],
  ['澜山演示贸易有限公司的股东有哪些', /股东/],
  ['澜山演示贸易有限公司最近有哪些变更', /变更/],
  ['怎么纠错', /点击“纠错”/],
]

it.each(questions)('answers %s, and rejects no composed sentence', async (question, states) => {
  rejected.length = 0
  const { outcome, text } = await ask(question)
  expect(outcome.type).toBe('completed')
  expect(text).toMatch(states)
  expect(rejected).toEqual([])
})

it('supports every composed sentence of drawn companies, and none with one token changed', async () => {
  const all = await collectRightSentences(tools, { seed: 18, count: 400 })
  const supportedOf = (changed: typeof all) =>
    changed.filter(({ statement, evidence }) => verifyStatement(statement, evidence, { isStrict: false }).isSupported)
  const mutated = all.flatMap((right, at) => {
    const mutation = mutateStatement(right, at, mutationKinds[at % mutationKinds.length]) ?? mutateStatement(right, at)
    return mutation === null ? [] : { ...right, statement: mutation.statement }
  })
  expect(mutated.length).toBeGreaterThan(390)
  expect(supportedOf(all)).toHaveLength(all.length)
  expect(supportedOf(mutated).map(({ statement }) => statement.text)).toEqual([])
})
