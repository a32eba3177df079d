import { type Clause, looksUp } from './clause.ts'
import { isInTerm, termsIn } from './guidance.ts'
import { askedBy, FOLLOW_UP } from './intent-labels.ts'
import { type Draft, narrowingOf } from './intents.ts'
import type { Doubt, Intent } from './parsed-question.ts'
import type { RankedIntent } from './rank-intents.ts'
import { tasksBesideCompany } from './words/guidance-words.ts'

/** Least score of a reading that is answered alone, of one that is answered at all, and of one that is answered beside it. */
const SURE = 0.5
/** Least score of a how-to: sounds without a meaning resemble 嗯 and 好的. */
const HOW = 0.65
/** Least score that corrects a word. */
export const CERTAIN = 0.85
const LIKELY = 0.3
const SECOND = 0.15
/** Scores of records above which an unread question is about risks. */
const ABOUT_RISKS = 0.5

/** Whether the grammar reads nothing, or nothing but an overview: 富士康包吃住吗, 食堂怎么样. */
const isUnread = (drafts: readonly Draft[]): boolean =>
  drafts.every(
    ({ intent, facts = [], kinds = [], uncollected = [], term = null }) =>
      intent === 'unknown' ||
      (intent === 'facts' && facts.length + kinds.length + uncollected.length === 0 && term === null),
  )

const isRisk = ({ label }: RankedIntent) => label === 'riskOverview' || label.startsWith('records/')

/** Whether the question is about companies of a kind: 安徽的车企有哪些. */
export const asksForKind = ([top]: readonly RankedIntent[]): boolean =>
  top !== undefined && ['count', 'list'].includes(top.label) && top.score >= CLEAR
/** Whether a count or a list is no unlikely reading. */
export const mayAskForKind = (ranked: readonly RankedIntent[]): boolean =>
  ranked.filter(({ label }) => ofKinds.includes(label)).reduce((sum, { score }) => sum + score, 0) >= SECOND
const ofKinds: readonly string[] = ['count', 'list', 'comparison']
/** Least score of a count or list whose words do not show it, and of small talk that has the name of a company. */
const CLEAR = 0.9

/** Whether a draft of the grammar asks what a label means, as 最近一次处罚 does of 处罚. */
function asksFor({ intent, facts = [], kinds = [], uncollected = [] }: Draft, label: string): boolean {
  const asked = askedBy(label)
  const named = [...(asked?.facts ?? []), ...(asked?.kinds ?? []), ...(asked?.uncollected ?? [])]
  const stated: readonly string[] = [...facts, ...kinds, ...uncollected]
  return (
    named.some((one) => stated.includes(one)) ||
    (named.length === 0 && intent === (asked?.intent ?? label) && (intent !== 'facts' || stated.length === 0))
  )
}

const namesSeveral = ({ tokens }: Clause) => tokens.filter(({ type }) => type === 'name').length > 1

/** Intents that the words decide, or that are about no single company. */
const notOfCompany: readonly Intent[] = ['comparison', 'count', 'list', 'explanation', 'howTo']

/** Labels that say how a fact is asked, where words state the fact. */
const ofYears = ['changes', 'uncollected/年度报告']

/**
 * A sure label in place of what single words state: 股份押出去了多少 asks for pledges, 股份 for shareholders. null: the words state
 * the same, or what no label has.
 */
function corrected(clause: Clause, drafts: readonly Draft[], { label, score }: RankedIntent): Draft[] | null {
  const asked = askedBy(label)
  if (score < SURE || asked === null || notOfCompany.includes(asked.intent)) return null
  // 厂在哪 老板谁: two facts are no single one.
  const stated = drafts.flatMap(({ facts = [], kinds = [] }) => [...facts, ...kinds])
  if (stated.length > 1 && score < CERTAIN) return null
  // 最近有什么变更: the words say of which kind.
  if (label === 'newest' && stated.length > 0) return null
  const isOfWords = drafts.some(
    ({ intent, person = null, premise = null, amount = null, facets = {} }) =>
      notOfCompany.includes(intent) || (person ?? premise ?? amount) !== null || Object.keys(facets).length > 0,
  )
  // 这几年换了几个法人, 2020年年报上的法人: the words state the fact whose change or year is asked.
  const isOfYears = ofYears.includes(label)
  const isDated = drafts.some(
    ({ facts = [], kinds = [], days = null }) =>
      (facts.length > 0 && days !== null) || (facts.length + kinds.length > 0 && isOfYears),
  )
  if (isOfWords || isDated || namesSeveral(clause) || drafts.some((draft) => asksFor(draft, label))) return null
  return [{ ...narrowingOf(clause), ...asked }]
}

export const isFollowUp = (clause: Clause, [top]: readonly RankedIntent[]): boolean =>
  top?.label === FOLLOW_UP && top.score >= SURE && clause.tokens.every(({ type }) => type !== 'name')

/** The readings of a clause as a question of its own. Beside a name a follow-up makes no other reading surer. */
export function withoutFollowUp(clause: Clause, ranked: readonly RankedIntent[]): RankedIntent[] {
  const others = ranked.filter(({ label }) => label !== FOLLOW_UP)
  const total = isFollowUp(clause, ranked) ? others.reduce((sum, { score }) => sum + score, 0) : 1
  return others.map(({ label, score }) => ({ label, score: score / total }))
}

