import type { Row } from '../read-table.ts'

/** A company of a list, as a row of list-companies.csv.gz. */
export type ListCompany = {
  name: string
  /** Short names, separated by `；`; empty for none. */
  aliases: string
  website: string
  investor_authority: string
  /** Province that the company gave to the list. */
  list_province: string
  source: string
  as_of: string
}

/** An entry in a list, as a row of the records of listEntry. `revenue` is in 万元. */
export type ListEntry = {
  companyName: string
  listName: string
  publisher: string
  year: string
  rank: string
  revenue: string
  revenueYear: string
}

export type Rejected = { name: string; reason: string }

/** Companies and entries of the lists, and the rows that identify no company. */
export type Lists = { companies: ListCompany[]; entries: Map<string, ListEntry[]>; merged: number; rejected: Rejected[] }

const stateLists: Readonly<Record<string, { source: string; listName: string }>> = {
  国务院国有资产监督管理委员会: { source: 'sasac-list', listName: '央企名录' },
  财政部: { source: 'finance-ministry-list', listName: '财政部履行出资人职责的企业' },
}
const PRIVATE_SOURCE = 'acfic-list'
const PRIVATE_AS_OF = '2025-08'
const privateLists: Readonly<Record<string, string>> = {
  private500: '中国民营企业500强',
  manufacturing500: '中国制造业民营企业500强',
  services100: '中国服务业民营企业100强',
}

const listsOf = <T>(map: Map<string, T[]>, key: string): T[] => {
  const list = map.get(key) ?? []
  map.set(key, list)
  return list
}

/**
 * Reads the lists of state-owned groups and of private companies. A row belongs to a listed company by the exact full
 * name only; another full name makes a company. A name that is no legal name makes none. `aliases` are short names by
 * full name.
 */
export function readLists(
  stateOwned: readonly Row[],
  privateRows: readonly Row[],
  listedNames: ReadonlySet<string>,
  aliases: ReadonlyMap<string, readonly string[]>,
): Lists {
  const companies = new Map<string, ListCompany>()
  const entries = new Map<string, ListEntry[]>()
  const rejected = new Map<string, Rejected>()
  const merged = new Set<string>()
  const add = (company: Omit<ListCompany, 'aliases'>, stated: string) => {
    if (listedNames.has(company.name)) return merged.add(company.name)
    const names = [...new Set([stated, ...(aliases.get(company.name) ?? [])])].filter((name) => name !== '')
    if (!companies.has(company.name)) companies.set(company.name, { ...company, aliases: names.join('；') })
    return undefined
  }

  for (const { full_name: name = '', other_name = '', website = '', authority = '', list_published = '' } of stateOwned) {
    const list = stateLists[authority]
    if (list === undefined) {
      rejected.set(name, { name, reason: `出资人职责机构 ${authority} 没有对应的来源` })
      continue
    }
    const { source, listName } = list
    add({ name, website, investor_authority: authority, list_province: '', source, as_of: list_published }, other_name)
    const year = list_published.slice(0, 4)
    const entry = { companyName: name, listName, publisher: authority, year, rank: '', revenue: '', revenueYear: '' }
    listsOf(entries, source).push(entry)
  }

  for (const row of privateRows) {
    const { list = '', rank = '', name = '', other_name = '', is_full_name, province = '', revenue_2024_wan_cny = '' } = row
    const listName = privateLists[list]
    if (listName === undefined) throw new Error(`unknown list ${list}`)
    if (is_full_name !== '1') {
      // Two companies behind one name identify none.
      rejected.set(name, { name, reason: '不是企业全称，且不能确定是哪一家企业' })
      continue
    }
    const company = { name, website: '', investor_authority: '', list_province: province }
    add({ ...company, source: PRIVATE_SOURCE, as_of: PRIVATE_AS_OF }, other_name)
    listsOf(entries, PRIVATE_SOURCE).push({
      companyName: name,
      listName,
      publisher: '中华全国工商业联合会',
      year: '2025',
      rank,
      revenue: revenue_2024_wan_cny,
      revenueYear: '2024',
    })
  }
  return { companies: [...companies.values()], entries, merged: merged.size, rejected: [...rejected.values()] }
}
