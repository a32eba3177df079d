import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

/** Compiles an expression of a question. It ignores case, and `.` also matches line breaks. */
export const expressionOf = (source: string): RegExp => new RegExp(source, 'isu')

const isExpression = (source: string): boolean => {
  try {
    return expressionOf(source) !== null
  } catch {
    return false
  }
}
const expressions = z.array(z.string().check(z.refine(isExpression, 'not a regular expression')))

const questionSchema = z.strictObject({
  /** Unique in its file. */
  id: z.string(),
  /** Situation of the asker: a row of the report. */
  kind: z.string(),
  set: z.enum(['starter', 'demo']),
  /** Questions of the same conversation, asked before, in order. */
  before: z.optional(z.array(z.string())),
  /** Full name of the company from whose page the question is asked. */
  page: z.optional(z.string()),
  q: z.string(),
  /** Full names of the companies that the answer is about; empty: the question names no stored company. */
  company: z.array(z.string()),
  /**
   * `answer`: completed. `refuse`: refused. `absent`: completed, and the text says that no such company is stored. `clarify`:
   * asks which of the companies is meant.
   */
  status: z.enum(['answer', 'refuse', 'absent', 'clarify']),
  /** Each expression must match the text of the answer. */
  must: expressions,
  /** No expression may match the text of the answer: the values that contradict the store. */
  mustNot: z.optional(expressions),
  /** A refusal is right, too. So is, where `refuse` is expected, an answer with every expression of `must`. */
  orRefuse: z.optional(z.boolean()),
  /** A good answer in a few words, for the reader. */
  good: z.string(),
})
export type NaturalQuestion = z.infer<typeof questionSchema>

const questionsSchema = z.array(questionSchema)

function withUniqueIds(questions: NaturalQuestion[], source: string): NaturalQuestion[] {
  const seen = new Set<string>()
  for (const { id } of questions) {
    if (seen.has(id)) throw new Error(`${id} occurs twice in ${source}`)
    seen.add(id)
  }
  return questions
}

const readJson = (file: string | URL): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Reads a file of questions. Throws when the file breaks the schema or an id occurs twice. */
export const readQuestions = (file: string): NaturalQuestion[] =>
  withUniqueIds(z.parse(questionsSchema, readJson(file)), file)

/** Reads a file of several sets, by their names. Throws as `readQuestions` does. */
export function readQuestionSets(file: URL): Record<string, NaturalQuestion[]> {
  const sets = z.parse(z.record(z.string(), questionsSchema), readJson(file))
  for (const [name, questions] of Object.entries(sets)) withUniqueIds(questions, name)
  return sets
}
