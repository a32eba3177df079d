import { companyStatuses } from '@baiqicha/contract/company-status'
import { recordStatuses } from '@baiqicha/contract/records/record'
import type { Statement } from '../../src/features/assistant/answer/statement.ts'
import type { Evidence } from '../../src/features/assistant/evidence/evidence.ts'
import { type SeededRandom, seededRandom } from '../builders/seeded-random.ts'

/** A composed sentence with all evidence of its answer. */
export type RightSentence = { statement: Statement; evidence: readonly Evidence[] }

export const mutationKinds = ['number', 'unit', 'date', 'name', 'negation', 'view', 'comparison', 'status'] as const
export type MutationKind = (typeof mutationKinds)[number]
/** A sentence with one token changed, so that it is false. */
export type Mutation = { kind: MutationKind; statement: Statement; from: string; to: string }

/** A replaced stretch of the text. */
type Edit = { at: number; from: string; to: string }

const dates = /\d{4}-\d{2}-\d{2}/g
const numbers = /\d+(?:,\d{3})*(?:\.\d+)?/g
const otherUnits: Readonly<Record<string, readonly string[]>> = {
  万元: ['亿元', '元', '万美元'],
  元: ['万元', '美元'],
  条: ['家', '名'],
  家: ['条', '人'],
  人: ['家', '条'],
  名: ['家', '条'],
  '%': ['倍', '万元'],
}
const otherViews: Readonly<Record<string, string>> = { 当前: '历史', 历史: '当前', 异议处理中: '当前' }
const oppositePairs = [
  ['高于', '低于'],
  ['多于', '少于'],
  ['早于', '晚于'],
  ['最高', '最低'],
  ['最多', '最少'],
  ['最早', '最晚'],
  ['从高到低', '从低到高'],
  ['从多到少', '从少到多'],
  ['从早到晚', '从晚到早'],
] as const
const opposites = Object.fromEntries(
  oppositePairs.flatMap(
    ([one, other]) =>
      [
        [one, other],
        [other, one],
      ] as const,
  ),
)
const statuses: readonly string[] = [...new Set<string>([...companyStatuses, ...recordStatuses])]
const characters = Array.from('山川明达新华金海东方安宏')

const wordsIn = (text: string, words: readonly string[]): Edit[] =>
  [...text.matchAll(new RegExp(words.toSorted((a, b) => b.length - a.length).join('|'), 'g'))].map(
    ({ index, 0: from }) => ({ at: index, from, to: '' }),
  )

/** The number with another digit in one place. */
export function changedDigit({ below, pick }: SeededRandom, written: string): string {
  const places = Array.from(written).flatMap((one, place) => (/\d/.test(one) ? place : []))
  const place = pick(places)
  const digit = (Number(written[place]) + 1 + below(9)) % 10
  return `${written.slice(0, place)}${digit}${written.slice(place + 1)}`
}

/** The date with another day, month or year. */
export function otherDate({ pick, below }: SeededRandom, date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const parts = [year, month, day]
  const part = below(3)
  const ranges = [
    [1949, 2026],
    [1, 12],
    [1, 28],
  ] as const
  const [least, most] = ranges[part] ?? ranges[0]
  const others = Array.from({ length: most - least + 1 }, (_, at) => least + at).filter((one) => one !== parts[part])
  parts[part] = pick(others)
  return parts.map((one, at) => String(one).padStart(at === 0 ? 4 : 2, '0')).join('-')
}

/** Texts that the sentence has from its cited fields, and the names of its companies. */
function namesIn({ statement: { text, citations }, evidence }: RightSentence): string[] {
  const texts = citations.flatMap(({ evidenceId, fields }) => {
    const cited = evidence.find(({ id }) => id === evidenceId)
    const values = fields.flatMap((name) => cited?.fields[name]?.value ?? [])
    const own = values.flatMap((value) =>
      value.type === 'text' ? value.text : value.type === 'texts' ? value.texts : [],
    )
    return [cited?.company?.name ?? '', ...own]
  })
  return [...new Set(texts)].filter((name) => name.length > 1 && text.includes(name))
}

