import type { BulkReader, BulkSession } from '../../../platform/database/bulk-session.ts'
import type { CompanyTable } from '../../../platform/database/tables/company.ts'
import type { CompanyDifference } from '../resolve/company-difference.ts'

/** The columns by which a row finds its company. */
export type KeyColumn = 'credit_code' | 'registration_number' | 'name_key' | 'id'
const keyColumns: readonly KeyColumn[] = ['credit_code', 'registration_number', 'name_key', 'id']

const FIRST_SLOTS = 1 << 16
/** Share of the slots in use at which their number doubles. */
const MAX_LOAD = 0.75
const ID_BYTES = 17

function hashOf(column: KeyColumn, key: string): number {
  let hash = column.length
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x5bd1e995) ^ (hash >>> 15)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/**
 * Finds companies by their keys, in 40 to 80 bytes of memory for each company. A hash may belong to several keys, and a
 * company may have lost a key: what is found must be compared with the key.
 */
export class KeyIndex {
  #hashes = new Uint32Array(FIRST_SLOTS)
  /** Number of the company, from 1; 0 for an empty slot. */
  #numbers = new Uint32Array(FIRST_SLOTS)
  #keys = 0
  #ids = Buffer.alloc(FIRST_SLOTS * ID_BYTES)
  companies = 0

  add(company: CompanyTable): void {
    const end = this.companies * ID_BYTES
    if (end === this.#ids.length) this.#ids = Buffer.concat([this.#ids], 2 * end)
    this.#ids.write(company.id, end, 'latin1')
    this.companies += 1
    for (const column of keyColumns) {
      // A row without a credit code gets an id that follows from its other keys, never from a credit code.
      const key = column === 'id' && company.matched_by === 'creditCode' ? null : company[column]
      if (key !== null && key !== '') this.#add(hashOf(column, key), this.companies)
    }
  }

  /** Ids of the companies that may have one of the keys, each once. */
  find(column: KeyColumn, keys: readonly string[]): string[] {
    const found = new Set<string>()
    const mask = this.#numbers.length - 1
    for (const key of keys) {
      const hash = hashOf(column, key)
      for (let at = hash & mask; this.#numbers[at] !== 0; at = (at + 1) & mask) {
        if (this.#hashes[at] === hash) found.add(this.#idOf(this.#numbers[at] ?? 0))
      }
    }
    return [...found]
  }

  #idOf(number: number): string {
    return this.#ids.toString('latin1', (number - 1) * ID_BYTES, number * ID_BYTES)
  }

  #add(hash: number, number: number) {
    if (this.#keys >= this.#numbers.length * MAX_LOAD) this.#grow()
    this.#keys += 1
    const mask = this.#numbers.length - 1
    let at = hash & mask
    while (this.#numbers[at] !== 0) at = (at + 1) & mask
    this.#hashes[at] = hash
    this.#numbers[at] = number
  }

  #grow() {
    const [hashes, numbers] = [this.#hashes, this.#numbers]
    this.#hashes = new Uint32Array(hashes.length * 2)
    this.#numbers = new Uint32Array(hashes.length * 2)
    this.#keys = 0
    numbers.forEach((number, at) => {
      if (number !== 0) this.#add(hashes[at] ?? 0, number)
    })
  }
}

/** Finds the stored companies that have one of the keys in the column. */
export type CompanyLookup = (column: KeyColumn, keys: readonly string[]) => Promise<CompanyTable[]>

export const lookupInStore =
  (reader: BulkReader): CompanyLookup =>
  (column, keys) =>
    reader.selectIn<CompanyTable>('company', column, keys)

/** Reads only the companies that the index in memory finds. */
const lookupByIndex =
  (reader: BulkReader, index: KeyIndex): CompanyLookup =>
  async (column, keys) => {
    const found = index.find(column, keys)
    if (found.length === 0) return []
    const wanted = new Set(keys)
    const companies = await reader.selectIn<CompanyTable>('company', 'id', found)
    return companies.filter((company) => wanted.has(company[column] ?? ''))
  }

/** More companies are looked up in the store: bounds the memory of the index. */
const MOST_COMPANIES = 3_000_000

export type Loading = {
  lookup: CompanyLookup
  /** Call it when companies are resolved, before they are stored. */
  add(differences: readonly CompanyDifference[]): void
  /** Call it before each batch; `stored` resolves when the batch before is stored. */
  next(stored: Promise<void>): Promise<void>
}

const intoStore = (session: BulkSession): Loading => ({
  lookup: lookupInStore(session.beside),
  add: () => {},
  next: async () => {},
})

/**
 * A large first load keeps the keys of its companies in memory, and drops the indexes that it does not need: a row in each
 * costs more than sorting all of them at the end of the session. After an interruption the next import or start of a
 * server creates them, and the load goes on as into any store.
 */
export async function openLoading(session: BulkSession, isFirst: boolean): Promise<Loading> {
  if (!isFirst) return intoStore(session)
  await session.indexes.drop()
  const index = new KeyIndex()
  const inMemory = lookupByIndex(session.beside, index)
  const inStore = lookupInStore(session.beside)
  let isOver = false
  return {
    lookup: (column, keys) => (isOver ? inStore : inMemory)(column, keys),
    add: (differences) => {
      if (!isOver) for (const { row } of differences) index.add(row)
    },
    next: async (stored) => {
      if (isOver || index.companies < MOST_COMPANIES) return
      await stored
      await session.indexes.create()
      isOver = true
    },
  }
}
