import { type SqlBool, sql } from 'kysely'

/**
 * Condition for companies of real sources. The plus excludes the index of the newest companies, which begins with the flag:
 * SQLite has no statistics and would read every real company through it instead of a few by their key.
 */
export const isRealCompany = sql<SqlBool>`+company.is_demo = 0`
