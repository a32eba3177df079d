import { recordKinds } from '@baiqicha/contract/records/kinds'
import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type DetailKindKey, detailKindKeys } from '@baiqicha/contract/routes/record'
import { parsePath } from 'react-router'
import { recordDetailPath, recordListPath } from '../../domain/record-paths.ts'

const listKinds = new Map(
  [...legalRiskKeys, ...businessRiskKeys].map((key) => [parsePath(recordListPath(key, '')).pathname, recordKinds[key]]),
)
const detailKeys = new Map(detailKindKeys.map((key) => [parsePath(recordDetailPath(key, '', null)).pathname, key]))

/** The kind whose list stands at an address. Throws where none does: the router leads here from those alone. */
export function kindOfListPath(pathname: string): RecordKind {
  const kind = listKinds.get(pathname)
  if (kind === undefined) throw new Error(`No list of records at ${pathname}`)
  return kind
}

/** The kind whose records have their page at an address; throws as `kindOfListPath` does. */
export function keyOfDetailPath(pathname: string): DetailKindKey {
  const key = detailKeys.get(pathname)
  if (key === undefined) throw new Error(`No record at ${pathname}`)
  return key
}
