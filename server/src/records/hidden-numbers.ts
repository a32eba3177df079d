import { type ExpressionBuilder, sql } from 'kysely'
import { contactsIn, numberKeyOf, numberKeysIn } from '../domain/contacts/contact-value.ts'
import { maskContactsIn, maskNumbersIn } from '../domain/masking/masking.ts'
import { type Cipher, createCipher } from '../platform/crypto/cipher.ts'
import { createHmacHasher, type Hmac } from '../platform/crypto/hmac.ts'
import type { BulkSession } from '../platform/database/bulk-session.ts'
import type { Database, Tables } from '../platform/database/database.ts'
import type { OpenDatabase } from '../platform/database/open-database.ts'
import { changesRow, findsRow, inJsonArray, jsonRows, readJsonRows } from '../platform/database/portable-sql.ts'
import type { CompanyTable, HiddenNumberTable } from '../platform/database/tables/company.ts'
import { instantIn } from './company-changes.ts'
import { updateMarks } from './record-marks.ts'
import { bumpRecordRevision } from './record-revision.ts'

/** Finds rows of `hidden_number` by their HMACs; imports read through their own session. */
type FindHidden = (hmacs: readonly string[]) => Promise<readonly Pick<HiddenNumberTable, 'number_hmac'>[]>

export type HiddenNumber = { value: string; addedBy: HiddenNumberTable['added_by']; reason: string | null }

export type HiddenNumbers = ReturnType<typeof createHiddenNumbers>

const REFERENCE = 'hm-'
const REFERENCE_LENGTH = 12
export const hiddenReference = /^hm-([0-9a-f]{12})$/

/** Landlines and web addresses keep three characters at the beginning and two at the end. */
function maskedContact(value: string): string {
  const masked = maskContactsIn(maskNumbersIn(value))
  return masked === value ? `${value.slice(0, 3)}****${value.slice(-2)}` : masked
}

function createHiddenNumbers({ hmac, cipher }: { hmac: Hmac; cipher: Cipher }) {
  const hmacOf = (numberKey: string) => hmac('hidden number', numberKey)

  return {
    /** Id of a contact for output. A plain hash would reveal a mobile number: its masked digits can be tried. */
    contactIdOf: (companyId: string, numberKey: string): string =>
      `t${hmac('contact', companyId, numberKey).slice(0, 24)}`,

    /** Reference of a hidden number in the audit. */
    referenceOf: (value: string): string => `${REFERENCE}${hmacOf(numberKeyOf(value)).slice(0, REFERENCE_LENGTH)}`,

    /** What operators see of a stored row. */
    describe: ({
      number_hmac: key,
      number_sealed: sealed,
    }: HiddenNumberTable): { reference: string; masked: string } => ({
      reference: `${REFERENCE}${key.slice(0, REFERENCE_LENGTH)}`,
      masked: maskedContact(cipher.open(sealed)),
    }),

    /** The number of a row. */
    open: ({ number_sealed: sealed }: Pick<HiddenNumberTable, 'number_sealed'>): string => cipher.open(sealed),

    /** The number keys among these that are hidden. */
    async hiddenAmong(find: FindHidden, numberKeys: readonly string[]): Promise<Set<string>> {
      const keys = new Map(numberKeys.map((key) => [hmacOf(key), key]))
      const rows = await find([...keys.keys()])
      return new Set(rows.flatMap(({ number_hmac }) => keys.get(number_hmac) ?? []))
    },

    async isHidden(db: Database, numberKey: string): Promise<boolean> {
      return db.selectFrom('hidden_number').where('number_hmac', '=', hmacOf(numberKey)).$call(findsRow)
    },

    /** Hides a normalised number in everything that states it; false when it is hidden already. */
    async hide(tx: Database, { value, addedBy, reason }: HiddenNumber, now: number): Promise<boolean> {
      const numberKey = numberKeyOf(value)
      // Before any record is locked, as imports do: their batch ends first, or sees this row.
      const added = await tx
        .insertInto('hidden_number')
        .values({
          number_hmac: hmacOf(numberKey),
          number_sealed: cipher.seal(value),
          added_by: addedBy,
          reason,
          hidden_at: now,
        })
        .onConflict((conflict) => conflict.column('number_hmac').doNothing())
        .$call(changesRow)
      if (!added) return false
      await markNumber(tx, numberKey, true, now)
      return true
    },

    /** Undoes `hide`; false when the number is not hidden. */
    async show(tx: Database, value: string, now: number): Promise<boolean> {
      const numberKey = numberKeyOf(value)
      const deleted = await tx
        .deleteFrom('hidden_number')
        .where('number_hmac', '=', hmacOf(numberKey))
        .$call(changesRow)
      if (!deleted) return false
      await markNumber(tx, numberKey, false, now)
      return true
    },
  }
}

