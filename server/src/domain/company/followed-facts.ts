import type { Fact } from '@baiqicha/contract/company-facts'
import type { FactRow } from './fact-columns.ts'

/**
 * Facts of the register whose changes followers see. Contact facts are left out: they may be of a person, and each is a
 * record with a source of its own.
 */
export const followedFacts = [
  'name',
  'status',
  'businessType',
  'foundedOn',
  'term',
  'authority',
  'scope',
  'legalRepresentative',
  'registeredCapital',
  'paidInCapital',
  'address',
  'shortName',
] as const satisfies readonly Fact[]
export type FollowedFact = (typeof followedFacts)[number]

const followed = new Set<string>(followedFacts)
export const isFollowedFact = (fact: string): fact is FollowedFact => followed.has(fact)

/** Longest stored text; a longer scope is cut. */
const MAX_LENGTH = 2_000

const number = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 6 })

const amount = (value: number | null, unit: string | null) =>
  value === null ? null : `${number.format(value)} ${unit ?? '万元'}`

const term = ({ term_from, term_to }: FactRow) =>
  term_from === null && term_to === null ? null : `${term_from ?? ''} 至 ${term_to ?? '长期'}`

const values: Readonly<Record<FollowedFact, (row: FactRow) => string | null>> = {
  name: (row) => (row.name === '' ? null : row.name),
  status: (row) => row.status ?? row.status_raw,
  businessType: (row) => row.business_type,
  foundedOn: (row) => row.founded_on,
  term,
  authority: (row) => row.authority,
  scope: (row) => row.scope,
  legalRepresentative: (row) => row.legal_representative,
  registeredCapital: (row) => amount(row.capital_value, row.capital_unit),
  paidInCapital: (row) => amount(row.paid_in_value, row.paid_in_unit),
  address: (row) => row.address,
  shortName: (row) => row.short_name,
}

/** A fact as one line of text; null: not stated. */
export function factText(fact: FollowedFact, row: FactRow): string | null {
  const text = values[fact](row)?.trim() ?? null
  return text !== null && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

/** Whether two texts state the same, except for widths and spaces. */
export const isSameFact = (a: string | null, b: string | null): boolean => comparable(a) === comparable(b)

const comparable = (text: string | null) => text?.normalize('NFKC').replace(/\s/g, '') ?? null
