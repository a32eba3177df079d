import type { Mention } from './parsed-question.ts'
import { isPlace, type Token, weak } from './tokens.ts'

/** A run of characters that may name one company or several. */
export type Stretch = {
  start: number
  end: number
  text: string
  /** Whether the run is a place or an industry alone: 上海医药, which is a condition in a count. */
  isPlaceOnly: boolean
  /** Whether a full name, a code or a quoted text is in it. */
  hasName: boolean
  /** Full names, codes and quoted texts in it. */
  names: readonly { text: string; start: number }[]
  /** Places and industries in it. */
  places: readonly string[]
}

const isWeakCue = ({ type, text, cue }: Token) =>
  type === 'cue' && text.length === 1 && (weak.has(text) || cue.isFiller === true)
const isPlaceToken = (token: Token) => token.type === 'cue' && isPlace(token.cue)
const isContent = (token: Token | undefined) => token !== undefined && (token.type === 'text' || token.type === 'name')

/** Whether a token has a character of a name: 会被 has none, nor 北京以外. */
const isNaming = (token: Token) =>
  token.type === 'name' ||
  (token.type === 'text' && (token.text.length > 1 ? !/^[以之]外$/u.test(token.text) : !weak.has(token.text)))

/**
 * Runs of text, names and places. A word of the grammar ends a run; the table of names has names with such words: 老板电器.
 */
export function findStretches(tokens: readonly Token[]): Stretch[] {
  const stretches: Stretch[] = []
  let run: Token[] = []
  const end = () => {
    const stretch = stretchOf(run)
    if (stretch !== null) stretches.push(stretch)
    run = []
  }
  for (const token of tokens) {
    // 洋合股份 is a misspelled 洋河股份, 比亚迪的股份 is none.
    const isEnding = token.text === '股份' && run.at(-1)?.type === 'text'
    if (isContent(token) || isWeakCue(token) || isPlaceToken(token) || isEnding) run.push(token)
    else end()
  }
  end()
  return stretches
}

function stretchOf(run: readonly Token[]): Stretch | null {
  const [first] = run
  const last = run.at(-1)
  if (first === undefined || last === undefined) return null
  const places = run.filter(isPlaceToken)
  const text = run.map((token) => token.text).join('')
  const isNothing = run.every((token) => !isNaming(token) && !isPlaceToken(token))
  // 的 alone, and one character beside it.
  if (isNothing || trimmedOf({ text, start: first.start }).text.length < 2) return null
  const hasContent = run.some(isNaming)
  return {
    start: first.start,
    end: last.end,
    text,
    isPlaceOnly: !hasContent,
    hasName: run.some(({ type }) => type === 'name'),
    names: run.filter(({ type }) => type === 'name').map((token) => ({ text: token.text, start: token.start })),
    places: places.map((token) => token.text),
  }
}

const hardSplit = /、|以及|还有|还是|对比|相比|[和与跟及]|vs|pk/giu
const softSplit = /[的在被是给对从由]|有(?![限色机研友棵])/gu
const leading =
  /^(?:[的是有在了都也还就又再被把从给为对向由于与和跟及或这那哪谁几多少啥查看问请找想要会能可我你您他按让使家个没不得地着用求急亲嗯哈某搜约下去]|比(?![亚音依特])|以及|还有)/u
/** 海尔智家, 阿里, 有研新材: characters that also end or begin names. */
const trailing =
  /(?:[的是有在了吗呢啊吧么嘛呀哦都也还就又再被把从给为对向由于与和跟及或这那哪谁几多少啥以比按没不得地着只才仅占]|以及|还有)$/u
const trailingToo = /[家里中下内可会上能过到来一个好]+$/u
/** 多氟多: tried with the character, too. */
const endsNames = /^[多光为都得地和]/u
const leadingToo = /^[有和向在好找想要会多于能可高得我哈同联新中从用为下地某不没着去家今明]/u
/** Most readings of one run, so that a question costs few searches. */
const MOST_READINGS = 8

export type Piece = { text: string; start: number }

const cut = ({ text, start }: Piece, from: number, to: number): Piece => ({
  text: text.slice(from, to),
  start: start + from,
})

/** Without the characters around a name, as long as two remain: 美的的 is 美的. */
export function trimmedOf(piece: Piece): Piece {
  let { text, start } = piece
  for (
    let match = trailing.exec(text);
    match !== null && text.length - match[0].length >= 2;
    match = trailing.exec(text)
  ) {
    text = text.slice(0, -match[0].length)
  }
  for (
    let match = leading.exec(text);
    match !== null && text.length - match[0].length >= 2;
    match = leading.exec(text)
  ) {
    text = text.slice(match[0].length)
    start += match[0].length
  }
  return { text, start }
}

/** Parts on both sides of each separator, as far as both have two characters. */
function splitAt(piece: Piece, separator: RegExp): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of piece.text.matchAll(separator)) {
    const right = trimmedOf(cut(piece, match.index + match[0].length, piece.text.length))
    // 比亚迪 begins with a separator.
    if (match.index - from < 2 || right.text.length < 2) continue
    pieces.push(cut(piece, from, match.index))
    from = match.index + match[0].length
  }
  return from === 0 ? [] : [...pieces, cut(piece, from, piece.text.length)]
}

