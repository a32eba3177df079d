import type { DebtorGroup, DebtorRecord, DebtorSearchAnswer, PersonDetail } from '@baiqicha/contract/people'

const source = { sourceId: 'demo-execution', sourceName: '演示执行信息', sourceUrl: null, asOf: '2026-06-30' }

export const buildDebtorRecord = (overrides: Partial<DebtorRecord> = {}): DebtorRecord => ({
  id: 'r-1',
  companyId: null,
  caseNo: '（2026）演0101执1234号',
  court: '演示市示例区人民法院',
  province: '演示东省',
  filedDate: '2026-08-18',
  publishDate: '2026-10-28',
  performance: '全部未履行',
  conduct: '违反财产报告制度',
  isDisputed: false,
  removedAt: null,
  isDemo: true,
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
  company: { id: 'c-1', name: '澜山演示贸易有限公司', isDemo: true },
  name: '演示丙',
  positions: [
    {
      kind: 'keyPerson',
      title: '董事长',
      rows: [{ label: '任职日期', value: '2020-01-02' }],
      isCurrent: true,
      source,
    },
  ],
  counts: {},
  records: [],
  otherCompanies: [],
  hasNamesakes: false,
  ...overrides,
})
