/** The labelled questions from which the intent model is trained, as the server reads them. */
import { readFileSync } from 'node:fs'
import { facts } from '@baiqicha/contract/company-facts'
import { recordKindKeys } from '@baiqicha/contract/records/kind-table'
import * as z from 'zod/mini'
import { labelOf } from '../../server/src/features/assistant/question/intent-labels.ts'
import { lexiconOf } from '../../server/src/features/assistant/question/lexicon.ts'
import { normaliseQuestion } from '../../server/src/features/assistant/question/normalise-question.ts'
import { intents } from '../../server/src/features/assistant/question/parsed-question.ts'
import { featuresOf } from '../../server/src/features/assistant/question/rank-intents.ts'
import { type Token, tokenise } from '../../server/src/features/assistant/question/tokens.ts'
import { loadReferenceData } from '../../server/src/platform/reference-data.ts'

/** Questions of the grammar, with what it must read. */
const phrasingSchema = z.object({
  question: z.string(),
  intent: z.string(),
  parts: z.optional(z.array(z.string())),
  facts: z.optional(z.array(z.enum(facts))),
  kinds: z.optional(z.array(z.enum(recordKindKeys))),
  uncollected: z.optional(z.array(z.string())),
  facets: z.optional(z.record(z.string(), z.string())),
  term: z.optional(z.string()),
  companies: z.optional(z.array(z.string())),
  refusal: z.optional(z.unknown()),
  repeats: z.optional(z.boolean()),
})
/** Questions by label. X and Y stand for the names of companies. */
const byLabelSchema = z.record(z.string(), z.array(z.string()))

const { regions, industries } = loadReferenceData({ demo: true })
const lexicon = lexiconOf(regions, industries)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
/** Names that the questions of the grammar have. */
const knownNames = [
  ...readFileSync(new URL('other-names.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
  ...z.parse(z.array(phrasingSchema), read('phrasings.json')).flatMap(({ companies = [] }) => companies),
]
const namesWithin = (question: string) =>
  knownNames.filter((name) => question.includes(name)).toSorted((a, b) => b.length - a.length)
/** Days beside a name are masked: the date does not change the features. */
const today = '2026-01-01'

export const tokensOf = (question: string, names: readonly string[]): Token[] =>
  tokenise(normaliseQuestion(question), today, lexicon, names)

const placeholders = { X: '云帆', Y: '澜山' }

/** Tokens of a question with X and Y for companies. `isUnlinked`: their names are not known. */
export const tokensWithNames = (question: string, isUnlinked = false): Token[] =>
  tokensOf(
    question.replace(/[XY]/g, (letter) => (letter === 'X' ? placeholders.X : placeholders.Y)),
    isUnlinked ? [] : Object.values(placeholders),
  )

/** `question`: of the file, also for a variant of it. */
export type Example = { question: string; label: string; features: readonly string[] }

/** Questions of a file by label. */
export const readByLabel = (file: string): { question: string; label: string }[] =>
  Object.entries(z.parse(byLabelSchema, read(file))).flatMap(([label, questions]) =>
    questions.map((question) => ({ question, label })),
  )

function examplesOfGrammar(): Example[] {
  return z.parse(z.array(phrasingSchema), read('phrasings.json')).flatMap((phrasing) => {
    const { question, refusal, parts = [], repeats, companies = [] } = phrasing
    const intent = intents.find((one) => one === phrasing.intent)
    if (intent === undefined || refusal !== undefined || parts.length > 1 || repeats === true) return []
    const { facts: asked = [], kinds = [], uncollected = [], facets = {}, term } = phrasing
    const label = labelOf({ intent, facts: asked, kinds, uncollected, facets, term: term ?? null })
    return label === null
      ? []
      : [{ question, label, features: featuresOf(tokensOf(question, [...companies, ...namesWithin(question)])) }]
  })
}

/** The question as it follows one about a company: 法人叫什么 for X法人叫什么. null: it names none, or its subject elsewhere. */
function withoutSubject(question: string): string | null {
  return /^X(?:公司|这家|个|这)?的?(?<rest>[^XY]{3,})$/u.exec(question)?.groups?.['rest'] ?? null
}

const featuresOfText = (text: string) => featuresOf(tokensWithNames(text))

export function readExamples(): Example[] {
  const named = readByLabel('intent-phrasings.json')
  const texts = new Set(named.map(({ question }) => question))
  const variants = named.flatMap(({ question, label }): Example[] => {
    const rest = label === 'none' ? null : withoutSubject(question)
    return rest === null || texts.has(rest) ? [] : [{ question, label, features: featuresOfText(rest) }]
  })
  return [
    ...examplesOfGrammar(),
    ...named.map((one) => ({ ...one, features: featuresOfText(one.question) })),
    ...variants,
  ]
}
