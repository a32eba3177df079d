import { AS_OF, daysAfter, daysFrom, earliest, latest, yearOf, yearsAfter } from './days.ts'
import { provinceOf } from './words.ts'

/** A row of companies.ndjson, in the canonical format. */
export type CompanyRow = {
  creditCode: string
  registrationNumber: string
  name: string
  status: string
  businessType: string
  foundedOn: string
  approvedOn: string
  termFrom: string
  authority: string
  region: string
  industry: string
  scope: string
  taxpayerType: string
  legalRepresentative: string
  legalRepresentativeTitle?: string
  capitalValue: number
  capitalUnit: string
  capitalCurrency: string
  paidInValue?: number
  paidInUnit?: string
  paidInCurrency?: string
  address: string
  mailAddress?: string
  website: string
  email: string
  phones: string[]
  staffSize: string
  staffYear?: number
  insuredCount?: number
  insuredYear?: number
  termTo?: string
  formerNames?: string[]
  nameEnglish?: string
  customsCode?: string
  aliases?: string[]
  endedOn?: string
  endedReason?: string
  endedOffice?: string
  asOf?: string
}

/** A company of the world, with what stories ask of it. */
export type DemoCompany = {
  at: number
  row: CompanyRow
  name: string
  code: string
  region: string
  province: string
  foundedOn: string
  /** Nothing happens to the company behind it: when it ended, else the day of the data. */
  lastDay: string
  /** The register changes nothing behind it. */
  approvedOn: string
  formerNames: { name: string; until: string }[]
  /** In `unit`. */
  capital: number
  unit: string
  legalRep: string
}

/** A company lives at least so long, or its story would have no room. */
const SHORTEST_LIFE = 240

function endOf({ endedOn, foundedOn }: CompanyRow): string | undefined {
  if (endedOn === undefined || daysFrom(foundedOn, endedOn) >= SHORTEST_LIFE) return endedOn
  return earliest(daysAfter(foundedOn, SHORTEST_LIFE), daysAfter(AS_OF, -30))
}

/** A name cannot have been changed before the company was founded: such a change is moved between that and now. */
function settledNames(row: CompanyRow, until: string): string[] | undefined {
  if (daysFrom(row.foundedOn, until) < SHORTEST_LIFE) return []
  // A drawn name may be the one it has.
  const names = row.formerNames?.filter((told) => !told.startsWith(`${row.name}@`))
  return names?.map((told) => {
    const [name = '', life = ''] = told.split('@')
    const [from = '', changed = ''] = life.split('~')
    if (changed > daysAfter(row.foundedOn, 30) && changed <= until) return told
    return `${name}@${from}~${daysAfter(row.foundedOn, Math.floor(daysFrom(row.foundedOn, until) / 2))}`
  })
}

const reported = ['insuredCount', 'insuredYear', 'staffYear'] as const

/** The year its last annual report told of, or none where it lived too short. */
const lastReportOf = (row: CompanyRow, endedOn: string | undefined): number | undefined => {
  const year = Math.min(row.insuredYear ?? 0, endedOn === undefined ? 9999 : yearOf(endedOn) - 1)
  return year >= yearOf(row.foundedOn) ? year : undefined
}

/** Makes the facts of a row agree with each other, whatever was drawn. */
function settled(drawn: CompanyRow): CompanyRow {
  const row = { ...drawn, termFrom: drawn.foundedOn }
  const endedOn = endOf(row)
  if (endedOn !== undefined) row.endedOn = endedOn
  row.approvedOn = earliest(latest(row.approvedOn, daysAfter(row.foundedOn, 1), endedOn ?? ''), AS_OF)
  const names = settledNames(row, earliest(row.approvedOn, endedOn ?? AS_OF))
  if (names !== undefined && names.length > 0) row.formerNames = names
  else Reflect.deleteProperty(row, 'formerNames')
  if (row.termTo !== undefined && row.termTo <= AS_OF) row.termTo = yearsAfter(row.foundedOn, 50)
  const report = lastReportOf(row, endedOn)
  if (report === undefined) for (const fact of reported) Reflect.deleteProperty(row, fact)
  else Object.assign(row, { insuredYear: report, staffYear: report })
  if (row.paidInValue !== undefined) {
    const { capitalValue, capitalUnit, capitalCurrency } = row
    Object.assign(row, { paidInValue: capitalValue / 2, paidInUnit: capitalUnit, paidInCurrency: capitalCurrency })
  }
  // What a story moved to another province has its offices there.
  const place = provinceOf(row.region)
  const moved = (text: string) => text.replace(/^演示[东西南北中]省/, place)
  row.authority = moved(row.authority)
  row.address = moved(row.address)
  if (row.mailAddress !== undefined) row.mailAddress = moved(row.mailAddress)
  if (row.endedOffice !== undefined) row.endedOffice = row.authority
  return row
}

export function companyOf(drawn: CompanyRow, at: number): DemoCompany {
  const row = settled(drawn)
  return {
    at,
    row,
    name: row.name,
    code: row.creditCode,
    region: row.region,
    province: provinceOf(row.region),
    foundedOn: row.foundedOn,
    lastDay: row.endedOn ?? AS_OF,
    approvedOn: earliest(row.approvedOn, row.endedOn ?? AS_OF),
    formerNames: (row.formerNames ?? []).map((told) => {
      const [name = '', life = ''] = told.split('@')
      return { name, until: life.split('~')[1] ?? '' }
    }),
    capital: row.capitalValue,
    unit: row.capitalUnit,
    legalRep: row.legalRepresentative,
  }
}
