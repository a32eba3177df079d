import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { loadReferenceData, readIntentModelFile, readRefusedQuestionsFile } from '../../../platform/reference-data.ts'
import { parseQuestion } from './parse-question.ts'
import type { ParsedQuestion } from './parsed-question.ts'
import { createIntentRanker } from './rank-intents.ts'
import { parseRefusalRules } from './refused-questions.ts'

const root = new URL('../../../../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const days = z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })

/** One question, and what the grammar must read. An absent field may have any value. */
const phrasingSchema = z.object({
  question: z.string(),
  intent: z.string(),
  /** Further intents that are right. */
  anyIntent: z.optional(z.array(z.string())),
  /** Intents of a question with several parts. */
  parts: z.optional(z.array(z.string())),
  facts: z.optional(z.array(z.string())),
  kinds: z.optional(z.array(z.string())),
  uncollected: z.optional(z.array(z.string())),
  term: z.optional(z.string()),
  terms: z.optional(z.array(z.string())),
  companies: z.optional(z.array(z.string())),
  refers: z.optional(z.nullable(z.boolean())),
  repeats: z.optional(z.boolean()),
  refusal: z.optional(z.string()),
  person: z.optional(z.string()),
  premise: z.optional(z.string()),
  order: z.optional(z.string()),
  limit: z.optional(z.number()),
  groupBy: z.optional(z.string()),
  view: z.optional(z.string()),
  identity: z.optional(z.string()),
  facets: z.optional(z.record(z.string(), z.string())),
  days: z.optional(days),
  amount: z.optional(z.record(z.string(), z.unknown())),
  conditions: z.optional(z.record(z.string(), z.unknown())),
})
type Phrasing = z.infer<typeof phrasingSchema>

const phrasings = z.parse(z.array(phrasingSchema), JSON.parse(read('data/assistant/phrasings.json')))
const { regions, industries } = loadReferenceData({ demo: true })
const rank = createIntentRanker(readIntentModelFile())
const refusalRules = parseRefusalRules(readRefusedQuestionsFile())
const parse = (question: string) =>
  parseQuestion(question, { today: '2026-11-23', regions, industries, refusalRules, rank, opensOnCompany: false })

const includes = (list: readonly string[], wanted: readonly string[]) => wanted.every((one) => list.includes(one))
const same = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value

/** What differs; empty: the question is read as intended. */
function differences(phrasing: Phrasing, parsed: ParsedQuestion): string[] {
  const [part] = parsed.parts
  if (part === undefined) return ['no part']
  if (phrasing.refusal !== undefined) return parsed.refusal === phrasing.refusal ? [] : [`refusal ${parsed.refusal}`]
  const wrong: string[] = []
  const check = (label: string, isRight: boolean, found: unknown) => {
    if (!isRight) wrong.push(`${label} ${JSON.stringify(found)}`)
  }
  check('refusal', parsed.refusal === null, parsed.refusal)
  const intents = parsed.parts.map(({ intent }) => intent)
  if (phrasing.parts !== undefined) check('parts', same(intents, phrasing.parts), intents)
  else {
    const terms = phrasing.terms
    check('intent', [phrasing.intent, ...(phrasing.anyIntent ?? [])].includes(part.intent), intents)
    check('one part', parsed.parts.length === 1 || terms !== undefined, intents)
    if (terms !== undefined)
      check(
        'terms',
        same(
          parsed.parts.map(({ term }) => term),
          terms,
        ),
        parsed.parts,
      )
  }
  const facts = [...part.facts]
  if (phrasing.facts !== undefined)
    check(
      'facts',
      includes(facts, phrasing.facts) &&
        (phrasing.facts.length > 0
          ? facts.every(
              (fact) =>
                phrasing.facts?.includes(fact) ||
                facts.length === phrasing.facts?.length ||
                fact === 'ended' ||
                facts.includes('phones'),
            )
          : facts.length === 0),
      facts,
    )
  if (phrasing.kinds !== undefined)
    check('kinds', includes([...part.kinds], phrasing.kinds) && part.kinds.length === phrasing.kinds.length, part.kinds)
  if (phrasing.uncollected !== undefined)
    check('uncollected', same(part.uncollected, phrasing.uncollected), part.uncollected)
  for (const key of [
    'term',
    'person',
    'premise',
    'order',
    'limit',
    'groupBy',
    'view',
    'identity',
    'days',
    'facets',
  ] as const) {
    if (phrasing[key] !== undefined) check(key, same(part[key], phrasing[key]), part[key])
  }
  if (phrasing.amount !== undefined) {
    for (const [key, value] of Object.entries(phrasing.amount))
      check(
        key,
        Object.entries(part.amount ?? {}).some(([own, found]) => own === key && found === value),
        part.amount,
      )
  }
  if (phrasing.conditions !== undefined) {
    const found: Record<string, unknown> = { ...part.conditions }
    check(
      'conditions',
      same(
        Object.fromEntries(Object.entries(found).map(([key, value]) => [key, sorted(value)])),
        Object.fromEntries(Object.entries(phrasing.conditions).map(([key, value]) => [key, sorted(value)])),
      ),
      found,
    )
  }
  const mentions = parsed.mentions.map(({ text }) => text)
  check('companies', includes(mentions, phrasing.companies ?? []), mentions)
  if (phrasing.refers === true) check('refers', parsed.refersBack, parsed.refersBack)
  if (phrasing.refers === undefined && phrasing.companies !== undefined)
    check('refers', !parsed.refersBack, parsed.refersBack)
  check('repeats', parsed.repeatsEarlier === (phrasing.repeats ?? false), parsed.repeatsEarlier)
  return wrong
}

test('reads at least 97 % of the phrasings it was developed with as intended', () => {
  const misses = phrasings.flatMap((phrasing) => {
    const wrong = differences(phrasing, parse(phrasing.question))
    return wrong.length === 0
      ? []
      : [`${phrasing.question} → ${phrasing.refusal ?? phrasing.intent}: ${wrong.join('; ')}`]
  })
  if (misses.length > 0)
    process.stdout.write(`${misses.join('\n')}\n${phrasings.length - misses.length} of ${phrasings.length}\n`)
  expect(misses.length / phrasings.length).toBeLessThan(0.03)
})

test('has at least ten phrasings of every intent', () => {
  const byIntent = Map.groupBy(phrasings, ({ intent }) => intent)
  const few = [...byIntent].filter(([, list]) => list.length < 10).map(([intent]) => intent)
  expect([few, byIntent.size >= 17]).toEqual([[], true])
})

test('refuses none of at least 200 ordinary questions', () => {
  const ordinary = phrasings.filter(({ refusal }) => refusal === undefined)
  expect(ordinary.length).toBeGreaterThanOrEqual(200)
  expect(ordinary.filter(({ question }) => parse(question).refusal !== null)).toEqual([])
})
