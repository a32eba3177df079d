import { normaliseStatus } from '../../../domain/company/company-status.ts'
import { nameKey } from '../../../domain/names/company-name.ts'
import type { ReferenceData } from '../../../platform/reference-data.ts'
import type { FactValues, StatedFact } from './company-facts.ts'
import type { CompanyRow, RowField } from './company-row.ts'

/** Counts a value that no reference table has. Returns null, so that the fact is not stated. */
export type OnUnknownValue = (field: RowField) => null

/** Reads one fact from a row. */
type FactReader = {
  fact: StatedFact['fact']
  /** A mapping that has none of these fields never states the fact. */
  fields: readonly RowField[]
  read: (row: CompanyRow) => FactValues | null
}

function createFactReaders(reference: ReferenceData, onUnknownValue: OnUnknownValue): FactReader[] {
  /** An unknown currency keeps the source's word: as null, its amount would be taken for yuan. */
  const currencyOf = (word = 'CNY') => reference.currencies.codeOf(word) ?? word

  function regionOf(row: CompanyRow): string | null {
    if (row.region !== undefined) {
      const code = row.region.padEnd(6, '0')
      const found = [code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`].find((candidate) =>
        reference.regions.has(candidate),
      )
      return found ?? onUnknownValue('region')
    }
    if (row.province === undefined) return null
    return reference.regions.codeOf({ province: row.province, city: row.city ?? null }) ?? onUnknownValue('province')
  }

  const ownColumn = (fact: FactReader['fact'] & RowField, columns: (row: CompanyRow) => FactValues): FactReader => ({
    fact,
    fields: [fact],
    read: (row) => (row[fact] === undefined ? null : columns(row)),
  })

  return [
    ownColumn('creditCode', (row) => ({ credit_code: row.creditCode ?? null })),
    ownColumn('registrationNumber', (row) => ({ registration_number: row.registrationNumber ?? null })),
    ownColumn('name', ({ name = '' }) => ({ name, name_key: nameKey(name) })),
    ownColumn('nameEnglish', (row) => ({ name_english: row.nameEnglish ?? null })),
    ownColumn('status', ({ status = null }) => ({ status: normaliseStatus(status), status_raw: status })),
    ownColumn('businessType', (row) => ({ business_type: row.businessType ?? null })),
    ownColumn('foundedOn', (row) => ({ founded_on: row.foundedOn ?? null })),
    ownColumn('approvedOn', (row) => ({ approved_on: row.approvedOn ?? null })),
    {
      fact: 'term',
      fields: ['termFrom', 'termTo'],
      read: ({ termFrom = null, termTo = null }) =>
        termFrom === null && termTo === null ? null : { term_from: termFrom, term_to: termTo },
    },
    ownColumn('authority', (row) => ({ authority: row.authority ?? null })),
    {
      fact: 'region',
      fields: ['region', 'province'],
      read: (row) => {
        const code = regionOf(row)
        return code === null ? null : { region_code: code }
      },
    },
    {
      fact: 'industry',
      fields: ['industry'],
      read: ({ industry }) => {
        const code =
          industry === undefined ? null : (reference.industries.codeOf(industry) ?? onUnknownValue('industry'))
        return code === null ? null : { industry_code: code }
      },
    },
    ownColumn('scope', (row) => ({ scope: row.scope ?? null })),
    ownColumn('taxpayerType', (row) => ({ taxpayer_type: row.taxpayerType ?? null })),
    ownColumn('customsCode', (row) => ({ customs_code: row.customsCode ?? null })),
    {
      fact: 'ended',
      fields: ['endedOn', 'endedReason', 'endedOffice'],
      read: ({ endedOn = null, endedReason = null, endedOffice = null }) =>
        endedOn === null && endedReason === null && endedOffice === null
          ? null
          : { ended_on: endedOn, ended_reason: endedReason, ended_office: endedOffice },
    },
    {
      fact: 'legalRepresentative',
      fields: ['legalRepresentative', 'legalRepresentativeTitle'],
      read: ({ legalRepresentative = null, legalRepresentativeTitle = null }) =>
        legalRepresentative === null && legalRepresentativeTitle === null
          ? null
          : { legal_representative: legalRepresentative, legal_representative_title: legalRepresentativeTitle },
    },
    {
      fact: 'registeredCapital',
      fields: ['capitalValue'],
      read: ({ capitalValue, capitalUnit = '万元', capitalCurrency }) =>
        capitalValue === undefined
          ? null
          : { capital_value: capitalValue, capital_unit: capitalUnit, capital_currency: currencyOf(capitalCurrency) },
    },
    {
      fact: 'paidInCapital',
      fields: ['paidInValue'],
      read: ({ paidInValue, paidInUnit = '万元', paidInCurrency }) =>
        paidInValue === undefined
          ? null
          : { paid_in_value: paidInValue, paid_in_unit: paidInUnit, paid_in_currency: currencyOf(paidInCurrency) },
    },
    ownColumn('address', (row) => ({ address: row.address ?? null })),
    ownColumn('mailAddress', (row) => ({ mail_address: row.mailAddress ?? null })),
    ownColumn('website', (row) => ({ website: row.website ?? null })),
    ownColumn('email', (row) => ({ email: row.email ?? null })),
    {
      fact: 'phones',
      fields: ['phones'],
      read: ({ phones = [] }) => (phones.length === 0 ? null : { phones: JSON.stringify(phones) }),
    },
    ownColumn('staffSize', (row) => ({ staff_size: row.staffSize ?? null, staff_year: row.staffYear ?? null })),
    ownColumn('insuredCount', (row) => ({
      insured_count: row.insuredCount ?? null,
      insured_year: row.insuredYear ?? null,
    })),
    ownColumn('shortName', (row) => ({ short_name: row.shortName ?? null })),
    ownColumn('jointStockType', (row) => ({ joint_stock_type: row.jointStockType ?? null })),
  ]
}

/** Reads the facts of a row, of those that the fields of a mapping can state. */
export function createRowFactReader(
  fields: readonly RowField[],
  reference: ReferenceData,
  onUnknownValue: OnUnknownValue,
) {
  const readers = createFactReaders(reference, onUnknownValue).filter((reader) =>
    reader.fields.some((field) => fields.includes(field)),
  )
  return (row: CompanyRow): StatedFact[] => {
    const facts: StatedFact[] = []
    for (const { fact, read } of readers) {
      const columns = read(row)
      if (columns !== null) facts.push({ fact, columns })
    }
    return facts
  }
}
