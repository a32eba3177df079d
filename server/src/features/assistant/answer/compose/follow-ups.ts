import type { Intent } from '../../question/parsed-question.ts'
import type { AskedCompany } from '../composed-answer.ts'

const FOLLOW_UPS = 3

/** Questions about one company, by the intent that they ask. */
const ofCompany: readonly [Intent, (name: string) => string][] = [
  ['facts', (name) => `${name}的注册资本是多少？`],
  ['riskOverview', (name) => `${name}有哪些风险记录？`],
  ['shareholders', (name) => `${name}的股东有哪些？`],
  ['people', (name) => `${name}的主要人员有哪些？`],
  ['changes', (name) => `${name}最近有哪些变更？`],
  ['investments', (name) => `${name}对外投资了哪些企业？`],
  ['coverage', (name) => `${name}有哪些数据可以查？`],
]

/** Questions without a company. */
const general: readonly [Intent, string][] = [
  ['count', '广东省有多少家上市公司？'],
  ['explanation', '被执行人是什么意思？'],
  ['coverage', '收录了哪些数据？'],
  ['list', '北京市注册资本最高的企业有哪些？'],
]

/** Up to three questions that can be answered and were not asked. */
export function followUpsOf(intents: readonly Intent[], companies: readonly AskedCompany[]): string[] {
  const [company] = companies
  const all: readonly [Intent, string][] =
    company === undefined ? general : ofCompany.map(([intent, ask]) => [intent, ask(company.name)])
  return all
    .filter(([intent]) => !intents.includes(intent))
    .map(([, question]) => question)
    .slice(0, FOLLOW_UPS)
}
