import type { Fact } from '@baiqicha/contract/company-facts'
import { businessRiskKeys, legalRiskKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { namesIn, type Stretch, trimmedOf } from './find-mentions.ts'
import type { Token } from './tokens.ts'

/** A clause of the question, with what its words state. */
export type Clause = {
  start: number
  end: number
  text: string
  /** Tokens that are no part of a name. */
  tokens: readonly Token[]
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

const isQuestion = (tokens: readonly Token[]) =>
  asksSomething(tokens) && /谁|哪|多少|什么|吗$|没$/u.test(tokens.map(({ text }) => text).join(''))

const nextBlank = (tokens: readonly Token[], at: number) => {
  const end = tokens.findIndex((token, place) => place > at && (isEnd(token) || isBlank(token)))
  return end === -1 ? undefined : end
}

/** 中石油中石化 is two names once the search has found them. */
const countNames = (stretch: Stretch) => Math.max(namesIn(stretch).length, stretch.names.length)

/**
 * Cuts a question at its signs and at 另外, 还有. A clause that states nothing, such as 帮我看看比亚迪, belongs to the next;
 * one at the end belongs to the one before.
 */
export function clausesOf(text: string, tokens: readonly Token[], stretches: readonly Stretch[]): Clause[] {
  const groups: Token[][] = [[]]
  tokens.forEach((token, at) => {
    const current = groups.at(-1)
    if (current === undefined) return
    const joinsNames = token.cue.divides === true && !current.some(statesSomething)
    const isComma = token.text === ',' && token.type === 'sign'
    // 哪个先上市 哪个人多: a blank ends a clause between two that ask, but 跟甲签合同 有没有被执行 is one.
    if (isBlank(token) && isQuestion(current) && isQuestion(tokens.slice(at + 1, nextBlank(tokens, at)))) {
      groups.push([])
      return
    }
    // 比亚迪,法人是谁: the name alone is no clause.
    if (
      (isEnd(token) && !(isComma && (!asksSomething(current) || statesRole(current)))) ||
      (token.cue.divides === true && !joinsNames)
    ) {
      if (tokens.slice(at + 1).length > 0) groups.push(isEnd(token) ? [] : [token])
      return
    }
    current.push(token)
  })
  const merged: Token[][] = []
  let waiting: Token[] = []
  for (const group of groups) {
    const whole = [...waiting, ...group]
    waiting = []
    if (asksSomething(whole)) merged.push(whole)
    else waiting = whole
  }
  // 报销急用,云帆的税号: words beside a known name are none.
  const hasNames = stretches.some(({ hasName }) => hasName)
  const last = merged.at(-1)
  if (last === undefined) merged.push(waiting)
  else last.push(...waiting)
  return merged
    .filter((group) => group.length > 0)
    .map((group) => {
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
