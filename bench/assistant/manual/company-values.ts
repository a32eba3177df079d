import { readFileSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import type { StatedValue } from '../case.ts'

/** Ways of writing the facts of companies, read from the store by queries of its own. */

type Row = Readonly<Record<string, string | number | null>>

const regionNames = new Map(
  ['../../../data/reference/regions.csv', '../../../data/demo/regions.csv'].flatMap((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [code = '', name = ''] = line.split(',')
        return [code, name]
      }),
  ),
)

const exchangeNames: Readonly<Record<string, string>> = {
  SSE: '上海证券交易所',
  SZSE: '深圳证券交易所',
  BSE: '北京证券交易所',
}

/** A number as texts write it: with and without separators, and whole where it is. */
const numberForms = (value: number): string[] => [
  value.toLocaleString('zh-CN', { maximumFractionDigits: 4 }),
  String(value),
]

const moneyForms = (value: number, unit: string): string[] => {
  const yi = unit === '万元' ? value / 10_000 : value / 100_000_000
  return [...numberForms(value), `${yi.toLocaleString('zh-CN', { maximumFractionDigits: 2 })} 亿`]
}

const dateForms = (date: string): string[] => {
  const [year = '', month = '', day = ''] = date.split('-')
  return [date, `${year}年${Number(month)}月${Number(day)}日`, `${year} 年 ${Number(month)} 月 ${Number(day)} 日`]
}

/** A number of records before the unit of its kind; none is stated as such. */
export const countForms = (count: number): StatedValue =>
  count === 0
    ? ['未查询到', '0 条', '没有']
    : ['条', '名', '家', '次'].flatMap((unit) => [`${count} ${unit}`, `${count}${unit}`])

/** The views in which a record may be shown. */
export type View = 'current' | 'disputed' | 'history'

/** Statements about which the cases ask, by a short name. */
export const fields = [
  'name',
  'status',
  'creditCode',
  'foundedOn',
  'capital',
  'paidIn',
  'legalRepresentative',
  'address',
  'website',
  'email',
  'english',
  'shortName',
  'businessType',
  'authority',
  'region',
  'stockCode',
  'listedOn',
  'exchange',
  'board',
  'insuredCount',
  'endedOn',
  'formerName',
  'employees',
  'chairman',
  'secretary',
  'shareholders',
  'invested',
  'branches',
  'rank',
] as const
export type Field = (typeof fields)[number]

export type CompanyValues = {
  /** @throws Error when no company, or more than one, has the name. */
  idOf: (name: string) => string
  idsOf: (name: string) => string[]
  /** @throws Error when the store lacks the value: such a case must expect that it is unavailable. */
  valuesOf: (name: string, field: Field) => StatedValue[]
  /** Number of records that may be shown today. */
  countOf: (name: string, kind: string, view: View | null) => number
  /** Names of companies that satisfy a condition on the columns of `company`, in the order of their names. */
  namesWhere: (condition: string, most: number) => string[]
}

