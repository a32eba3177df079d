import * as z from 'zod/mini'
import type { Statement } from '../../src/features/assistant/answer/statement.ts'
import type { Evidence } from '../../src/features/assistant/evidence/evidence.ts'
import type { ModelClient } from '../../src/features/assistant/model/model-client.ts'
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
function changedDigit({ below, pick }: SeededRandom, written: string): string {
  const places = Array.from(written).flatMap((one, place) => (/\d/.test(one) ? place : []))
  const place = pick(places)
  const digit = (Number(written[place]) + 1 + below(9)) % 10
  return `${written.slice(0, place)}${digit}${written.slice(place + 1)}`
}

/** The date with another day, month or year. */
function otherDate({ pick, below }: SeededRandom, date: string): string {
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

/** What a stand-in for a language model answers, apart from any protocol. */

const requestSchema = z.object({
  question: z.string(),
  sentences: z.optional(z.array(z.object({ n: z.number(), text: z.string() }))),
})
type ShownSentence = { n: number; text: string }

export const toolCall = { name: 'company_facts', arguments: '{"facts":["registeredCapital"]}' }

const sentencesOf = (request: string): readonly ShownSentence[] =>
  z.safeParse(requestSchema, JSON.parse(request)).data?.sentences ?? []

/** Every sentence on a line of its own, in the order of the answer. */
export const wordedLines = (request: string): string[] => sentencesOf(request).map(({ n }) => `{${n}}。`)

const judgements = ['经营状况良好', '实力雄厚', '整体风险较低', '值得信赖', '前景可期']
const inventedName = '北京虚构华夏控股有限公司'
const companyName = /[\p{Script=Han}（）()]{2,30}公司/u
const date = /\d{4}-\d{2}-\d{2}/
const number = /(?<![\d[-])\d+(?:,\d{3})*(?:\.\d+)?(?![\d\]-])/

/**
 * States falsehoods by seed: in one of five lines a number, a date or a name is false, a sentence is denied, bounded or said of another
 * company, or a judgement is added.
 */
export function createLiar(seed: number): (request: string) => string[] {
  const random = seededRandom(seed)
  let lines = 0
  const lies: readonly ((sentence: ShownSentence, names: readonly string[]) => string)[] = [
    ({ text }) => text.replace(number, (found) => changedDigit(random, found)),
    ({ text }) => text.replace(date, (found) => otherDate(random, found)),
    ({ text }) => text.replace(companyName, (found) => `新${found}`),
    ({ n }, names) => `${random.pick([...names, inventedName])}：{${n}}。`,
    ({ n }) => `{${n}}，${random.pick(judgements)}。`,
    ({ n }) => `${random.pick(['并非', '不是', '未见', '曾经', '约'])}{${n}}。`,
    ({ n }) => `{${n}}${random.pick(['以上', '左右', '？', '，其中 3 条'])}。`,
    ({ n }) => `{${n}}，{${n + 100}}。`,
  ]
  return (request) => {
    const sentences = sentencesOf(request)
    const names = sentences.flatMap(({ text }) => companyName.exec(text)?.[0] ?? [])
    return sentences.map((sentence) => {
      lines += 1
      return lines % 5 === 1 ? random.pick(lies)(sentence, names) : `{${sentence.n}}。`
    })
  }
}

/**
 * A language model in this process that lies in one of five sentences and calls no tool. `onAnswer` is called with its
 * sentences.
 */
export function createLyingModel(
  seed: number,
  onAnswer: (honest: readonly string[], told: readonly string[]) => void = () => {},
): ModelClient {
  const lie = createLiar(seed)
  return {
    open: () => ({
      async ask({ messages, tools = [] }) {
        const request = tools.length > 0 ? '{}' : (messages.at(-1)?.content ?? '{}')
        const lines = lie(request)
        onAnswer(wordedLines(request), lines)
        return { text: lines.join('\n'), toolCalls: [], tokens: null }
      },
    }),
  }
}
