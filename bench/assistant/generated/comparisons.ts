import type { AssistantCase, StatedValue } from '../case.ts'
import type { CompanyRow, StoreRows } from '../store-rows.ts'
import { type Drawing, drawCases, filled, pickCompanies, pickEntry } from './drawing.ts'
import { capitalText } from './facts.ts'

/** Value by which companies are ordered, its text, and the words of the order. */
type Measure = {
  valueOf: (rows: StoreRows, company: CompanyRow) => number | string | null
  textOf: (rows: StoreRows, company: CompanyRow) => string | null
  /** How a sentence goes on after the company that has more, or was earlier. */
  words: readonly string[]
}

const capital: Measure = {
  valueOf: (_, company) => company.capital_comparable,
  textOf: (_, company) => capitalText(company),
  words: ['注册资本高', '注册资本更高'],
}
const day = (of: (rows: StoreRows, company: CompanyRow) => string | null, word: string): Measure => ({
  valueOf: of,
  textOf: of,
  words: [`${word}更早`, `${word}早`],
})
const founded = day((_, company) => company.founded_on, '成立')
const listed = day(
  (rows, { id }) =>
    rows
      .listingsOf(id)
      .flatMap((listing) => listing.listed_on ?? [])
      .toSorted()[0] ?? null,
  '上市',
)
const reportsOf = (rows: StoreRows, company: CompanyRow) =>
  rows
    .recordsOf(company)
    .flatMap(({ kind, content }) =>
      kind === 'annualEmployees' ? [{ year: Number(content['year']), employees: Number(content['employees']) }] : [],
    )

/** Employees of the newest year that all companies report. */
function employeesOf(companies: readonly CompanyRow[]): Measure {
  const valueOf = (rows: StoreRows, company: CompanyRow) => {
    const years = companies.map((one) => reportsOf(rows, one).map(({ year }) => year))
    const common = (years[0] ?? []).filter((year) => years.every((own) => own.includes(year)))
    return reportsOf(rows, company).find(({ year }) => year === Math.max(...common))?.employees ?? null
  }
  const textOf = (rows: StoreRows, company: CompanyRow) => {
    const value = valueOf(rows, company)
    return value === null ? null : `${value}人`
  }
  return { valueOf, textOf, words: ['员工多', '员工更多'] }
}

const measuresOf = (companies: readonly CompanyRow[]): Readonly<Record<string, readonly Measure[]>> => ({
  registeredCapital: [capital],
  foundedOn: [founded],
  listedOn: [listed],
  employees: [employeesOf(companies)],
  several: [capital, founded],
})

/** Texts that state the order of two companies, or the ends of more. */
function ordersOf(measure: Measure, rows: StoreRows, companies: readonly CompanyRow[]): StatedValue[] {
  const sorted = companies.toSorted((a, b) => {
    const [x, y] = [measure.valueOf(rows, a), measure.valueOf(rows, b)]
    return x === y ? 0 : (x ?? 0) < (y ?? 0) ? 1 : -1
  })
  const [first, second] = [sorted[0], sorted.at(-1)]
  if (first === undefined || second === undefined) return []
  if (measure.valueOf(rows, first) === measure.valueOf(rows, second)) return [['相同', '同日', '一致', '均为']]
  if (companies.length === 2) {
    // Of a date, the earlier company is named.
    const named = measure === founded || measure === listed ? second : first
    // After its first mention a company has the short name of its stock.
    const names = [named.name, named.short_name ?? named.name]
    return [measure.words.flatMap((word) => names.map((name) => `${name}${word}`))]
  }
  const names = sorted.map(({ name }) => name)
  return [[names.join('、'), names.toReversed().join('、')]]
}

export function comparisonCases(drawing: Drawing): AssistantCase[] {
  const { rows, random, phrasings, real, perKind } = drawing
  return drawCases('comparison', perKind, () => {
    const [what, wordings] = pickEntry(random, phrasings.comparison)
    const wording = random.pick(wordings)
    const companies = pickCompanies(random, real, wording.includes('{list}') ? 3 + random.below(3) : 2)
    const compared = measuresOf(companies)[what] ?? []
    const isKnown = companies.every((company) => compared.every((measure) => measure.valueOf(rows, company) !== null))
    if (!isKnown) return null
    const [a, b] = companies
    const list = companies.map(({ name }) => name).join('、')
    return {
      question: filled(wording, { a: a?.name ?? '', b: b?.name ?? '', list }),
      expected: {
        type: 'states',
        values: compared.flatMap((measure) => [
          ...companies.map((company) => [measure.textOf(rows, company) ?? '']),
          ...(what === 'several' ? [] : ordersOf(measure, rows, companies)),
        ]),
        companyIds: companies.map(({ id }) => id),
      },
    }
  })
}
