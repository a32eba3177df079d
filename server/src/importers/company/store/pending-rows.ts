import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { BulkSession } from '../../../platform/database/bulk-session.ts'
import type { WaitingRowTable } from '../../../platform/database/tables/company.ts'
import { toldFacts } from '../parse/company-facts.ts'
import type { CompanyStatements } from '../parse/statements.ts'
import { keySlot } from '../resolve/company-state.ts'
import { waitingRowTable } from './company-tables.ts'

/**
 * Rows that name a company by a code or key alone, before any row has told its name: they wait under that key, and are
 * taken with the row that brings the company. So it does not matter which file is imported first.
 */
export type PendingRow = { slot: string; digest: string; row: CompanyStatements }

const text = z.nullable(z.string())
const cell = z.union([z.string(), z.number(), z.null()])

const contentSchema = z.object({
  creditCode: text,
  registrationNumber: text,
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
      listings: z.array(
        z.object({
          exchange: z.string(),
          code: z.string(),
          old_code: text,
          board: text,
          state: text,
          listed_on: text,
          delisted_on: text,
        }),
      ),
    }),
  ),
})

/** Keys under which a row may wait or be waited for, the strongest first. */
export function lookupKeys({ creditCode, registrationNumber, keySlot: ownKey }: CompanyStatements): string[] {
  const slots = ownKey === null ? [] : [ownKey]
  if (registrationNumber !== null) slots.unshift(keySlot('registrationNumber', registrationNumber))
  if (creditCode !== null) slots.unshift(keySlot('creditCode', creditCode))
  return slots
}

export const hasKey = ({ creditCode, registrationNumber, keySlot: ownKey }: CompanyStatements) =>
  creditCode !== null || registrationNumber !== null || ownKey !== null

function contentOf({ creditCode, registrationNumber, keySlot: ownKey, statements }: CompanyStatements): string {
  const said = statements.map(({ told, ...rest }) => ({
    ...rest,
    values: Object.assign({}, ...told.map(({ columns }) => columns)),
  }))
  return JSON.stringify({ creditCode, registrationNumber, keySlot: ownKey, statements: said })
}

function readContent(content: string): CompanyStatements {
  const { statements, ...row } = z.parse(contentSchema, JSON.parse(content))
  const said = statements.map(({ values, ...rest }) => ({ ...rest, told: toldFacts(values) }))
  return { ...row, line: 0, nameKey: null, statements: said, leftOut: [] }
}

/** The row as it waits; null for one that has no key to wait under. */
export function pendingRowOf(row: CompanyStatements): PendingRow | null {
  const [slot] = lookupKeys(row)
  if (slot === undefined) return null
  return { slot, digest: createHash('sha256').update(contentOf(row)).digest('hex').slice(0, 32), row }
}

/** Rows that wait for any of the companies, and those that wait for what these would bring. */
export async function loadPendingRows(session: BulkSession, rows: readonly CompanyStatements[]): Promise<PendingRow[]> {
  const [any] = await session.select('select slot from waiting_row limit 1', [])
  if (any === undefined) return []
  const asked = new Set<string>()
  const found: PendingRow[] = []
  for (let wanted = rows.flatMap(lookupKeys); wanted.length > 0; ) {
    for (const slot of wanted) asked.add(slot)
    const stored = await session.selectIn<WaitingRowTable>('waiting_row', 'slot', wanted)
    const more = stored.map(({ slot, digest, content }) => ({ slot, digest, row: readContent(content) }))
    found.push(...more)
    wanted = more.flatMap(({ row }) => lookupKeys(row)).filter((slot) => !asked.has(slot))
  }
  return found.sort((a, b) => (a.digest < b.digest ? -1 : 1))
}

export async function saveWaitingRows(
  session: BulkSession,
  { added, taken }: { added: readonly PendingRow[]; taken: readonly PendingRow[] },
): Promise<void> {
  await session.remove(
    waitingRowTable,
    taken.map(({ slot, digest }) => ({ slot, digest })),
  )
  await session.write(
    waitingRowTable,
    added.map(({ slot, digest, row }) => ({ slot, digest, content: contentOf(row) })),
  )
}
