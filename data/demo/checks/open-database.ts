import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { caseIdentityOf, isLabourDispute } from '@baiqicha/contract/records/case-words'
import { recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import Sqlite, { type Database } from 'better-sqlite3'
import { isCreditCode } from '../../../server/src/domain/company/credit-code.ts'
import { isRowField, readField, rowFields } from '../../../server/src/importers/company/parse/company-row.ts'
import { canonicalMapping } from '../../../server/src/importers/records/record-formats.ts'
import { createRowReader } from '../../../server/src/importers/records/record-reader.ts'
import { recordFromVersion } from '../../../server/src/importers/records/source-version.ts'
import { visibilityOf } from '../../../server/src/records/shown-record.ts'

/** `problem`: why the row is not canonical, or null. `list`: the list that shows the record on the as-of day, or null. */
type ReadRecord = (json: string) => { problem: string | null; id: string | null; list: string | null }

const isWord = ({ type }: { type: string }) => type === 'word' || type === 'words'

/** Columns of each kind of record, and a function that reads its rows as the importer does. */
const recordFormats = (asOf: string) =>
  recordKindKeys.map((key) => {
    const kind = recordKinds[key]
    const mapping = canonicalMapping(kind)
    const reader = createRowReader(kind, mapping, { source: 'demo', asOf, removals: false })
    const words = Object.keys(kind.fields).filter((name) => isWord(kind.fields[name] ?? { type: '' }))
    const read: ReadRecord = (json) => {
      const row: Record<string, unknown> = JSON.parse(json)
      const result = reader.read(mapping.columns.map((column) => row[column]))
      if (!('statement' in result)) return { problem: JSON.stringify(result), id: null, list: null }
      const { fields } = result.statement
      const unknownColumn = Object.keys(row).find((column) => !mapping.columns.includes(column))
      const unknownWord = words.find((name) => JSON.stringify(fields[name]) !== JSON.stringify(row[name]))
      const stored = recordFromVersion(kind, result.statement).row
      const list = visibilityOf({ ...stored, is_disputed: 0, is_hidden: 0 }, asOf)
      return { problem: unknownColumn ?? unknownWord ?? null, id: result.id, list }
    }
    return { kind: key, columns: mapping.columns, fields: Object.entries(kind.fields), read }
  })

/** Whether the importer knows every column of the company and reads its value. */
const isCanonicalCompany = (json: string): boolean =>
  Object.entries(JSON.parse(json)).every(
    ([column, value]) =>
      column === 'asOf' ||
      (isRowField(column) && readField({}, column, typeof value === 'number' ? String(value) : value) === null),
  )

const folder = path.join(import.meta.dirname, '..')
const linesOf = (file: string) => readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n')
const sources: { id: string; asOf: string }[] = JSON.parse(linesOf('../sources.json').join('\n'))

/** How names of organisations end. */
const ending = /(?:股份)?有限公司|合伙企业|合作社|法院|管理局|税务局|银行(?!股份)/gu
/** Whether 演示 is missing from the 60 characters before such an ending. Judgments also refer to 一审法院. */
const namesRealOrganisation = (text: string) =>
  [...text.matchAll(ending)].some(({ index }) => {
    const before = /[\p{Script=Han}（）]*$/u.exec(text.slice(Math.max(0, index - 60), index))?.[0] ?? ''
    return !before.includes('演示') && before !== '一审'
  })

const columnsSql = (columns: readonly string[]) =>
  columns.map((column) => `row ->> '${column}' as ${column}`).join(', ')

function defineFunctions(database: Database, asOf: string, formats: ReturnType<typeof recordFormats>) {
  const readers = new Map(formats.map(({ kind, read }) => [kind, read]))
  database.function('as_of', () => asOf)
  database.function('record_problem', (kind, row) => readers.get(kind)?.(row).problem ?? null)
  database.function('record_id', (kind, row) => readers.get(kind)?.(row).id ?? null)
  database.function('list_of', (kind, row) => readers.get(kind)?.(row).list ?? null)
  database.function('is_canonical_company', (row) => Number(isCanonicalCompany(row)))
  database.function('names_real_organisation', (text) => Number(namesRealOrganisation(text)))
  database.function('is_fictional_code', (code) => Number(isCreditCode(code) && /^.{2}99000[1-5]/.test(code)))
  database.function('regexp', (pattern, text) => (text === null ? null : Number(new RegExp(pattern).test(text))))
  database.function('case_identity', (role) => caseIdentityOf(role))
  database.function('court_code', (caseNo) => /）(演\d+)/.exec(caseNo)?.[1] ?? null)
  database.function('is_labour_dispute', (cause) => Number(isLabourDispute({ cause })))
}

/** Opens the NDJSON files as an in-memory database: tables of rows, and a view for each kind of record. */
export function openDemoDatabase(): Database {
  const database = new Sqlite(':memory:')
  const asOf = sources.find(({ id }) => id === 'demo-register')?.asOf ?? ''
  const formats = recordFormats(asOf)
  defineFunctions(database, asOf, formats)
  database.exec(schema)
  database.exec(`create view company as select place, ${columnsSql([...rowFields, 'asOf'])} from company_row`)
  for (const row of linesOf('companies.ndjson')) database.prepare('insert into company_row (row) values (?)').run(row)
  const files = readdirSync(path.join(folder, 'records'), { recursive: true, encoding: 'utf8' })
  for (const { kind, columns, fields } of formats) {
    const own = `place, source, list, isEnded, ${columnsSql(columns)}`
    database.exec(`create view ${kind} as select ${own} from record where kind = '${kind}'`)
    // Rows that are not 历史.
    database.exec(`create view current_${kind} as select * from ${kind} where recordStatus is not '历史'`)
    for (const [name, { type }] of fields) database.prepare('insert into field values (?, ?, ?)').run(kind, name, type)
    for (const file of files.filter((name) => path.basename(name).split('.')[0] === kind)) {
      const insert = database.prepare('insert into record_row (kind, source, isRemoval, row) values (?, ?, ?, ?)')
      const isRemoval = Number(file.endsWith('.removals.ndjson'))
      for (const row of linesOf(path.join('records', file))) insert.run(kind, path.dirname(file), isRemoval, row)
    }
  }
  return database
}

/** Tables of rows as JSON, and views of them. `open-database.ts` adds a view of each kind, with a column for each field. */
const schema = `
  create table company_row (place integer primary key, row text);
  create table record_row (place integer primary key, kind text, source text, isRemoval integer, row text);
  create table field (kind text, name text, type text);

  -- Records without removals. list: the list that shows the record on the as-of day; null: none.
  create view record as select *, list_of(kind, row) as list, row ->> 'recordStatus' as status,
    coalesce(row ->> 'recordStatus' in ('历史', '已移出', '已修复', '已撤销'), 0) as isEnded
    from record_row where not isRemoval;
  create view party as select place, kind, value ->> 'role' as role, value ->> 'name' as name,
    value ->> 'creditCode' as creditCode from record_row, json_each(row, '$.parties');
  -- Codes of companies that a record is about.
  create view subject as select place, value as creditCode from record_row, json_each(row)
    where key in ('companyCreditCode', 'certNo', 'taxpayerNo', 'targetCertNo')
    union all select place, creditCode from party;
  create view record_day as select place, kind, key, value from record_row, json_each(row)
    where key glob '*Date' or key glob '*At' or key glob '*On';
  create view text_value as select key, value, any_row.row from
    (select row from company_row union all select row from record_row) any_row, json_tree(any_row.row)
    where type = 'text';

  create view registered_holding as select creditCode as owner, companyCreditCode as company, percent, subscribedAmount,
    subscribedAmountUnit from current_shareholderInfo where basis = '工商登记' and creditCode is not null;
  create view invested_holding as select companyCreditCode as owner, creditCode as company, percent, subscribedAmount,
    subscribedAmountUnit from current_overseasInvest where creditCode is not null;

  -- The value that changes of each item lead to; null: nothing to compare with.
  create view present as
    select creditCode, '名称变更（字号名称、集团名称等）' as item, name as present from company
    union all select creditCode, '负责人变更（法定代表人、负责人、首席代表、合伙事务执行人等变更）', legalRepresentative from company
    union all select creditCode, '注册资本变更（注册资金、资金数额等变更）', capitalValue || ' ' || capitalUnit from company
    union all select creditCode, '地址变更（住所地址、经营场所、驻在地址等变更）', address from company
    union all select creditCode, '经营范围变更（含业务范围变更）', scope from company
    union all select creditCode, '市场主体类型变更', businessType from company
    union all select creditCode, '投资人变更（包括出资额、出资方式、出资日期、投资人名称等）', (
      select case when count(percent) = count(*) then coalesce(group_concat(name || ' ' || percent || '%', '；'), '') end
      from current_shareholderInfo where companyCreditCode = company.creditCode) from company
    union all select creditCode, '高级管理人员备案（董事、监事、经理等）', (select coalesce(group_concat(
      name || '（' || (select group_concat(value, '、') from json_each(positions)) || '）', '；'), '')
      from current_keyPerson where companyCreditCode = company.creditCode) from company
    union all values (null, '章程或章程修正案备案', null), (null, '清算组备案', null);
  -- Changes with a present value to compare with, without the marks of added and removed parts.
  create view comparable_change as select creditCode, companyName, item, changeDate, present,
    replace(replace(coalesce(before, ''), ' [新增]', ''), ' [退出]', '') as before,
    replace(replace(coalesce(after, ''), ' [新增]', ''), ' [退出]', '') as after
    from current_changeRecord change join present using (item)
    where change.companyCreditCode = creditCode and present is not null;
  create view former_name as select creditCode,
    iif(instr(value, '@'), substr(value, 1, instr(value, '@') - 1), value) || substr(value, instr(value, '~')) as name
    from company, json_each(formerNames);
  create view replaced_name as select companyCreditCode as creditCode, before || '~' || changeDate as name
    from current_changeRecord where item like '名称变更%';

  create view enforcement as select kind, coalesce(row ->> 'name', row ->> 'companyName') as debtor,
    coalesce(row ->> 'certNo', row ->> 'companyCreditCode') as code, row ->> 'amount' as amount,
    coalesce(row ->> 'legalRep', row ->> 'restrictedPerson') as representative, row ->> 'caseNo' as caseNo,
    row ->> 'court' as court, row ->> 'filedDate' as filedDate, row ->> 'applicant' as applicant
    from record where kind in ('dishonestExecutor', 'consumptionRestriction');
  create view listing_counts as select company.name, sum(list = 'current') as current,
    sum(list = 'disputed') as disputed, sum(list = 'history') as ended
    from company join dishonestExecutor on certNo = creditCode group by creditCode;
`
