import type { LinkBasis, RecordView } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { CompanySubjects } from '../../records/company-subjects.ts'
import { facetOf, facetSays } from '../../records/record-facets.ts'
import { fateInSql } from '../../records/record-fate.ts'
import { meantValues, subjectRows, withMeant } from '../../records/subject-rows.ts'

/** What a list is narrowed to. `facets` by name. */
export type Narrowing = {
  view: RecordView
  identity: string | null
  facets: ReadonlyMap<string, string>
  offset: number
  limit: number
}

/** Records of the company that agree in all of this, counted. */
export type Group = {
  /** Told by a name that others bear too: counted, never shown. */
  isNamesake: boolean
  fate: RecordView
  identity: string | null
  /** What they say, in the order of the kind's facets; empty for nothing. */
  facets: readonly string[]
  records: number
}

export type Listed = { id: string; identity: string | null; linkedBy: LinkBasis | null }

/** A company has two keys of its own and two by its name. */
const NAMESAKE_RANK = '9'
/** No kind has more facets. */
const facetColumns = ['facet_0', 'facet_1', 'facet_2', 'facet_3'] as const

/** Everything of one kind that is told of a company, counted, and the rows of one page of it: one query, one moment. */
export async function queryList(
  db: Database,
  {
    kind,
    subjects,
    today,
    narrowing,
  }: { kind: RecordKind; subjects: CompanySubjects; today: string; narrowing: Narrowing },
): Promise<{ groups: Group[]; listed: Listed[] }> {
  const { view, identity, facets, offset, limit } = narrowing
  const names = Object.keys(kind.facets ?? {})
  const values = [
    ...meantValues([subjects]),
    ...(subjects.namesakeKey === null ? [] : ['0', subjects.namesakeKey, NAMESAKE_RANK]),
  ]
  const none = sql<string>`''`
  const column = (at: number): RawBuilder<string> => {
    const name = names[at]
    return name === undefined ? none : facetOf(db, name)
  }
  const rows = await withMeant(db, values)
    .with('own', (own) =>
      subjectRows(own, today)
        .where('told.kind', '=', kind.key)
        .select([
          'meant.rank',
          'told.record_id',
          'told.identity',
          'told.facets',
          'told.published_on',
          'told.sort_value',
        ])
        .select(fateInSql(today).as('fate')),
    )
    .selectFrom('own')
    .select(['rank', 'fate', 'identity', sql<string | null>`null`.as('record_id')])
    .select(facetColumns.map((name, at) => column(at).as(name)))
    .select((row) => row.fn.countAll<number>().as('records'))
    .groupBy(sql`1, 2, 3, 5, 6, 7, 8`)
    .unionAll((all) => {
      let page = all.selectFrom('own').where('rank', '<>', NAMESAKE_RANK).where('fate', '=', view)
      if (identity !== null) page = page.where('identity', '=', identity)
      for (const [name, value] of facets) page = page.where(facetSays(db, name, value))
      const { order } = kind
      page =
        order === undefined
          ? page.orderBy('published_on', (by) => by.desc().nullsLast())
          : page.orderBy('sort_value', (by) => (order.direction === 'asc' ? by.asc() : by.desc()).nullsLast())
      const ordered = page
        .orderBy('record_id')
        .offset(offset)
        .limit(limit)
        .select(['rank', 'fate', 'identity', 'record_id'])
        .as('page')
      return all
        .selectFrom(ordered)
        .select(['rank', 'fate', 'identity', 'record_id'])
        .select(facetColumns.map((name) => none.as(name)))
        .select(sql<number>`0`.as('records'))
    })
    .execute()

  const groups: Group[] = []
  const listed: Listed[] = []
  for (const { rank, fate, identity: part, record_id: id, records, ...told } of rows) {
    if (id === null) {
      const said = facetColumns.slice(0, names.length).map((name) => told[name])
      groups.push({ isNamesake: rank === NAMESAKE_RANK, fate, identity: part, facets: said, records })
    } else listed.push({ id, identity: part, linkedBy: subjects.keys[Number(rank)]?.basis ?? null })
  }
  return { groups, listed }
}
