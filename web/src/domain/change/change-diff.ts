import { diffArrays } from 'diff'
import { formatNumber } from '../../lib/format.ts'

/** Part of one side of a change. `marker` is a label that the source adds, such as [新增]. */
export type DiffPart = { text: string; change: 'same' | 'removed' | 'added'; marker?: string }

/** Both sides of a change; `note` states the difference of two amounts. */
type ChangeDiff = { before: DiffPart[]; after: DiffPart[]; note: string | null }

const dropEmpty = (parts: readonly DiffPart[]): DiffPart[] => parts.filter(({ text }) => text !== '')

const markerPattern = /\s*[[【（(]\s*(新增|退出|减少)\s*[\]】）)]\s*/
const opening = '（(【['
const closing = '）)】]'

/** Splits at separators outside brackets: 演示甲（董事、经理）、演示乙 has two entries. */
function splitOutsideBrackets(text: string, isSeparator: (sign: string, next: string) => boolean): string[] {
  const items: string[] = []
  let [depth, item] = [0, '']
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (opening.includes(sign)) depth++
    if (closing.includes(sign)) depth = Math.max(0, depth - 1)
    if (depth === 0 && isSeparator(sign, text.charAt(at + 1))) {
      items.push(item)
      item = ''
    } else {
      item += sign
    }
  }
  return [...items, item].map((part) => part.trim()).filter((part) => part !== '')
}

const isStrong = (sign: string) => /[；;\n\r]/.test(sign)
/** A comma before a digit can be a thousands separator. */
const isWeak = (sign: string, next: string) => /[，、]/.test(sign) || (sign === ',' && !/\d/.test(next))

/** Entries of a list of people or shareholders. */
function readEntries(text: string): string[] {
  const entries = splitOutsideBrackets(text, isStrong)
  return entries.length > 1 ? entries : splitOutsideBrackets(text, isWeak)
}

const hasMarkers = (text: string) => markerPattern.test(text)

/** Comparison key of an entry: ignores spacing and the form of brackets. */
const keyOf = (entry: string) =>
  entry
    .replace(markerPattern, '')
    .replaceAll(/\s/g, '')
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .replace(/[。.]$/, '')

function partOf(entry: string, others: ReadonlySet<string>, change: 'removed' | 'added'): DiffPart {
  const marker = markerPattern.exec(entry)?.[1]
  const text = entry.replace(markerPattern, '')
  if (marker !== undefined) return { text, change: marker === '新增' ? 'added' : 'removed', marker }
  return { text, change: others.has(keyOf(entry)) ? 'same' : change }
}

function sideOf(entries: readonly string[], others: readonly string[], change: 'removed' | 'added'): DiffPart[] {
  const known = new Set(others.map(keyOf))
  return entries.flatMap((entry, at): DiffPart[] => {
    const part = partOf(entry, known, change)
    return at < entries.length - 1 ? [part, { text: '；', change: 'same' }] : [part]
  })
}

/** Compares two lists as sets: order does not matter. */
function diffLists(before: string, after: string): ChangeDiff {
  const [from, to] = [readEntries(before), readEntries(after)]
  return { before: sideOf(from, to, 'removed'), after: sideOf(to, from, 'added'), note: null }
}

/** One token per Han character, per run of letters and digits, and per other character. */
const tokens = (text: string) => text.match(/[A-Za-z0-9.]+|[\s\S]/gu) ?? []

type Step = { same: string; removed: string; added: string; length: number }

/** Stops the diff beyond this many edits: the texts are unrelated, and the diff takes quadratic time. */
const MOST_EDITS = 600
/** Shorter runs of equal tokens between two changes are coincidence, such as 号 in two addresses. */
const CHANCE = 2
/** Smallest share of the longer text that must be equal for the texts to count as versions of one another. */
const LEAST_SHARED = 0.2

function stepsOf(before: string, after: string): Step[] | null {
  const changes = diffArrays(tokens(before), tokens(after), { maxEditLength: MOST_EDITS })
  return (
    changes?.map(({ value, added, removed }) => {
      const text = value.join('')
      return {
        same: added || removed ? '' : text,
        removed: removed ? text : '',
        added: added ? text : '',
        length: value.length,
      }
    }) ?? null
  )
}

