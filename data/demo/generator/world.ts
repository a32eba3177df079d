import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { castCompanies } from './companies.ts'
import { companyOf, type DemoCompany } from './company.ts'
import { yearOf } from './days.ts'
import { createDraw } from './draw.ts'
import type { Court } from './words.ts'

export type PartyCell = { role: string; name: string; type: 1 | 2 | 3; creditCode?: string; statement?: string }
export type PassageCell = { title: string; text: string }
export type EventCell = { date: string; content: string }
export type Cell = string | number | readonly (string | PartyCell | PassageCell | EventCell)[]
/** A row of a file of records in the canonical format of its kind. */
export type Row = Readonly<Record<string, Cell>>
/** What stories tell: a fact they do not know is left out. */
export type Told = Readonly<Record<string, Cell | null | undefined>>

export const demoSources = ['demo-execution', 'demo-court', 'demo-register', 'demo-credit', 'demo-tax'] as const
export type DemoSource = (typeof demoSources)[number]

/** Who publishes a kind of record. */
const publishers: Readonly<Record<RecordKindKey, DemoSource>> = {
  dishonestExecutor: 'demo-execution',
  executedPerson: 'demo-execution',
  consumptionRestriction: 'demo-execution',
  courtAnnouncement: 'demo-court',
  enterpriseCourtAnnouncement: 'demo-court',
  judicialDocument: 'demo-court',
  businessRisk: 'demo-register',
  punishment: 'demo-credit',
  taxViolation: 'demo-tax',
  seriousViolation: 'demo-register',
  equityPledge: 'demo-register',
  shareholderInfo: 'demo-register',
  keyPerson: 'demo-register',
  branch: 'demo-register',
  overseasInvest: 'demo-register',
  changeRecord: 'demo-register',
  annualInsurance: 'demo-register',
}

export type DemoRecord = { kind: RecordKindKey; sourceId: DemoSource; row: Row; isRemoval: boolean }

const compact = (told: Told): Row => {
  const row: Record<string, Cell> = {}
  for (const [name, value] of Object.entries(told)) if (value !== null && value !== undefined) row[name] = value
  return row
}

/** Everything of one world while it is made. */
export function createWorld(seed: number) {
  const companies = castCompanies(seed).map(companyOf)
  const draw = createDraw(seed + 1)
  const records: DemoRecord[] = []
  const taken = new Set<string>()

  const company = (at: number): DemoCompany => {
    const found = companies[at]
    if (found === undefined) throw new RangeError(`there is no company ${at}`)
    return found
  }

  /** A number nobody has, from the first that `write` makes of a drawn one. */
  const fresh = (highest: number, write: (number: number) => string): string => {
    for (;;) {
      const made = write(draw.between(1, highest))
      if (taken.has(made)) continue
      taken.add(made)
      return made
    }
  }

  return {
    draw,
    companies,
    company,
    records,
    add: (kind: RecordKindKey, told: Told, sourceId: DemoSource = publishers[kind]) =>
      void records.push({ kind, sourceId, row: compact(told), isRemoval: false }),
    /** A record that its source takes back. */
    remove: (kind: RecordKindKey, told: Told) =>
      void records.push({ kind, sourceId: publishers[kind], row: compact(told), isRemoval: true }),
    fresh,
    /** （2026）演0101执1234号, of the year the case was opened. */
    caseNumber: (court: Court, openedOn: string, type: string): string =>
      fresh(2999, (number) => `（${yearOf(openedOn)}）${court.code}${type}${number}号`),
    /** Keeps a number that a story fixes from being drawn. */
    keep: (number: string): string => {
      taken.add(number)
      return number
    },
  }
}

export type World = ReturnType<typeof createWorld>

/** The columns that say whom a row is about. */
export const aboutCompany = ({ name, code, row }: DemoCompany): Told => ({
  companyName: name,
  companyCreditCode: code,
  companyRegistrationNumber: row.registrationNumber,
})
