import { seededRandom } from '../../../server/test/builders/seeded-random.ts'
import type { SeenAnswer } from '../case.ts'
import type { OpenAssistant } from '../open-assistant.ts'
import type { StoreRows } from '../store-rows.ts'
import { naturalCases } from './natural-case.ts'
import type { NaturalQuestion } from './question.ts'

const TURNS = 3

const linesOf = (question: string, { status, sentences, rows }: SeenAnswer) => [
  `问：${question}`,
  ...(status === 'completed' ? [] : [`  ${status}`]),
  ...sentences.map(({ text }) => `  ${text}`),
  ...rows.map((row) => `  | ${row}`),
]

/** Prints conversations of three turns, drawn by the seed from these questions; a question keeps those before it. */
export async function printConversations(
  questions: readonly NaturalQuestion[],
  { assistant, rows, seed, count }: { assistant: OpenAssistant; rows: StoreRows; seed: number; count: number },
): Promise<void> {
  const random = seededRandom(seed)
  const cases = naturalCases(questions, rows)
  for (let number = 1; number <= count; number += 1) {
    const turns: string[] = []
    while (turns.length < TURNS) {
      const { earlier, question } = random.pick(cases)
      turns.push(...earlier, question)
    }
    console.log(`\n${number} (seed ${seed})`)
    for (const [at, question] of turns.slice(0, TURNS).entries()) {
      const seen = await assistant.play({ earlier: turns.slice(0, at), companyId: null, question })
      console.log(linesOf(question, seen).join('\n'))
    }
  }
}
