import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import * as z from 'zod/mini'
import { parseCoverage } from '../../domain/records/record-coverage.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SourceTable } from '../../platform/database/tables/company.ts'
import { ImportRefused } from '../input/import-refused.ts'
import { parseAsOf } from './dates.ts'

const text = z.string().check(z.minLength(1), z.maxLength(300))

const coverage = text.check(
  z.refine((value: string) => parseCoverage(value) !== null, '应为覆盖范围，如 all、listed、named 或 regions=3502'),
)

const sourcesSchema = z.array(
  z.strictObject({
    id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, '只用小写字母、数字和连字符')),
    name: text,
    scope: text,
    url: z.nullable(z.string().check(z.regex(/^https?:\/\//, '应以 http:// 或 https:// 开头'))),
    licence: text,
    kind: z.enum(['register', 'exchange', 'annual-report', 'disclosure', 'own', 'demo']),
    /** What the source covers: of all its kinds, or of each kind. */
    covers: z.optional(z.union([coverage, z.partialRecord(z.enum(recordKindKeys), coverage)])),
    /** Known defects, for those who read the file. */
    note: z.optional(text),
    asOf: z.nullable(z.string().check(z.refine((value: string) => parseAsOf(value) === value, '应为日期、月份或年份'))),
  }),
)

/** The sources that ship with the product. */
export const shippedSources = new URL('../../../../data/sources.json', import.meta.url)

export type RegisteredSource = z.infer<typeof sourcesSchema>[number]

/** What a source of the file covers of a kind; undefined: the file does not state it. */
export function statedCoverage(
  sources: readonly RegisteredSource[],
  sourceId: string,
  kind: RecordKindKey,
): string | undefined {
  const covers = sources.find(({ id }) => id === sourceId)?.covers
  return typeof covers === 'object' ? covers[kind] : covers
}

/** Inserts or updates the sources of a file, and returns them. Imports accept registered sources only. */
export async function registerSources(db: Database, file: string | URL): Promise<RegisteredSource[]> {
  const name = file instanceof URL ? 'sources.json' : path.basename(file)
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new ImportRefused(`来源文件 ${name} 无法读取，或不是 JSON。`)
  }
  const parsed = z.safeParse(sourcesSchema, json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ImportRefused(`来源文件 ${name} 有误：${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
  }
  for (const { asOf, covers: _covers, note: _note, ...source } of parsed.data) {
    const row = { ...source, as_of: asOf }
    await db
      .insertInto('source')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }
  return parsed.data
}

/** The registered source of the id. @throws ImportRefused */
export function sourceOf(registered: readonly SourceTable[], id: string): SourceTable {
  const source = registered.find((one) => one.id === id)
  if (source === undefined) throw new ImportRefused(`来源 ${id} 没有登记。`)
  return source
}
