import type { FigureRow } from './day-figures.ts'
import { packPeople } from './people-set.ts'

export type StoredRow = Omit<FigureRow<Uint8Array>, 'figure'>

type Head = readonly [
  fr: string,
  platformType: string,
  value: string,
  count: number,
  timed: number,
  ms: number,
  bytes: number,
]

/** The rows as text: a line of JSON, and the sets of people in base64. Both databases return text alike. */
export function writeFigureText(rows: readonly Omit<FigureRow<number[]>, 'figure'>[]): string {
  const sets = rows.map(({ people }) => packPeople(people))
  const heads = rows.map(
    ({ fr, platformType, value, count, timed, ms }, at): Head => [
      fr,
      platformType,
      value,
      count,
      timed,
      ms,
      sets[at]?.length ?? 0,
    ],
  )
  return `${JSON.stringify(heads)}\n${Buffer.concat(sets).toString('base64')}`
}

export function readFigureText(text: string): StoredRow[] {
  const end = text.indexOf('\n')
  const heads: readonly Head[] = JSON.parse(text.slice(0, end))
  const sets = Buffer.from(text.slice(end + 1), 'base64')
  let from = 0
  return heads.map(([fr, platformType, value, count, timed, ms, bytes]) => {
    const people = sets.subarray(from, from + bytes)
    from += bytes
    return { fr, platformType, value, count, timed, ms, people }
  })
}
