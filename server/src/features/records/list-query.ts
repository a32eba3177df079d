import type { LinkBasis, RecordView } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { sql } from 'kysely'
import { compileOnce } from '../../platform/database/compile-once.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CompanySubjects } from '../../records/company-subjects.ts'
import { facetMark, hasMark } from '../../records/record-facets.ts'
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

/** Behind all that count: a company has two keys of its own and two by its name. */
const NAMESAKE_RANK = '9'

type Row = {
  /** null of a row that counts. */
  record_id: string | null
  rank: string
  identity: string | null
  fate: RecordView
  facets: string
  records: number
}

export type ListQuestion = { kind: RecordKind; subjects: CompanySubjects; today: string; narrowing: Narrowing }
export type ListAnswer = { groups: Group[]; listed: Listed[] }

/** What the question looks like without its values: how often it is narrowed, and by what it is ordered. */
const shapeOf = ({ kind, narrowing: { identity, facets } }: ListQuestion) =>
  `${kind.order?.direction ?? ''} ${identity === null ? 'any' : 'one'} ${facets.size}`

/**
 * Asks for everything of one kind that is told of a company, counted, and for the rows of one page of it: one query, one
 * moment.
 */
export function createListQuery(db: Database): (question: ListQuestion) => Promise<ListAnswer> {
  const byShape = new Map<string, (values: readonly string[]) => Promise<Row[]>>()

  const prepare = ({ kind, narrowing: { identity: wanted, facets } }: ListQuestion) =>
    compileOnce<Row>(db, ([today = '', key = '', view = '', identity = '', offset = '', limit = '', ...rest]) => {
      return withMeant(db, rest.slice(facets.size))
        .with('own', (own) =>
          subjectRows(own, today)
            .where(sql<string>`told.kind`, '=', key)
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
        .select([sql<string | null>`null`.as('record_id'), 'rank', 'identity', 'fate', 'facets'])
        .select((own) => own.fn.countAll<number>().as('records'))
        .groupBy(['rank', 'identity', 'fate', 'facets'])
        .unionAll((page) => {
          let rows = page.selectFrom('own').where('rank', '<>', NAMESAKE_RANK).where(sql<string>`fate`, '=', view)
          if (wanted !== null) rows = rows.where('identity', '=', identity)
          for (const mark of rest.slice(0, facets.size)) rows = rows.where(hasMark(db, 'facets', mark))
          const { order } = kind
          rows =
            order === undefined
              ? rows.orderBy('published_on', (by) => by.desc().nullsLast())
              : rows.orderBy('sort_value', (by) => (order.direction === 'asc' ? by.asc() : by.desc()).nullsLast())
          const ordered = rows
            .orderBy('record_id')
            .offset(sql<number>`${offset}`)
            .limit(sql<number>`${limit}`)
            .select(['record_id', 'rank', 'identity', 'fate', 'facets'])
            .select(sql<number>`1`.as('records'))
            .as('page')
          return page.selectFrom(ordered).selectAll()
        })
        .$castTo<Row>()
    })

  return async (question) => {
    const { kind, subjects, today, narrowing } = question
    const { view, identity, facets, offset, limit } = narrowing
    const shape = shapeOf(question)
    const ask = byShape.get(shape) ?? prepare(question)
    byShape.set(shape, ask)
    const rows = await ask([
      today,
      kind.key,
      view,
      identity ?? '',
      String(offset),
      String(limit),
      ...Array.from(facets, ([name, value]) => facetMark(name, value)),
      ...meantValues([subjects]),
      ...(subjects.namesakeKey === null ? [] : ['0', subjects.namesakeKey, NAMESAKE_RANK]),
    ])
    return {
      groups: rows.filter((row) => row.record_id === null).map((row) => groupOf(kind, row)),
      listed: rows.flatMap(({ record_id: id, rank, identity: part }) =>
        id === null ? [] : [{ id, identity: part, linkedBy: subjects.keys[Number(rank)]?.basis ?? null }],
      ),
    }
  }
}

function groupOf(kind: RecordKind, { rank, identity, fate, facets, records }: Row): Group {
  const said = facets.split('|')
  return {
    isNamesake: rank === NAMESAKE_RANK,
    fate,
    identity,
    facets: Object.keys(kind.facets ?? {}).map(
      (name) => said.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? '',
    ),
    records,
  }
}
