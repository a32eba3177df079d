import { type AskedAmount, findAmounts } from './amounts.ts'
import { findDays } from './days.ts'
import type { Lexicon } from './lexicon.ts'
import { numberOf } from './numerals.ts'
import type { Days } from './parsed-question.ts'
import { mayBePerson } from './person-name.ts'
import type { Cue } from './words/cue.ts'

/**
 * One piece of a question. `name`: a full name, a code or a quoted text. `text`: characters that no list has. `sign`:
 * punctuation.
 */
export type Token = {
  start: number
  end: number
  text: string
  type: 'cue' | 'text' | 'name' | 'sign' | 'days' | 'amount' | 'limit' | 'age'
  cue: Cue
  days?: Days
  amount?: AskedAmount
  limit?: number
  /** Years since founding. */
  age?: AskedAmount
}

const none: Cue = {}

const legalForm =
  /(?:股份有限责任公司|有限责任公司|股份有限公司|有限公司|股份公司|股份合作公司|集团公司|总公司|合伙企业(?:\((?:有限|普通|特殊普通)合伙\))?|\((?:有限|普通|特殊普通)合伙\)|专业合作社|经营部|服务部|门市部|维修部|加工厂|商行|合作联社|事务所(?:\([^)]{2,8}\))?|\(个人独资\)|(?:研究院|研究所|基金会|委员会)(?![^\s,。;?!、]{0,8}公司))(?:[^\s,。;?!、的是有和与跟在被]{0,16}(?:分公司|分行|支行|分厂|办事处|营业部))?/gu
const code =
  /(?<![0-9A-Za-z])(?:[0-9A-HJ-NP-RTUWXYa-hj-np-rtuwxy]{18}|\d{15}|(?:(?:sh|sz|bj)\.?)?\d{6}(?:\.?(?:sh|ss|sz|bj))?)(?![0-9A-Za-z年月日元万亿%])/giu
const quoted = /["“「『《'‘]([^"”」』》'’]{2,60})["”」』》'’]/gu
const limitPattern =
  /(?<front>前|头)(?<first>\d{1,3}|[一二两三四五六七八九十]{1,3})(?:大(?!厂)|名|家|位|个|条|强(?!企业)|)|(?:最近|最新|列出|列|给我|推荐|找|找出|随便|任意)(?:的)?(?<second>\d{1,3}|[一二两三四五六七八九十]{1,3})(?=家|条|次|起|份|笔|个(?!月)|项|名)|(?<=[的要找有])(?<third>\d{1,2}|[一二两三四五六七八九十]{1,2})(?:家|个)(?=上市|公司|企业|$|[?。])|(?<=最[早晚高低大小多少老新久]的)(?<fourth>\d{1,2}|[一二两三四五六七八九十])(?:家|个|名|条|笔|次)/gu
const agePattern =
  /(?<lead>超过|不到|满|不满|大于|小于|不足|至少)?(?<number>\d{1,3}|[一二两三四五六七八九十]{1,3})\s*年(?<side>以上|以下|以内|之内|内)?/gu
