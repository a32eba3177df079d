import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { SeededRandom } from '../../../server/test/builders/seeded-random.ts'
import type { AssistantCase, Expected, Kind } from '../case.ts'
import type { CompanyRow, StoreRows } from '../store-rows.ts'

/** What the questions of every kind are drawn from. */
export type Drawing = {
  rows: StoreRows
  random: SeededRandom
  phrasings: Phrasings
  /** Real companies, most of them listed. */
  real: readonly CompanyRow[]
  /** Fictional companies of the demonstration set. */
  fictional: readonly CompanyRow[]
  perKind: number
}

const texts = z.array(z.string())
const byName = z.record(z.string(), texts)
const phrasingsSchema = z.object({
  oneFact: byName,
  severalFacts: texts,
  factWords: byName,
  comparison: byName,
  count: byName,
  filter: texts,
  riskOverview: texts,
  riskKind: byName,
  shareholders: texts,
  people: texts,
  investments: texts,
  branches: texts,
  changes: texts,
  rightCompany: texts,
  notAvailable: texts,
  notConnected: texts,
  noSuchCompany: texts,
  coverage: texts,
  explanation: texts,
  howTo: texts,
})
export type Phrasings = z.infer<typeof phrasingsSchema>

/** The phrasings that were written before the grammar, and that its author does not read. */
export const heldOutPhrasings = (): Phrasings =>
  z.parse(phrasingsSchema, JSON.parse(readFileSync(new URL('../phrasings/held-out.json', import.meta.url), 'utf8')))

/** A phrasing with its {places} filled. */
export const filled = (phrasing: string, places: Readonly<Record<string, string>>): string =>
  phrasing.replaceAll(/\{(\w+)\}/gu, (place, name: string) => places[name] ?? place)

export type Drawn = { question: string; expected: Expected }

/** As many cases of a kind as asked for, of different questions; fewer where the phrasings allow no more. */
export function drawCases(kind: Kind, perKind: number, draw: () => Drawn | null): AssistantCase[] {
  const questions = new Set<string>()
  const cases: AssistantCase[] = []
  for (let tries = 0; cases.length < perKind && tries < perKind * 20; tries += 1) {
    const drawn = draw()
    if (drawn === null || questions.has(drawn.question)) continue
    questions.add(drawn.question)
    const id = `${kind}-${cases.length + 1}`
    cases.push({ id, set: 'generated', kind, earlier: [], companyId: null, ...drawn })
  }
  return cases
}

export const pickEntry = <T>(random: SeededRandom, table: Readonly<Record<string, T>>): [string, T] =>
  random.pick(Object.entries(table))

/** Different companies. */
export function pickCompanies(random: SeededRandom, from: readonly CompanyRow[], count: number): CompanyRow[] {
  const chosen = new Set<CompanyRow>()
  while (chosen.size < count) chosen.add(random.pick(from))
  return [...chosen]
}

/** Ways in which an answer says that a value is not there. */
export const NOT_STATED = ['未收录', '未查询到', '未接入']
