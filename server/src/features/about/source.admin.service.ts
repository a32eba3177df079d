import type { DeskInput, DeskOutput } from '@baiqicha/contract/desk/actions'
import type { SourcePart } from '@baiqicha/contract/desk/sources'
import { kindTable, type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import * as z from 'zod/mini'
import { coverageSentences } from '../../domain/records/record-coverage.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow } from '../../platform/database/portable-sql.ts'
import type { ImportHistoryTable } from '../../platform/database/tables/import.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'

const countsSchema = z.record(z.string(), z.number())

function lastImportOf(row: ImportHistoryTable | undefined): SourcePart['lastImport'] {
  if (row === undefined) return null
  const { number, state, ended_at: at } = row
  const counts = z.parse(countsSchema, JSON.parse(row.counts))
  const { rowsRead = 0, created = 0, changed = 0, unchanged = 0, rejected = 0, pending = 0 } = counts
  return { number, state, at, rowsRead, stored: created + changed + unchanged, rejected, pending }
}

type SourceAdminDeps = { db: Database; regions: ReferenceData['regions']; operatorAudit: AppendOperatorAudit }
export type NewSource = DeskInput<'sources add'> & { operator: string }

/** What each source states, as operators see it. */
export const createSourceAdmin = ({ db, regions, operatorAudit }: SourceAdminDeps) => ({
  /** false: the id has a source already. */
  add({ operator, ...source }: NewSource): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const { id, url } = source
      const row = { ...source, url: url === '' ? null : url, as_of: null }
      const added = await tx
        .insertInto('source')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .$call(changesRow)
      if (!added) return false
      await operatorAudit(tx, { operator, action: 'sourceAdded', subject: id, after: source })
      return true
    })
  },

  async list(): Promise<DeskOutput<'sources list'>> {
    const sources = await db.selectFrom('source').selectAll().orderBy('id').execute()
    const feeds = await db.selectFrom('record_feed').selectAll().execute()
    const newest = await db
      .selectFrom('import_history')
      .selectAll()
      .where('number', 'in', (of) =>
        of
          .selectFrom('import_history')
          .select((row) => row.fn.max('number').as('number'))
          .where('state', '<>', 'undone')
          .groupBy(['kind', 'source_id']),
      )
      .execute()
    const importOf = (kind: string, source: string) =>
      lastImportOf(newest.find((row) => row.kind === kind && row.source_id === source))

    function recordsOf(source: string, kind: RecordKindKey): SourcePart[] {
      const feed = feeds.find((row) => row.kind === kind && row.source_id === source)
      const lastImport = importOf(kind, source)
      if (feed === undefined && lastImport === null) return []
      const sentences = coverageSentences(kind, feed?.covers ?? null, (prefix) =>
        regions.nameOf(prefix.padEnd(6, '0'), 'county'),
      )
      return [{ title: kindTable[kind].title, asOf: feed?.as_of ?? null, lastImport, ...sentences }]
    }

    return {
      items: sources.map(({ id, name, scope, url, licence, kind, as_of: asOf }) => {
        const ofCompanies = importOf('companies', id)
        const nothing = { covers: null, inside: null, outside: null }
        const companies = ofCompanies === null ? [] : [{ title: '企业', asOf, lastImport: ofCompanies, ...nothing }]
        const parts = [...companies, ...recordKindKeys.flatMap((key) => recordsOf(id, key))]
        return { id, name, scope, url, licence, asOf, isDemo: kind === 'demo', parts }
      }),
    }
  },
})
