import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'

/** As long as a list may be asked for (contract's `recordListQueryOf`). */
const LONGEST = 200

/** The sign between two of them is no sign of a value. */
const valueOf = (value: string) => value.replaceAll('|', '｜').slice(0, LONGEST)

/** The name under which the numbers of a record's cases stand beside the facets of its kind. */
export const CASE = 'case'

/** Numbers of the cases a record belongs to, each once. */
export function caseNumbersOf(kind: RecordKind, fields: RecordFields): string[] {
  const names = Object.keys(kind.fields).filter((name) => kind.fields[name]?.type === 'caseNumber')
  return [...new Set(names.flatMap((name) => textOf(fields, name) ?? []))]
}

/** What `record_subject.facets` says of a record: `|year=2024|case=（2024）演0101执1号|`; empty for nothing. */
export function facetsText(kind: RecordKind, fields: RecordFields): string {
  const told = Object.entries(kind.facets ?? {}).flatMap(([name, facet]) => {
    const value = facet.of(fields)
    return value === null || value === '' ? [] : [`${name}=${valueOf(value)}`]
  })
  const all = [...told, ...caseNumbersOf(kind, fields).map((number) => `${CASE}=${valueOf(number)}`)]
  return all.length === 0 ? '' : `|${all.join('|')}|`
}

/** The pattern by which `like … escape '\'` finds the rows whose facets say this. */
export const facetPattern = (name: string, value: string): string =>
  `%|${name}=${valueOf(value).replaceAll(/[\\%_]/g, String.raw`\$&`)}|%`

/** The facets that `facetsText` wrote, by name; of several under one name the first. */
export function readFacets(text: string): Map<string, string> {
  const facets = new Map<string, string>()
  for (const part of text.split('|')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at)
    if (at > 0 && !facets.has(name)) facets.set(name, part.slice(at + 1))
  }
  return facets
}
