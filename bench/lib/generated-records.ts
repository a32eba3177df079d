import { type Party, partyTypes, type RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { Client } from 'pg'
import { nameKey } from '../../server/src/domain/names/company-name.ts'
import { listingFacets, listingMarksOf } from '../../server/src/domain/records/person-name.ts'
import type { RecordSubjectTable, RecordTable } from '../../server/src/platform/database/tables/record.ts'
import { recordIdFrom } from '../../server/src/records/record-fields.ts'
import { buildCompany } from '../../server/test/builders/companies.ts'
import { type BuiltSubject, buildRecord } from '../../server/test/builders/records.ts'

const ownCompany = { creditCode: '@CODE@', name: '@NAME@' }
const court = '演示市示例@R@区人民法院'
const caseNo = '（2024）演0101民初@N@号'
const sentence = '经审理查明，双方于演示日期签订演示合同，约定由演示甲公司向演示乙公司交付演示设备，货款分三期支付。'
const scopes = [
  '演示设备的设计、制造与销售；演示软件的开发；货物进出口；技术进出口；普通货物道路运输。',
  '一般项目：演示设备的设计、制造与销售；演示软件的开发；信息系统集成服务；技术服务、技术咨询；货物进出口。',
] as const
const holding = { name: '@PERSON@', holderType: '自然人股东', percent: 12.5 }
const annualReport = { category: '年报', sourceTitle: '2025 年度报告', year: 2025, sourceDate: '2026-03-28' }
const execution = { name: '@NAME@', caseNo, court, execAmount: { value: 120_000, unit: '元' } }
const office = '演示市示例@R@区市场监督管理局'
const punishment = { docNo: '演示罚〔2024〕@N@号', reason: '演示事由', kinds: ['罚款'], office }
const parties: Party[] = [
  { name: '@NAME@', role: '被告', type: partyTypes.company, cid: 'c:@CODE@', statement: null },
  { name: '演示乙有限公司', role: '原告', type: partyTypes.company, cid: 'c:@OTHER@', statement: null },
]

const suit = { caseNo, cause: '买卖合同纠纷', court, parties }
/** With the hashes of `@H@`, which do not compress, longer than what PostgreSQL keeps in the row. */
const reasons = Array.from({ length: 40 }, (_, at) => `${at + 1}、${sentence}`).join('')
const judgment = {
  caseName: '演示买卖合同纠纷一审民事判决书',
  caseType: '民事',
  docType: '判决书',
  sections: [{ title: '本院认为', text: `${reasons}@H@` }],
}
const sued = [
  { ...ownCompany, identity: '被告' },
  { creditCode: '@OTHER@', identity: '原告' },
]
const listing = { caseNo, court, performance: '全部未履行', publishDate: '2024-05-06' }

/** Share of all records, kind, fields; subjects, if not one company; `true` for records that name a person. */
const shares: [number, RecordKindKey, RecordFields, (readonly BuiltSubject[])?, true?][] = [
  [24, 'changeRecord', { item: '经营范围变更', before: scopes[0], after: scopes[1], changeDate: '2024-05-06' }],
  [14, 'keyPerson', { name: '@PERSON@', positions: ['董事'], appointedDate: '2020-01-02' }],
  [12, 'shareholderInfo', { ...holding, subscribedDate: '2020-01-02', contributionForm: ['货币'] }],
  [14, 'contact', { ...annualReport, value: '154@M@', type: '手机', state: '实号' }],
  [8, 'annualEmployees', { year: 2025, employees: 120, reportDate: '2026-03-28' }],
  [9, 'executedPerson', { ...execution, filedDate: '2024-03-18', publishDate: '2024-05-06', certNo: '@CODE@' }],
  [2, 'dishonestExecutor', { ...listing, name: '@NAME@', subjectType: '企业', filedDate: '2024-03-18' }],
  [
    2,
    'dishonestExecutor',
    { ...listing, name: '@PERSON@', subjectType: '自然人', certNo: '990101********0012' },
    [],
    true,
  ],
  [5, 'punishment', { ...punishment, result: `${sentence}处以罚款。`, decisionDate: '2024-05-06' }],
  [7, 'courtAnnouncement', { ...suit, hearingAt: '2024-05-06 09:30', courtroom: '第三法庭' }, sued],
  [3, 'judicialDocument', { ...suit, ...judgment, judgeDate: '2024-05-06' }, sued],
]

/** A kind of record with its share of all records; marks such as `@N@` stand for what differs between its records. */
type Template = { share: number; kind: RecordKindKey; row: RecordTable; subjects: readonly RecordSubjectTable[] }

/** Dates are built with a year that rules accept; records differ in it. */
const withYears = <Row extends object>(row: Row): Row => JSON.parse(JSON.stringify(row).replaceAll('2024', '@Y@'))

/** The subject that an import adds: the key of a person, or that of a number under the company that publishes it. */
function addedSubject(
  kind: RecordKindKey,
  fields: RecordFields,
  isPerson: boolean,
): Partial<RecordSubjectTable> | null {
  if (kind === 'contact') return { subject_key: 't:154@M@', identity: 'c:@CODE@', facets: '' }
  if (!isPerson) return null
  const certNo = typeof fields['certNo'] === 'string' ? fields['certNo'] : null
  return {
    subject_key: 'p:@PERSON@',
    identity: null,
    facets: listingFacets(listingMarksOf({ certNo, province: null })),
  }
}

const templates = shares.map(([share, kind, fields, subjects = [ownCompany], isPerson = false]): Template => {
  const built = buildRecord({ kind, fields, subjects })
  const added = addedSubject(kind, fields, isPerson)
  const [first] = buildRecord({ kind, fields, subjects: [ownCompany] }).subjects
  const all = [...built.subjects, ...(added === null || first === undefined ? [] : [{ ...first, ...added }])]
  const keys = JSON.stringify(all.map(({ subject_key: key, identity }) => [key, identity]))
  return { share, kind, row: withYears({ ...built.row, subjects: keys }), subjects: all.map(withYears) }
})

/** Records per company on average: 500 million of 60 million companies. */
const RECORDS_PER_COMPANY = 8.3
/** Records of each of the largest companies, which together have a twentieth of all records of a kind. */
const RECORDS_OF_LARGE = 100_000
const LARGE_SHARE = 20
/** Different names of fictional persons: each has about twenty listings. */
const LISTINGS_PER_PERSON = 20
/** Records per statement. */
const CHUNK = 500_000
/** Every sixth record is an event for followers. */
const EVENT_SHARE = 6

export type GeneratedStore = {
  records: number
  companies: number
  /** Companies with many records: those with the smallest numbers. */
  largeCompanies: number
  persons: number
}

export function planStore(records: number): GeneratedStore {
  const companies = Math.ceil(records / RECORDS_PER_COMPANY)
  const listings = records * shareOf('dishonestExecutor')
  return {
    records,
    companies,
    largeCompanies: Math.max(1, Math.floor(records / LARGE_SHARE / RECORDS_OF_LARGE)),
    persons: Math.ceil(listings / 2 / LISTINGS_PER_PERSON),
  }
}

const totalShare = templates.reduce((sum, { share }) => sum + share, 0)
const shareOf = (kind: RecordKindKey) =>
  templates.reduce((sum, one) => sum + (one.kind === kind ? one.share : 0), 0) / totalShare

export const companyId = (number: number) => `c${String(number).padStart(9, '0')}`
export const personName = (number: number) =>
  `演${Array.from(String(number).padStart(8, '0'), (digit) => '甲乙丙丁戊己庚辛壬癸'[Number(digit)]).join('')}`
const markOf = (kind: RecordKindKey) => recordIdFrom(kind, []).slice(0, 3)
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** In SQL, from the number `i` of a record. */
const idIn = (kind: RecordKindKey) => `'${markOf(kind)}' || substr(md5(i::text), 1, 22)`
const numberIn = "lpad(i::text, 9, '0')"
const codeIn = (company: string) => `'91990001' || lpad((${company})::text, 10, '0')`
const nameIn = (company: string) => `'演示' || (${company}) || '号贸易有限公司'`

/**
 * Number of a record's company. One record in twenty belongs to the largest companies, three in twenty to companies by a
 * steep curve, the others to any company: most have up to ten records, some thousands, the largest 100,000.
 */
function companyIn({ companies, largeCompanies, records }: GeneratedStore, seed: number): string {
  const share = `((hashint8extended(i, ${seed}) & 2147483647) / 2147483648.0)`
  const perLarge = Math.ceil(records / LARGE_SHARE / largeCompanies)
  return `case when i % ${LARGE_SHARE} = 0 then (i / ${LARGE_SHARE}) / ${perLarge} + 1
    when i % ${LARGE_SHARE} < 4 then 1 + floor(${companies} * power(${share}, 4))::bigint
    else 1 + floor(${companies} * ${share})::bigint end`
}

/** In SQL: a text of a template for record `i` of company `company`, and of the other company of a case. */
const filled = (text: string) =>
  [
    ['@CODE@', codeIn('company')],
    ['@OTHER@', codeIn('other')],
    ['@NAME@', nameIn('company')],
    ['@PERSON@', 'person'],
    ['@R@', '(i % 50)::text'],
    ['@Y@', '(2017 + i % 8)::text'],
    ['@N@', numberIn],
    ['@H@', "(select string_agg(md5((i * 100 + part)::text), '') from generate_series(1, 80) as part)"],
    ['@M@', "lpad((i % 100000000)::text, 8, '0')"],
  ].reduce(
    (sql, [mark = '', value = '']) => (text.includes(mark) ? `replace(${sql}, '${mark}', ${value})` : sql),
    quoted(text),
  )

type Value = string | number | null
const literal = (value: Value) => (value === null ? 'null' : typeof value === 'number' ? String(value) : filled(value))

/** `select` list and columns of a template row, with some columns computed instead. */
function selection(row: Readonly<Record<string, Value>>, computed: Readonly<Record<string, string>>) {
  const columns = Object.keys(row)
  return {
    columns: columns.join(', '),
    values: columns.map((name) => computed[name] ?? literal(row[name] ?? null)).join(', '),
  }
}

const publishedIn = "(date '2018-01-01' + (i % 3000)::integer)::text"

function numbersIn(store: GeneratedStore, from: number, to: number) {
  const person = `'演' || translate(lpad((i % ${store.persons})::text, 8, '0'), '0123456789', '甲乙丙丁戊己庚辛壬癸')`
  return `(select i, ${companyIn(store, 1)} as company, ${companyIn(store, 2)} as other, ${person} as person
    from generate_series(${from}::bigint, ${to}::bigint) as i) as numbers`
}

async function insertCompanies(client: Client, { companies }: GeneratedStore) {
  const { row } = buildCompany({
    phones: '["0990-61234567"]',
    address: '演示市示例区演示路 1 号',
    scope: '一般项目：演示设备的设计、制造与销售；技术服务、技术咨询。',
  })
  const { columns, values } = selection(row, {
    id: `'c' || ${numberIn}`,
    credit_code: codeIn('i'),
    registration_number: `'99' || ${numberIn} || '0001'`,
    name: nameIn('i'),
    name_key: nameIn('i'),
    prominence: '(i % 1000)::integer',
    founded_on: `(date '1995-01-01' + (i % 11000)::integer)::text`,
  })
  await client.query(
    `insert into source values ('test', '演示来源', '演示', null, '仅用于评测', 'register', '2026-06-30', 'all') on conflict do nothing`,
  )
  await client.query(
    `insert into company (${columns}) select ${values} from generate_series(1, ${companies}::bigint) as i`,
  )
  await client.query(`insert into subject_name select name_key, 'c:' || credit_code from company`)
  await client.query(
    `insert into company_contact select 't:09906' || ${numberIn}, 'c' || ${numberIn}, 0 from generate_series(1, ${companies}::bigint) as i`,
  )
}

/** Inserts the records and their subjects, as imports do: kind after kind. */
async function insertRecords(client: Client, store: GeneratedStore, onProgress: (records: number) => void) {
  let first = 1
  for (const { kind, share, row, subjects } of templates) {
    const last = first + Math.round((store.records * share) / totalShare) - 1
    for (let from = first; from <= last; from += CHUNK) {
      const to = Math.min(last, from + CHUNK - 1)
      const numbers = numbersIn(store, from, to)
      const record = selection(row, { id: idIn(kind), published_on: publishedIn })
      await client.query(`insert into record (${record.columns}) select ${record.values} from ${numbers}`)
      for (const subject of subjects) {
        const { columns, values } = selection(subject, {
          record_id: idIn(kind),
          published_on: publishedIn,
          ...(subject.sort_value !== null && { sort_value: '(i % 100)::double precision' }),
        })
        await client.query(
          `insert into record_subject (${columns}) select ${values} from ${numbers} on conflict do nothing`,
        )
      }
      onProgress(to)
    }
    first = last + 1
  }
}

async function insertEvents(client: Client, store: GeneratedStore) {
  const kind = templates[0]?.kind ?? 'changeRecord'
  await client.query(`insert into company_event (subject_key, kind, change, record_id, source_id, as_of, event_date, imported_at, run_id, is_late)
    select 'c:' || ${codeIn('company')}, '${kind}', 'added', ${idIn(kind)}, 'test', '2026-06-30', ${publishedIn}, 1782777600000, 'bench', 0
    from ${numbersIn(store, 1, Math.floor(store.records / EVENT_SHARE))}`)
}

/** Fills a migrated, empty PostgreSQL store with fictional companies, records and events. */
export async function generateStore(client: Client, store: GeneratedStore, onProgress: (records: number) => void) {
  if (nameKey('演示12号贸易有限公司') !== '演示12号贸易有限公司')
    throw new Error('generated names are not their own keys')
  await insertCompanies(client, store)
  await insertRecords(client, store, onProgress)
  await insertEvents(client, store)
  const kinds = [...new Set(templates.map(({ kind }) => kind))]
  await client.query(
    `insert into record_feed select unnest($1::text[]), 'test', '2026-06-30', 0, 1782777600000, 'all' on conflict do nothing`,
    [kinds],
  )
  await client.query('vacuum (analyze)')
}
