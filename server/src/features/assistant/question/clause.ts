import type { Fact } from '@baiqicha/contract/company-facts'
import { businessRiskKeys, legalRiskKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { namesIn, type Stretch, trimmedOf } from './find-mentions.ts'
import { type Asked, askedBy } from './intent-labels.ts'
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

const riskKinds: readonly RecordKindKey[] = [...legalRiskKeys, ...businessRiskKeys]
export const isRiskKind = (kind: RecordKindKey) => riskKinds.includes(kind)

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
    if (isEnd(token) || (isBlank(token) && lengthOf(current) >= SPACED && lengthOf(next) >= SPACED)) clauses.push([])
    else current.push(token)
  })
  return clauses.filter((clause) => clause.length > 0)
}

const nextBlank = (tokens: readonly Token[], at: number) => {
  const end = tokens.findIndex((token, place) => place > at && (isEnd(token) || isBlank(token)))
  return end === -1 ? undefined : end
}

/** 中石油中石化 is two names once the search has found them. */
const countNames = (stretch: Stretch) => Math.max(namesIn(stretch).length, stretch.names.length)

/** Least score of a reading with which a segment asks without a word of the grammar, and with which it is background in spite of one. */
const ASKS = 0.6
const BACKGROUND = 0.7
/** Labels of what asks nothing itself. */
const ofOthers: readonly string[] = ['none', 'followUp', 'unknown']
/** Labels of a name alone, and of what other segments state. */
const ofNames: readonly string[] = ['overview', 'comparison', 'newest']
/** Words that ask: no background has them. */
const asksItself = /谁|哪|多少|几|什么|啥|咋|怎|吗$|没$|么$|不$|吧$|[?]/u

type Segment = { tokens: Token[]; asks: boolean; isBackground: boolean }

const textOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join('')

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
 * The tokens between signs, blanks and words as 另外, and whether they ask. Beside one that is sure to ask, others ask with a
 * word as 谁 or if their meaning is clear: 老板拍胸脯说没事,帮我查查失信.
 */
function segmentsOf(tokens: readonly Token[], rank: RankIntents): Segment[] {
  const read = signedClausesOf(tokens)
    .flatMap(undivided)
    .map((own) => {
      const [top = { label: 'none', score: 0 }] = rank(own)
      const meant = top.score >= ASKS ? askedBy(top.label) : null
      const states = asksSomething(own)
      const isRole = statesRole(own)
      return { own, top, meant, states, isRole, isClear: meant !== null && !ofNames.includes(top.label) && !isRole }
    })
  const hasClear = read.some(({ isClear }) => isClear)
  return read.map(({ own, top, meant, states, isRole, isClear }, at) => {
    const isSaid = top.score >= BACKGROUND && (top.label === 'none' || (!states && ofOthers.includes(top.label)))
    const isQuestion = asksItself.test(textOf(own))
    const isBackground =
      read.length > 1 && (isRole || (!isQuestion && !isClear && (isSaid || (meant === null && hasClear && states))))
    // 有没有打过官司,都是被告吗
    const before = read[at - 1]?.meant
    const repeats = !states && meant !== null && before != null && asksForSame(before, meant)
    return { tokens: own, asks: (isClear && !repeats) || (states && !isBackground), isBackground }
  })
}

const asksForSame = (one: Asked, other: Asked) =>
  [...(one.facts ?? []), ...(one.kinds ?? [])].some((key) =>
    [...(other.facts ?? []), ...(other.kinds ?? [])].some((same) => same === key),
  )

/** What background states is not asked: 官司打赢了,上门一看锁着. */
const unstated = (token: Token): Token => (token.type === 'cue' ? { ...token, type: 'text', cue: {} } : token)

/**
 * Cuts a question at its signs and at 另外, 还有. A segment that asks nothing, such as 帮我看看比亚迪, belongs to the next that
 * asks; one at the end belongs to the one before.
 */
export function clausesOf(
  text: string,
  tokens: readonly Token[],
  { stretches, rank }: { stretches: readonly Stretch[]; rank: RankIntents },
): Clause[] {
  const merged: { tokens: Token[]; asking: Token[] }[] = []
  let waiting: Token[] = []
  for (const { tokens: own, asks, isBackground } of segmentsOf(tokens, rank)) {
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
