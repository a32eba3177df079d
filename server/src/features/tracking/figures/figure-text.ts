import type { FigureRow } from './day-figures.ts'

/** Numbers of people as the differences of the sorted numbers, seven bits in a byte: one or two bytes a person. */
export function packPeople(numbers: readonly number[]): Buffer {
  const bytes: number[] = []
  let previous = 0
  for (const number of Array.from(new Set(numbers)).toSorted((a, b) => a - b)) {
    let difference = number - previous
    previous = number
    for (; difference >= 128; difference = Math.floor(difference / 128)) bytes.push((difference % 128) + 128)
    bytes.push(difference)
  }
  return Buffer.from(bytes)
}

let marks = new Uint32Array(1_024)

/** People in any of the sets, each counted once. */
export function countPeople(sets: readonly Uint8Array[]): number {
  marks.fill(0)
  let count = 0
  for (const set of sets) {
    let number = 0
    for (let at = 0; at < set.length; at += 1) {
      let byte = set[at] ?? 0
      let difference = byte & 127
      for (let factor = 128; byte >= 128; factor *= 128) {
        at += 1
        byte = set[at] ?? 0
        difference += (byte & 127) * factor
      }
      number += difference
      const word = number >>> 5
      if (word >= marks.length) {
        const more = new Uint32Array(Math.max(word + 1, marks.length * 2))
        more.set(marks)
        marks = more
      }
      const bit = 1 << (number & 31)
      const known = marks[word] ?? 0
      if ((known & bit) === 0) {
        marks[word] = known | bit
        count += 1
      }
    }
  }
  return count
}

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
