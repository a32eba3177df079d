import type { CompanyPerspective, Perspective, PerspectiveRow } from '@baiqicha/contract/company-perspective'
import type { ReadPerspectiveInput } from './perspective-input.service.ts'
import { perspectiveTable } from './perspective-table.rules.ts'

export type PerspectiveRequest = { id: string; perspective: Perspective; withRecords: boolean }

const parts = ['state', 'chart', 'change']
const tones = ['red', 'amber', null, 'mute']

type PlacedRow = { part: string; row: PerspectiveRow }

/** By part of the page; in the first part current records lead and kinds without records follow. Ties keep their order. */
const inPageOrder = (a: PlacedRow, b: PlacedRow) =>
  parts.indexOf(a.part) - parts.indexOf(b.part) ||
  (a.part === 'state' ? tones.indexOf(a.row.tone) - tones.indexOf(b.row.tone) : 0)

/**
 * Computes a perspective of a company from its register entry and its lists of records, so that every figure is the one
 * that the list shows. It states no verdict and no score. null: readers do not see the company.
 */
export function createPerspectiveService(readInput: ReadPerspectiveInput) {
  return async ({ id, perspective, withRecords }: PerspectiveRequest): Promise<CompanyPerspective | null> => {
    const input = await readInput(id, withRecords)
    if (input === null) return null
    const entries = perspectiveTable.filter(({ in: of }) => of.includes(perspective))
    const answers = await Promise.all(entries.map(async (entry) => ({ entry, answer: await entry.read(input) })))
    const absent = (state: 'unconnected' | 'unrecorded') =>
      answers.flatMap(({ entry: { fact, label, absentLabel }, answer }) =>
        answer === state ? [{ fact, label: absentLabel ?? label }] : [],
      )
    return {
      id,
      perspective,
      rows: answers
        .flatMap(({ entry: { fact, label, part }, answer }): PlacedRow[] =>
          answer === null || typeof answer === 'string' ? [] : [{ part, row: { fact, label, ...answer } }],
        )
        .toSorted(inPageOrder)
        .map(({ row }) => row),
      unconnected: absent('unconnected'),
      unrecorded: absent('unrecorded'),
    }
  }
}
export type ReadPerspective = ReturnType<typeof createPerspectiveService>
