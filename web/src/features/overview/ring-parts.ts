import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'

/** A part of the ring. `from` and `to` in percent, clockwise from the top. */
export type RingPart = { key: string; name: string; percent: number; from: number; to: number; colour: number }

/** Parts of the ring at most; what is more is one part together. */
const RING_PARTS = 6
/** Shares that do not sum to the whole, within this, are no whole: nothing is drawn. */
const TOLERANCE = 0.01 + 1e-9

export const shareOf = ({ fields }: RecordRow): number | null => {
  const value = fields['percent']
  return typeof value === 'number' ? value : null
}

/** The parts of a ring over all holders, largest first; null where their shares are no whole of 100 %. */
export function ringPartsOf(rows: readonly RecordRow[]): RingPart[] | null {
  const shares = rows.map((row) => ({
    key: row.id,
    name: textOf(row.fields, 'name') ?? '-',
    percent: shareOf(row) ?? -1,
  }))
  const sum = shares.reduce((total, { percent }) => total + percent, 0)
  if (shares.length === 0 || shares.some(({ percent }) => percent < 0) || Math.abs(sum - 100) > TOLERANCE) return null
  const sorted = shares.toSorted((one, other) => other.percent - one.percent)
  const own = sorted.length > RING_PARTS ? sorted.slice(0, RING_PARTS - 1) : sorted
  const rest = sorted.slice(own.length)
  const named =
    rest.length === 0
      ? own
      : [
          ...own,
          {
            key: 'rest',
            name: `其他 ${rest.length} 位`,
            percent: rest.reduce((total, { percent }) => total + percent, 0),
          },
        ]
  let from = 0
  return named.map((part, at) => {
    const to = from + part.percent
    const placed = {
      ...part,
      percent: Math.round(part.percent * 100) / 100,
      from,
      to,
      colour: Math.min(at + 1, RING_PARTS),
    }
    from = to
    return placed
  })
}
