import { seededRandom } from '../../../server/test/builders/seeded-random.ts'
import type { Report } from '../../lib/report.ts'
import type { SeenAnswer } from '../case.ts'
import { findInvented } from '../judge/find-invented.ts'
import type { OpenAssistant } from '../open-assistant.ts'
import type { StoreRows } from '../store-rows.ts'
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

const OTHER = '宁波银行'
const OTHER_NAME = '宁波银行股份有限公司'
const signs = /[，。？！,?!]/gu

/** Whether a question names a real company that is not the other one, so that the other one must not answer it. */
const namesItself = ({ set, company, before, page, q }: NaturalQuestion) =>
  set === 'starter' && company.length > 0 && before === undefined && page === undefined && !q.includes(OTHER)

/** A question with words around it, or behind another one, which change nothing of its answer; null: the frame does not fit. */
type Frame = (asked: NaturalQuestion) => NaturalQuestion | null
const around =
  (write: (question: string) => string): Frame =>
  (asked) => ({ ...asked, q: write(asked.q) })

const frames: Readonly<Record<string, Frame>> = {
  'as written': (asked) => asked,
  'with courtesies': around((q) => `你好，请问一下${q}，谢谢`),
  'behind a story': around((q) => `昨天跟老同学吃饭聊起来的，${q}`),
  'behind another story': around((q) => `外面下大雨出不去 ${q}`),
  'before a reason': around((q) => `${q.replace(/[？?。]$/u, '')}，我写作业要用`),
  'with emoji': around((q) => `${q}😅🙏`),
  'without signs': (asked) => (signs.test(asked.q) ? { ...asked, q: asked.q.replaceAll(signs, '') } : null),
  'after another company': (asked) => (namesItself(asked) ? { ...asked, before: [`${OTHER}的注册资本是多少`] } : null),
  'from the page of another company': (asked) => (namesItself(asked) ? { ...asked, page: OTHER_NAME } : null),
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

const TURNS = 3

const linesOfTurn = (question: string, { status, sentences, rows }: SeenAnswer) => [
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
      console.log(linesOfTurn(question, seen).join('\n'))
    }
  }
}
