import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { Clause } from './clause.ts'
import type { CompanyConditions, Order } from './parsed-question.ts'
import { DELISTED } from './words/fact-words.ts'
import { unsearchable } from './words/uncollected-words.ts'

/** A time or an order beside 上市 is about the listing, not about the founding: 2020年上市的公司. */
export const isAboutFounding = /最老|最年轻|老牌|成立|创立|创办|设立|注册|开业|新开|开办|建立|年龄|历史/u

/** 不在北京的, 除了深圳, 没有被吊销的; 是不是国企 and 有没有失信的 exclude nothing. */
const excludes =
  /(?:(?<![是在属算有])(?:不(?:在|是|属于|包括|含|算|做)|没有?被?|未被?|非)|(?<![解移删清])除(?:了|去|开)?)(?:任何)?$/u

/** 北京以外的, 央企除外. */
const excludedBefore = /^(?:企业|公司)?(?:以外|之外|除外)/u

/** Whether companies without a condition are asked for: the count of those with it would be another one. */
const isExcluding = ({ tokens, text, start }: Clause) =>
  tokens.some(
    ({ cue, start: from, end }) =>
      (cue.regions ?? cue.industry ?? cue.status ?? cue.board ?? cue.listed ?? cue.list ?? cue.type ?? cue.kinds) !==
        undefined &&
      (excludes.test(text.slice(0, from - start)) || excludedBefore.test(text.slice(end - start))),
  )

type Read = {
  conditions: CompanyConditions
  kinds: readonly RecordKindKey[]
  order: Order | null
  isOfRevenue: boolean
}

/** What the companies cannot be counted by, though the clause asks for it. */
export function boundsOf(clause: Clause, { conditions, kinds, order, isOfRevenue }: Read): string[] {
  const { facts, tokens, text } = clause
  const { keyword, risk, type, list, capital, board, listedOn, by } = conditions
  const isRanked = (board ?? list ?? listedOn ?? by) !== undefined
  const hasDays = tokens.some(({ days }) => days !== undefined)
  return [
    ...(isRanked && (keyword ?? risk) !== undefined ? [unsearchable.board] : []),
    ...((order === 'most' || order === 'least') && kinds.length > 0 && facts.length === 0
      ? [unsearchable.records]
      : []),
    ...(tokens.some(({ cue }) => cue.premise === DELISTED) ? [unsearchable.delisted] : []),
    ...(facts.includes('staffSize') || facts.includes('insuredCount') ? [unsearchable.employees] : []),
    ...(facts.includes('businessType') && type === undefined && list === undefined && !isOfRevenue
      ? ['按企业性质统计']
      : []),
    ...(isExcluding(clause) ? [unsearchable.excluded] : []),
    // 2023年注销的, 去年被处罚的: the time is not that of the founding.
    ...(hasDays && !isAboutFounding.test(text) && (kinds.length > 0 || facts.includes('ended'))
      ? [unsearchable.dates]
      : []),
    // 被执行超过一亿的, 营收超过千亿的: the amount is not that of the capital.
    ...(capital !== undefined && !facts.includes('registeredCapital') && (kinds.length > 0 || isOfRevenue)
      ? [unsearchable.amounts]
      : []),
  ]
}

const joins = /^.{0,3}[和与及跟、或].{0,3}$/u
const alternating = ['board', 'list', 'industry', 'status'] as const

/** The conditions once for each of several places, boards, lists, industries or states: 创业板和科创板. Empty: there is one of each. */
export function alternativesOf(
  { tokens, text, start }: Clause,
  conditions: CompanyConditions,
  regions: readonly string[],
): CompanyConditions[] {
  if (regions.length > 1) return regions.map((region) => ({ ...conditions, region }))
  for (const name of alternating) {
    const valued = tokens.filter(({ cue }) => cue[name] !== undefined)
    const isJoined = valued
      .slice(1)
      .every((one, at) => joins.test(text.slice((valued[at]?.end ?? 0) - start, one.start - start)))
    const values = [...new Set(valued.map(({ cue }) => cue[name]))]
    if (isJoined && values.length > 1 && conditions[name] !== undefined)
      return values.map((value) => ({ ...conditions, [name]: value }))
  }
  return []
}
