import { kindTable, type RecordKindKey } from './kind-table.ts'

/** Pathname of the list of a kind (SPEC §2). */
export const listPathname = (key: RecordKindKey) => `/${kindTable[key].group}/${kindTable[key].path}`
/** Pathname of the detail page of a kind. */
export const detailPathname = (key: RecordKindKey) => `/${kindTable[key].group}/${key}Detail`
