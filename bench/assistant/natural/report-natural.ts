import type { Report } from '../../lib/report.ts'
import type { SeenAnswer } from '../case.ts'
import { findInvented } from '../judge/find-invented.ts'
import type { OpenAssistant } from '../open-assistant.ts'
import type { StoreRows } from '../store-rows.ts'
import { frames } from './frames.ts'
import { judgeNatural, linksOf, type NaturalJudgement, verdicts } from './judge-natural.ts'
import { type NaturalCase, naturalCases } from './natural-case.ts'
import { type NaturalQuestion, readQuestionSets } from './question.ts'

type Judged = {
  one: NaturalCase
  seen: SeenAnswer
  judgement: NaturalJudgement
  links: ReturnType<typeof linksOf>
}

/** Natural questions of a group of writers or of a kind. */
export type NaturalSet = {
  title: string
  questions: readonly NaturalQuestion[]
  /** Kept to measure with: its answers are never printed. */
  isHeldOut: boolean
  targets?: Targets
}
/** Lowest shares in % are those of `good` and `linked`, highest shares those of the others. */
type Targets = { good: number; wrong: number; wronglyRefused: number; linked: number; falseLinks: number }

const targets: Targets = { good: 85, wrong: 1, wronglyRefused: 1, linked: 95, falseLinks: 2 }
const setsOf = (name: string) => Object.entries(readQuestionSets(new URL(`${name}.json`, import.meta.url)))
export const CONTEST = 'Contest-like questions'
export const naturalSets: readonly NaturalSet[] = [
  ...setsOf('development').map(([name, questions]) =>
    // Good is the value of the year that is asked for, or that it is not collected.
    name === CONTEST
      ? { title: name, questions, isHeldOut: false, targets: { ...targets, good: 95 } }
      : { title: `${name}, development`, questions, isHeldOut: false },
  ),
  ...setsOf('held-out').map(([name, questions]) => ({
    title: `${name}, held out`,
    questions,
    isHeldOut: true,
    targets,
  })),
]

const share = (part: number, whole: number) => (whole === 0 ? Number.NaN : (part / whole) * 100)
const shown = (value: number) => (Number.isNaN(value) ? '–' : `${value.toFixed(1)} %`)

async function judgeAll(
  questions: readonly NaturalQuestion[],
  assistant: OpenAssistant,
  rows: StoreRows,
): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const one of naturalCases(questions, rows)) {
    const seen = await assistant.play(one)
    judged.push({ one, seen, judgement: judgeNatural(one, seen, findInvented(seen, rows)), links: linksOf(one, seen) })
  }
  return judged
}

/** Links of the questions that must be answered about a company, and of those that name none. */
function linkFigures(judged: readonly Judged[]) {
  const naming = judged.filter(
    ({ one }) => one.asked.status === 'answer' && one.companies.length > 0 && !one.asked.orRefuse,
  )
  const without = judged.filter(({ one }) => one.companies.length === 0)
  return {
    linked: share(naming.filter(({ links }) => links.isComplete).length, naming.length),
    falseLinks: share(without.filter(({ links }) => links.isFalse).length, without.length),
  }
}

const countOf = (judged: readonly Judged[], verdict: NaturalJudgement['verdict']) =>
  judged.filter(({ judgement }) => judgement.verdict === verdict).length

function rowOf(kind: string, judged: readonly Judged[]): string[] {
  const { linked, falseLinks } = linkFigures(judged)
  const [goods, ...others] = verdicts.map((verdict) => countOf(judged, verdict))
  return [
    kind,
    String(judged.length),
    shown(share(goods ?? 0, judged.length)),
    ...others.map(String),
    shown(linked),
    shown(falseLinks),
  ]
}

const linesOf = ({ one, seen, judgement, links }: Judged) => [
  `\n${one.asked.id}：${[...one.earlier, one.question].join(' → ')}`,
  `  ${seen.status}, ${judgement.verdict}${links.isFalse ? ', links a company that is not named' : ''}: ${judgement.why} (good: ${one.asked.good})`,
  ...seen.sentences.map(({ text }) => `  ${text}`),
  ...seen.rows.map((row) => `  | ${row}`),
]

/** Asks the questions of each set and adds a table by kind to the report. Prints `misses` answers of each kind. */
export async function reportNatural(
  sets: readonly NaturalSet[],
  { assistant, rows, report, misses }: { assistant: OpenAssistant; rows: StoreRows; report: Report; misses: number },
): Promise<void> {
  for (const set of sets) {
    const judged = await judgeAll(set.questions, assistant, rows)
    report.table(set.title, [
      ['kind', 'questions', 'good', ...verdicts.slice(1), 'linked', 'false links'],
      ...[...Map.groupBy(judged, ({ one }) => one.asked.kind)].map(([kind, own]) => rowOf(kind, own)),
      rowOf('all', judged),
    ])
    if (set.targets !== undefined) reportTargets(set.title, { judged, report, targets: set.targets })
    if (!set.isHeldOut) printMisses(judged, misses)
  }
}

/** Asks the questions of all sets in each frame, and adds a table to the report: the held-out sets together, and the others. */
export async function reportFrames({
  assistant,
  rows,
  report,
}: {
  assistant: OpenAssistant
  rows: StoreRows
  report: Report
}): Promise<void> {
  for (const isHeldOut of [true, false]) {
    const sets = naturalSets.filter((set) => set.isHeldOut === isHeldOut)
    const questions = sets.flatMap(({ questions: own }) => own)
    const table = [['frame', 'questions', 'good', ...verdicts.slice(1), 'linked', 'false links']]
    for (const [name, frame] of Object.entries(frames))
      table.push(
        rowOf(
          name,
          await judgeAll(
            questions.flatMap((one) => frame(one) ?? []),
            assistant,
            rows,
          ),
        ),
      )
    report.table(`Natural questions in frames, ${isHeldOut ? 'held out' : 'development'}`, table)
  }
}

function reportTargets(
  title: string,
  { judged, report, targets: goals }: { judged: readonly Judged[]; report: Report; targets: Targets },
): void {
  const ofVerdict = (verdict: NaturalJudgement['verdict']) => share(countOf(judged, verdict), judged.length)
  const { linked, falseLinks } = linkFigures(judged)
  report.atLeast(`${title}: good`, ofVerdict('good'), goals.good, '%')
  report.atMost(`${title}: wrong`, ofVerdict('wrong'), goals.wrong, '%')
  report.atMost(`${title}: wrongly refused`, ofVerdict('wronglyRefused'), goals.wronglyRefused, '%')
  report.atLeast(`${title}: all companies linked`, linked, goals.linked, '%')
  if (!Number.isNaN(falseLinks))
    report.atMost(`${title}: false links where none is named`, falseLinks, goals.falseLinks, '%')
}

function printMisses(judged: readonly Judged[], misses: number): void {
  const missed = judged.filter(({ judgement, links }) => judgement.verdict !== 'good' || links.isFalse)
  for (const own of Map.groupBy(missed, ({ one }) => one.asked.kind).values()) {
    for (const one of own.slice(0, misses)) console.log(linesOf(one).join('\n'))
  }
}
