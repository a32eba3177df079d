import { isLiveStatus } from '@baiqicha/contract/company-status'
import { type Evidence, textsIn } from '../evidence/evidence.ts'
import { isWithinDays, isWithinRange } from '../evidence/ranges.ts'
import { findAmounts, rangeOf } from '../question/amounts.ts'
import type { AmountRange, QuestionPart } from '../question/parsed-question.ts'

/** What the clause of a yes-or-no question supposes: 注册资本超过一亿吗, 总部在杭州吧. null: nothing of the kind. */
export type Supposed = {
  /** In 元, or a number of persons. */
  amount: AmountRange | null
  /** Whether the amount is a number of persons; null: either. */
  ofPersons: boolean | null
  /** A place, and whether it is a province, city or county. */
  place: { name: string; isRegion: boolean } | null
  /** A board, or an exchange by its name in the sources. */
  board: string | null
  /** Whether figures rise in every year, or double. */
  growth: 'everyYear' | 'doubled' | null
  /** Whether figures rise or fall; null: neither, or both as in 多了还是少了. */
  direction: 'up' | 'down' | null
  /** Whether the company exists, or has ended. */
  life: 'live' | 'ended' | null
  /** Whether the shares are said to be delisted. */
  isDelisted: boolean
  /** Whether the question is about a time: 2005 年以前成立的吗. */
  ofTime: boolean
  /** Whether the answer begins with 有 instead of 是. */
  ofHaving: boolean
}

const asksWhether =
  /[吗么嘛吧](?:[?。!]|$)|是不是|是否|有没有|有无|对不|真的?假的?|没错|[搞说记]错|[了过](?:没有?|吗)?\?|(?:[了过]|有[^,。;?!]{1,8})没(?:有)?(?:[?。!]|$)/u
/** 快退市了吗, 是不是要倒闭了: no record says what is to come. */
const isToCome =
  /(?:快|将|要|会|马上|即将|准备)(?!计)[^,。;?!]{0,2}(?:退市|摘牌|倒闭|注销|吊销|关门|关了|黄了|不行|没了|破产|解散|跑路)/u
/** 没上市吧, 不是上市公司吧, but 有没有上市 and 上没上市: 是 would mean the opposite. */
const isDenied = /(?<![有是上退])(?:没有?|未曾?|不是)(?:上市|退市|摘牌)/u
/** 多少, 还是: another answer than yes or no. */
const asksElse = /多少|(?<!好)几(?![乎年])|谁|什么|啥|哪|怎|如何|何时|何地|还是(?!在|不)|为何/u

const growths = [
  ['everyYear', /一直|每年|逐年|年年|持续|连续|连年/u],
  ['doubled', /翻(?:了)?(?:一)?(?:倍|番)/u],
] as const
const directions = [
  ['up', /增|涨|变多|多了|上升|扩|翻/u],
  ['down', /减|降|变少|少了|缩|下滑|跌/u],
] as const
const lives = [
  ['live', /存续|还在|还开|还活|存在|在营|在业|(?:正常|还|在)(?:经营|营业|运营)/u],
  ['ended', /注销|吊销|倒闭|关门|黄了|没了|解散|不在了/u],
] as const
const boards = [
  ['科创板', /科创板/u],
  ['创业板', /创业板/u],
  ['主板', /主板/u],
  ['北京证券交易所', /北交所/u],
  ['深圳证券交易所', /深交所|深市/u],
  ['上海证券交易所', /上交所|沪市/u],
] as const

/** The only value whose words the text has; null: none or several. */
function oneOf<Value>(text: string, words: readonly (readonly [Value, RegExp])[]): Value | null {
  const [only, ...others] = words.filter(([, pattern]) => pattern.test(text))
  return only === undefined || others.length > 0 ? null : only[0]
}

/** 5000人 counts as an amount of money, which has a unit. */
const countedPersons = /(?<=[\d十百千万])(?:多|余)?(?:个|名|位)?(?:人|员工|职工)/gu
/** 一亿吗: no name begins with the amount. */
const endOfQuestion = /(?=[吗么嘛吧了没])/gu
/** 有没有20万人, 到不到1亿: at least so much. */
const atLeast = /有|够|到|达|破|上/u
function amountIn(text: string): AmountRange | null {
  const [found, ...others] = findAmounts(text.replace(countedPersons, '元').replace(endOfQuestion, ','), () => false)
  if (found === undefined || others.length > 0 || found.value.isShare) return null
  const range = rangeOf(found.value)
  const isExact = range.least !== null && range.least === range.most
  return isExact && atLeast.test(text.slice(0, found.start)) ? { ...range, most: null } : range
}

const placePattern =
  /(?:(?<within>在|位于|属于)|(?<![是还])是)(?!不是)(?<place>\p{Script=Han}{2,8}?)(?:这边|那边|当地|本地)?的?(?:公司|企业|人)?(?:吗|么|嘛|吧|对吗|对不对|没错)/u
