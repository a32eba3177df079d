import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordDetail, RecordList, RecordRow } from '@baiqicha/contract/records/record'
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
