import { facts, isPlainFact, type OwnFact, type PlainFact } from '@baiqicha/contract/company-facts'
import { normaliseStatus } from '../../../domain/company/company-status.ts'
import { plainColumnOf } from '../../../domain/company/fact-columns.ts'
import { siteFlaw } from '../../../domain/contacts/contact-value.ts'
import { nameKey } from '../../../domain/names/company-name.ts'
import type { ReferenceData } from '../../../platform/reference-data.ts'
import { amountIn, type StatedAmount } from './cell-values.ts'
import type { CompanyValues, RowField } from './company-row.ts'
import type { FactValues, StatedFact } from './sourced-facts.ts'

/** Reports a value that states no fact. Returns null. */
type OnProblem = (field: RowField, value: string) => null
export type FactProblems = {
  /** A value that no reference table has. */
  onUnknown: OnProblem
  /** A value that is not about the company. */
  onForeign: OnProblem
}

/** Reads the columns of one fact from a row; null when the row does not state it. */
type ReadFact = (row: CompanyValues) => FactValues | null

function readPlain(fact: PlainFact, { onForeign }: FactProblems): ReadFact {
  const column = plainColumnOf(fact)
  return (row) => {
    const value = row[fact]
    if (value === undefined) return null
    // The site of an exchange, a shop or another company.
    if (fact === 'website' && siteFlaw(value) !== null) return onForeign(fact, value)
    const columns: FactValues = {}
    columns[column] = value
    return columns
  }
}

/** Readers of the facts that are not one text each. A fact without any of its `fields` in the mapping is not read. */
function createOwnReaders(
  reference: ReferenceData,
  { onUnknown }: FactProblems,
): Record<Exclude<OwnFact, 'listings'>, { fields: readonly RowField[]; read: ReadFact }> {
  /** An unknown currency keeps the source's word: as null, its amount would be taken for yuan. */
  const currencyOf = (word = 'CNY') => reference.currencies.codeOf(word) ?? word

  /** null when the cell or its columns state a unit or currency that is not known. */
  function capitalOf(
    field: 'capitalValue' | 'paidInValue',
    stated: StatedAmount | undefined,
    [unit, currency]: [string | undefined, string | undefined],
  ) {
    if (stated === undefined) return null
    const amount = amountIn(stated, unit)
    const isKnown = stated.currency === undefined || reference.currencies.codeOf(stated.currency) !== null
    if (amount === null || !isKnown) return onUnknown(field, `${stated.value}${stated.currency ?? unit ?? ''}`)
    return { ...amount, currency: currencyOf(stated.currency ?? currency) }
  }

  function regionOf(row: CompanyValues): string | null {
    if (row.region !== undefined) {
      if (!/^\d+$/.test(row.region)) return reference.regions.codeIn(row.region) ?? onUnknown('region', row.region)
      const code = row.region.slice(0, 6).padEnd(6, '0')
      const found = [code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`].find((candidate) =>
        reference.regions.has(candidate),
      )
      return found ?? onUnknown('region', row.region)
    }
    const { province, city = null, county = null } = row
    if (province === undefined) return city === null ? null : reference.regions.codeIn(`${city}${county ?? ''}`)
    const code = reference.regions.codeOf({ province, city, county }) ?? reference.regions.codeIn(province)
    return code ?? onUnknown('province', province)
  }

  return {
    name: { fields: ['name'], read: ({ name }) => (name === undefined ? null : { name, name_key: nameKey(name) }) },
    status: {
      fields: ['status'],
      read: ({ status }) => (status === undefined ? null : { status: normaliseStatus(status), status_raw: status }),
    },
    term: {
      fields: ['termFrom', 'termTo', 'term'],
      read: ({ term, termFrom = term?.from ?? null, termTo = term?.to ?? null }) =>
        termFrom === null && termTo === null ? null : { term_from: termFrom, term_to: termTo },
    },
    region: {
      fields: ['region', 'province', 'city'],
      read: (row) => {
        const code = regionOf(row)
        return code === null ? null : { region_code: code }
      },
    },
    industry: {
      fields: ['industry'],
      read: ({ industry }) => {
        const code =
          industry === undefined ? null : (reference.industries.codeOf(industry) ?? onUnknown('industry', industry))
        return code === null ? null : { industry_code: code }
      },
    },
    ended: {
      fields: ['endedOn', 'endedReason', 'endedOffice'],
      read: ({ endedOn = null, endedReason = null, endedOffice = null }) =>
        endedOn === null && endedReason === null && endedOffice === null
          ? null
          : { ended_on: endedOn, ended_reason: endedReason, ended_office: endedOffice },
    },
    legalRepresentative: {
      fields: ['legalRepresentative', 'legalRepresentativeTitle'],
      read: ({ legalRepresentative = null, legalRepresentativeTitle = null }) =>
        legalRepresentative === null && legalRepresentativeTitle === null
          ? null
          : { legal_representative: legalRepresentative, legal_representative_title: legalRepresentativeTitle },
    },
    registeredCapital: {
      fields: ['capitalValue'],
      read: ({ capitalValue, capitalUnit, capitalCurrency }) => {
        const amount = capitalOf('capitalValue', capitalValue, [capitalUnit, capitalCurrency])
        return amount === null
          ? null
          : { capital_value: amount.value, capital_unit: amount.unit, capital_currency: amount.currency }
      },
    },
    paidInCapital: {
      fields: ['paidInValue'],
      read: ({ paidInValue, paidInUnit, paidInCurrency }) => {
        const amount = capitalOf('paidInValue', paidInValue, [paidInUnit, paidInCurrency])
        return amount === null
          ? null
          : { paid_in_value: amount.value, paid_in_unit: amount.unit, paid_in_currency: amount.currency }
      },
    },
    phones: {
      fields: ['phones', 'morePhones'],
      read: ({ phones = [], morePhones = [] }) =>
        phones.length + morePhones.length === 0
          ? null
          : { phones: JSON.stringify([...new Set([...phones, ...morePhones])]) },
    },
    staffSize: {
      fields: ['staffSize'],
      read: ({ staffSize, staffYear = null }) =>
        staffSize === undefined ? null : { staff_size: staffSize, staff_year: staffYear },
    },
    insuredCount: {
      fields: ['insuredCount'],
      read: ({ insuredCount, insuredYear = null }) =>
        insuredCount === undefined ? null : { insured_count: insuredCount, insured_year: insuredYear },
    },
  }
}

/** Reads the facts of a row, of those that the fields of a mapping can state. */
export function createRowFactReader(fields: readonly RowField[], reference: ReferenceData, problems: FactProblems) {
  const own = createOwnReaders(reference, problems)
  const readers: { fact: StatedFact['fact']; read: ReadFact }[] = []
  for (const fact of facts) {
    if (fact === 'listings') continue
    const reader = isPlainFact(fact) ? { fields: [fact], read: readPlain(fact, problems) } : own[fact]
    if (reader.fields.some((field) => fields.includes(field))) readers.push({ fact, read: reader.read })
  }
  return (row: CompanyValues): StatedFact[] => {
    const stated: StatedFact[] = []
    for (const { fact, read } of readers) {
      const columns = read(row)
      if (columns !== null) stated.push({ fact, columns })
    }
    return stated
  }
}
