import { type Evidence, numberIn, shownIn } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { Asked, Renaming } from '../asked.ts'
import type { Statement } from '../statement.ts'
import { asOfNote, sentence } from './sentence.ts'
import { notConnectedSentences } from './unconnected.ts'

/** Changes that a sentence states. */
const MOST_CHANGES = 6
const SHORT_NAME = '证券简称变更'

const isSpecial = (name: string) => /^\*?S?ST/u.test(name)
const isStarred = (name: string) => /^S?\*/u.test(name)
const meanings: Readonly<Record<Renaming['to'], (before: string, after: string) => boolean>> = {
  special: (before, after) => isSpecial(after) && !isSpecial(before),
  starred: (_before, after) => isStarred(after),
  plain: (before, after) => isSpecial(before) && !isSpecial(after) && !after.includes('退'),
  delisting: (_before, after) => after.includes('退'),
  any: () => true,
}

/**
 * The dated changes of the short name of a stock in one sentence, oldest first: 甲的证券简称：2023-04-27 变更为 ST甲。 Those that the question means, if
 * it means some. null: other changes are stored, too, or none.
 */
export function composeShortNames({ evidence }: ToolResult, { renaming }: Pick<Asked, 'renaming'>): Statement[] | null {
  const rows = evidence.filter(({ citedType }) => citedType === 'record')
  const [first] = rows
  if (first === undefined || rows.some((row) => shownIn(row, 'item') !== SHORT_NAME)) return null
  const dated = rows.toSorted((a, b) => shownIn(a, 'changeDate').localeCompare(shownIn(b, 'changeDate')))
  const meant =
    renaming === null ? [] : dated.filter((row) => meanings[renaming.to](shownIn(row, 'before'), shownIn(row, 'after')))
  const nth = renaming?.nth == null ? undefined : meant[renaming.nth - 1]
  const stated = nth !== undefined ? [nth] : meant.length > 0 ? meant : dated
  const shown = stated.slice(-MOST_CHANGES)
  const uncovered = meant.length > 0 ? [] : notConnectedSentences(evidence)
  // 变过几次: all of them are counted.
  const list = meant.length > 0 ? undefined : evidence.find(({ citedType }) => citedType === 'records')
  const count = list === undefined ? '' : `变更共 ${numberIn(list, 'total')} 条`
  const text = `${first.company?.name ?? ''}的证券简称${count}：${shown.map(changeText).join('；')}${asOfNote(first.date)}。`
  const fields = ['before', 'after', 'changeDate']
  const cited = shown.map((row) => ({ evidence: row, fields: fields.filter((name) => name in row.fields) }))
  return [
    sentence(text, [...(list === undefined ? [] : [{ evidence: list, fields: ['total'] }]), ...cited]),
    ...uncovered,
  ]
}

/** The change to a name like 必康退 alone; empty: there is none. */
export function composeDelisting(result: ToolResult): Statement[] {
  const hasOne = result.evidence.some((row) => meanings.delisting('', shownIn(row, 'after')))
  return hasOne ? (composeShortNames(result, { renaming: { to: 'delisting', nth: null } }) ?? []) : []
}

/** 2019-04-15 由 *ST天化 变更为 泸天化. */
function changeText(row: Evidence): string {
  const [date, before, after] = ['changeDate', 'before', 'after'].map((name) => shownIn(row, name))
  return `${date} ${before === '' ? '' : `由 ${before} `}变更为 ${after}`
}
