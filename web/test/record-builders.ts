import { debtorRecord, personDetail } from '@baiqicha/contract/openapi/samples'
import type { OwnershipTree } from '@baiqicha/contract/ownership'
import type { DebtorGroup, DebtorRecord, DebtorSearchAnswer, PersonDetail } from '@baiqicha/contract/people'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordDetail, RecordList, RecordRow } from '@baiqicha/contract/records/record'
import { ownershipDocs } from '@baiqicha/contract/routes/ownership'
import { exampleDetail, exampleList } from '@baiqicha/contract/routes/record'

/** A valid, plain row of any kind with a value in every field. Its company is fictional. */
export function buildRecordRow(key: RecordKindKey, { fields, ...overrides }: Partial<RecordRow> = {}): RecordRow {
  const [row] = exampleList(recordKinds[key]).list
  if (row === undefined) throw new Error(`No example of ${key}`)
  return { ...row, ...overrides, fields: { ...row.fields, ...fields } }
}

export const buildRecordRows = (key: RecordKindKey, count: number, overrides: Partial<RecordRow> = {}): RecordRow[] =>
  Array.from({ length: count }, (_, index) => buildRecordRow(key, { id: `r-${index + 1}`, ...overrides }))

/** First page of current records; counts match its rows. */
export function buildRecordList(key: RecordKindKey, overrides: Partial<RecordList> = {}): RecordList {
  const list = overrides.list ?? [buildRecordRow(key)]
  const counts = { current: list.length, disputed: 0, history: 0 }
  return { ...exampleList(recordKinds[key]), list, total: list.length, counts, facets: [], ...overrides }
}

/** A record in full, of any kind, with a value in every field. */
export function buildRecordDetail(
  key: RecordKindKey,
  { fields, ...overrides }: Partial<RecordDetail> = {},
): RecordDetail {
  const detail = exampleDetail(recordKinds[key])
  return { ...detail, ...overrides, fields: { ...detail.fields, ...fields } }
}

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

export type BuiltTreeRow = {
  name: string
  /** Absent: a person. */
  companyId?: string
  share?: number | null
  /** Place of the row below which it stands; absent: the company of the tree. */
  parent?: number
  hidden?: number
  isAbroad?: boolean
}

const { answer } = ownershipDocs().ownershipTree

/** The tree of the example company; a company in it may be the company itself. */
export function buildOwnershipTree(
  rows: readonly BuiltTreeRow[],
  { id = answer.company.id, ...overrides }: Partial<OwnershipTree> & { id?: string } = {},
): OwnershipTree {
  const keyOf = ({ companyId, name }: BuiltTreeRow) => companyId ?? `n:${name}`
  const nodes = rows.map((row): OwnershipTree['nodes'][number] => ({
    key: keyOf(row),
    name: row.name,
    companyId: row.companyId ?? null,
    kind: row.companyId === undefined ? 'person' : 'company',
    isAbroad: row.isAbroad === true,
  }))
  const [holding] = answer.holdings
  if (holding === undefined) throw new Error('The example has a holding')
  return {
    ...answer,
    company: { ...answer.company, id },
    nodes: [...new Map(nodes.map((node) => [node.key, node])).values()],
    holdings: rows.map((row) => ({
      ...holding,
      holder: keyOf(row),
      company: row.parent === undefined ? id : keyOf(rows[row.parent] ?? row),
      share: row.share === undefined ? 50 : row.share,
    })),
    parents: [],
    rows: rows.map((row, at) => ({
      node: keyOf(row),
      parent: row.parent ?? null,
      holding: at,
      isCircular: false,
      hidden: row.hidden ?? 0,
    })),
    ...overrides,
  }
}
