import type { BusinessInfo } from '@baiqicha/contract/company-detail'
import type { CompanyPerspective, Perspective, PerspectiveRow } from '@baiqicha/contract/company-perspective'
import type { ListedKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordList, RecordView } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { Clock } from '../../domain/clock.ts'
import { todayOf } from '../../records/record-visibility.ts'
import type { PerspectiveDetail, PerspectiveInput } from './perspective-fact.rules.ts'
import { perspectiveTable } from './perspective-table.rules.ts'

type ListRequest = {
  kind: RecordKind
  companyId: string
  view: RecordView
  identity: string | null
  facets: ReadonlyMap<string, string>
  page: number
  pageSize: number
}

export type PerspectiveDeps = {
  clock: Clock
  companies: {
    findDetail(id: string): Promise<PerspectiveDetail | null>
    findBusinessInfo(id: string): Promise<BusinessInfo | null>
  }
  /** A page of records as the list of the kind shows it; null for an unknown company. */
  listRecords: (request: ListRequest) => Promise<RecordList | null>
}

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
export function createPerspectiveService({ clock, companies, listRecords }: PerspectiveDeps) {
  return async ({ id, perspective, withRecords }: PerspectiveRequest): Promise<CompanyPerspective | null> => {
    const [detail, info] = await Promise.all([companies.findDetail(id), companies.findBusinessInfo(id)])
    if (detail === null || info === null) return null
    const list = async (key: ListedKindKey, narrowing: Parameters<PerspectiveInput['list']>[1] = {}) => {
      const { view = 'current', identity = null, facets = {}, pageSize = 1 } = narrowing
      const found = await listRecords({
        kind: recordKinds[key],
        companyId: id,
        view,
        identity,
        facets: new Map(Object.entries(facets)),
        page: 1,
        pageSize,
      })
      if (found === null) throw new Error(`Company ${id} was removed while its perspective was read`)
      return found
    }
    const input: PerspectiveInput = {
      detail,
      paidInCapital: info.paidInCapital,
      today: todayOf(clock.now()),
      withRecords,
      list,
    }
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