const namesNone = ({ tokens, refers }: Clause) => !refers && tokens.every(({ type }) => type !== 'name')

/** 胖东来: no word of the grammar, and short. */
const isBareText = ({ tokens, text }: Clause) =>
  text.length <= LONGEST_NAME && tokens.every(({ type }) => type === 'text')
const LONGEST_NAME = 6

/** Whether the clause has no other words that may be a name. */
const isOfTerms = (clause: Clause) =>
  namesNone(clause) && clause.stretches.every(({ text }) => text.length <= SHORT || isInTerm(text))
/** Characters beside a term that are no name. */
const SHORT = 2

/** Tasks that users ask about one company, too: X的经营异常怎么移出. */
const tasksOfCompany = ['信用修复', '失信移出', '关注', '纠错', '异议']
/** A question that names or means a company is about it. */
const isAboutProduct = (task: string, namesCompany: boolean) => tasksOfCompany.includes(task) || !namesCompany
/** The likeliest task beside a company, if such tasks are sure together: 店关门了,卡里还有钱. null: what to do is not asked. */
function taskOfSituation(ranked: readonly RankedIntent[]): Draft | null {
  const tasks = ranked.filter(({ label }) => tasksBesideCompany.includes(label.replace('howTo/', '')))
  const total = tasks.reduce((sum, { score }) => sum + score, 0)
  return total < SURE || tasks[0] === undefined ? null : askedBy(tasks[0].label)
}

type Reading = { drafts: readonly Draft[]; doubt: Doubt | null }

/**
 * Parts of a clause: those of the grammar, unless it reads nothing. Then the reading of the model if it is sure, the two
 * likeliest if it is not. Small talk remains unknown without a doubt.
 */
export function chooseReading(
  clause: Clause,
  drafts: readonly Draft[],
  {
    ranked,
    isAboutCompany,
    namesCompany,
    isOfQuestions,
  }: {
    ranked: readonly RankedIntent[]
    isAboutCompany: boolean
    /** Whether another clause names a company: 翻聊天记录又看见 asks nothing of the product then. */
    namesCompany: boolean
    isOfQuestions: (text: string) => boolean
  },
): Reading {
  const [top] = ranked
  if (top === undefined) return { drafts, doubt: null }
  const likeliest = askedBy(top.label)
  const isSure = top.score >= SURE
  // 你是机器人还是真人 compares no companies.
  const isClearTalk = top.score >= CLEAR && namesNone(clause) && clause.facts.length === 0
  const compares = !isClearTalk && drafts.some(({ intent }) => intent === 'comparison')
  if (
    likeliest?.intent === 'howTo' &&
    top.score >= HOW &&
    !compares &&
    isAboutProduct(likeliest.term ?? '', namesCompany)
  )
    return { drafts: [likeliest], doubt: null }
  // X欠我工资怎么要: what to do stands before what is known of the company.
  const task = taskOfSituation(ranked)
  if (task !== null) return { drafts: namesNone(clause) ? [task] : [task, ...drafts], doubt: null }
  // 限高了还能坐高铁吗: other words stand beside the term.
  const isOfTerm = top.score >= CERTAIN ? namesNone(clause) : isSure && isOfTerms(clause)
  if (top.label === 'explanation' && isOfTerm && !isAboutCompany) {
    const terms = termsIn(clause.text)
    if (terms.length > 0)
      return { drafts: terms.slice(0, 3).map((term) => ({ intent: 'explanation', term })), doubt: null }
  }
  if (!isUnread(drafts)) return { drafts: corrected(clause, drafts, top) ?? drafts, doubt: null }
  // 讲个笑话, 飞鹤是什么鸟: of a name, which most often is that of a company, only what is clear.
  const isName = looksUp.test(clause.text) || (isBareText(clause) && !isOfQuestions(clause.text))
  const isTalk = top.score >= (namesNone(clause) ? SURE : CLEAR) && !isName
  if (top.label === 'unknown' && isTalk) return { drafts: [{ ...narrowingOf(clause), intent: 'unknown' }], doubt: null }
  const likely = ranked.filter(({ score }, at) => score >= (at === 0 ? LIKELY : SECOND)).slice(0, isSure ? 1 : 2)
  const read = likely.flatMap(({ label }): Draft[] => {
    const asked = askedBy(label)
    if (asked === null || asked.intent === 'howTo' || (asked.intent === 'comparison' && clause.names < 2)) return []
    // 他家厂在湖南哪旮沓: the province is known.
    const isPlaced = label === 'facts/region' && clause.tokens.some(({ cue }) => cue.regions !== undefined)
    return [{ ...narrowingOf(clause), ...asked, ...(isPlaced && { facts: ['region', 'address'] }) }]
  })
  if (read.length > 0) return { drafts: read, doubt: isSure ? null : 'likely' }
  const risk = ranked.filter(isRisk).reduce((sum, { score }) => sum + score, 0)
  return { drafts: risk > ABOUT_RISKS ? [{ intent: 'riskOverview' }] : drafts, doubt: 'unread' }
}
