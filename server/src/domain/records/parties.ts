import type { FieldValue, Party } from '@baiqicha/contract/records/fields'
import { isCreditCode } from '../company/credit-code.ts'
import { isIdentityNumber } from '../masking/masking.ts'
import { nameKey } from '../names/company-name.ts'
import { isPersonName } from './person-name.ts'

/** The parties in a list of a record; none in any other value. */
export const partiesIn = (value: FieldValue | undefined): Party[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object').filter((item) => 'role' in item) : []

/**
 * Mark before the subject key of the company that a record of a holding names: the owner in 股东信息, the owned company in
 * 对外投资. Only ownership reads it, so that either record is found from both of its companies.
 */
export const HOLDING_MARK = 'h:'

/** null for a natural person. `code`: as stated, valid or not. */
export function holdingKeyOf({ name, code }: { name: string; code: string | null }): string | null {
  const stated = code?.trim().toUpperCase() ?? ''
  if (isCreditCode(stated) && !isIdentityNumber(stated)) return `${HOLDING_MARK}c:${stated}`
  const key = nameKey(name)
  return key === '' || isPersonName(name) ? null : `${HOLDING_MARK}n:${key}`
}
