import type { AssistantCase, StatedValue } from '../case.ts'
import type { CompanyRow, StoreRows } from '../store-rows.ts'
import { type Drawing, drawCases, filled, NOT_STATED, pickEntry } from './drawing.ts'

/** 291114.2855 万元, or 800 万美元. */
export const capitalText = ({ capital_value: value, capital_unit: unit }: CompanyRow): string | null =>
  value === null || unit === null ? null : `${value}${unit}`

const only = (text: string | null): StatedValue[] => (text === null || text === '' ? [] : [[text]])

function employeesOf(rows: StoreRows, company: CompanyRow): StatedValue[] {
  const reports = rows.recordsOf(company).filter(({ kind }) => kind === 'annualEmployees')
  const newest = reports.toSorted((a, b) => Number(b.content['year']) - Number(a.content['year']))[0]
  if (newest !== undefined) return [[`${Number(newest.content['employees'])}人`]]
  return only(company.staff_size)
}

function insuredOf(rows: StoreRows, company: CompanyRow): StatedValue[] {
  if (company.insured_count !== null) return [[`${company.insured_count}人`]]
  const reports = rows.recordsOf(company).filter(({ kind }) => kind === 'annualInsurance')
  return reports.length === 0 ? [] : [[`${reports.length}条`]]
}

const listingOf = (rows: StoreRows, { id }: CompanyRow) => rows.listingsOf(id)

/** Values of a fact that an answer must state; none if no source states it. */
export const factValues: Readonly<Record<string, (rows: StoreRows, company: CompanyRow) => StatedValue[]>> = {
  legalRepresentative: (_, company) => only(company.legal_representative),
  registeredCapital: (_, company) => only(capitalText(company)),
  foundedOn: (_, company) => only(company.founded_on),
  creditCode: (_, company) => only(company.credit_code),
  address: (_, company) => only(company.address),
  website: (_, company) => only(company.website),
  status: (_, company) => only(company.status),
  industry: (rows, { industry_code: code }) => only(code === null ? null : rows.industryNameOf(code)),
  scope: (_, company) => only(company.scope === null ? null : company.scope.slice(0, 12)),
  region: (rows, company) => {
    const { province, city } = rows.regionOf(company)
    return [...only(province), ...only(city)]
  },
  nameEnglish: (_, company) => only(company.name_english),
  shortName: (_, company) => only(company.short_name),
  stockCode: (rows, company) => listingOf(rows, company).map(({ code }) => [code]),
  listedOn: (rows, company) => listingOf(rows, company).flatMap((listing) => only(listing.listed_on)),
  board: (rows, company) => listingOf(rows, company).flatMap(({ board }) => only(board)),
  formerNames: (rows, { id, short_name: current }) => {
    const names = [...rows.namesOf(id, 'former'), ...rows.namesOf(id, 'formerShort')]
    const [first] = names.filter((name) => name !== current)
    return only(first ?? null)
  },
  insuredCount: insuredOf,
  employees: employeesOf,
  businessType: (_, company) => only(company.business_type),
  // Shown masked to users who may not see contacts.
  email: (_, { email }) => (email === null ? [] : [[email, email.replace(/^(.)[^@]*/u, '$1*')]]),
}

const stated = (values: readonly StatedValue[]): readonly StatedValue[] => (values.length === 0 ? [NOT_STATED] : values)

/** Companies that are drawn until one has the facts. */
const TRIES = 50

/** A company of which the fact is stated in three of four draws. */
function pickFor({ rows, random, real, fictional }: Drawing, facts: readonly string[]): CompanyRow {
  const from = random.below(5) === 0 ? fictional : real
  const wantsStated = random.below(4) > 0
  let company = random.pick(from)
  for (let left = wantsStated ? TRIES : 0; left > 0; left -= 1) {
    if (facts.every((fact) => (factValues[fact]?.(rows, company) ?? []).length > 0)) return company
    company = random.pick(from)
  }
  return company
}

export function oneFactCases(drawing: Drawing): AssistantCase[] {
  const { rows, random, phrasings, perKind } = drawing
  return drawCases('oneFact', perKind, () => {
    const [fact, wordings] = pickEntry(random, phrasings.oneFact)
    const company = pickFor(drawing, [fact])
    return {
      question: filled(random.pick(wordings), { company: company.name }),
      expected: {
        type: 'states',
        values: stated(factValues[fact]?.(rows, company) ?? []),
        companyIds: [company.id],
      },
    }
  })
}

export function severalFactsCases(drawing: Drawing): AssistantCase[] {
  const { rows, random, phrasings, perKind } = drawing
  return drawCases('severalFacts', perKind, () => {
    const wording = random.pick(phrasings.severalFacts)
    const facts = new Set<string>()
    const count = wording.includes('{fact3}') ? 3 : 2
    while (facts.size < count) facts.add(pickEntry(random, phrasings.factWords)[0])
    const company = pickFor(drawing, [...facts])
    const words = Object.fromEntries(
      [...facts].map((fact, at) => [`fact${at + 1}`, random.pick(phrasings.factWords[fact] ?? [])]),
    )
    return {
      question: filled(wording, { company: company.name, ...words }),
      expected: {
        type: 'states',
        values: [...facts].flatMap((fact) => stated(factValues[fact]?.(rows, company) ?? [])),
        companyIds: [company.id],
      },
    }
  })
}
