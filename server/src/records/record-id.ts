import { createHash } from 'node:crypto'
import type { RecordKindKey } from '@baiqicha/contract/records/record-keys'

/**
 * The id of a record, made from its kind and what identifies one of it: the same on every machine, so that the same file,
 * or another source, finds the same record. 96 bits in 24 hexadecimal digits; cannot be counted through.
 */
export const recordIdFrom = (kind: RecordKindKey, parts: readonly string[]): string =>
  `r${createHash('sha256')
    .update(`baiqicha record\n${kind}\n${parts.join('\n')}`)
    .digest('hex')
    .slice(0, 24)}`