/** With the secret key of the installation. */
export const createHiddenNumbersOf = (secret: Uint8Array) =>
  createHiddenNumbers({ hmac: createHmacHasher(secret), cipher: createCipher(secret) })

/** Sets the mark of a number on every record and company that states it, and queues its companies for the index. */
async function markNumber(tx: Database, numberKey: string, isHidden: boolean, now: number): Promise<void> {
  const rows = await tx
    .selectFrom('record_subject')
    .select('record_id')
    .where('subject_key', '=', numberKey)
    .orderBy('record_id')
    .execute()
  const ids = rows.map(({ record_id }) => record_id)
  if (ids.length > 0) {
    await tx
      .updateTable('record')
      .set({ is_number_hidden: isHidden ? 1 : null })
      .where('id', 'in', inJsonArray(tx, ids))
      .execute()
    await updateMarks(tx, ids, now)
  }
  await tx
    .updateTable('company_contact')
    .set({ is_hidden: isHidden ? 1 : 0 })
    .where('number_key', '=', numberKey)
    .execute()
  await sql`insert into company_change (company_id, at)
    select company_id, ${instantIn(tx, now)} from company_contact where number_key = ${numberKey}`.execute(tx)
  await bumpRecordRevision().execute(tx)
}

type HiddenRow = { number_key: string }
type WithHidden = { hidden_contacts: readonly HiddenRow[] | string }

/** Column with the hidden numbers in the own fields of a company, so that its page needs no further query. */
export const hiddenContacts = (db: Database, company: ExpressionBuilder<Tables, 'company'>) =>
  jsonRows(
    db,
    company
      .selectFrom('company_contact')
      .select(['number_key'])
      .whereRef('company_contact.company_id', '=', 'company.id')
      .where('company_contact.is_hidden', '=', sql.lit(1)),
  ).as('hidden_contacts')

const numbersIn = (json: string): unknown[] => {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list : []
}

/** The company without its hidden numbers. Of a cell with several numbers the others remain. */
export function withoutHiddenContacts<
  Row extends WithHidden & Partial<Pick<CompanyTable, 'phones' | 'email' | 'website'>>,
>(row: Row): Row {
  const rows = readJsonRows(row.hidden_contacts)
  if (rows.length === 0) return row
  const hidden = new Set(rows.map(({ number_key }) => number_key))
  const isHidden = (text: unknown) => typeof text === 'string' && numberKeysIn(text).some((key) => hidden.has(key))
  const withoutHidden = (cell: unknown) =>
    typeof cell === 'string' && isHidden(cell) ? contactsIn(cell).filter((contact) => !isHidden(contact)) : [cell]
  return {
    ...row,
    ...(row.phones !== undefined && {
      phones: JSON.stringify(numbersIn(row.phones).flatMap(withoutHidden)),
    }),
    ...(isHidden(row.email) && { email: null }),
    ...(isHidden(row.website) && { website: null }),
  }
}

export type LoadHiddenNumbersDeps = { session: BulkSession; database: OpenDatabase; hiddenNumbers: HiddenNumbers }

/**
 * The keys that are hidden among those of a batch. Blocks new ones until commit: an owner who hides a number then finds what
 * this batch stores.
 */
export async function loadHiddenNumbers(
  { session, database, hiddenNumbers }: LoadHiddenNumbersDeps,
  numberKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (numberKeys.length === 0) return new Set()
  if (database.kind === 'postgres') await session.execute('lock table hidden_number in share mode', [])
  // The HMACs and their look-up are a fifteenth of the work of a contact, and many stores hide no number.
  const [first] = await session.select('select 1 as found from hidden_number limit 1', [])
  if (first === undefined) return new Set()
  return hiddenNumbers.hiddenAmong((hmacs) => session.selectIn('hidden_number', 'number_hmac', hmacs), numberKeys)
}
