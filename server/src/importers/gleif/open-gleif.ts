import { chinaDay } from '../../domain/clock.ts'
import { isCreditCode, isRegistrationNumber } from '../../domain/company/credit-code.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  createLeftOut,
  findByNameKeys,
  findBySourceKeys,
  type OpenDataReader,
  type TranslatedRow,
  translateTable,
} from '../file/open-data-reader.ts'
import { type Cells, openTable, readFileCells } from '../input/table-rows.ts'
import {
  type EntityName,
  LEGAL_NAME,
  type LeiRecord,
  leiRecordColumns,
  type ParentRecord,
  parentRecordColumns,
  readLeiRecord,
  readParentRecord,
} from './golden-copy.ts'

/** Scheme of the keys: the id of the source. */
const GLEIF = 'gleif'

const columns = [...parentRecordColumns, ...leiRecordColumns]
const parentCells = (cells: Cells) => cells.slice(0, parentRecordColumns.length)
const leiCells = (cells: Cells) => cells.slice(parentRecordColumns.length)

const isRelation = (text: string) => text.includes('CONSOLIDATED_BY')
/** Most records are of other countries. */
const mayMatter = (text: string) => text.includes('CN') || isRelation(text)
const firstLei = (text: string) => /[0-9A-Z]{18}\d{2}/.exec(text)?.[0] ?? ''

const hasCode = (row: TranslatedRow) => row['creditCode'] !== undefined || row['registrationNumber'] !== undefined
const nameOf = (row: TranslatedRow) => (typeof row['name'] === 'string' ? nameKey(row['name']) : '')

/**
 * Reads level 1 and level 2 of the golden copy, CSV or JSON. `files` are all files of the command: level 2 has no
 * names, so those of parents that the store does not have are read from a level 1 among them.
 */
export function createGleifReader(db: Database, files: readonly string[]): OpenDataReader {
  const { leftOut, leaveOut } = createLeftOut()
  let parentNames: Promise<ReadonlyMap<string, string>> | null = null

  /** A record without any valid code states facts of a company of the same name only; it creates none. */
  async function translateRecords(records: readonly LeiRecord[]): Promise<Map<LeiRecord, TranslatedRow | null>> {
    const rows = new Map(
      records.map((record) => [
        record,
        isOfMainland(record) ? companyOfLei(record) : leaveOut('不是大陆企业，或已失效'),
      ]),
    )
    const uncoded = [...rows.values()].flatMap((row) => (row === null || hasCode(row) ? [] : [nameOf(row)]))
    const named = await findByNameKeys(db, uncoded)
    for (const [record, row] of rows) {
      if (row === null || hasCode(row) || named.has(nameOf(row))) continue
      rows.set(record, leaveOut('没有信用代码，也没有同名企业'))
    }
    return rows
  }

  async function translateParents(records: readonly ParentRecord[]): Promise<Map<ParentRecord, TranslatedRow | null>> {
    if (records.length === 0) return new Map()
    const known = await findBySourceKeys(
      db,
      GLEIF,
      records.flatMap(({ child, parent }) => [child, parent]),
    )
    parentNames ??= readParentNames(db, files)
    const names = await parentNames
    const rowOf = (record: ParentRecord): TranslatedRow | null => {
      if (!known.has(record.child)) return leaveOut('上级机构：企业未收录')
      const name = known.get(record.parent)?.name || names.get(record.parent)
      if (name === undefined) return leaveOut('上级机构：没有名称')
      return {
        sourceKey: record.child,
        asOf: beijingDay(record.updatedAt),
        [record.isUltimate ? 'ultimateParent' : 'parentCompany']: name,
      }
    }
    return new Map(records.map((record) => [record, rowOf(record)]))
  }

  async function translate(rows: readonly Cells[]): Promise<(TranslatedRow | null)[]> {
    const records = rows.map((cells) => readLeiRecord(leiCells(cells)))
    const parents = rows.map((cells, at) => (records[at] === null ? readParentRecord(parentCells(cells)) : null))
    const ofRecords = await translateRecords(records.filter((record) => record !== null))
    const ofParents = await translateParents(parents.filter((parent) => parent !== null))
    return rows.map((_cells, at) => {
      const [record, parent] = [records[at] ?? null, parents[at] ?? null]
      if (record !== null) return ofRecords.get(record) ?? null
      return parent === null ? leaveOut('无法读取，或已失效') : (ofParents.get(parent) ?? null)
    })
  }

  return {
    openRows: async (content) => translateTable(await openTable(content), { columns, mayMatter, translate }),
    leftOut,
  }
}

