import type { CompanyComparison, ComparedCell, ComparedRow } from '@baiqicha/contract/company-comparison'
import { buildProvenance } from './company-builders.ts'

export const statedCell = (text: string, note: string | null = null): ComparedCell => ({
  state: 'stated',
  text,
  note,
  source: buildProvenance(),
})

export const buildComparedRow = (label: string, cells: ComparedCell[], of: Partial<ComparedRow> = {}): ComparedRow => ({
  fact: 'status',
  label,
  isByPeriod: false,
  kind: null,
  cells,
  ...of,
})

const names = ['澜山演示', '云岚演示', '北辰演示']

/** A comparison of c-1, c-2 …, without rows unless given. */
export const buildComparison = (count: number, overrides: Partial<CompanyComparison> = {}): CompanyComparison => ({
  companies: names.slice(0, count).map((briefName, at) => ({
    id: `c-${at + 1}`,
    name: `${briefName}贸易有限公司`,
    briefName,
    logo: null,
    logoText: briefName,
    isDemo: true,
    code: null,
  })),
  facts: [],
  absent: [],
  risks: [],
  employees: [],
  insured: [],
  ...overrides,
})
