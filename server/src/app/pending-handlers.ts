import { keyed } from '@baiqicha/contract/keyed'
import { recordKindKeys } from '@baiqicha/contract/records/record-keys'
import { detailKindKeys } from '@baiqicha/contract/routes/record'
import { unavailable } from '../platform/http/refusal.ts'

const pending = async () => {
  throw unavailable()
}

/** Calls of the table whose feature is being built. */
export const pendingHandlers = {
  ...keyed(recordKindKeys, 'List', () => pending),
  ...keyed(detailKindKeys, 'Detail', () => pending),
  latestRecord: pending,
}
