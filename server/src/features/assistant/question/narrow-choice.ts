import { hasEnded } from '../../../domain/company/company-status.ts'
import type { Candidate } from '../evidence/tool-result.ts'
import { oneOfSeveral } from './companies-before.ts'

/** A question for which several companies fit. `chosen`: the candidate that a later question took; null: none yet. */
export type OpenChoice = { question: string; candidates: readonly Candidate[]; chosen: string | null }

/** 那家, 第二个: what precedes it states which candidate is meant, and what follows asks about this one. */
const pointing =
  /(?:另外?|剩下|[那这])的?[一那]?[家个](?![月时季])(?:公司|企业)?|第[一二三四五六七八1-8][家个](?:公司|企业)?|最?[前后][一那][家个](?![月时季])|前者|后者/gu
const otherOne = /(?:另外?|剩下)的?[一那]?[家个]/u
/** Whether a question asks for the company that an earlier choice left: 另外那家呢. */
export const asksForOtherOne = (question: string): boolean => otherOne.test(question)

/** A statement ends a clause or is before 的: 什么时候注销的 and 注销了吗 are questions. */
const asks = /什么|啥|何时|哪|几|谁|多少|是不是|有没有|是否|[吗么嘛]/u
const asksBehind = /^[了的]?(?:[吗么嘛]|没有?$)/u
const negative = /(?<!是)不是|不要|除了/u
/** Two characters of most legal forms are no part of a name that differs. */
const formPair = /公司|有限|限公|责任|企业|股份|[的那这家个]/u
const placeLengths = [2, 3, 4, 5, 6]

type Fits = (company: Candidate) => boolean
/** What is stated, and of which candidates the first group, else the whole match, is true. */
const statements: readonly [pattern: RegExp, isTrue: (word: string, company: Candidate) => boolean][] = [
  [
    /((?:19|20)\d\d)年?.{0,6}?(?:成立|注册|设立|创[办立]|开[的业]|的?[那这]一?[家个])/gu,
    (year, { known }) => known?.foundedOn?.startsWith(year) === true,
  ],
  [/[还仍][在开]|正常|没有?(?:注销|吊销|倒)/gu, (_, { status }) => !hasEnded(status)],
  [/(?<!没有?)(?:注销|吊销|停业)|存续|在业|开业/gu, (word, { status }) => status?.includes(word) === true],
  [
    /[0-9a-z]{4,18}(?![0-9a-z年])/giu,
    (code, { known }) => known?.creditCode?.endsWith(code.toUpperCase()) === true || known?.stockCode === code,
  ],
  [/姓(\p{Script=Han})/gu, (name, { known }) => known?.legalRepresentative?.startsWith(name) === true],
]

/** What a stretch of a question states of the candidates. */
function statedIn(
  text: string,
  { candidates, chosen }: OpenChoice,
  isRegion: (name: string) => boolean,
  mayBeName: boolean,
) {
  const found: { fits: Fits; at: number; end: number }[] = []
  const add = (at: number, length: number, fits: Fits) => {
    const isAsked = asks.test(text.slice(0, at)) || asksBehind.test(text.slice(at + length))
    if (!isAsked) found.push({ fits, at, end: at + length })
  }
  for (let at = 0; at < text.length - 1; at += 1) {
    const places = placeLengths.map((length) => text.slice(at, at + length)).filter(isRegion)
    // 演示西省 begins with the name of a province, too.
    const place = places.findLast((name) => candidates.some(({ city }) => city?.includes(name))) ?? places[0]
    if (place !== undefined) add(at, place.length, ({ city }) => city?.includes(place) === true)
    const pair = text.slice(at, at + 2)
    const having = candidates.filter(({ name }) => name.includes(pair))
    const differs = having.length > 0 && having.length < candidates.length && !formPair.test(pair)
    if (mayBeName && differs) add(at, 2, ({ name }) => name.includes(pair))
  }
  for (const [pattern, isTrue] of statements)
    for (const { 0: whole, 1: word = whole, index } of text.matchAll(pattern))
      add(index, whole.length, (one) => isTrue(word, one))
  for (const name of new Set(candidates.flatMap(({ known }) => known?.legalRepresentative ?? [])))
    if (text.includes(name)) add(text.indexOf(name), name.length, ({ known }) => known?.legalRepresentative === name)
  const [meant, ...others] = oneOfSeveral(candidates, text.replace(/(?<=[前后][一那])个$/u, '家'))
  if (others.length === 0) add(text.length, 0, (one) => one === meant)
  if (chosen !== null && otherOne.test(text)) add(text.length, 0, ({ companyId }) => companyId !== chosen)
  return found
}

/**
 * Candidates of a choice that a normalised question means, and what it asks beside: 演示西省的那家,电话多少. All candidates where it
 * states nothing or what no candidate has. null: it is about something else. `asksOfCompany`: whether it asks what a company has;
 * `asksOther`: what no company has, as 深圳有多少家公司,
 * or of another company.
 */
export function narrowChoice(
  question: string,
  choice: OpenChoice,
  context: { isRegion: (name: string) => boolean; asksOfCompany: boolean; asksOther: boolean },
): { candidates: readonly Candidate[]; rest: string } | null {
  const { isRegion, asksOfCompany, asksOther } = context
  const { candidates, chosen } = choice
  let left = candidates
  let [isStated, isPointed] = [false, false]
  const rests = question.split(/[,;。?!]/u).flatMap((clause) => {
    const marks = [...clause.matchAll(pointing)].map((mark) => mark.index + mark[0].length)
    const said = clause.slice(0, marks.at(-1))
    const isPointing = marks.length > 0 || (/的[吧呢啊呀]?$/u.test(clause) && !asks.test(clause))
    // 控股股东是谁 names no 演示控股.
    const mayBeName = isPointing || candidates.some(({ name }) => name.includes(said.replace(/^.{0,3}是/u, '')))
    const stated = statedIn(said, choice, isRegion, mayBeName)
    for (const { fits, at } of stated) left = left.filter((one) => fits(one) !== negative.test(said.slice(0, at)))
    isStated ||= stated.length > 0
    isPointed ||= isPointing
    const behind = clause.slice(Math.max(0, ...marks, ...stated.map(({ end }) => end)))
    // 做橡胶的 states more, of which nothing is known.
    const isStatement = behind.endsWith('的') && !asks.test(behind)
    return (isStatement ? '' : behind.replace(/^(?:[省市的呢吧啊呀 ]|公司|企业)+/u, '')) || []
  })
  if (asksOther ? !(isStated && isPointed) : !(isStated || isPointed || asksOfCompany)) return null
  // Later on 第二个 may be a row of the answer.
  const isOfOther = isStated && isPointed && left.length === 1 && /[家司]|另/u.test(question)
  if (chosen !== null && !isOfOther) return null
  return { candidates: left.length === 0 ? candidates : left, rest: rests.join('，') }
}
