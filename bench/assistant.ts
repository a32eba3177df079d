import { parseArgs } from 'node:util'
import { seededRandom } from '../server/test/builders/seeded-random.ts'
import { adversarialCases } from './assistant/adversarial/cases.ts'
import type { AssistantCase, Kind, SeenAnswer } from './assistant/case.ts'
import { generatedCases } from './assistant/generated/generated-cases.ts'
import { findInvented } from './assistant/judge/find-invented.ts'
import { type Judgement, judgeExpected } from './assistant/judge/judge-expected.ts'
import { manualCases } from './assistant/manual/cases.ts'
import { readQuestions } from './assistant/natural/question.ts'
import {
  type NaturalSet,
  naturalSets,
  printConversations,
  reportFrames,
  reportNatural,
} from './assistant/natural/report-natural.ts'
import { type OpenAssistant, openAssistant } from './assistant/open-assistant.ts'
import { openStoreRows, type StoreRows } from './assistant/store-rows.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { createReport } from './lib/report.ts'
import { percentile } from './lib/timing.ts'

/**
 * `npm run bench:assistant [-- --seed N --per-kind N --kind count,filter --misses N --verbatim N --questions file.json]`:
 * questions about the starter and demonstration sets, and how many answers are right. `--kind natural` asks only the natural
 * questions. `--conversations 20` prints conversations of three turns of the held-out questions and nothing else, `--of development`
 * those of another set. `--frames` asks the natural questions with words around them, and nothing else. `--questions` asks those of a file in the shape of `assistant/natural/question.ts`, beside the kinds that are named.
 * `--postgres` asks over PostgreSQL, which it starts. `--lying-model` has the answers worded by a model that lies in one of five lines.
 */
const { values } = parseArgs({
  options: {
    seed: commonOptions.seed,
    'per-kind': { type: 'string', default: '200' },
    kind: { type: 'string' },
    conversations: { type: 'string', default: '0' },
    of: { type: 'string', default: 'held-out' },
    frames: { type: 'boolean', default: false },
    misses: { type: 'string', default: '0' },
    verbatim: { type: 'string', default: '0' },
    questions: { type: 'string', multiple: true, default: [] },
    postgres: { type: 'boolean', default: false },
    'lying-model': { type: 'boolean', default: false },
  },
})
const seed = seedOf(values)
const perKind = Number(values['per-kind'])
const conversations = Number(values.conversations)
const onlyKinds = values.kind?.split(',')
const ENOUGH = 200

const NATURAL = 'natural'
const ownSets = values.questions.map((file) => ({ title: file, questions: readQuestions(file), isHeldOut: false }))
const isWhole = onlyKinds === undefined && ownSets.length === 0
const areOthersAsked = isWhole || onlyKinds?.some((kind) => kind !== NATURAL) === true
const askedSets = [...(isWhole || onlyKinds?.includes(NATURAL) ? naturalSets : []), ...ownSets]

/** Lowest shares in %: of right answers among those given, and of questions that are answered; null: no target. */
type Target = { accuracy: number; coverage: number | null }

const targets: Readonly<Partial<Record<Kind, Target>>> = {
  oneFact: { accuracy: 97, coverage: 95 },
  severalFacts: { accuracy: 97, coverage: 95 },
  comparison: { accuracy: 95, coverage: 90 },
  count: { accuracy: 95, coverage: 90 },
  filter: { accuracy: 95, coverage: 90 },
  riskOverview: { accuracy: 98, coverage: 95 },
  riskKind: { accuracy: 98, coverage: 95 },
  shareholders: { accuracy: 95, coverage: 90 },
  people: { accuracy: 95, coverage: 90 },
  investments: { accuracy: 95, coverage: 90 },
  changes: { accuracy: 95, coverage: 90 },
  // One company fits: asked which one is meant in 3 % at most.
  rightCompany: { accuracy: 97, coverage: 97 },
  twoCompaniesFit: { accuracy: 95, coverage: null },
  notAvailable: { accuracy: 97, coverage: null },
  notConnected: { accuracy: 97, coverage: null },
  noSuchCompany: { accuracy: 97, coverage: null },
}

const sets = [
  ['generated', 'Generated questions, held-out phrasings'],
  ['manual', 'Manual questions'],
  ['adversarial', 'Adversarial questions'],
] as const

type Judged = { one: AssistantCase; seen: SeenAnswer; judgement: Judgement; invented: readonly string[] }

const percent = (part: number, whole: number) => (whole === 0 ? Number.NaN : (part / whole) * 100)
const shown = (value: number) => (Number.isNaN(value) ? '–' : `${value.toFixed(1)} %`)

