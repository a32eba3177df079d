import type { ChangeDiff, DiffPart } from './diff-parts.ts'

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

export const hasMarkers = (text: string) => markerPattern.test(text)

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
export function diffLists(before: string, after: string): ChangeDiff {
  const [from, to] = [readEntries(before), readEntries(after)]
  return { before: sideOf(from, to, 'removed'), after: sideOf(to, from, 'added'), note: null }
}
