import type { Fact } from '@baiqicha/contract/company-facts'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { kindsOfRisk } from './question/clause.ts'
import type { Intent, QuestionPart } from './question/parsed-question.ts'

/** What can be answered about a company: facts that a source states, and kinds of records with a source. */
export type Answerable = { facts: ReadonlySet<Fact>; kinds: ReadonlySet<RecordKindKey> }

/** Facts that proposed questions are about. */
export const proposedFacts: readonly Fact[] = ['registeredCapital', 'legalRepresentative', 'foundedOn', 'address']

type Asked = Pick<QuestionPart, 'intent' | 'facts' | 'kinds'>
type Proposal = {
  /** Question about the company of the page or of the turn before: 有哪些股东. */
  text: string
  /** What answers it; one of the kinds is enough. `null`: it can be answered about every company. */
  about: { fact: Fact } | { kinds: readonly RecordKindKey[]; intent: Intent } | null
}

const GENERAL = 6
const FEWEST = 2
const FOLLOW_UPS = 3
const OF_COMPANY = 6

const proposals: readonly Proposal[] = [
  { text: '有哪些风险记录', about: { kinds: kindsOfRisk, intent: 'riskOverview' } },
  { text: '有哪些股东', about: { kinds: ['shareholderInfo'], intent: 'shareholders' } },
  { text: '注册资本是多少', about: { fact: 'registeredCapital' } },
  { text: '主要人员有哪些', about: { kinds: ['keyPerson'], intent: 'people' } },
  { text: '最近有哪些变更', about: { kinds: ['changeRecord'], intent: 'changes' } },
  { text: '对外投资了哪些企业', about: { kinds: ['overseasInvest'], intent: 'investments' } },
  { text: '法定代表人是谁', about: { fact: 'legalRepresentative' } },
  { text: '什么时候成立的', about: { fact: 'foundedOn' } },
  { text: '注册地址在哪里', about: { fact: 'address' } },
  { text: '有哪些数据可以查', about: null },
]

/** Questions without a company, by the intent that they ask. */
const general: readonly [Intent, string][] = [
  ['count', '广东省有多少家上市公司'],
  ['explanation', '什么是失信被执行人'],
  ['coverage', '已接入哪些数据'],
  ['list', '北京市注册资本最高的企业有哪些'],
  ['count', '各省有多少家上市公司'],
  ['howTo', '数据有误如何申请纠错'],
]

const canBeAnswered = ({ about }: Proposal, { facts, kinds }: Answerable) =>
  about === null || ('fact' in about ? facts.has(about.fact) : about.kinds.some((kind) => kinds.has(kind)))

function wasAsked({ about }: Proposal, parts: readonly Asked[]): boolean {
  if (about === null) return parts.some(({ intent }) => intent === 'coverage')
  if ('fact' in about) {
    // An overview states all of them.
    return parts.some(
      ({ intent, facts, kinds }) =>
        facts.includes(about.fact) || (intent === 'facts' && facts.length === 0 && kinds.length === 0),
    )
  }
  return parts.some(({ intent, kinds }) => intent === about.intent || kinds.some((kind) => about.kinds.includes(kind)))
}

/** Beside other companies the question names its own. */
const aboutCompany = (text: string, name: string) => `${name}${/^(?:有|最|对|什么)/u.test(text) ? '' : '的'}${text}`

/**
 * Two or three questions that can be answered and were not asked. `company`: the first subject of the answer, and whether it
 * is the only one, so that the next question need not name it; null: none.
 */
export function followUpsOf(
  parts: readonly Asked[],
  company: { name: string; isOnly: boolean; answerable: Answerable } | null,
): string[] {
  const others = general
    .filter(([intent]) => parts.every((part) => part.intent !== intent))
    .map(([, question]) => question)
  const own =
    company === null
      ? others
      : proposals
          .filter((one) => canBeAnswered(one, company.answerable) && !wasAsked(one, parts))
          .map(({ text }) => (company.isOnly ? text : aboutCompany(text, company.name)))
  // Of a company of which little is known.
  const left = own.length < FEWEST ? [...own, ...others].slice(0, FEWEST) : own
  return left.slice(0, FOLLOW_UPS).map((question) => `${question}？`)
}

/** Six questions about the company of the page that can be answered. */
export const questionsOfCompany = (answerable: Answerable): string[] =>
  [
    ...proposals.filter((one) => canBeAnswered(one, answerable)).map(({ text }) => aboutCompany(text, '这家企业')),
    ...general.map(([, question]) => question),
  ].slice(0, OF_COMPANY)

/** Six questions without a company: some about companies that are in the data, if there are any. */
export function generalQuestions([first, second]: readonly { name: string }[]): string[] {
  const about = first === undefined ? [] : [`${first.name}的基本信息`, `${first.name}有哪些数据可以查`]
  const compared = first === undefined || second === undefined ? [] : [`${first.name}和${second.name}谁成立更早`]
  return [...about, ...compared, ...general.map(([, question]) => question)].slice(0, GENERAL)
}
