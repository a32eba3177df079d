import { type DetailKindKey, detailKindKeys, listedKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { ListedKind } from '@baiqicha/contract/records/record-kind'
import { detailPathname, listPathname } from '../../domain/record/record-paths.ts'

/** Kind of a list's pathname. Throws for any other: the router loads the page only for lists. */
export function kindOfListPath(pathname: string): ListedKind {
  const key = listedKindKeys.find((known) => listPathname(known) === pathname)
  if (key === undefined) throw new Error(`No list of records at ${pathname}`)
  return recordKinds[key]
}

/** Kind of a detail page's pathname. Throws for any other. */
export function keyOfDetailPath(pathname: string): DetailKindKey {
  const key = detailKindKeys.find((known) => detailPathname(known) === pathname)
  if (key === undefined) throw new Error(`No record at ${pathname}`)
  return key
}
