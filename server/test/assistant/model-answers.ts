import * as z from 'zod/mini'
import type { ModelClient } from '../../src/features/assistant/model/model-client.ts'
import { seededRandom } from '../builders/seeded-random.ts'
import { changedDigit, otherDate } from './mutate-statement.ts'

/** What a stand-in for a language model answers, apart from any protocol. */

const requestSchema = z.object({
  question: z.string(),
  draft: z.optional(z.array(z.string())),
  facts: z.optional(
    z.array(
      z.looseObject({
        n: z.number(),
        company: z.nullable(z.string()),
        of: z.string(),
        label: z.string(),
        value: z.string(),
      }),
    ),
  ),
})
type Fact = NonNullable<z.infer<typeof requestSchema>['facts']>[number]

export const toolCall = { name: 'company_facts', arguments: '{"facts":["registeredCapital"]}' }

const plain = (text: string) => text.normalize('NFKC').replace(/[,\s、]/g, '')

function isStated(sentence: string, { of, label, value, company }: Fact): boolean {
  const text = plain(sentence)
  const isOfNothing = text.includes('未查询到') && text.includes(plain(of)) && /^0\D/.test(value)
  if (isOfNothing) return label === '合计' || text.includes(label)
  const isOfNamed = company === null || !text.includes('公司') || text.includes(plain(company))
  const isOfKind = !/^[当异历合]/.test(label) || text.includes(plain(of))
  const isLabelled =
    label === '合计' || /企业名称|名词|解释/.test(label) || text.includes(plain(label.replace(/日期$/, '')))
  return isOfNamed && isOfKind && isLabelled && text.includes(plain(value))
}

/** The draft with a citation of every fact that it states. */
export function wordedLines(request: string): string[] {
  const parsed = z.safeParse(requestSchema, JSON.parse(request))
  const { draft = [], facts = [] } = parsed.data ?? {}
  return draft.map((sentence) => {
    const cited = facts.filter((fact) => isStated(sentence, fact))
    return `${sentence}${cited.map(({ n }) => `[${n}]`).join('')}`
  })
}

const judgements = ['，经营状况良好', '，实力雄厚', '，整体风险较低', '，值得信赖', '，前景可期']
const inventedName = '北京虚构华夏控股有限公司'
export const companyName = /[\p{Script=Han}（）()]{2,30}公司/u
const date = /\d{4}-\d{2}-\d{2}/
const number = /(?<![\d[-])\d+(?:,\d{3})*(?:\.\d+)?(?![\d\]-])/

const withoutMarks = (line: string) => line.replace(/\[\d+\]/g, '')

/** Tells lies by seed: in one of five lines a number, a date, a name, another company or an added judgement is false. */
export function createLiar(seed: number): (lines: readonly string[]) => string[] {
  const random = seededRandom(seed)
  let lines = 0
  const changes: readonly ((line: string, names: readonly string[]) => string)[] = [
    (line) => line.replace(number, (found) => changedDigit(random, found)),
    (line) => line.replace(date, (found) => otherDate(random, found)),
    (line) => line.replace(companyName, (found) => `新${found}`),
    (line, names) => line.replace(companyName, (found) => names.find((name) => name !== found) ?? inventedName),
    (line) => line.replace(/。?(?=(?:\[\d+\])*$)/, `${random.pick(judgements)}。`),
  ]
  const judge = changes.at(-1) ?? ((line: string) => line)
  return (honest) => {
    const texts = new Set(honest.map(withoutMarks))
    const names = honest.flatMap((line) => companyName.exec(line)?.[0] ?? [])
    return honest.map((line) => {
      lines += 1
      if (lines % 5 !== 1) return line
      const lie = random.pick(changes)(line, names)
      // A changed sentence that is true of another company is no lie.
      return texts.has(withoutMarks(lie)) ? judge(line, names) : lie
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
        const honest = tools.length > 0 ? [] : wordedLines(messages.at(-1)?.content ?? '{}')
        const told = lie(honest)
        onAnswer(honest, told)
        return { text: told.join('\n'), toolCalls: [], isCut: false, tokens: null }
      },
    }),
  }
}
