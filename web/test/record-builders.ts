import { exampleDetail, exampleList } from '@baiqicha/contract/records/example'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordDetail, RecordList, RecordRow } from '@baiqicha/contract/records/record'

/** A valid, dull row of a list of any kind, with a value in every field. Of a fictional company, as all of tests. */
export function buildRecordRow(key: RecordKindKey, { fields, ...overrides }: Partial<RecordRow> = {}): RecordRow {
  const [row] = exampleList(recordKinds[key]).list
  if (row === undefined) throw new Error(`No example of ${key}`)
  return { ...row, ...overrides, fields: { ...row.fields, ...fields } }
}

export const buildRecordRows = (key: RecordKindKey, count: number, overrides: Partial<RecordRow> = {}): RecordRow[] =>
  Array.from({ length: count }, (_, index) => buildRecordRow(key, { id: `r-${index + 1}`, ...overrides }))

/** The first page of the records that stand today; all its rows count as such. */
export function buildRecordList(key: RecordKindKey, overrides: Partial<RecordList> = {}): RecordList {
  const list = overrides.list ?? [buildRecordRow(key)]
  const counts = { current: list.length, disputed: 0, history: 0 }
  return { ...exampleList(recordKinds[key]), list, total: list.length, counts, facets: [], ...overrides }
}

/** One record of any kind, with a value in every field. */
export function buildRecordDetail(
  key: RecordKindKey,
  { fields, ...overrides }: Partial<RecordDetail> = {},
): RecordDetail {
  const detail = exampleDetail(recordKinds[key])
  return { ...detail, ...overrides, fields: { ...detail.fields, ...fields } }
}
