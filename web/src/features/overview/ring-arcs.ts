import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordRow } from '@baiqicha/contract/records/record'

/** Segment of the ring. `from` and `to` in percent, clockwise from the top. */
export type RingArc = { key: string; name: string; percent: number; from: number; to: number; colour: number }

/** Maximum number of segments; the last one combines the rest. */
const RING_ARCS = 6
const PLAIN_BAR = 2
/** Allowed difference of the sum from 100 %; beyond it no ring is drawn. */
const TOLERANCE = 0.01 + 1e-9

export const shareOf = ({ fields }: RecordRow): number | null => {
  const value = fields['percent']
  return typeof value === 'number' ? value : null
}

/** Segments of all shareholders, largest first; null when the shares do not add up to 100 %. */
export function ringArcsOf(rows: readonly RecordRow[]): RingArc[] | null {
  const shares = rows.map((row) => ({
    key: row.id,
    name: textOf(row.fields, 'name') ?? '-',
    percent: shareOf(row) ?? -1,
  }))
  const sum = shares.reduce((total, { percent }) => total + percent, 0)
  if (shares.length === 0 || shares.some(({ percent }) => percent < 0) || Math.abs(sum - 100) > TOLERANCE) return null
  const sorted = shares.toSorted((one, other) => other.percent - one.percent)
  const own = sorted.length > RING_ARCS ? sorted.slice(0, RING_ARCS - 1) : sorted
  const rest = sorted.slice(own.length)
  const named =
    rest.length === 0
      ? own
      : [
          ...own,
          {
            key: 'rest',
            name: `其他 ${rest.length} 名`,
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
      colour: Math.min(at + 1, RING_ARCS),
    }
    from = to
    return placed
  })
}

/** Colour of a shareholder's bar: that of its part of the ring; without a ring all have the same. */
export function barColour(parts: readonly RingArc[] | null, id: string): number {
  if (parts === null) return PLAIN_BAR
  return parts.find(({ key }) => key === id)?.colour ?? RING_ARCS
}
