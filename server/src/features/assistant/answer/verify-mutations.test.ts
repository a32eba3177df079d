import { describe, expect, it } from 'vitest'
import {
  countsOf,
  dateOf,
  factsOf,
  firstCompany,
  numberOf,
  recordOf,
  secondCompany,
  stating,
  textOf,
  textsOf,
} from '../../../../test/assistant/build-evidence.ts'
import { mutateStatement, mutationKinds, type RightSentence } from '../../../../test/assistant/mutate-statement.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { verifyStatement } from './verify-statement.ts'

const right = (text: string, ...cited: readonly Evidence[]): RightSentence => ({
  statement: stating(text, ...cited),
  evidence: [...cited, factsOf({ status: textOf('登记状态', '注销') }, { id: 'not-cited' })],
})
const capital = factsOf({ registeredCapital: numberOf('注册资本', 500, '万元') })
const capitalOfSecond = factsOf({ registeredCapital: numberOf('注册资本', 200, '万元') }, { company: secondCompany })
const relation = factsOf(
  {
    'relation-registeredCapital': textsOf('注册资本', [firstCompany.name, '高于', secondCompany.name]),
    'difference-registeredCapital': numberOf('差额', 300, '万元'),
  },
  { id: 'comparison', company: null, label: '企业对比', date: null },
)

const sentences: readonly RightSentence[] = [
  right('截至 2026-06-30，甲川科技有限公司的注册资本 500 万元。', capital),
  right(
    '甲川科技有限公司：登记状态 存续，成立日期 2012-03-04，信用代码 91440300192317458F。',
    factsOf({
      status: textOf('登记状态', '存续'),
      foundedOn: dateOf('成立日期', '2012-03-04'),
      creditCode: textOf('信用代码', '91440300192317458F'),
    }),
  ),
  right(
    '甲川科技有限公司的被执行人共 6 条：当前 3 条，异议处理中 1 条，历史 2 条。',
    countsOf('被执行人', { current: 3, disputed: 1, history: 2 }),
  ),
  right(
    '截至 2026-06-30，未查询到甲川科技有限公司的行政处罚。',
    countsOf('行政处罚', { current: 0, disputed: 0, history: 0 }),
  ),
  right(
    '历史：案号 （2026）粤0304执1234号，立案日期 2026-02-03，执行标的 12,000 元，记录状态 已移出。',
    recordOf(
      'r-1',
      {
        caseNumber: textOf('案号', '（2026）粤0304执1234号'),
        filedOn: dateOf('立案日期', '2026-02-03'),
        amount: numberOf('执行标的', 12_000, '元'),
        recordStatus: textOf('记录状态', '已移出'),
      },
      { view: 'history' },
    ),
  ),
  right('注册资本：甲川科技有限公司高于乙山股份有限公司，差额 300 万元。', relation, capital, capitalOfSecond),
  right(
    '注册资本从高到低：甲川科技有限公司、乙山股份有限公司。',
    factsOf(
      { 'order-registeredCapital': textsOf('注册资本从高到低', [firstCompany.name, secondCompany.name]) },
      { id: 'order', company: null, label: '企业对比', date: null },
    ),
    capital,
    capitalOfSecond,
  ),
  right(
    '符合条件（登记状态 存续；注册资本不低于 5,000 万元）的企业共 1,200 家，其中深圳市 900 家。',
    factsOf(
      {
        status: textOf('登记状态', '存续'),
        capitalLeast: numberOf('注册资本不低于', 5000, '万元'),
        total: numberOf('合计', 1200, '家'),
        group0: numberOf('深圳市', 900, '家'),
      },
      { id: 'search', citedType: 'search', company: null, label: '企业查询', date: null },
    ),
  ),
]
const SEEDS = Array.from({ length: 25 }, (_, seed) => seed)

/** Sentences of a model; a field that one cites and does not state is judged elsewhere. */
function isSupported({ statement, evidence }: RightSentence) {
  const verdict = verifyStatement(statement, evidence, { isStrict: true })
  return verdict.isSupported || verdict.reason === 'unstatedCitation'
}

it('every right sentence is supported', () => {
  expect(sentences.filter((one) => !isSupported(one)).map(({ statement }) => statement.text)).toEqual([])
})

describe('no sentence is supported after one token has changed:', () => {
  it.each(mutationKinds)('%s', (kind) => {
    const mutated = sentences.flatMap((one) =>
      SEEDS.flatMap((seed) => {
        const mutation = mutateStatement(one, seed, kind)
        return mutation === null ? [] : { ...one, statement: mutation.statement }
      }),
    )
    expect(mutated.length).toBeGreaterThanOrEqual(SEEDS.length)
    expect(mutated.filter(isSupported).map(({ statement }) => statement.text)).toEqual([])
  })
})