/** Joins adjacent changes, together with coincidental equal tokens between them. */
function joinChanges(steps: readonly Step[]): Step[] {
  const joined: Step[] = []
  for (const [at, step] of steps.entries()) {
    const last = joined.at(-1)
    const isBetween = last !== undefined && last.same === '' && at < steps.length - 1
    if (isBetween && step.same !== '' && step.length <= CHANCE) {
      last.removed += step.same
      last.added += step.same
    } else if (last !== undefined && last.same === '' && step.same === '') {
      last.removed += step.removed
      last.added += step.added
    } else {
      joined.push({ ...step })
    }
  }
  return joined
}

const whole = (text: string, change: DiffPart['change']) => dropEmpty([{ text, change }])

/** Diffs two texts token by token when they are versions of one another, otherwise as a whole. */
function diffTexts(before: string, after: string): ChangeDiff {
  const steps = joinChanges(stepsOf(before, after) ?? [])
  const shared = steps.reduce((sum, { same }) => sum + same.length, 0)
  if (shared < LEAST_SHARED * Math.max(before.length, after.length)) {
    return { before: whole(before, 'removed'), after: whole(after, 'added'), note: null }
  }
  const side = (of: 'removed' | 'added') =>
    dropEmpty(
      steps.flatMap((step): DiffPart[] => [
        { text: step.same, change: 'same' },
        { text: step[of], change: of },
      ]),
    )
  return { before: side('removed'), after: side('added'), note: null }
}

type AmountText = { prefix: string; number: string; rest: string; value: number; unit: string }

/** Splits 人民币 500.00 万元 into the text before the number, the number, and the text after it. */
const amountPattern =
  /^(\s*(?:人民币|美元|港元|欧元)?\s*)([\d,]+(?:\.\d+)?)(\s*([万亿]?(?:元人民币|人民币|元|美元|港元|欧元|日元|英镑|股))\s*)$/

/** Synonyms of a unit. */
const unitNames: Readonly<Record<string, string>> = {
  万人民币: '万元',
  万元人民币: '万元',
  人民币: '元',
  元人民币: '元',
  亿元人民币: '亿元',
}

function readAmount(text: string): AmountText | null {
  const [, prefix = '', number = '', rest = '', unit = ''] = amountPattern.exec(text) ?? []
  const value = number === '' ? Number.NaN : Number(number.replaceAll(',', ''))
  return Number.isFinite(value) ? { prefix, number, rest, value, unit: unitNames[unit] ?? unit } : null
}

const partsOf = ({ prefix, number, rest }: AmountText, other: AmountText, change: 'removed' | 'added'): DiffPart[] =>
  rest === other.rest && prefix === other.prefix
    ? dropEmpty([
        { text: prefix, change: 'same' },
        { text: number, change },
        { text: rest, change: 'same' },
      ])
    : [{ text: prefix + number + rest, change }]

/** Both amounts, with the difference when their units agree. null when either side is not an amount. */
function diffAmounts(before: string, after: string): ChangeDiff | null {
  const [from, to] = [readAmount(before), readAmount(after)]
  if (from === null || to === null || before.trim() === after.trim()) return null
  return { before: partsOf(from, to, 'removed'), after: partsOf(to, from, 'added'), note: noteOf(from, to) }
}

function noteOf(from: AmountText, to: AmountText): string | null {
  // Rounds to six decimals: keeps cents and removes binary floating-point noise.
  const difference = Math.round((to.value - from.value) * 1e6) / 1e6
  if (from.unit !== to.unit || difference === 0) return null
  return `${difference > 0 ? '增加' : '减少'} ${formatNumber(Math.abs(difference))} ${to.unit}`
}

/** Changes whose sides are lists of people or shareholders: names are compared whole, not by character. */
const listKinds: readonly string[] = ['股东', '高管', '法定代表人']

const only = (text: string | null, change: DiffPart['change']) => dropEmpty([{ text: text ?? '', change }])

/** Diff of a register change. `kind` is the source's word for the changed fact, such as 股东. */
export function diffChange(before: string | null, after: string | null, kind: string): ChangeDiff {
  if (before === null || after === null || before === '' || after === '') {
    return { before: only(before, 'removed'), after: only(after, 'added'), note: null }
  }
  const amounts = diffAmounts(before, after)
  if (amounts !== null) return amounts
  if (listKinds.includes(kind) || hasMarkers(before) || hasMarkers(after)) return diffLists(before, after)
  return diffTexts(before, after)
}
