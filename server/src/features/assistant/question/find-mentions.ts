import type { Mention } from './parsed-question.ts'
import { isPlace, type Token, weak } from './tokens.ts'
import { nameableWords } from './words/nameable-words.ts'

/** A run of characters that may name one company or several. */
export type Stretch = {
  start: number
  end: number
  text: string
  /** Whether the run is a place or an industry alone: 上海医药, which is a condition in a count. */
  isPlaceOnly: boolean
  /** Whether a full name, a code or a quoted text is in it. */
  hasName: boolean
  /** Whether a place stands in it. */
  hasPlace: boolean
}

const isWeakCue = (token: Token) => token.type === 'cue' && token.text.length === 1 && weak.has(token.text)
const isNameable = (token: Token) => token.type === 'cue' && (nameableWords.has(token.text) || isPlace(token.cue))
const isContent = (token: Token | undefined) => token !== undefined && (token.type === 'text' || token.type === 'name')

/**
 * Runs of text, names, places and the words between them that names may have. A word of the grammar ends a run, unless
 * it stands inside: 老板电器, 五矿资本控股.
 */
export function findStretches(tokens: readonly Token[]): Stretch[] {
  const stretches: Stretch[] = []
  let run: Token[] = []
  const end = () => {
    const stretch = stretchOf(run)
    if (stretch !== null) stretches.push(stretch)
    run = []
  }
  tokens.forEach((token) => {
    if (isContent(token) || isWeakCue(token) || isNameable(token)) run.push(token)
    else end()
  })
  end()
  return stretches
}

function stretchOf(run: readonly Token[]): Stretch | null {
  const trimmed = [...run]
  while (trimmed[0] !== undefined && isWeakCue(trimmed[0])) trimmed.shift()
  for (let last = trimmed.at(-1); last !== undefined && isWeakCue(last); last = trimmed.at(-1)) trimmed.pop()
  const [first] = trimmed
  const last = trimmed.at(-1)
  if (first === undefined || last === undefined) return null
  const hasContent = trimmed.some(isContent)
  const places = trimmed.filter((token) => token.type === 'cue' && isPlace(token.cue))
  if (!hasContent && places.length === 0) return null
  return {
    start: first.start,
    end: last.end,
    text: trimmed.map(({ text }) => text).join(''),
    isPlaceOnly: !hasContent,
    hasName: trimmed.some(({ type }) => type === 'name'),
    hasPlace: places.length > 0,
  }
}

/** Whether the cue of a token is part of a name: it stands between two pieces of text, or begins one. */
export function isPartOfName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined || !isNameable(token) || isPlace(token.cue)) return false
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  const startsText = after?.type === 'text' && !weak.has(after.text.charAt(0))
  const isFirst = before === undefined || before.type === 'sign' || (before.type === 'cue' && before.cue.isFiller === true)
  return startsText && (isContent(before) || isFirst)
}

const hardSplit = /、|以及|还有|还是|对比|相比|[和与跟及]|vs|pk/giu
const softSplit = /[的在被是有给对从由比]/gu
const leading = /^(?:[的是有在了都也还就又再被把从给为对向由于与和跟及或这那哪谁几多少啥查看问请找想要会能可我你您他她按让使]|以及|还有|比)+/u
const trailing = /(?:[的是有在了吗呢啊吧么嘛呀哦都也还就又再被把从给为对向由于与和跟及或这那哪谁几多少啥会能可以过到来一家个里]|以及|还有|上市)+$/u
const nameableEnd = new RegExp(`(?:${[...nameableWords].sort((a, b) => b.length - a.length).join('|')})+$`, 'u')
const nameableStart = new RegExp(`^(?:${[...nameableWords].sort((a, b) => b.length - a.length).join('|')})+`, 'u')

/** Most readings of one run, so that a question costs few searches. */
const MOST_READINGS = 8

type Piece = { text: string; start: number }

const cut = ({ text, start }: Piece, from: number, to: number): Piece => ({ text: text.slice(from, to), start: start + from })

function trimmed(piece: Piece): Piece {
  const from = leading.exec(piece.text)?.[0].length ?? 0
  const rest = piece.text.slice(from)
  const less = trailing.exec(rest)?.[0].length ?? 0
  return cut(piece, from, piece.text.length - less)
}

/** Parts on both sides of each separator, as far as both have two characters. */
function splitAt(piece: Piece, separator: RegExp): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of piece.text.matchAll(separator)) {
    const right = trimmed(cut(piece, match.index + match[0].length, piece.text.length))
    // 比亚迪 begins with a separator.
    if (match.index - from < 2 || right.text.length < 2) continue
    pieces.push(cut(piece, from, match.index))
    from = match.index + match[0].length
  }
  return from === 0 ? [] : [...pieces, cut(piece, from, piece.text.length)]
}

/** The companies that one run names if its 和, 与 and 、 separate names. */
export function namesIn(stretch: Pick<Stretch, 'text' | 'start'>): Piece[] {
  const parts = splitAt(stretch, hardSplit)
  const pieces = parts.length === 0 ? [{ text: stretch.text, start: stretch.start }] : parts
  return pieces.flatMap((piece) => {
    const compared = splitAt(piece, /比/gu)
    return compared.length === 2 ? compared : [piece]
  })
}

const isSearchable = ({ text }: Piece) => text.length >= 2 && /[\p{L}\p{N}]/u.test(text) && !/^\d{1,2}$/.test(text)

/** Every reading of a run, the longest of overlapping ones first. */
export function mentionsOf(stretch: Stretch, isBeforeOf: (end: number) => boolean): Mention[] {
  const whole: Piece = { text: stretch.text, start: stretch.start }
  const readings: Piece[] = [whole]
  const names = namesIn(stretch)
  const isList = names.length > 1
  for (const name of names) {
    const plain = trimmed(name)
    readings.push(name, plain)
    for (const part of splitAt(plain, softSplit)) readings.push(trimmed(part))
    const ended = nameableEnd.exec(plain.text)
    if (ended !== null) readings.push(trimmed(cut(plain, 0, ended.index)))
    const begun = nameableStart.exec(plain.text)
    if (begun !== null) readings.push(trimmed(cut(plain, begun[0].length, plain.text.length)))
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
      isNamed: isNamed(piece, stretch, isList, isBeforeOf),
    }))
}

const formed = /(?:公司|合伙企业|合作社|事务所|集团|银行)$/u

const isNamed = ({ text, start }: Piece, { hasName }: Stretch, isList: boolean, isBeforeOf: (end: number) => boolean) =>
  hasName || formed.test(text) || isList || isBeforeOf(start + text.length)
