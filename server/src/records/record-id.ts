import { hash } from 'node:crypto'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'

const digest = (text: string) => hash('sha256', text, 'hex')

/** A kind's ids stand together, so that an import of one touches a small part of their tree. */
const marks = new Map<RecordKindKey, string>()

function markOf(kind: RecordKindKey): string {
  const known = marks.get(kind)
  if (known !== undefined) return known
  const mark = digest(kind).slice(0, 2)
  marks.set(kind, mark)
  return mark
}

/**
 * The id of a record, made from its kind and what identifies one of it: the same on every machine, so that the same file,
 * or another source, finds the same record. Two hexadecimal digits of the kind and 88 bits in 22; cannot be counted
 * through.
 */
export const recordIdFrom = (kind: RecordKindKey, parts: readonly string[]): string =>
  `r${markOf(kind)}${digest(`baiqicha record\n${kind}\n${parts.join('\n')}`).slice(0, 22)}`
