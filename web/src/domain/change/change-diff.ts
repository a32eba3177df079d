import { diffAmounts } from './amount-change.ts'
import { type ChangeDiff, type DiffPart, dropEmpty } from './diff-parts.ts'
import { diffLists, hasMarkers } from './list-change.ts'
import { diffTexts } from './text-change.ts'

/** Kinds whose sides are lists of people or holders: a name is another one as a whole, not by a character. */
const listKinds: readonly string[] = ['股东', '高管', '法定代表人']

const only = (text: string | null, change: DiffPart['change']) => dropEmpty([{ text: text ?? '', change }])

/** What a change took away and what it brought. `kind` is the short word of what was changed, as in 股东. */
export function diffChange(before: string | null, after: string | null, kind: string): ChangeDiff {
  if (before === null || after === null || before === '' || after === '') {
    return { before: only(before, 'removed'), after: only(after, 'added'), note: null }
  }
  const amounts = diffAmounts(before, after)
  if (amounts !== null) return amounts
  if (listKinds.includes(kind) || hasMarkers(before) || hasMarkers(after)) return diffLists(before, after)
  return diffTexts(before, after)
}