/** The companies that one run names if its 和, 与 and 、 separate names. */
export function namesIn(stretch: Pick<Stretch, 'text' | 'start' | 'names'>): Piece[] {
  // 长安汽车同五菱汽车, but 大同煤业
  const text = stretch.names.reduce((rest, name) => {
    const end = name.start + name.text.length - stretch.start
    return rest.charAt(end) === '同' ? `${rest.slice(0, end)}、${rest.slice(end + 1)}` : rest
  }, stretch.text)
  const parts = splitAt({ text, start: stretch.start }, hardSplit)
  const pieces = parts.length === 0 ? [{ text: stretch.text, start: stretch.start }] : parts
  return pieces.flatMap((piece) => {
    const compared = splitAt(piece, /(?<![在和的与跟是])比(?![亚音依特])/gu)
    return compared.length === 2 ? compared : [piece]
  })
}

const isSearchable = ({ text }: Piece) => text.length >= 2 && /[\p{L}\p{N}]/u.test(text) && !/^\d{1,2}$/.test(text)

/** What stands at a position of the question. */
type Places = {
  /** Before 的 and a word of the grammar, or an item of a list. */
  isNamedAt: (start: number, end: number) => boolean
  isPlaceAt: (start: number, end: number) => boolean
}

/** Every reading of a run, the longest of overlapping ones first. */
export function mentionsOf(stretch: Stretch, { isNamedAt, isPlaceAt }: Places): Mention[] {
  const whole = trimmedOf({ text: stretch.text, start: stretch.start })
  const readings: Piece[] = [whole]
  const named = withEnding.exec(whole.text)?.[0]
  if (named !== undefined) readings.push(cut(whole, 0, named.length))
  const names = namesIn(stretch)
  readings.push(...stretch.names)
  const isList = names.length > 1
  // 江西同和药业 beside another name.
  names.forEach((name, at) => {
    const next = names[at + 1]
    if (names.length < 3 || next === undefined) return
    const from = name.start - stretch.start
    readings.push(
      trimmedOf({ text: stretch.text.slice(from, next.start - stretch.start + next.text.length), start: name.start }),
    )
  })
  for (const name of names) {
    const plain = trimmedOf(name)
    // A name that starts or ends with such a character is tried first.
    const before = stretch.text.charAt(plain.start - stretch.start - 1)
    if (before !== '' && leadingToo.test(before)) readings.push({ text: before + plain.text, start: plain.start - 1 })
    const after = stretch.text.charAt(plain.start - stretch.start + plain.text.length)
    if (after !== '' && endsNames.test(after)) readings.push({ text: plain.text + after, start: plain.start })
    readings.push(plain)
    if (stretch.hasName) continue
    const less = trailingToo.exec(plain.text)
    if (less !== null) readings.push(cut(plain, 0, less.index))
    for (const part of splitAt(plain, softSplit)) readings.push(trimmedOf(part))
  }
  const seen = new Set<string>()
  return readings
    .filter((piece) => {
      const key = `${piece.start} ${piece.text}`
      if (seen.has(key) || !isSearchable(piece)) return false
      seen.add(key)
      return true
    })
    .slice(0, MOST_READINGS + names.length)
    .map((piece) => ({
      ...piece,
      isNamed: isNamed(piece, stretch, isList, isNamedAt),
      isPlace: isPlaceAt(piece.start, piece.start + piece.text.length),
    }))
}

/** 他说他公司 and 变成啥公司 are no names. */
export const formed = /^[^他她你我咱这那哪啥什谁几的是了说叫家]{2,}(?:公司|合伙企业|合作社|事务所|集团|银行)$/u

const ending =
  '(?:工作室|服务部|经营部|门市部|加工坊|作坊|托管班|培训班|[^商良]铺|小摊|菜馆|面馆|中学|小学|大学|学院|医院|幼儿园|[一二三四五六七八九十]中|商店|超市|饭店|酒楼|餐厅|宾馆|药房|诊所|[^工厂]厂|店)'
const trade = '(?:科技|贸易|实业|餐饮|食品|物流|置业|建筑工程|电子|机械|化工|传媒|控股)'
/** 鑫旺达搬家服务部 */
export const endsAsBusiness = new RegExp(`${ending}$`, 'u')
/** 老周炒鸡店, 霓虹咖喱演示科技: how the names of businesses end that are not known. */
export const business = new RegExp(
  `[^他她你我咱这那哪啥什谁几的是了说叫家小大老新总开个]{2}${ending}$|^[^的是在有]{4,}${trade}$`,
  'u',
)
/** 炒鸡店 of 炒鸡店欠我货款. */
const withEnding = new RegExp(`^.{2,}?${ending}(?=[欠拖倒跑关还]|打零?工|上班|干活|的)`, 'u')

const isNamed = ({ text, start }: Piece, { hasName }: Stretch, isList: boolean, isNamedAt: Places['isNamedAt']) =>
  hasName || formed.test(text) || business.test(text) || isList || isNamedAt(start, start + text.length)
