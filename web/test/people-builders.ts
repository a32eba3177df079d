import { debtorRecord, personDetail } from '@baiqicha/contract/openapi/samples'
import type { DebtorGroup, DebtorRecord, DebtorSearchAnswer, PersonDetail } from '@baiqicha/contract/people'

const source = { sourceId: 'demo-execution', sourceName: '演示执行信息', sourceUrl: null, asOf: '2026-06-30' }

export const buildDebtorRecord = (overrides: Partial<DebtorRecord> = {}): DebtorRecord => ({
  ...debtorRecord(),
  id: 'r-1',
  companyId: null,
  source,
  ...overrides,
})

/** A person with one record. */
export const buildDebtorGroup = (overrides: Partial<DebtorGroup> = {}): DebtorGroup => ({
  name: '演示甲',
  subjectType: '自然人',
  certNoMasked: '990001********1234',
  sex: '男',
  age: 41,
  records: [buildDebtorRecord()],
  ...overrides,
})

export function buildDebtorAnswer(overrides: Partial<DebtorSearchAnswer> = {}): DebtorSearchAnswer {
  const list = overrides.list ?? [buildDebtorGroup()]
  return {
    list,
    total: list.length,
    totalCapped: false,
    page: 1,
    pageSize: 20,
    connected: true,
    asOf: '2026-06-30',
    groupsOfName: { current: list.length, history: 0 },
    needsNarrowing: false,
    ...overrides,
  }
}

export const buildPerson = (overrides: Partial<PersonDetail> = {}): PersonDetail => ({
  ...personDetail(),
  company: { ...personDetail().company, id: 'c-1' },
  positions: personDetail().positions.map((position) => ({ ...position, source })),
  ...overrides,
})