/** Lines of one answer, as a reader sees it. */
const linesOf = ({ one, seen, judgement, invented }: Judged) => [
  `\n${one.id}：${[...one.earlier, one.question].join(' → ')}`,
  `  ${seen.status}, ${judgement.verdict} ${judgement.why}${invented.length > 0 ? `, invented: ${invented.join('; ')}` : ''}`,
  ...seen.sentences.map(({ text }) => `  ${text}`),
  ...seen.rows.map((row) => `  | ${row}`),
]

async function judgeAnswers(assistant: OpenAssistant, rows: StoreRows): Promise<Judged[]> {
  const cases = [
    ...generatedCases(rows, { seed, perKind }),
    ...(await manualCases(assistant.store)),
    ...(await adversarialCases(assistant.store)),
  ]
  const judged: Judged[] = []
  for (const one of cases) {
    if (onlyKinds !== undefined && !onlyKinds.includes(one.kind)) continue
    const seen = await assistant.play(one)
    judged.push({ one, seen, judgement: judgeExpected(one, seen), invented: findInvented(seen, rows) })
  }
  return judged
}

const report = createReport({
  name: 'assistant',
  isWhole: perKind >= ENOUGH && isWhole && !values['lying-model'] && !values.frames,
  settings: { seed, 'questions per kind': perKind },
})

function reportAnswers(judged: readonly Judged[]): void {
  const resultsOf = (set: AssistantCase['set']) => {
    const ofSet = judged.filter(({ one }) => one.set === set)
    return [...Map.groupBy(ofSet, ({ one }) => one.kind)].map(([kind, own]) => {
      const right = own.filter(({ judgement }) => judgement.verdict === 'right').length
      const answered = own.filter(({ judgement }) => judgement.verdict !== 'notAnswered').length
      const invented = own.filter((answer) => answer.invented.length > 0).length
      return {
        kind,
        asked: own.length,
        accuracy: percent(right, answered),
        coverage: percent(answered, own.length),
        invented,
      }
    })
  }
  for (const [set, title] of sets) {
    report.table(title, [
      ['kind', 'questions', 'accuracy among answered', 'answered', 'with an invented fact'],
      ...resultsOf(set).map(({ kind, asked, accuracy, coverage, invented }) => [
        kind,
        String(asked),
        shown(accuracy),
        shown(coverage),
        String(invented),
      ]),
    ])
  }
  for (const { kind, accuracy, coverage } of resultsOf('generated')) {
    const target = targets[kind]
    if (target === undefined) continue
    report.atLeast(`${kind}: accuracy among answered`, accuracy, target.accuracy, '%')
    if (target.coverage !== null) report.atLeast(`${kind}: answered`, coverage, target.coverage, '%')
  }
  const answerable = judged.filter(({ one }) => one.expected.type === 'states' || one.expected.type === 'unavailable')
  const refused = answerable.filter(({ seen }) => seen.status === 'refused')
  report.atMost('answerable questions that are refused', percent(refused.length, answerable.length), 2, '%')
  const invented = judged.filter((answer) => answer.invented.length > 0)
  report.atMost('answers with an invented fact', invented.length, 0, '')
  const times = judged.map(({ seen }) => seen.milliseconds)
  report.atMost('whole answer in process, p95', percentile(times, 0.95), 100, 'ms')
  const random = seededRandom(seed)
  for (let at = 0; at < Number(values.verbatim); at += 1) console.log(linesOf(random.pick(judged)).join('\n'))
  const missed = judged.filter(({ judgement }) => judgement.verdict !== 'right')
  for (const own of Map.groupBy(missed, ({ one }) => `${one.set} ${one.kind}`).values()) {
    for (const one of own.slice(0, Number(values.misses))) console.log(linesOf(one).join('\n'))
  }
  for (const one of invented.slice(0, Number(values.misses))) console.log(linesOf(one).join('\n'))
}

const assistant = await openAssistant({
  isPostgres: values.postgres,
  lyingSeed: values['lying-model'] ? seed : null,
})
try {
  const rows = openStoreRows(assistant.store)
  if (conversations > 0) {
    const isOf = (set: NaturalSet) => set.isHeldOut === (values.of !== 'development')
    const questions = naturalSets.filter(isOf).flatMap((set) => set.questions)
    await printConversations(questions, { assistant, rows, seed, count: conversations })
  } else if (values.frames) await reportFrames({ assistant, rows, report })
  else {
    if (areOthersAsked) reportAnswers(await judgeAnswers(assistant, rows))
    await reportNatural(askedSets, { assistant, rows, report, misses: Number(values.misses) })
    report.atMost('memory of the table of names and the intent model', assistant.memoryMiB, 60, 'MiB')
  }
} finally {
  await assistant.close()
}
if (conversations === 0) report.finish()