const sign = /[,.。;:?!、/|~—…()"“”「」『』《》‘’'·<>[\]{}#@&+=\s-]/u

/** Characters that may stand at the edge of a stretch without belonging to the name. */
export const weak = new Set(
  '的是有在了吗呢啊吧么嘛呀哦都也还就又再被把从给为对向由于与和跟及或这那哪谁几多少啥查看问请找想要会能可以我你您他她家个条次里中上下内过到来一其该此让使用按归管',
)

const split = /[的和与跟及、]|是不是|是否|有没有|以及|还有|还是|对比|比/gu
/** Words that follow 的 in 美的. */
const generic = /^(?:集团|股份|控股|科技|电器|置业|地产|实业|投资|有限|国际)*(?:股份|有限|责任)*(?:公司)?$/u

/**
 * Stretches that name something for sure: full names with their legal form, codes, quoted texts, and `names` that the
 * search has found already.
 */
function findNames(text: string, lexicon: Lexicon, names: readonly string[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  const add = (start: number, end: number) => {
    if (end - start >= 2 && !found.some((other) => start < other.end && other.start < end)) found.push({ start, end })
  }
  for (const name of names) {
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) add(at, at + name.length)
  }
  for (const match of text.matchAll(quoted)) {
    const inner = match[1] ?? ''
    // 星石演示“链接”科技有限公司: the quotes are part of the name.
    if (isWithinName(text, match.index, match.index + match[0].length)) continue
    // "失信" is a word of the grammar, not a name.
    if (lexicon.longestAt(inner, 0)?.text !== inner) add(match.index + 1, match.index + 1 + inner.length)
  }
  for (const match of text.matchAll(code)) add(match.index, match.index + match[0].length)
  for (const match of text.matchAll(legalForm)) {
    const start = nameStart(
      text,
      match.index,
      lexicon,
      Math.max(0, ...found.filter(({ end }) => end <= match.index).map(({ end }) => end)),
    )
    // 广东有多少家会计师事务所 names none.
    const asksForMany = /(?:多少|哪些|哪几|几)(?:家|个|户|所)?[^,。]{0,6}$/u.test(text.slice(start, match.index))
    // 是合伙企业还是有限公司 asks for the legal form.
    const asksForForm = /(?:是|或者?|属于|算|为|叫|的|成|和|与|跟|及)$/u.test(text.slice(start, match.index))
    // 一人有限公司欠债
    const isKind = /^(?:一人|个人|夫妻)$/u.test(text.slice(start, match.index))
    if (match.index - start >= 2 && !isKind && !asksForForm && !asksForMany) add(start, match.index + match[0].length)
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Whether a quoted stretch is followed by the rest of a full name. */
const isWithinName = (text: string, start: number, end: number) =>
  /^[^\s,。;?!、的是有和与跟及在被“"「『]{0,12}?(?:股份有限公司|有限责任公司|有限公司|集团公司)/u.test(
    text.slice(end),
  ) && /\p{Script=Han}{2}/u.test(text.slice(start + 1, end - 1))

/** Whether the quote at this position closes a stretch within the name whose legal form begins at `formStart`. */
const isEndQuote = (text: string, at: number, formStart: number) =>
  /["”」』]/u.test(text.charAt(at)) && at < formStart && /["“「『][^"“”「」『』]{1,20}$/u.test(text.slice(0, at))

/** Start of the full name whose legal form begins at `formStart`. */
function nameStart(text: string, formStart: number, lexicon: Lexicon, least: number): number {
  let start = formStart
  let depth = 0
  while (start > least) {
    const before = text.charAt(start - 1)
    if (isEndQuote(text, start - 1, formStart)) {
      start = text.slice(0, start - 1).search(/["“「『][^"“「『]*$/u)
      continue
    }
    if (before === ')') depth += 1
    else if (before === '(') {
      if (depth === 0) break
      depth -= 1
    } else if (sign.test(before) && !/[·&-]/.test(before)) break
    start -= 1
  }
  // Words before the name: 帮我查一下, 请问, 和, 法人是谁.
  for (;;) {
    const word = lexicon.longestAt(text, start)
    const length = word === null ? (weak.has(text.charAt(start)) ? 1 : 0) : isPlace(word.cue) ? 0 : word.text.length
    if (length === 0 || start + length > formStart - 2) break
    if (word !== null && word.text.length === 1 && !weak.has(word.text)) break
    start += length
  }
  // 王传福在比亚迪股份有限公司
  const person = /^(?<name>.{2,4}?)(?:先生|女士)?在(?=.{2})/u.exec(text.slice(start, formStart))
  if (person !== null && mayBePerson(person.groups?.['name'] ?? '')) start += person[0].length
  const stretch = text.slice(start, formStart)
  for (const match of [...stretch.matchAll(split)].toReversed()) {
    const right = stretch.slice(match.index + match[0].length)
    const isName = right.length >= 2 && !generic.test(right)
    if (isName && match.index >= 2) return start + match.index + match[0].length
  }
  return start
}

export const isPlace = ({ regions, industry, keyword, type }: Cue) =>
  regions !== undefined || industry !== undefined || keyword !== undefined || type !== undefined

/** Cuts the normalised question into tokens. `names`: company names that the search has found in it. */
export function tokenise(text: string, today: string, lexicon: Lexicon, names: readonly string[]): Token[] {
  const lower = text.toLowerCase()
  const fixed: Token[] = []
  const isFree = (start: number, end: number) => !fixed.some((other) => start < other.end && other.start < end)
  const add = (start: number, end: number, rest: Omit<Token, 'start' | 'end' | 'text' | 'cue'>) => {
    if (isFree(start, end)) fixed.push({ start, end, text: text.slice(start, end), cue: none, ...rest })
  }
  for (const { start, end } of findNames(text, lexicon, names)) add(start, end, { type: 'name' })
  for (const match of lower.matchAll(limitPattern)) {
    const limit = numberOf(
      match.groups?.['first'] ?? match.groups?.['second'] ?? match.groups?.['third'] ?? match.groups?.['fourth'] ?? '',
    )
    const end = match.index + match[0].length
    // 最近一次 is a word of its own.
    if (
      limit !== null &&
      limit > 0 &&
      limit <= 100 &&
      !(limit === 1 && match[0].startsWith('最')) &&
      !/^[年天月周]/.test(lower.slice(end))
    ) {
      add(match.index, end, { type: 'limit', limit })
    }
  }
  for (const { start, end, value } of findAges(lower)) add(start, end, { type: 'age', age: value })
  for (const { start, end, value } of findDays(lower, today)) add(start, end, { type: 'days', days: value })
  for (const { start, end, value } of findAmounts(lower, (at) => !isFree(at, at + 1))) {
    // 三元生物, 九元航空
    if (
      /^[一二三四五六七八九十]元$/u.test(lower.slice(start, end)) &&
      /^(?![以之左上下的起到至])\p{Script=Han}/u.test(lower.slice(end))
    )
      continue
    add(start, end, { type: 'amount', amount: value })
  }
  fixed.sort((a, b) => a.start - b.start)

  const tokens: Token[] = []
  let at = 0
  let next = 0
  const push = (type: Token['type'], length: number, cue: Cue) => {
    const last = tokens.at(-1)
    const piece = text.slice(at, at + length)
    if (type === 'text' && last?.type === 'text' && last.end === at) {
      last.end += length
      last.text += piece
    } else tokens.push({ start: at, end: at + length, text: piece, type, cue })
    at += length
  }
  while (at < text.length) {
    const ready = fixed[next]
    if (ready !== undefined && ready.start <= at) {
      tokens.push(ready)
      at = ready.end
      next += 1
      continue
    }
    const found = lexicon.longestAt(lower.slice(0, ready?.start ?? lower.length), at)
    // 去盒马上班
    const word = found?.text === '马上' && /^[班市]/.test(lower.slice(at + 2)) ? null : found
    const latin =
      /^[a-z][a-z0-9.&'’-]*(?: (?:[a-z0-9&][a-z0-9.&'’-]*|co\., ltd\.?))*(?:, ?(?:ltd|inc|limited|co)\.?(?: ?ltd\.?)?)?/iu.exec(
        text.slice(at, ready?.start),
      )
    // 容知日新注册资本: 新 belongs to the name before it.
    const last = tokens.at(-1)
    const continues =
      word?.text.startsWith('新') === true && word.cue.order !== undefined && last?.type === 'text' && last.end === at
    if (word !== null && !continues) push('cue', word.text.length, word.cue)
    else if (latin !== null) push('text', latinLength(latin[0], lexicon), none)
    else if (sign.test(text.charAt(at)) && !isInName(text, at)) push('sign', 1, none)
    else push('text', 1, none)
  }
  return tokens
}

/** A Latin stretch ends before a word of the grammar: byd vs catl. */
function latinLength(stretch: string, lexicon: Lexicon): number {
  for (const { index } of stretch.matchAll(/ /g)) {
    if (lexicon.longestAt(stretch.toLowerCase(), index + 1) !== null) return index
  }
  return stretch.trimEnd().length
}

/** Signs within a name: *ST, 比亚迪(深圳), T·三. */
function isInName(text: string, at: number): boolean {
  const character = text.charAt(at)
  if (character === '·' || character === '&' || character === '-') {
    return /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && /[\p{L}\p{N}]/u.test(text.charAt(at + 1))
  }
  if (character === '(') return /^\([^()]{2,12}\)/u.test(text.slice(at)) && at > 0 && !/\s/.test(text.charAt(at - 1))
  if (character === ')') return /\([^()]{2,12}$/u.test(text.slice(0, at))
  return false
}

/** Years since founding, only beside 成立, 经营 or 注册, or of companies: 成立超过10年, 不到20年的公司. */
function findAges(text: string): { start: number; end: number; value: AskedAmount }[] {
  return [...text.matchAll(agePattern)].flatMap((match) => {
    const before = text.slice(Math.max(0, match.index - 5), match.index)
    const { lead = '', number = '', side = '' } = match.groups ?? {}
    const years = numberOf(number)
    const isOfCompanies = lead + side !== '' && /^的老?(?:公司|企业)/u.test(text.slice(match.index + match[0].length))
    if (
      years === null ||
      years > 200 ||
      !(isOfCompanies || /(?:成立|经营|注册|创立|开业|设立)(?:时间|年限|已经|已|了|在|有)*$/.test(before))
    )
      return []
    const open = { least: null, most: null, excludesLeast: false, excludesMost: false, isShare: false }
    const value: AskedAmount | null =
      lead === '超过' || lead === '大于'
        ? { ...open, least: years, excludesLeast: true }
        : lead === '满' || lead === '至少' || side === '以上'
          ? { ...open, least: years }
          : lead !== ''
            ? { ...open, most: years, excludesMost: true }
            : side !== ''
              ? { ...open, most: years }
              : null
    return value === null ? [] : [{ start: match.index, end: match.index + match[0].length, value }]
  })
}
