import type { Database, Tables } from '../database/database.ts'

/** The person whose data is exported or erased. */
export type Person = { userId: string; mobile: string }

/** One row of the export, by the Chinese heading of each column. null: not stated. */
export type ExportRow = Record<string, string | number | boolean | null>

/** A picture of the export. `id` names its file (uploads/picture-files.ts). */
export type ExportedPicture = { id: string; name: string }

/** Personal data that a feature stores in one table: how it is exported, and how it is erased with the account. */
export type PersonalData = {
  table: keyof Tables
  /** Columns that contain a user id, a mobile number, or a key made of one. */
  columns: readonly string[]
  /** Heading in the export. */
  title: string
  /** Why the data is not exported, or its rows, oldest first. */
  exported: { reason: string } | { rows: (db: Database, person: Person) => Promise<ExportRow[]> }
  /** Pictures that the person uploaded. */
  pictures?: (db: Database, person: Person) => Promise<ExportedPicture[]>
  /** Why the data is retained, or its erasure. `withAccount`: a foreign key erases it with the account. */
  erased: { retained: string } | 'withAccount' | ((tx: Database, person: Person) => Promise<void>)
}

/** Time of an export as ISO 8601. */
export const exportTime = (instant: number) => new Date(instant).toISOString()

export const exportTimeOrNull = (instant: number | null) => (instant === null ? null : exportTime(instant))

/** Erases the data of a person in the order of the register. */
export async function erasePerson(tx: Database, register: readonly PersonalData[], person: Person): Promise<void> {
  for (const { erased } of register) if (typeof erased === 'function') await erased(tx, person)
}
