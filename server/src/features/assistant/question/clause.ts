import type { Fact } from '@baiqicha/contract/company-facts'
import { businessRiskKeys, legalRiskKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { business, namesIn, type Stretch, trimmedOf } from './find-mentions.ts'
import { askedBy, FOLLOW_UP, type LabelMeaning, withoutRefusals } from './intent-labels.ts'
import type { RankIntents } from './rank-intents.ts'
import type { Token } from './tokens.ts'

/** A clause of the question, with what its words state. */
export type Clause = {
  start: number
  end: number
  text: string
  /** Tokens that are no part of a name. Those of the background state nothing. */
  tokens: readonly Token[]
  /** Tokens between signs that ask. */
  asking: readonly Token[]
  stretches: readonly Stretch[]
  /** Companies that it names, as far as the words show. */
  names: number
  /** The text with X for each name: X和X谁注册资本高. */
  outline: string
  facts: readonly Fact[]
  /** Whether it refers to a company of an earlier turn. */
  refers: boolean
}

export const kindsOfRisk: readonly RecordKindKey[] = [...legalRiskKeys, ...businessRiskKeys]
export const isRiskKind = (kind: RecordKindKey) => kindsOfRisk.includes(kind)

const factsOf = (tokens: readonly Token[]): Fact[] => [...new Set(tokens.flatMap(({ cue }) => cue.facts ?? []))]

const statesSomething = ({ cue, type }: Token) =>
  type === 'cue' &&
  (cue.facts !== undefined || cue.kinds !== undefined || cue.uncollected !== undefined || cue.intent !== undefined)

/** 法人, and 多少 beside 企业. */
const asksSomething = (tokens: readonly Token[]) =>
  tokens.some(statesSomething) ||
  (tokens.some(({ cue }) => cue.company === true) && tokens.some(({ cue }) => cue.asks !== undefined))

/** 供应商是安井食品: what the asker has to do with the company, and no question. */
const statesRole = (tokens: readonly Token[]) => {
  const [word, verb, ...name] = tokens.filter(({ cue }) => cue.refers !== true && cue.company !== true)
  return (
    word?.cue.uncollected !== undefined &&
    verb?.text === '是' &&
    name.length > 0 &&
    name.every(({ type }) => type === 'name' || type === 'text')
  )
}

const isEnd = ({ text, type }: Token) => type === 'sign' && /[。;?!,]/.test(text)

/** A clause between blanks has this many characters; a blank within a word is none. */
const SPACED = 4
const lengthOf = (tokens: readonly Token[]) => tokens.reduce((sum, { text }) => sum + text.length, 0)

const isBlank = ({ text, type }: Token) => type === 'sign' && text === ' '

/** The tokens between the signs of a question, and between blanks: 想死了 面试没过. */
export function signedClausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]]
  tokens.forEach((token, at) => {
    const current = clauses.at(-1) ?? []
    const next = tokens.slice(at + 1, nextBlank(tokens, at))
    const isLong = lengthOf(current) >= SPACED && lengthOf(next) >= SPACED
    // 厂在哪 老板谁
    const areQuestions = asksItself.test(textOf(current)) && asksItself.test(textOf(next))
    const isStory =
      lengthOf(current) > SPACED && current.every(({ type, cue }) => type === 'text' || cue.isFiller === true)
    const isAsked = isStory && /呢[?]?$/u.test(textOf(next))
    const divides = isBlank(token) ? isLong || areQuestions || isAsked : token.text === '、' && areQuestions
    if (isEnd(token) || divides) clauses.push([])
    else current.push(token)
  })
  return clauses.filter((clause) => clause.length > 0)
}

const nextBlank = (tokens: readonly Token[], at: number) => {
  const end = tokens.findIndex((token, place) => place > at && (isEnd(token) || isBlank(token) || token.text === '、'))
  return end === -1 ? undefined : end
}

/** 中石油中石化 is two names once the search has found them. */
const countNames = (stretch: Stretch) => Math.max(namesIn(stretch).length, stretch.names.length)

/** Least score of a reading that is clear, of one that may be meant where none is clear, and of background in spite of a word. */
const CLEAR = 0.6
const LIKELY = 0.3
const BACKGROUND = 0.7
const BESIDE_CLEAR = 0.5
export const OF_BACKGROUND = 'none'
/** Labels of what asks nothing itself. */
const ofOthers: readonly string[] = [OF_BACKGROUND, FOLLOW_UP, 'unknown']
/** Labels of a name alone, and of what other segments state. */
const ofNames: readonly string[] = ['overview', 'comparison', 'newest']
/** Labels of questions about companies of a kind. */
const ofKinds: readonly string[] = ['count', 'list']
const isOfNobody = (label: string) =>
  ofKinds.includes(label) || /^(?:howTo\/|explanation$|coverage$|unknown$)/u.test(label)
