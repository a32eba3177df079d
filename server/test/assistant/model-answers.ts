import * as z from 'zod/mini'
import type { ModelClient } from '../../src/features/assistant/model/model-client.ts'
import { seededRandom } from '../builders/seeded-random.ts'
import { changedDigit, otherDate } from './mutate-statement.ts'

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
