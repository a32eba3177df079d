import { fileURLToPath } from 'node:url'
import type { Report } from '../../lib/report.ts'
import type { SeenAnswer } from '../case.ts'
import { findInvented } from '../judge/find-invented.ts'
import type { OpenAssistant } from '../open-assistant.ts'
import type { StoreRows } from '../store-rows.ts'
import { frames } from './frames.ts'
import { judgeNatural, linksOf, type NaturalJudgement, verdicts } from './judge-natural.ts'
import { type NaturalCase, naturalCases } from './natural-case.ts'
import { type NaturalQuestion, readQuestions } from './question.ts'

type Judged = {
  one: NaturalCase
  seen: SeenAnswer
  judgement: NaturalJudgement
  links: ReturnType<typeof linksOf>
}

/** A file of natural questions. */
export type NaturalSet = {
  title: string
  file: string
  /** Kept to measure with: its answers are never printed. */
  isHeldOut: boolean
  targets?: Targets
}
/** Lowest shares in % are those of `good` and `linked`, highest shares those of the others. */
type Targets = { good: number; wrong: number; wronglyRefused: number; linked: number; falseLinks: number }

const setOf = (title: string, name: string, rest: Pick<NaturalSet, 'isHeldOut' | 'targets'>): NaturalSet => ({
  title,
  file: fileURLToPath(new URL(name, import.meta.url)),
  ...rest,
})
const targets: Targets = { good: 85, wrong: 1, wronglyRefused: 1, linked: 95, falseLinks: 2 }
export const naturalSets: readonly NaturalSet[] = [
  setOf('Natural questions, development', 'development.json', { isHeldOut: false }),
  setOf('Natural questions of more people, development', 'people.json', { isHeldOut: false }),
  setOf('Everyday questions, development', 'everyday.json', { isHeldOut: false }),
  setOf('Questions of ten situations, development', 'situations.json', { isHeldOut: false }),
  setOf('Questions of strangers, development', 'strangers.json', { isHeldOut: false }),
  setOf('Questions of newcomers, development', 'newcomers.json', { isHeldOut: false }),
  setOf('Questions of passers-by, development', 'passers-by.json', { isHeldOut: false }),
  setOf('Questions of visitors, development', 'visitors.json', { isHeldOut: false }),
  setOf('Questions of callers, development', 'callers.json', { isHeldOut: false }),
  setOf('Questions of neighbours, development', 'neighbours.json', { isHeldOut: false }),
  setOf('Questions of residents, development', 'residents.json', { isHeldOut: false }),
  setOf('Questions of commuters, development', 'commuters.json', { isHeldOut: false }),
  setOf('Questions that tempt to a wrong answer, development', 'tempted.json', { isHeldOut: false }),
  setOf('Questions of clients, development', 'clients.json', { isHeldOut: false }),
  setOf('Questions that name no stored company, development', 'beside-subject.json', { isHeldOut: false }),
  setOf('Questions of persons and comparisons, development', 'officers.json', { isHeldOut: false }),
  setOf('Turns of conversations, development', 'turns.json', { isHeldOut: false }),
  setOf('Questions of clients, held out', 'held-out-clients.json', { isHeldOut: true, targets }),
  setOf('Questions of persons and comparisons, held out', 'held-out-officers.json', { isHeldOut: true, targets }),
  setOf('Questions that name no stored company, held out', 'held-out-beside-subject.json', {
    isHeldOut: true,
    targets,
  }),
  setOf('Questions of commuters, held out', 'held-out-commuters.json', { isHeldOut: true, targets }),
  setOf('Questions of residents, held out', 'held-out-residents.json', { isHeldOut: true, targets }),
  setOf('Questions of guests, held out', 'held-out-guests.json', { isHeldOut: true, targets }),
  setOf('Questions of visitors, held out', 'held-out-visitors.json', { isHeldOut: true, targets }),
  setOf('Questions of callers, held out', 'held-out-callers.json', { isHeldOut: true, targets }),
  setOf('Questions of passers-by, held out', 'held-out-passers-by.json', { isHeldOut: true, targets }),
  setOf('Turns of conversations, held out', 'held-out-turns.json', { isHeldOut: true, targets }),
  setOf('Questions of newcomers, held out', 'held-out-newcomers.json', { isHeldOut: true, targets }),
  setOf('Questions of strangers, held out', 'held-out-strangers.json', { isHeldOut: true, targets }),
  setOf('Questions of ten situations, held out', 'held-out-situations.json', { isHeldOut: true, targets }),
  setOf('Natural questions of more people, held out', 'held-out-people.json', { isHeldOut: true, targets }),
  setOf('Natural questions, held out', 'held-out.json', { isHeldOut: true, targets }),
  setOf('Natural questions of later kinds, held out', 'held-out-kinds.json', { isHeldOut: true, targets }),
  // Good is the value of the year that is asked for, or that it is not collected.
  setOf('Contest-like questions', 'contest.json', { isHeldOut: false, targets: { ...targets, good: 95 } }),
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
    const judged = await judgeAll(readQuestions(set.file), assistant, rows)
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
    const questions = sets.flatMap(({ file }) => readQuestions(file))
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