/** Words that ask: no background has them. */
export const asksItself = /谁|哪|多少|几|什么|啥|咋|怎|(?:吗|没|么|不|吧|呗|咧|伐)$|[?]/u
/** 宁德时代的呢 */
const asksOfOther = (tokens: readonly Token[]) => tokens[0]?.type === 'name' && textOf(tokens).endsWith('呢')
/** 官司打赢了, 上门一看锁着 */
const isPast = /[了着]$/u

/** 查一下金石 */
export const looksUp = /^(?:请|帮我|麻烦)?(?:查|搜|找)(?:一?下|询|找)?[^,。;?!\s]{2,6}$/u

export type QuestionSegment = {
  tokens: Token[]
  asks: boolean
  isBackground: boolean
  /** Whether it asks on about the turn before, so that no word of it is a name: 比前一年是多了还是少了. */
  isFollowUp: boolean
  /** Whether it needs no company, as far as its likeliest reading shows: 湖南有几家房企. */
  isGeneral: boolean
}

const statesConditions = (tokens: readonly Token[]) =>
  tokens.some(({ cue }) => (cue.regions ?? cue.industry ?? cue.list ?? cue.board) !== undefined) &&
  tokens.every(({ type }) => type !== 'name')

const textOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join('')

/** 另外法人也要 */
const startsAnew = (tokens: readonly Token[]) => tokens.find(({ type }) => type !== 'sign')?.cue.divides === true

/** Pieces of a segment between words as 另外. */
function undivided(segment: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of segment) {
    // 甲还有乙的法人: the word joins names.
    if (token.cue.divides === true && parts.at(-1)?.some(statesSomething) === true) parts.push([])
    parts.at(-1)?.push(token)
  }
  return parts
}

/**
 * The tokens between signs, blanks and words as 另外, and whether they ask: by their meaning, or by a word where they are no
 * background: 老板拍胸脯说没事,帮我查查失信.
 */
export function segmentsOf(tokens: readonly Token[], rank: RankIntents): QuestionSegment[] {
  const read = signedClausesOf(tokens)
    .flatMap(undivided)
    .map((own) => {
      const [top = { label: OF_BACKGROUND, score: 0 }] = withoutRefusals(rank(own))
      const asked = ofNames.includes(top.label) || statesRole(own) ? null : askedBy(top.label)
      return {
        own,
        top,
        asked,
        isClear: asked !== null && top.score >= CLEAR && lengthOf(own) >= SPACED,
        states: asksSomething(own),
        isOfKinds: ofKinds.includes(top.label) && top.score >= CLEAR,
        isQuestion: asksItself.test(textOf(own)) || asksOfOther(own),
      }
    })
  const hasClear = read.some(({ isClear }) => isClear)
  const hasQuestion = read.some(({ isQuestion, isClear, states }) => isQuestion && (isClear || states))
  const followsUp = read.map(
    ({ top, own }) =>
      top.label === FOLLOW_UP &&
      top.score >= BACKGROUND &&
      !looksUp.test(textOf(own)) &&
      own.every(({ type }) => type !== 'name'),
  )
  const segments = read.map(({ own, top, asked, isClear, states, isQuestion, isOfKinds }, at) => {
    const isSaid =
      top.label === OF_BACKGROUND
        ? top.score >= (hasClear ? BESIDE_CLEAR : BACKGROUND)
        : !states && ofOthers.includes(top.label) && top.score >= BACKGROUND
    // 外面下大雨出不去 那总经理呢: whatever it resembles.
    const isBeside =
      !states && top.score < CLEAR && read.some((other, place) => place !== at && (other.isClear || followsUp[place]))
    const isTold = hasQuestion && isPast.test(textOf(own))
    // 外面下大雨出不去,2019年呢
    const isAsking = followsUp[at] === true && !hasClear && read.every((other) => !other.states)
    const isBackground =
      read.length > 1 &&
      !isAsking &&
      // 中环股份,现在跟了tcl,多少人
      !own.every(({ type }) => type === 'name') &&
      !(states && startsAnew(own)) &&
      (statesRole(own) || (!isQuestion && (isTold || (!isClear && (isSaid || isBeside)))))
    // 有没有打过官司,都是被告吗
    const before = read[at - 1]
    const repeats = before?.isClear === true && asksForSame(before.asked, asked) && !statesMore(own, before.own)
    // 那比亚迪呢 has a name.
    const isFollowUp = followsUp[at] === true && !/呢[?。]?$/u.test(textOf(own))
    const asks = !isBackground && ((isClear && !repeats) || isOfKinds || states)
    return { tokens: own, asks, isBackground, isFollowUp, isGeneral: isOfNobody(top.label) }
  })
  // 2025那个民营企业500强,广西有哪几家: the first has a condition of the second.
  const counted = read.findLastIndex(({ isOfKinds }) => isOfKinds)
  const joined = segments.map((segment, at) =>
    at < counted && read[at]?.isQuestion === false && statesConditions(segment.tokens)
      ? { ...segment, asks: false, isBackground: false }
      : segment,
  )
  if (joined.some(({ asks }) => asks)) return joined
  const likeliest = read.reduce((most, { asked, top }, at) => {
    const score = asked === null ? 0 : top.score
    return score >= LIKELY && score > (read[most]?.top.score ?? 0) ? at : most
  }, -1)
  return segments.map((segment, at) => ({ ...segment, asks: at === likeliest }))
}

