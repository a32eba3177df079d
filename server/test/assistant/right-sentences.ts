import { type Fact, facts } from '@baiqicha/contract/company-facts'
import { companyStatuses } from '@baiqicha/contract/company-status'
import { recordTerms, registerTerms, statusTerms } from '@baiqicha/contract/explained-terms'
import { businessRiskKeys, legalRiskKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordViews } from '@baiqicha/contract/records/record'
import { composeAnswer } from '../../src/features/assistant/answer/compose-answer.ts'
import type { AskedCompany } from '../../src/features/assistant/evidence/asked-company.ts'
import { uniqueEvidence } from '../../src/features/assistant/evidence/unique-evidence.ts'
import { planAnswer, planSections } from '../../src/features/assistant/plan.ts'
import {
  emptyPart,
  emptyQuestion,
  groupings,
  orders,
  type QuestionPart,
} from '../../src/features/assistant/question/parsed-question.ts'
import { sectionCountsOf } from '../../src/features/assistant/tools/coverage.tool.ts'
import { type SeededRandom, seededRandom } from '../builders/seeded-random.ts'
import type { RightSentence } from './model-answers.ts'
import type { StarterTools } from './open-tools.ts'

const factsPart: QuestionPart = { ...emptyPart, end: 20, intent: 'facts' }
const terms = [registerTerms, recordTerms, statusTerms].flatMap((set) => Object.keys(set))
const kinds: readonly RecordKindKey[] = [...legalRiskKeys, ...businessRiskKeys, 'changeRecord']
const comparable: readonly Fact[] = ['registeredCapital', 'foundedOn', 'insuredCount', 'status']

const some = <T>({ below }: SeededRandom, all: readonly T[], most: number): T[] => {
  const left = [...all]
  return Array.from({ length: 1 + below(most) }, () => left.splice(below(left.length), 1)).flat()
}

/** Parts of questions, and how many companies each is about. */
const drawPart: readonly ((random: SeededRandom, regions: readonly string[]) => [Partial<QuestionPart>, number])[] = [
  (random) => [{ intent: 'facts', facts: some(random, facts, 3) }, 1],
  (random) => [{ intent: 'facts', facts: some(random, facts, 3) }, 1],
  () => [{ intent: 'facts' }, 1],
  () => [{ intent: 'riskOverview' }, 1],
  (random) => [{ intent: 'comparison', facts: some(random, comparable, 3), kinds: some(random, kinds, 1) }, 2],
  (random) => [{ intent: 'comparison', facts: some(random, comparable, 2) }, 3 + random.below(3)],
  () => [{ intent: 'shareholders' }, 1],
  () => [{ intent: 'people' }, 1],
  () => [{ intent: 'investments' }, 1],
  () => [{ intent: 'branches' }, 1],
  () => [{ intent: 'changes' }, 1],
  () => [{ intent: 'newest' }, 1],
  () => [{ intent: 'coverage' }, 1],
  (random) => [{ intent: 'records', kinds: some(random, kinds, 3), view: random.pick([null, ...recordViews]) }, 1],
  (random) => [
    {
      intent: 'records',
      kinds: some(random, kinds, 1),
      days: { from: `20${10 + random.below(15)}-01-01`, to: null },
      order: random.pick(orders),
    },
    1,
  ],
  (random) => [{ intent: 'explanation', term: random.pick(terms) }, 0],
  (random, regions) => [
    {
      intent: random.pick(['count', 'list'] as const),
      order: random.pick(orders),
      groupBy: random.pick([null, ...groupings]),
      limit: 1 + random.below(6),
      conditions: {
        region: random.pick(regions),
        ...(random.below(2) === 0 && { status: random.pick(companyStatuses) }),
        ...(random.below(3) === 0 && { listed: random.below(2) === 0 }),
        ...(random.below(3) === 0 && {
          capital: {
            least: random.below(90) * 1e7,
            most: null,
            excludesLeast: random.below(2) === 0,
            excludesMost: true,
          },
        }),
      },
    },
    0,
  ],
]

/** Most sentences of one answer, so that long lists do not outweigh the rest. */
const OF_ONE_ANSWER = 4

/** Composed sentences about drawn companies, each text once, without those that are fixed texts. */
export async function collectRightSentences(
  { runTool, companies, companyIds, reference }: StarterTools,
  { seed, count }: { seed: number; count: number },
): Promise<RightSentence[]> {
  const random = seededRandom(seed)
  const { pick, below } = random
  const demoIds = (await companies.listSummaries(companyIds)).flatMap(({ id, isDemo }) => (isDemo ? id : []))
  const regions = reference.regions.rows.flatMap(({ code }) => (code.endsWith('0000') ? code.slice(0, 2) : []))
  const byText = new Map<string, RightSentence>()

  async function answer(own: Partial<QuestionPart>, asked: readonly AskedCompany[]) {
    const question = {
      ...emptyQuestion,
      parts: [{ ...factsPart, ...own }],
    }
    const calls = planAnswer(question, [asked])
    const first = await Promise.all(calls.map(runTool))
    const sections = planSections(question, [asked], first.flatMap(sectionCountsOf), calls.length)
    const results = [...first, ...(await Promise.all(sections.map(runTool)))]
    const composed = composeAnswer({ question, companiesOfPart: [asked], results, unknownNames: [] })
    const evidence = uniqueEvidence(results.flatMap((result) => result.evidence))
    const cited = composed.statements.filter(({ citations, text }) => citations.length > 0 && !byText.has(text))
    for (const statement of cited.toSorted(() => random.next() - 0.5).slice(0, OF_ONE_ANSWER)) {
      byText.set(statement.text, { statement, evidence })
    }
  }

  while (byText.size < count) {
    const [own, about] = pick(drawPart)(random, regions)
    const ids = below(3) === 0 ? demoIds : companyIds
    const drawn = await companies.listSummaries(Array.from({ length: about }, () => pick(ids)))
    await answer(
      own,
      drawn.map(({ id, name, isDemo }) => ({ id, name, isDemo })),
    )
  }
  return [...byText.values()].slice(0, count)
}
