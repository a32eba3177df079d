import { type LinkBasis, type RecordView, recordViews } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { sql } from 'kysely'
import { compileOnce } from '../../platform/database/compile-once.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/dialect.ts'
import type { CompanySubjects } from '../../records/company-subjects.ts'
import { CASE, facetMark, hasMark } from '../../records/record-facets.ts'
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

const none = sql<string | null>`null`

type Row = { record_id: string | null; rank: string | null; identity: string | null; told: string | null }

export type ListQuestion = { kind: RecordKind; subjects: CompanySubjects; today: string; narrowing: Narrowing }
export type ListAnswer = { groups: Group[]; listed: Listed[] }

/** What the question looks like without its values: how often it is narrowed, and by what it is ordered. */
const shapeOf = ({ kind, narrowing: { identity, facets } }: ListQuestion) =>
  `${kind.order?.direction ?? ''} ${identity === null ? 'any' : 'one'} ${facets.size}`

/**
 * Asks for everything of one kind that is told of a company, counted, and for the rows of one page of it: one query, one
 * moment. What the rows say comes as one text: grouping so many different texts takes the database several times as long.
 */
export function createListQuery(db: Database): (question: ListQuestion) => Promise<ListAnswer> {
  const byShape = new Map<string, (values: readonly string[]) => Promise<Row[]>>()

  const prepare = ({ kind, narrowing: { identity: wanted, facets } }: ListQuestion) =>
    compileOnce<Row>(db, ([today = '', key = '', view = '', identity = '', offset = '', limit = '', ...rest]) => {
      const entry = sql<string>`rank || fate || '|' || coalesce(identity, '') || facets`
      const all = isPostgres(db)
        ? sql<string | null>`string_agg(${entry}, chr(10))`
        : sql<string | null>`group_concat(${entry}, char(10))`
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
        .select([none.as('record_id'), none.as('rank'), none.as('identity'), all.as('told')])
        .unionAll((page) => {
          let rows = page.selectFrom('own').where('rank', '<>', NAMESAKE_RANK).where(sql<string>`fate`, '=', view)
          if (wanted !== null) rows = rows.where('identity', '=', identity)
          for (const mark of rest.slice(0, facets.size)) rows = rows.where(hasMark(db, mark))
          const { order } = kind
          rows =
            order === undefined
              ? rows.orderBy('published_on', (by) => by.desc().nullsLast())
              : rows.orderBy('sort_value', (by) => (order.direction === 'asc' ? by.asc() : by.desc()).nullsLast())
          const ordered = rows
            .orderBy('record_id')
            .offset(sql<number>`${offset}`)
            .limit(sql<number>`${limit}`)
            .select(['record_id', 'rank', 'identity'])
            .as('page')
          return page.selectFrom(ordered).select(['record_id', 'rank', 'identity', none.as('told')])
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
    const [counted, ...page] = rows
    return {
      groups: groupsIn(kind, counted?.told ?? ''),
      listed: page.map((row) => ({
        id: row.record_id ?? '',
        identity: row.identity,
        linkedBy: subjects.keys[Number(row.rank)]?.basis ?? null,
      })),
    }
  }
}

/** Behind the facets, as every record has its own. */
const CASES = `|${CASE}=`

/** Counts the entries of a text, one a line: `0current|被告|year=2024|case=（2024）演0101民初1号|`. */
function groupsIn(kind: RecordKind, told: string): Group[] {
  const counts = new Map<string, number>()
  for (const entry of told === '' ? [] : told.split('\n')) {
    const cases = entry.indexOf(CASES)
    const group = cases < 0 ? entry : entry.slice(0, cases)
    counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  const names = Object.keys(kind.facets ?? {})
  return Array.from(counts, ([group, records]) => {
    const [standing = '', identity = '', ...said] = group.split('|')
    const fate = recordViews.find((view) => view === standing.slice(1)) ?? 'history'
    return {
      isNamesake: standing.startsWith(NAMESAKE_RANK),
      fate,
      identity: identity === '' ? null : identity,
      facets: names.map((name) => said.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''),
      records,
    }
  })
}
