import { plainText } from '../plain-text.ts'
import type { CompanyRow, RecordRow, StoreRows } from '../store-rows.ts'

/** What the database states about some companies: every text, and every number that follows from its rows. */
export type KnownTexts = { texts: ReadonlySet<string>; numbers: ReadonlySet<string> }

/** Shorter codes, as those of a region, are part of other numbers. */
const SHORT_CODE = 5
/** Characters of a long text that a line quotes. */
const LONGEST_QUOTE = 40
const TEN_THOUSAND = 10_000

/** Texts and numbers anywhere in a stored value. */
function* leavesOf(value: unknown): Generator<string | number> {
  if (typeof value === 'string' || typeof value === 'number') yield value
  else if (Array.isArray(value)) for (const one of value) yield* leavesOf(one)
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* leavesOf(one)
}

/** 1250000 as it may be written, in 万元, and of an amount in 万元 in 亿元, rounded. */
const writings = (value: number) => [
  ...[value, value / TEN_THOUSAND, value * TEN_THOUSAND].map((one) => String(Number(one.toFixed(6)))),
  String(Number((value / TEN_THOUSAND).toFixed(2))),
]

/** Sums of the amounts of one kind in one view, in 元. */
function sumsOf(records: readonly RecordRow[]): number[] {
  const sums = new Map<string, number>()
  for (const { kind, view, content } of records) {
    for (const [field, value] of Object.entries(content)) {
      if (typeof value !== 'object' || value === null || !('value' in value) || !('unit' in value)) continue
      const factor = value.unit === '万元' ? TEN_THOUSAND : 1
      const key = `${kind} ${view} ${field}`
      sums.set(key, (sums.get(key) ?? 0) + Number(value.value) * factor)
    }
  }
  return [...sums.values()]
}

/** Differences between companies of the employees, or insured persons, of one year. */
function differencesOfEmployees(rows: StoreRows, companies: readonly CompanyRow[]): number[] {
  const reports = companies.flatMap((company) =>
    rows
      .recordsOf(company)
      .flatMap(({ kind, content }) =>
        kind === 'annualEmployees' ? [{ year: Number(content['year']), employees: Number(content['employees']) }] : [],
      ),
  )
  for (const { insured_count: insured, insured_year: year } of companies) {
    if (insured !== null) reports.push({ year: year ?? 0, employees: insured })
  }
  return reports.flatMap((one) =>
    reports.flatMap((other) => (other.year === one.year ? [Math.abs(one.employees - other.employees)] : [])),
  )
}

const dayOf = (milliseconds: number) => new Date(milliseconds + 8 * 3_600_000).toISOString().slice(0, 10)

export function knownTextsOf(rows: StoreRows, companies: readonly CompanyRow[]): KnownTexts {
  const texts = new Set<string>()
  const numbers = new Set<string>()
  const add = (leaf: string | number) => {
    if (typeof leaf === 'number') for (const one of writings(leaf)) numbers.add(one)
    else if (/\p{Script=Han}{2}/u.test(leaf) || leaf.length > SHORT_CODE) {
      texts.add(plainText(leaf))
      // The name of a branch stands without that of its company.
      for (const { name } of companies)
        if (leaf.startsWith(name) && leaf.length > name.length) texts.add(plainText(leaf.slice(name.length)))
      // A line quotes the beginning of a long text, and an item of change without its brackets.
      texts.add(plainText(Array.from(leaf).slice(0, LONGEST_QUOTE).join('')))
      const item = leaf.replace(/[（(].*$/u, '')
      if (item.length > SHORT_CODE) texts.add(plainText(item))
      // 追缴税款并处罚款 26 万元.
      for (const [, fine = ''] of leaf.matchAll(/罚款\s*(\d+(?:\.\d+)?)\s*万?元/gu)) numbers.add(String(Number(fine)))
      // A natural person of a judgment is shown as 演示某.
      if (/^\p{Script=Han}{2,4}$/u.test(leaf)) texts.add(`${leaf.slice(0, -1)}某`)
    }
  }
  for (const company of companies) {
    const records = rows.recordsOf(company)
    const { province, city } = rows.regionOf(company)
    const industry = company.industry_code
    const places = [province, city, `${province ?? ''}${city ?? ''}`]
    const sources = [...rows.listingsOf(company.id), ...rows.allNamesOf(company.id), ...rows.disputesOf(company)]
    for (const leaf of leavesOf([company, records, sources, places])) add(leaf)
    // The year of the annual report that states the name, the address or the legal representative.
    for (const asOf of [company.identity_as_of, company.contact_as_of, company.people_as_of]) {
      if (asOf !== null) numbers.add(asOf.slice(0, 4))
    }
    for (const [, first = '', last = ''] of company.phones.matchAll(/(1\d{2})\d{4}(\d{4})/gu))
      numbers.add(`${first}${last}`)
    if (company.email !== null) add(company.email.replace(/^(.)[^@]*/u, '$1*'))
    if (industry !== null) add(Number.parseInt(industry, 10) || 0)
    for (const length of [1, 2, 3, 4]) {
      const name = industry === null ? null : rows.industryNameOf(industry.slice(0, length))
      if (name !== null) add(name)
    }
    for (const disputed of rows.disputesOf(company)) add(dayOf(disputed.disputed_at))
    const code = company.credit_code
    // The code of the organisation is part of the credit code.
    if (code !== null) add(`${code.slice(8, 16)}-${code.slice(16, 17)}`)
    for (const sum of sumsOf(records)) add(sum)
    if (company.capital_value !== null) {
      for (const other of companies)
        if (other.capital_value !== null) add(Number(Math.abs(company.capital_value - other.capital_value).toFixed(4)))
    }
  }
  for (const difference of differencesOfEmployees(rows, companies)) add(difference)
  for (const date of rows.sourceDates) {
    if (date.length > SHORT_CODE) texts.add(date)
    numbers.add(date.slice(0, 4))
  }
  for (const name of rows.sourceNames) add(name)
  return { texts, numbers }
}