/** Edits of each kind of mutation; empty: the sentence has no such token. */
const editsOf: Readonly<Record<MutationKind, (right: RightSentence, random: SeededRandom) => Edit[]>> = {
  number({ statement: { text } }, random) {
    const days = [...text.matchAll(dates)].map(({ index }) => index)
    return [...text.matchAll(numbers)]
      .filter(({ index }) => !days.some((day) => day <= index && index < day + 10))
      .map(({ index, 0: from }) => ({ at: index, from, to: changedDigit(random, from) }))
  },
  unit: ({ statement: { text } }, { pick }) =>
    // 0 万元 and 0 亿元 are the same.
    [...text.matchAll(/(?<=\d ?)(?<!(?<![\d.,])0 ?)(?:万元|元|条|家|人|名|%)/g)].map(({ index, 0: from }) => ({
      at: index,
      from,
      to: pick(otherUnits[from] ?? []),
    })),
  date: ({ statement: { text } }, random) =>
    [...text.matchAll(dates)].map(({ index, 0: from }) => ({ at: index, from, to: otherDate(random, from) })),
  name(right, { pick, below }) {
    const { text } = right.statement
    const companies = right.evidence.flatMap(({ company }) => company?.name ?? [])
    return namesIn(right).flatMap((name) => {
      const others = companies.filter((one) => one !== name && !name.includes(one))
      const isCompany = companies.includes(name)
      if (isCompany && below(2) === 0) {
        return { at: text.indexOf(name), from: name, to: others.length > 0 ? pick(others) : `另一${name}` }
      }
      const whole = Array.from(name)
      const place = below(whole.length)
      const to = whole.with(place, pick(characters.filter((one) => one !== whole[place]))).join('')
      return { at: text.indexOf(name), from: name, to }
    })
  },
  negation({ statement: { text } }, { pick }) {
    const removed = [...text.matchAll(/[不未无]/g)].map(({ index, 0: from }) => ({ at: index, from, to: '' }))
    const added = [...text.matchAll(/(?<=^|[，：；、的 （])(?=\p{Script=Han})/gu)].map(({ index }) => ({
      at: index,
      from: '',
      to: pick(['不', '未']),
    }))
    return removed.length > 0 && pick([true, false]) ? removed : added
  },
  view: ({ statement: { text } }) =>
    wordsIn(text, Object.keys(otherViews)).map((edit) => ({ ...edit, to: otherViews[edit.from] ?? '' })),
  comparison: ({ statement: { text } }) =>
    wordsIn(text, Object.keys(opposites)).map((edit) => ({ ...edit, to: opposites[edit.from] ?? '' })),
  status: ({ statement: { text } }, { pick }) =>
    wordsIn(text, statuses).map((edit) => ({ ...edit, to: pick(statuses.filter((one) => one !== edit.from)) })),
}

/** Whether both views have the same number of records. */
function isOtherViewTrue({ statement: { citations }, evidence }: RightSentence, { from, to }: Edit): boolean {
  const countsOf = (label: string) =>
    citations.flatMap(({ evidenceId }) =>
      Object.values(evidence.find(({ id }) => id === evidenceId)?.fields ?? {}).flatMap((field) =>
        field.label === label && field.value.type === 'number' ? field.value.number : [],
      ),
    )
  const before = countsOf(from)
  return before.length > 0 && before.join(' ') === countsOf(to).join(' ')
}

/** Whether the other company has the same values in every cited field. */
function isOtherCompanyTrue({ statement: { citations }, evidence }: RightSentence, { from, to }: Edit): boolean {
  if (!evidence.some(({ company }) => company?.name === to)) return false
  return citations.every(({ evidenceId, fields }) => {
    const cited = evidence.find(({ id }) => id === evidenceId)
    if (cited?.company?.name !== from) return true
    const valuesOf = (one: Evidence) => JSON.stringify(fields.map((name) => one.fields[name]))
    return evidence.some((one) => one.company?.name === to && valuesOf(one) === valuesOf(cited))
  })
}

/** Whether the evidence makes the changed sentence as true. */
const isEquallyTrue = (kind: MutationKind, right: RightSentence, edit: Edit): boolean =>
  (kind === 'view' && isOtherViewTrue(right, edit)) || (kind === 'name' && isOtherCompanyTrue(right, edit))

/** One token of a sentence changed, by seed; null: the sentence has no token of the kind. */
export function mutateStatement(right: RightSentence, seed: number, kind?: MutationKind): Mutation | null {
  const random = seededRandom(seed)
  const { text } = right.statement
  const possible = (kind === undefined ? mutationKinds : [kind]).flatMap((one) => {
    const edits = editsOf[one](right, random).filter(
      (edit) => edit.from !== edit.to && !isEquallyTrue(one, right, edit),
    )
    return edits.length === 0 ? [] : { kind: one, edits }
  })
  if (possible.length === 0) return null
  const chosen = random.pick(possible)
  const { at, from, to } = random.pick(chosen.edits)
  const mutated = `${text.slice(0, at)}${to}${text.slice(at + from.length)}`
  return { kind: chosen.kind, statement: { ...right.statement, text: mutated }, from, to }
}
