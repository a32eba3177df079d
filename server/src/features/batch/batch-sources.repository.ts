import { kindTable } from '@baiqicha/contract/records/kind-table'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createSourceReader } from '../../platform/database/source-reader.ts'
import { riskRecordKinds } from '../../records/record-tallies.ts'
import type { RegisterOrigin } from './batch-file.presenter.ts'

/** Where the facts of the companies of a list come from. */
export function createBatchSources({ db, clock }: { db: Database; clock: Clock }) {
  const findSources = createSourceReader(db, clock)
  return {
    /** Source and date of the register facts by company id, and of the name where there is none. */
    async originsOf(ids: readonly string[]): Promise<Map<string, RegisterOrigin>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('company')
        .select(['id', 'registration_source', 'registration_as_of', 'identity_source', 'identity_as_of'])
        .where('id', 'in', ids)
        .execute()
      const sources = await findSources(rows.flatMap((row) => row.registration_source ?? row.identity_source ?? []))
      return new Map(
        rows.flatMap((row) => {
          const isRegistered = row.registration_source !== null
          const id = isRegistered ? row.registration_source : row.identity_source
          const asOf = isRegistered ? row.registration_as_of : row.identity_as_of
          return id === null ? [] : [[row.id, { name: sources.get(id)?.name ?? id, asOf }]]
        }),
      )
    },

    /** A sheet with the sources of companies and of counted records, with headings. */
    async sheet(): Promise<string[][]> {
      const [sources, feeds] = await Promise.all([
        db.selectFrom('source').selectAll().orderBy('id').execute(),
        db.selectFrom('record_feed').select(['source_id', 'kind']).where('kind', 'in', riskRecordKinds).execute(),
      ])
      const titles = Map.groupBy(feeds, ({ source_id: id }) => id)
      const connected = new Set(feeds.map(({ kind }) => kind))
      const unconnected = riskRecordKinds.filter((kind) => !connected.has(kind)).map((kind) => kindTable[kind].title)
      return [
        ['来源', '范围', '风险记录', '数据日期', '许可', '网址'],
        ...sources.map((source) => [
          source.name,
          source.scope,
          (titles.get(source.id) ?? []).map(({ kind }) => kindTable[kind].title).join('、'),
          source.as_of ?? '',
          source.licence,
          source.url ?? '',
        ]),
        [],
        ['未接入的风险记录', unconnected.length === 0 ? '无' : unconnected.join('、')],
        ['说明', '依据公开来源整理，请以来源为准；未收录不代表不存在，未查询到不代表没有。'],
      ]
    },
  }
}

export type BatchSources = ReturnType<typeof createBatchSources>