/** Whether the words of a segment name a fact that those of the one before do not: 还在保定不,在哪个区. */
const statesMore = (own: readonly Token[], before: readonly Token[]) => {
  const stated = new Set(before.flatMap(({ cue }) => cue.facts ?? []))
  return own.some(({ cue }) => cue.facts?.some((fact) => !stated.has(fact)) === true)
}

const asksForSame = (one: LabelMeaning | null, other: LabelMeaning | null) =>
  [...(one?.facts ?? []), ...(one?.kinds ?? [])].some((key) =>
    [...(other?.facts ?? []), ...(other?.kinds ?? [])].some((same) => same === key),
  )

/** Background of which nothing matters: no name, place or trade. */
const isSilent = ({ tokens, isBackground }: QuestionSegment) =>
  isBackground &&
  tokens.every(({ type, cue }) => type !== 'name' && (cue.regions ?? cue.industry) === undefined) &&
  !business.test(textOf(tokens))

/**
 * The segments without such background, where the others name the company, refer to an earlier one or need none: 京东给了offer,它法人是谁 may name
 * it there.
 */
export function heardOf(segments: readonly QuestionSegment[], hasEarlier: boolean): readonly QuestionSegment[] {
  const heard = segments.filter((segment) => !isSilent(segment))
  const namesCompany = heard.some(({ tokens }) => tokens.some(({ type }) => type === 'name'))
  const asking = heard.filter(({ isBackground, isFollowUp }) => !isBackground && !isFollowUp)
  const isKnown = namesCompany || hasEarlier || asking.every(({ isGeneral }) => isGeneral)
  return heard.length > 0 && (asking.length > 0 || !namesCompany) && isKnown ? heard : segments
}

/** What background states is not asked: 官司打赢了,上门一看锁着. */
function unstated(token: Token): Token {
  const { regions, industry } = token.cue
  // 那西藏呢 多还是少
  if (regions !== undefined) return { ...token, cue: { regions } }
  if (industry !== undefined) return { ...token, cue: { industry } }
  // 去年刚烧过一回: no time of the records.
  return token.type === 'name' || token.type === 'sign'
    ? token
    : { type: 'text', text: token.text, start: token.start, end: token.end, cue: {} }
}

/**
 * Joins the segments of a question into clauses. A segment that asks nothing, such as 帮我看看比亚迪, belongs to the next that
 * asks; one at the end belongs to the one before.
 */
export function clausesOf(text: string, segments: readonly QuestionSegment[], stretches: readonly Stretch[]): Clause[] {
  const merged: { tokens: Token[]; asking: Token[] }[] = []
  let waiting: Token[] = []
  for (const { tokens: own, asks, isBackground } of segments) {
    waiting.push(...(isBackground ? own.map(unstated) : own))
    if (!asks) continue
    merged.push({ tokens: waiting, asking: own })
    waiting = []
  }
  // 报销急用,云帆的税号: words beside a known name are none.
  const hasNames = stretches.some(({ hasName }) => hasName)
  const last = merged.at(-1)
  if (last === undefined) merged.push({ tokens: waiting, asking: waiting })
  else last.tokens.push(...waiting)
  return merged
    .filter(({ tokens: group }) => group.length > 0)
    .map(({ tokens: group, asking }) => {
      const start = group[0]?.start ?? 0
      const end = group.at(-1)?.end ?? text.length
      const own = stretches.filter(
        (stretch) =>
          stretch.start >= start && stretch.end <= end && (!hasNames || stretch.hasName || stretch.isPlaceOnly),
      )
      return {
        start,
        end,
        text: text.slice(start, end),
        tokens: group,
        asking,
        stretches: own,
        names: own.filter(({ isPlaceOnly }) => !isPlaceOnly).reduce((sum, stretch) => sum + countNames(stretch), 0),
        outline: own
          .flatMap((stretch) => namesIn(stretch).map(trimmedOf))
          .toSorted((a, b) => b.start - a.start)
          .reduce(
            (rest, name) => `${rest.slice(0, name.start - start)}X${rest.slice(name.start - start + name.text.length)}`,
            text.slice(start, end),
          ),
        facts: factsOf(group),
        refers: group.some(({ cue }) => cue.refers === true),
      }
    })
}
