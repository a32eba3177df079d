import { facts } from '@baiqicha/contract/company-facts'
import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { intents, type QuestionPart } from './parsed-question.ts'
import type { RankedIntent } from './rank-intents.ts'

export type LabelMeaning = Partial<Pick<QuestionPart, 'intent' | 'facts' | 'kinds' | 'uncollected' | 'term' | 'facets'>>

/** What people call 官司, with and without a word for its cause. */
const lawsuits: readonly RecordKindKey[] = ['judicialDocument', 'courtAnnouncement', 'enterpriseCourtAnnouncement']
const kindsOfIntent: Readonly<Record<string, readonly RecordKindKey[]>> = {
  shareholders: ['shareholderInfo'],
  ownership: ['shareholderInfo'],
  investments: ['overseasInvest'],
  people: ['keyPerson'],
  branches: ['branch'],
  changes: ['changeRecord'],
}

/**
 * Label of what is asked: facts/address, records/punishment, uncollected/股价, overview, howTo/纠错, else the intent. It names the first of
 * several facts or kinds. null: no label fits.
 */
export function labelOf({
  intent,
  facts: asked = [],
  kinds = [],
  uncollected = [],
  facets = {},
  term = null,
}: LabelMeaning): string | null {
  if (intent === 'howTo') return `howTo/${term}`
  if (intent === 'facts') {
    if (asked[0] !== undefined) return `facts/${asked[0]}`
    return uncollected[0] === undefined ? 'overview' : `uncollected/${uncollected[0]}`
  }
  if (intent === 'records') {
    if (facets['labour'] !== undefined) return 'records/labour'
    if (kinds.length > 1 && kinds.every((kind) => lawsuits.includes(kind))) return 'records/lawsuits'
    return kinds[0] === undefined ? null : `records/${kinds[0]}`
  }
  return intent ?? null
}

const isIn = <Value extends string>(list: readonly Value[], value: string): value is Value =>
  list.some((one) => one === value)

/** What a label asks about a company; null: nothing, or what its label alone does not say, as the conditions of a count. */
export function askedBy(label: string): (LabelMeaning & Pick<QuestionPart, 'intent'>) | null {
  const [name = '', rest = ''] = label.split('/')
  if (name === 'overview') return { intent: 'facts', facts: [] }
  // The address of the register stands in for one that few companies state.
  if (name === 'facts' && rest === 'mailAddress') return { intent: 'facts', facts: [rest, 'address'] }
  if (name === 'facts') return isIn(facts, rest) ? { intent: 'facts', facts: [rest] } : null
  if (name === 'howTo') return { intent: 'howTo', term: rest }
  if (name === 'uncollected') return { intent: 'facts', uncollected: [rest] }
  if (name === 'records') {
    if (rest === 'labour') return { intent: 'records', kinds: lawsuits, facets: { labour: '劳动争议' } }
    if (rest === 'lawsuits') return { intent: 'records', kinds: lawsuits }
    return isIn(recordKindKeys, rest) ? { intent: 'records', kinds: [rest] } : null
  }
  if (!isIn(intents, name) || ['count', 'list', 'explanation', 'unknown'].includes(name)) return null
  return { intent: name, kinds: kindsOfIntent[name] ?? [] }
}

/** Label of a question that asks on about what the turn before asked: 什么时候的事, 真的假的, 去年呢. */
export const FOLLOW_UP = 'followUp'
/** Labels of questions to refuse: refused/contact. */
export const isRefusal = ({ label }: RankedIntent): boolean => label.startsWith('refused/')

/** The other readings, as if the question were to be answered. */
export function withoutRefusals(ranked: readonly RankedIntent[]): RankedIntent[] {
  const others = ranked.filter((one) => !isRefusal(one))
  const total = others.reduce((sum, { score }) => sum + score, 0)
  return others.map(({ label, score }) => ({ label, score: score / total }))
}

/** Whether the likeliest reading, with this score at least, asks what no person has: reliable吗还是别碰. */
export const asksOfNoPerson = ([top]: readonly RankedIntent[], least: number): boolean =>
  top !== undefined && top.score >= least && ofNoPerson.test(top.label)
const ofNoPerson =
  /^(?:facts\/(?!legalRepresentative|phones|email|address|status)|uncollected\/|riskOverview|overview|branches|comparison|count|list)/u
