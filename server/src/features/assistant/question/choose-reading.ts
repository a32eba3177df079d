import type { Clause } from './clause.ts'
import { askedBy } from './intent-labels.ts'
import { type Draft, narrowingOf } from './intents.ts'
import type { Doubt } from './parsed-question.ts'
import type { RankedIntent } from './rank-intents.ts'

/** Least score of a reading that is answered alone, of one that is answered at all, and of one that is answered beside it. */
const SURE = 0.8
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

type Reading = { drafts: readonly Draft[]; doubt: Doubt | null }

/**
 * Parts of a clause: those of the grammar, unless it reads nothing. Then the reading of the model if it is sure, the two
 * likeliest if it is not. Small talk remains unknown without a doubt.
 */
export function chooseReading(clause: Clause, drafts: readonly Draft[], ranked: readonly RankedIntent[]): Reading {
  const [top] = ranked
  if (top === undefined || !isUnread(drafts)) return { drafts, doubt: null }
  const isSure = top.score >= SURE
  // 介绍一下 states an overview itself.
  if (!isSure && clause.tokens.some(({ cue }) => cue.intent === 'facts')) return { drafts, doubt: null }
  // 打开比亚迪,讲个笑话: a name alone makes no question of it.
  if (isSure && top.label === 'unknown') return { drafts: [{ intent: 'unknown' }], doubt: null }
  const likely = ranked.filter(({ score }, at) => score >= (at === 0 ? LIKELY : SECOND)).slice(0, isSure ? 1 : 2)
  const read = likely.flatMap(({ label }): Draft[] => {
    const asked = askedBy(label)
    if (asked === null || (asked.intent === 'comparison' && clause.names < 2)) return []
    return [{ ...narrowingOf(clause), ...asked }]
  })
  if (read.length > 0) return { drafts: read, doubt: isSure ? null : 'likely' }
  const risk = ranked.filter(isRisk).reduce((sum, { score }) => sum + score, 0)
  return { drafts: risk > ABOUT_RISKS ? [{ intent: 'riskOverview' }] : drafts, doubt: 'unread' }
}
