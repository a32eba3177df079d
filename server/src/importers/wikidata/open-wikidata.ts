import * as z from 'zod/mini'
import { isCreditCode } from '../../domain/company/credit-code.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  createLeftOut,
  findByNameKeys,
  findByStockCodes,
  type MatchedCompany,
  type OpenDataReader,
  type TranslatedRow,
  translateTable,
} from '../file/open-data-reader.ts'
import { type Cells, openTable, readFileCells } from '../input/table-rows.ts'

/** An item of Wikidata about a company, as far as it is read. */
export type WikidataItem = {
  id: string
  /** Label in simplified Chinese. */
  label: string | undefined
  aliases: readonly string[]
  /** Official names and the label that end as names of organisations do. */
  legalNames: readonly string[]
  creditCode: string | undefined
  /** Codes of A shares. */
  stockCodes: readonly string[]
  hasChineseIsin: boolean
  website: string | undefined
  logoFile: string | undefined
  /** Ids of items. */
  parent: string | undefined
  subsidiaries: readonly string[]
  modifiedAt: string
}

const property = {
  creditCode: 'P6795',
  isin: 'P946',
  parent: 'P749',
  subsidiary: 'P355',
  website: 'P856',
  logo: 'P154',
  exchange: 'P414',
  stockCode: 'P249',
  officialName: 'P1448',
  endTime: 'P582',
} as const

/** Whether the text of a row may be an item about a Chinese company. */
const mayBeCompany = (text: string): boolean =>
  [property.creditCode, property.exchange, property.isin].some((id) => text.includes(`"${id}"`))

/** 上海证券交易所 and 深圳证券交易所. Codes of other exchanges look alike. */
const exchanges = new Set(['Q739514', 'Q517750'])
const languages = ['zh-hans', 'zh-cn', 'zh'] as const

const termSchema = z.object({ value: z.string() })
const snakSchema = z.object({ datavalue: z.optional(z.object({ value: z.unknown() })) })
const claimSchema = z.object({
  mainsnak: snakSchema,
  rank: z.enum(['preferred', 'normal', 'deprecated']),
  qualifiers: z.optional(z.record(z.string(), z.array(snakSchema))),
})
type Claim = z.infer<typeof claimSchema>
// Wikidata writes an empty object as an empty list.
const objectOf = <T extends z.ZodMiniType>(value: T) => z.union([z.record(z.string(), value), z.array(z.never())])
const itemSchema = z.object({
  id: z.string().check(z.regex(/^Q\d+$/)),
  labels: objectOf(termSchema),
  aliases: objectOf(z.array(termSchema)),
  claims: objectOf(z.array(claimSchema)),
  modified: z.optional(z.string()),
})

/** The keys of an item that are read. */
const itemColumns: readonly string[] = ['id', 'labels', 'aliases', 'claims', 'modified']

const at = <T>(values: Record<string, T> | never[], key: string): T | undefined =>
  Array.isArray(values) || !Object.hasOwn(values, key) ? undefined : values[key]

const textValue = z.string()
const itemValue = z.object({ id: z.string() })
const monolingualValue = z.object({ text: z.string(), language: z.string() })

function valuesOf<T>(snaks: readonly z.infer<typeof snakSchema>[], schema: z.ZodMiniType<T>): T[] {
  return snaks.flatMap(({ datavalue }) => {
    const parsed = z.safeParse(schema, datavalue?.value)
    return parsed.success ? [parsed.data] : []
  })
}

const legalForm = /(?:公司|集团|企业|合伙\)|合伙）|银行|合作社|研究院|厂)$/

/** Reads the cells of `itemColumns`; null when they are no item. */
function readItem(cells: Cells): WikidataItem | null {
  const parsed = z.safeParse(itemSchema, Object.fromEntries(itemColumns.map((column, place) => [column, cells[place]])))
  if (!parsed.success) return null
  const { id, labels, aliases, claims, modified } = parsed.data
  /** Statements that are true today, preferred ones alone where there are any. */
  const claimsOf = (key: string): Claim[] => {
    const current = (at(claims, key) ?? []).filter(
      ({ rank, qualifiers = {} }) => rank !== 'deprecated' && !Object.hasOwn(qualifiers, property.endTime),
    )
    const preferred = current.filter(({ rank }) => rank === 'preferred')
    return preferred.length > 0 ? preferred : current
  }
  const valuesOfClaims = <T>(key: string, schema: z.ZodMiniType<T>) =>
    valuesOf(
      claimsOf(key).map(({ mainsnak }) => mainsnak),
      schema,
    )
  const label = languages.map((language) => at(labels, language)?.value).find((value) => value !== undefined)
  const officialNames = valuesOfClaims(property.officialName, monolingualValue).flatMap(({ text, language }) =>
    language.startsWith('zh') ? [text] : [],
  )
  const shares = claimsOf(property.exchange).filter(({ mainsnak }) =>
    valuesOf([mainsnak], itemValue).some((exchange) => exchanges.has(exchange.id)),
  )
  const names = [...languages, 'en'].flatMap((language) => [
    ...(language === 'en' ? [] : [at(labels, language)?.value ?? '']),
    ...(at(aliases, language) ?? []).map(({ value }) => value),
  ])
  return {
    id,
    label,
    aliases: [...new Set(names)].filter((name) => name !== ''),
    legalNames: [...officialNames, ...(label === undefined ? [] : [label])].filter((name) => legalForm.test(name)),
    creditCode: valuesOfClaims(property.creditCode, textValue)
      .map((code) => code.trim().toUpperCase())
      .find(isCreditCode),
    stockCodes: shares
      .flatMap(({ qualifiers }) => valuesOf(qualifiers?.[property.stockCode] ?? [], textValue))
      .filter((code) => /^\d{6}$/.test(code)),
    hasChineseIsin: valuesOfClaims(property.isin, textValue).some((isin) => isin.startsWith('CN')),
    website: valuesOfClaims(property.website, textValue)[0],
    logoFile: valuesOfClaims(property.logo, textValue)[0],
    parent: valuesOfClaims(property.parent, itemValue)[0]?.id,
    subsidiaries: valuesOfClaims(property.subsidiary, itemValue).map((item) => item.id),
    modifiedAt: modified ?? '',
  }
}

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
  for await (const rows of readFileCells(file, itemColumns, { mayMatter: mayBeCompany })) {
    for (const { cells } of rows) {
      const item = readItem(cells)
      if (item === null || !isChineseCompany(item)) continue
      const name = item.legalNames[0] ?? item.label
      if (name !== undefined) names.set(item.id, name)
      if (item.parent !== undefined) parentOf.set(item.id, item.parent)
      for (const subsidiary of item.subsidiaries) if (!parentOf.has(subsidiary)) parentOf.set(subsidiary, item.id)
    }
  }
  const parents = new Map<string, string>()
  for (const [id, parent] of parentOf) {
    const name = names.get(parent)
    if (name !== undefined && names.has(id)) parents.set(id, name)
  }
  return parents
}
