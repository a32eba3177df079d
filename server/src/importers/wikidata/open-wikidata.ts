import { nameKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { findByNameKeys, findByStockCodes, type MatchedCompany } from '../company/store/find-companies.ts'
import { createLeftOut, type OpenDataReader } from '../file/open-data-reader.ts'
import { type TranslatedRow, translateTable } from '../file/translate-table.ts'
import { openInput } from '../input/open-input.ts'
import { type Cells, openTable } from '../input/table-rows.ts'
import { itemColumns, mayBeCompany, readItem, type WikidataItem } from './wikidata-item.ts'

/** An item is one of a Chinese company by its credit code, its A share or its ISIN. */
const isChineseCompany = ({ creditCode, stockCodes, hasChineseIsin }: WikidataItem) =>
  creditCode !== undefined || stockCodes.length > 0 || hasChineseIsin

/** Names of the parents in one file, by the id of the subsidiary. */
type Parents = ReadonlyMap<string, string>

/** Codes that match the item to a stored company; null: none has its code or, exactly, its name. */
function keysOf(item: WikidataItem, listed: Map<string, MatchedCompany>, named: Map<string, MatchedCompany>) {
  const [name] = item.legalNames
  if (item.creditCode !== undefined) return { creditCode: item.creditCode, name }
  const company =
    item.stockCodes.map((code) => listed.get(code)).find((found) => found !== undefined) ??
    item.legalNames.map((legal) => named.get(nameKey(legal))).find((found) => found !== undefined)
  return company === undefined ? null : { creditCode: company.creditCode ?? undefined, name: company.name }
}

/** Reads a file of items: one a line, or the list of the dump. A parent is named when it is an item of the same file. */
export function createWikidataReader(db: Database, file: string): OpenDataReader {
  const { leftOut, leaveOut } = createLeftOut()
  let parents: Promise<Parents> | null = null

  async function translate(rows: readonly Cells[]): Promise<(TranslatedRow | null)[]> {
    const items = rows.map(readItem)
    const companies = items.filter((item) => item !== null).filter(isChineseCompany)
    const [listed, named] = await Promise.all([
      findByStockCodes(
        db,
        companies.flatMap(({ stockCodes }) => stockCodes),
      ),
      findByNameKeys(
        db,
        companies.flatMap(({ legalNames }) => legalNames.map(nameKey)),
      ),
    ])
    parents ??= readParents(file)
    const parentNames = await parents
    return items.map((item) => {
      if (item === null || !isChineseCompany(item)) return leaveOut('不是大陆企业，或无法读取')
      const keys = keysOf(item, listed, named)
      if (keys === null) return leaveOut('没有信用代码，也没有对应的企业')
      return {
        sourceKey: item.id,
        asOf: item.modifiedAt.slice(0, 10) || undefined,
        ...keys,
        wikidataId: item.id,
        aliases: item.aliases.filter((alias) => alias !== keys.name),
        website: item.website,
        logoFile: item.logoFile,
        parentCompany: parentNames.get(item.id),
      }
    })
  }

  return {
    openRows: async (content) =>
      translateTable(await openTable(content), { columns: itemColumns, mayMatter: mayBeCompany, translate }),
    leftOut,
  }
}

async function readParents(file: string): Promise<Parents> {
  const names = new Map<string, string>()
  const parentOf = new Map<string, string>()
  const input = await openInput(file)
  const table = await openTable(input.content)
  const readCells = table.cellReader(itemColumns)
  for await (const batch of table.rows) {
    for (const row of batch) {
      if (row.problem !== undefined || !mayBeCompany(row.text)) continue
      const cells = readCells(row.text)
      const item = typeof cells === 'string' ? null : readItem(cells)
      if (item === null || !isChineseCompany(item)) continue
      const name = item.legalNames[0] ?? item.label
      if (name !== undefined) names.set(item.id, name)
      if (item.parent !== undefined) parentOf.set(item.id, item.parent)
      for (const subsidiary of item.subsidiaries) if (!parentOf.has(subsidiary)) parentOf.set(subsidiary, item.id)
    }
  }
  await input.close()
  const parents = new Map<string, string>()
  for (const [id, parent] of parentOf) {
    const name = names.get(parent)
    if (name !== undefined && names.has(id)) parents.set(id, name)
  }
  return parents
}
