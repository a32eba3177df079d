import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { memoize } from '../platform/cache.ts'
import { sha256 } from '../platform/crypto/hmac.ts'

/** Ids of one kind share a prefix, so that an import of one kind touches a small part of the B-tree. */
const markOf = memoize((kind) => sha256(kind).slice(0, 2))

/**
 * Id of a record, derived from its kind and its identifying values: equal on every machine, so that another import or
 * another source finds the same record. `r`, two hexadecimal digits of the kind and 22 of the hash (88 bits); ids
 * cannot be enumerated.
 */
export const recordIdFrom = (kind: RecordKindKey, parts: readonly string[]): string =>
  `r${markOf(kind)}${sha256(`baiqicha record\n${kind}\n${parts.join('\n')}`).slice(0, 22)}`