export function openCompanyValues(store: Sqlite.Database): CompanyValues {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const rows = (sql: string, ...values: readonly (string | number)[]): Row[] =>
    store.prepare<unknown[], Row>(sql).all(...values)
  const idsOf = (name: string) => rows('select id from company where name = ?', name).map(({ id }) => String(id))
  const companyOf = (name: string): Row => {
    const [company, ...others] = rows('select * from company where name = ?', name)
    if (company === undefined || others.length > 0) throw new Error(`${others.length + 1} companies are named ${name}`)
    return company
  }
  const subjectsOf = ({ credit_code: code, name }: Row) => [`c:${code}`, `n:${name}`]
  const contentsOf = (company: Row, kind: string, view: View | null): Record<string, unknown>[] =>
    rows(
      `select distinct r.id, r.content, s.standing, s.removed_on, s.is_disputed from record_subject s
       join record r on r.id = s.record_id
       where s.subject_key in (?, ?) and s.kind = ? and s.is_hidden = 0 and s.standing <> 'withdrawn'
         and (s.display_until is null or s.display_until >= ?)`,
      ...subjectsOf(company),
      kind,
      today,
    ).flatMap(({ content, standing, removed_on: removed, is_disputed: disputed }) => {
      const isHistory = standing === 'history' || (removed !== null && String(removed) <= today)
      const own: View = isHistory ? 'history' : standing === 'disputed' || disputed === 1 ? 'disputed' : 'current'
      return view === null || own === view ? [JSON.parse(String(content))] : []
    })
  const listingsOf = ({ id }: Row) =>
    rows('select * from company_listing where company_id = ? order by listed_on', String(id))
  const named = (contents: readonly Record<string, unknown>[]): StatedValue[] =>
    [...new Set(contents.map(({ name }) => String(name)))].map((name) => [name])
  const officers = (company: Row, position: string) =>
    named(
      contentsOf(company, 'keyPerson', 'current').filter(
        ({ positions }) => Array.isArray(positions) && positions.includes(position),
      ),
    )

  const text = (value: Row[string] | undefined): StatedValue[] =>
    value == null || value === '' ? [] : [[String(value)]]
  const date = (value: Row[string] | undefined): StatedValue[] => (value == null ? [] : [dateForms(String(value))])
  const readers: Readonly<Record<Field, (company: Row) => StatedValue[]>> = {
    name: ({ name }) => text(name),
    status: ({ status }) => text(status),
    creditCode: (one) => text(one['credit_code']),
    foundedOn: (one) => date(one['founded_on']),
    capital: (one) =>
      one['capital_value'] == null ? [] : [moneyForms(Number(one['capital_value']), String(one['capital_unit']))],
    paidIn: (one) =>
      one['paid_in_value'] == null ? [] : [moneyForms(Number(one['paid_in_value']), String(one['paid_in_unit']))],
    legalRepresentative: (one) => text(one['legal_representative']),
    address: ({ address }) => text(address),
    website: ({ website }) => text(website).map(([site = '']) => [site, site.replace(/^https?:\/\/|\/$/gu, '')]),
    // Pages mask the part before the sign.
    email: ({ email }) => text(email).map(([whole = '']) => [whole.replace(/^(.)[^@]*/u, '$1***')]),
    english: (one) => text(one['name_english']),
    shortName: (one) => text(one['short_name']),
    businessType: (one) => text(one['business_type']),
    authority: ({ authority }) => text(authority),
    region: (one) => {
      const code = String(one['region_code'] ?? '')
      const names = [code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`].flatMap(
        (part) => regionNames.get(part) ?? [],
      )
      const [smallest] = names
      return smallest === undefined ? [] : [[smallest]]
    },
    stockCode: (one) =>
      listingsOf(one)
        .slice(0, 1)
        .flatMap(({ code }) => text(code)),
    listedOn: (one) =>
      listingsOf(one)
        .slice(0, 1)
        .flatMap((listing) => date(listing['listed_on'])),
    exchange: (one) =>
      listingsOf(one)
        .slice(0, 1)
        .map(({ exchange }) => [String(exchange), exchangeNames[String(exchange)] ?? String(exchange)]),
    board: (one) =>
      listingsOf(one)
        .slice(0, 1)
        .flatMap(({ board }) => text(board)),
    insuredCount: (one) => (one['insured_count'] == null ? [] : [numberForms(Number(one['insured_count']))]),
    endedOn: (one) => date(one['ended_on']),
    formerName: ({ id }) =>
      rows("select value from company_name where company_id = ? and kind = 'former'", String(id)).map(({ value }) => [
        String(value),
      ]),
    employees: (one) => {
      const newest = contentsOf(one, 'annualEmployees', 'current').toSorted(
        (a, b) => Number(b['year']) - Number(a['year']),
      )[0]
      return newest === undefined ? [] : [numberForms(Number(newest['employees']))]
    },
    chairman: (one) => officers(one, '董事长'),
    secretary: (one) => officers(one, '董事会秘书'),
    shareholders: (one) => named(contentsOf(one, 'shareholderInfo', 'current')),
    invested: (one) => named(contentsOf(one, 'overseasInvest', 'current')),
    branches: (one) => named(contentsOf(one, 'branch', 'current')).slice(0, 5),
    rank: (one) => {
      const newest = contentsOf(one, 'listEntry', 'current').toSorted(
        (a, b) => Number(b['year']) - Number(a['year']) || Number(a['rank']) - Number(b['rank']),
      )
      return newest.slice(0, 1).map(({ rank }) => [`第${Number(rank)}`, `第 ${Number(rank)}`])
    },
  }
  return {
    idOf: (name) => String(companyOf(name)['id']),
    idsOf,
    valuesOf: (name, field) => {
      const values = readers[field](companyOf(name))
      if (values.length === 0) throw new Error(`${name} has no ${field}`)
      return values
    },
    countOf: (name, kind, view) => contentsOf(companyOf(name), kind, view).length,
    namesWhere: (condition, most) =>
      rows(`select name from company where ${condition} order by name limit ?`, most).map(({ name }) => String(name)),
  }
}