/** Calls `read` for each row of the files that `isWanted` accepts. */
async function readFiles(
  files: readonly string[],
  isWanted: (text: string) => boolean,
  read: (rows: Cells[]) => unknown,
) {
  for (const file of files) {
    for await (const rows of readFileCells(file, columns, { mayMatter: isWanted }))
      await read(rows.map(({ cells }) => cells))
  }
}

/** Names of the parents of companies in the store. Two readings bound the memory: first which, then their names. */
async function readParentNames(db: Database, files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  if (files.length < 2) return names
  const wanted = new Set<string>()
  await readFiles(files, isRelation, async (rows) => {
    const parents = rows.flatMap((cells) => readParentRecord(parentCells(cells)) ?? [])
    const children = parents.map(({ child }) => child)
    const known = await findBySourceKeys(db, GLEIF, children)
    for (const { child, parent } of parents) if (known.has(child)) wanted.add(parent)
  })
  const isWanted = (text: string) => !isRelation(text) && wanted.has(firstLei(text))
  await readFiles(files, isWanted, (rows) => {
    for (const cells of rows) {
      const record = readLeiRecord(leiCells(cells))
      const name = record === null ? undefined : shownName(record)
      if (record !== null && name !== undefined) names.set(record.lei, name)
    }
  })
  return names
}

/** Funds, sole proprietors, states and international organisations are no companies of the register. */
const companyCategories = new Set(['', 'GENERAL', 'BRANCH'])
/** Records that are no longer, or not yet, those of an entity. */
const voidStatuses = new Set(['ANNULLED', 'DUPLICATE', 'CANCELLED', 'PENDING_VALIDATION', 'TRANSFERRED'])

/** Whether the record is one of a company of the mainland: those of 香港, 澳门 and 台湾 have other registers. */
const isOfMainland = ({ country, category, registrationStatus }: LeiRecord) =>
  country === 'CN' && companyCategories.has(category) && !voidStatuses.has(registrationStatus)

const isChinese = (text: string) =>
  /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
const legalTypes = new Set([LEGAL_NAME, 'ALTERNATIVE_LANGUAGE_LEGAL_NAME'])
const isLegal = ({ type }: EntityName) => legalTypes.has(type)

/** The Chinese legal name; undefined for none. */
const chineseName = ({ names }: LeiRecord) => names.find((name) => isLegal(name) && isChinese(name.text))?.text

/** The name that a reader of Chinese knows: the Chinese legal name, else the legal name as registered. */
const shownName = (record: LeiRecord): string | undefined => chineseName(record) ?? record.names[0]?.text

const englishName = ({ names }: LeiRecord) =>
  names.find((name) => isLegal(name) && /^en\b/i.test(name.language) && !isChinese(name.text))?.text

/** The day in China of an instant such as 2024-05-02T16:00:00Z; undefined for none and for what is no instant. */
function beijingDay(instant: string): string | undefined {
  const at = Date.parse(instant)
  return Number.isNaN(at) ? undefined : chinaDay(at)
}

function addressOf({ city, addressLines }: LeiRecord): string | undefined {
  const address = addressLines.join('')
  if (!isChinese(address)) return undefined
  return /[省市区县]/.test(address) || !isChinese(city) ? address : `${city}${address}`
}

/** An active entity is 存续 while its record is renewed; one that is dissolved is 注销. Nothing else is a registration status. */
function statusOf({ status, registrationStatus, expirationReason }: LeiRecord): string | undefined {
  if (status === 'ACTIVE') return registrationStatus === 'ISSUED' ? '存续' : undefined
  return status === 'INACTIVE' && expirationReason === 'DISSOLVED' ? '注销' : undefined
}

const list = (names: readonly string[]) => (names.length === 0 ? undefined : names)

/** The facts of a record in the columns of the canonical format. Values that are not valid there are left out. */
function companyOfLei(record: LeiRecord): TranslatedRow {
  const code = record.registeredAs.replaceAll(/[\s-]/g, '').toUpperCase()
  const name = chineseName(record)
  const namesOf = (type: string) =>
    record.names.flatMap((other) => (other.type === type && isChinese(other.text) ? [other.text] : []))
  return {
    sourceKey: record.lei,
    asOf: beijingDay(record.updatedAt),
    name,
    creditCode: isCreditCode(code) ? code : undefined,
    registrationNumber: isRegistrationNumber(code) ? code : undefined,
    nameEnglish: englishName(record),
    lei: record.lei,
    // The canonical format divides a former name from its dates by `@`.
    formerNames: list(namesOf('PREVIOUS_LEGAL_NAME').filter((former) => former !== name && !former.includes('@'))),
    aliases: list(namesOf('TRADING_OR_OPERATING_NAME')),
    status: statusOf(record),
    foundedOn: beijingDay(record.createdAt),
    address: addressOf(record),
  }
}
