import * as z from 'zod/mini'
import { sha256 } from '../../../platform/crypto/hmac.ts'
import { asStored, type CompanyStatements, qualifiedKey, statedFacts } from '../parse/sourced-facts.ts'
import { storedListing } from './company-draft.ts'

/**
 * A row that identifies its company by codes and keys only, before any row stated the company's name. It is stored under
 * each of them and applied with the row that creates the company, so files can be imported in any order. `run`: number of
 * its import, 0 for imports older than the numbers.
 */
export type PendingRow = { digest: string; row: CompanyStatements; run: number }

const text = z.nullable(z.string())
const cell = z.union([z.string(), z.number(), z.null()])

const contentSchema = z.object({
  creditCode: text,
  registrationNumber: text,
  // The stored key name of `sourceKey`; `digest` is a hash of this text.
  keySlot: text,
  statements: z.array(
    z.object({
      origin: z.object({ source: z.string(), asOf: text }),
      values: z.record(z.string(), cell),
      names: z.array(
        z.object({
          kind: z.enum(['former', 'formerShort', 'alias']),
          value: z.string(),
          valid_from: z.string(),
          valid_to: text,
        }),
      ),
      listings: z.array(storedListing),
    }),
  ),
})

/** Keys under which a row is stored as pending or finds pending rows. */
export function lookupKeys({
  creditCode,
  registrationNumber,
  sourceKey,
}: Pick<CompanyStatements, 'creditCode' | 'registrationNumber' | 'sourceKey'>): string[] {
  const keys = sourceKey === null ? [] : [sourceKey]
  if (registrationNumber !== null) keys.push(qualifiedKey('registrationNumber', registrationNumber))
  if (creditCode !== null) keys.push(qualifiedKey('creditCode', creditCode))
  return keys
}

export function contentOf({ creditCode, registrationNumber, sourceKey, statements }: CompanyStatements): string {
  const stored = statements.map(({ facts, ...rest }) => ({
    ...rest,
    values: Object.assign({}, ...facts.map(({ columns }) => columns)),
  }))
  return JSON.stringify({ creditCode, registrationNumber, keySlot: sourceKey, statements: stored })
}

export function readRowContent(content: string): CompanyStatements {
  const { statements, keySlot, ...row } = z.parse(contentSchema, JSON.parse(content))
  const read = statements.map(({ values, ...rest }) => ({ ...rest, facts: statedFacts(values) }))
  const name = read.flatMap(({ facts }) => facts).find(({ fact }) => fact === 'name')
  const nameKey = name?.columns.name_key ?? null
  return { ...row, ...asStored, sourceKey: keySlot, nameKey, statements: read }
}

/** Identifies a row by its content. */
export const rowDigest = (row: CompanyStatements): string => sha256(contentOf(row)).slice(0, 32)

/** null for a row without code or key. */
export function pendingRowOf(row: CompanyStatements, run: number): PendingRow | null {
  return lookupKeys(row).length === 0 ? null : { digest: rowDigest(row), row, run }
}
