import type { Statement } from '../../src/features/assistant/answer/statement.ts'
import type { Evidence } from '../../src/features/assistant/evidence/evidence.ts'
import { type SeededRandom, seededRandom } from '../builders/seeded-random.ts'

/** A composed sentence with all evidence of its answer. */
export type RightSentence = { statement: Statement; evidence: readonly Evidence[] }

export const mutationKinds = ['number', 'unit', 'date'] as const
export type MutationKind = (typeof mutationKinds)[number]

/** A replaced stretch of the text. */
type Edit = { at: number; from: string; to: string }

const dates = /\d{4}-\d{2}-\d{2}/g
const numbers = /\d+(?:,\d{3})*(?:\.\d+)?/g
const otherUnits: Readonly<Record<string, readonly string[]>> = {
  万元: ['亿元', '元', '万美元'],
  元: ['万元', '美元'],
  条: ['家', '名'],
  家: ['条', '人'],
  人: ['家', '条'],
  名: ['家', '条'],
  '%': ['倍', '万元'],
}
/** The number with another digit in one place. */
export function changedDigit({ below, pick }: SeededRandom, written: string): string {
  const places = Array.from(written).flatMap((one, place) => (/\d/.test(one) ? place : []))
  const place = pick(places)
  const digit = (Number(written[place]) + 1 + below(9)) % 10
  return `${written.slice(0, place)}${digit}${written.slice(place + 1)}`
}

/** The date with another day, month or year. */
export function otherDate({ pick, below }: SeededRandom, date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const parts = [year, month, day]
  const part = below(3)
  const ranges = [
    [1949, 2026],
    [1, 12],
    [1, 28],
  ] as const
  const [least, most] = ranges[part] ?? ranges[0]
  const others = Array.from({ length: most - least + 1 }, (_, at) => least + at).filter((one) => one !== parts[part])
  parts[part] = pick(others)
  return parts.map((one, at) => String(one).padStart(at === 0 ? 4 : 2, '0')).join('-')
}

/** Edits of each kind of mutation; empty: the sentence has no such token. */
const editsOf: Readonly<Record<MutationKind, (text: string, random: SeededRandom) => Edit[]>> = {
  number(text, random) {
    const days = [...text.matchAll(dates)].map(({ index }) => index)
    return [...text.matchAll(numbers)]
      .filter(({ index }) => !days.some((day) => day <= index && index < day + 10))
      .map(({ index, 0: from }) => ({ at: index, from, to: changedDigit(random, from) }))
  },
  unit: (text, { pick }) =>
    // 0 万元 and 0 亿元 are the same.
    [...text.matchAll(/(?<=\d ?)(?<!(?<![\d.,])0 ?)(?:万元|元|条|家|人|名|%)/g)].map(({ index, 0: from }) => ({
      at: index,
      from,
      to: pick(otherUnits[from] ?? []),
    })),
  date: (text, random) =>
    [...text.matchAll(dates)].map(({ index, 0: from }) => ({ at: index, from, to: otherDate(random, from) })),
}

/** One figure of a sentence changed, by seed, so that it is false; null: the sentence has none of the kind. */
export function mutateStatement({ statement }: RightSentence, seed: number, kind: MutationKind): Statement | null {
  const random = seededRandom(seed)
  const { text } = statement
  const edits = editsOf[kind](text, random).filter(({ from, to }) => from !== to)
  if (edits.length === 0) return null
  const { at, from, to } = random.pick(edits)
  return { ...statement, text: `${text.slice(0, at)}${to}${text.slice(at + from.length)}` }
}
