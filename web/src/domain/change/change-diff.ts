import { diffAmounts } from './amount-change.ts'
import { type ChangeDiff, type DiffPart, dropEmpty } from './diff-parts.ts'
import { diffLists, hasMarkers } from './list-change.ts'
import { diffTexts } from './text-change.ts'

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
