import { hash } from 'node:crypto'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'

const digest = (text: string) => hash('sha256', text, 'hex')

/** Ids of one kind share a prefix, so that an import of one kind touches a small part of the B-tree. */
const marks = new Map<RecordKindKey, string>()

function markOf(kind: RecordKindKey): string {
  const known = marks.get(kind)
  if (known !== undefined) return known
  const mark = digest(kind).slice(0, 2)
  marks.set(kind, mark)
  return mark
}

/**
 * Id of a record, derived from its kind and its identifying values: equal on every machine, so that another import or
 * another source finds the same record. `r`, two hexadecimal digits of the kind and 22 of the hash (88 bits); ids
 * cannot be enumerated.
 */
export const recordIdFrom = (kind: RecordKindKey, parts: readonly string[]): string =>
  `r${markOf(kind)}${digest(`baiqicha record\n${kind}\n${parts.join('\n')}`).slice(0, 22)}`