function placeIn(text: string, isRegion: (name: string) => boolean): Supposed['place'] {
  const { place: name, within } = placePattern.exec(text)?.groups ?? {}
  // 是上市公司吗 is about no place.
  return name === undefined || (within === undefined && !isRegion(name)) ? null : { name, isRegion: isRegion(name) }
}

/** A clause that asks nothing itself: 说是08年才办起来的，对不对哦. */
const tag =
  /[,。;!\s]+(?=(?:这个?|那个?|说得|是)?(?:对不对?|对[吗么嘛吧]|是不是(?:真的|这样|这么回事)?|是[吗么吧]|没错[吧吗]|真的[吗么]|真的?假的?|有没有(?:搞|说|记)错|[搞说记]错了?没)[哦啊呀的呢嘛哈]*[?。!]*$)/u

/** The clause that asks yes or no. `text`: a normalised question without the names of its companies. */
export function supposedIn(text: string, isRegion: (name: string) => boolean): Supposed | null {
  const clause = text
    .replace(tag, '')
    .split(/[,。;!]|(?<=\?)/u)
    .findLast((one) => asksWhether.test(one) && !asksElse.test(one.replaceAll('是不是', '')))
  if (clause === undefined || isToCome.test(clause) || isDenied.test(clause)) return null
  return {
    amount: amountIn(clause),
    ofPersons: /人(?!民币)|员工|职工/u.test(clause) ? true : /资本|资金|[元块钱]|本金/u.test(clause) ? false : null,
    place: placeIn(clause, isRegion),
    board: oneOf(clause, boards),
    growth: oneOf(clause, growths),
    direction: oneOf(clause, directions),
    life: oneOf(clause, lives),
    isDelisted: /退市|摘牌/u.test(clause),
    ofTime: /(?:19|20)\d{2}/u.test(clause),
    ofHaving: /有没有|有无|(?:^| )(?:现在|目前)?有(?!限)/u.test(clause),
  }
}

export type Check = { asked: { supposed: Supposed | null }; part: Pick<QuestionPart, 'days'> }

/** Whether the company is in the supposed place; null: the facts do not decide it. */
function isInPlace(evidence: Evidence, { place }: Supposed): boolean | null {
  const texts = ['region', 'listProvince', 'address'].flatMap((name) => textsIn(evidence, name))
  if (place === null || texts.length === 0) return null
  return texts.some((text) => text.includes(place.name)) || (place.isRegion ? false : null)
}

function isListedSo(evidence: Evidence, { board, place, amount, ofTime, isDelisted }: Supposed): boolean | null {
  if (!('code0' in evidence.fields)) return null
  // A stock that no list has any more is not known to be listed.
  const isListed = 'delistedOn0' in evidence.fields ? false : textsIn(evidence, 'state0').includes('上市') || null
  if (isDelisted) return isListed === null ? null : !isListed
  if (board !== null) return ['board0', 'exchange0'].some((name) => textsIn(evidence, name).includes(board)) && isListed
  return place === null && amount === null && !ofTime ? isListed : null
}

/** Whether facts are as the question supposes; null: they do not decide it. */
export function isAsSupposed(evidence: Evidence, { asked: { supposed }, part: { days } }: Check): boolean | null {
  if (supposed === null || evidence.citedType !== 'facts') return null
  const { amount, ofPersons, life, ofTime } = supposed
  const valueOf = (name: string) => evidence.fields[name]?.value
  const capital = valueOf('registeredCapital') ?? valueOf('paidInCapital')
  const insured = valueOf('insuredCount')
  const day = valueOf('foundedOn') ?? valueOf('listedOn0')
  const [status] = textsIn(evidence, 'status')
  const verdicts = [
    amount !== null && ofPersons !== true && capital?.type === 'number' && capital.unit === '万元'
      ? isWithinRange(capital.number * 1e4, amount)
      : null,
    amount !== null && ofPersons !== false && insured?.type === 'number' ? isWithinRange(insured.number, amount) : null,
    ofTime && days !== null && day?.type === 'date' ? isWithinDays(day.date, days) : null,
    isInPlace(evidence, supposed),
    isListedSo(evidence, supposed),
    life !== null && status !== undefined ? isLiveStatus(status) === (life === 'live') : null,
  ].filter((verdict) => verdict !== null)
  return verdicts.length === 0 ? null : verdicts.every(Boolean)
}

/** How the answer to a yes-or-no question begins; empty: the evidence does not decide it. */
export const leadOf = (supposed: Supposed | null, isTrue: boolean | null): string => {
  if (supposed === null || isTrue === null) return ''
  return supposed.ofHaving ? (isTrue ? '有，' : '没有，') : isTrue ? '是，' : '不是，'
}

/** How the sentence of facts begins: 是， or, of a place, 不在长沙，. */
export function factsLead(evidence: Evidence, check: Check): string {
  const { supposed } = check.asked
  const isElsewhere = supposed !== null && evidence.citedType === 'facts' && isInPlace(evidence, supposed) === false
  return isElsewhere ? `不在${supposed.place?.name ?? ''}，` : leadOf(supposed, isAsSupposed(evidence, check))
}
