import type { BusinessInfo } from '@baiqicha/contract/company-detail'
import type { ListedKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordList, RecordView } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { Clock } from '../../domain/clock.ts'
import { todayOf } from '../../records/record-visibility.ts'
import type { FactListNarrowing, PerspectiveDetail, PerspectiveInput } from './perspective-fact.rules.ts'

type ListRequest = {
  kind: RecordKind
  companyId: string
  view: RecordView
  identity: string | null
  facets: ReadonlyMap<string, string>
  page: number
  pageSize: number
}

export type PerspectiveInputDeps = {
  clock: Clock
  companies: {
    findDetail(id: string): Promise<PerspectiveDetail | null>
    findBusinessInfo(id: string): Promise<BusinessInfo | null>
  }
  /** A page of records as the list of the kind shows it; null for an unknown company. */
  listRecords: (request: ListRequest) => Promise<RecordList | null>
}

/** Reads what the facts of a company are computed from. null: readers do not see the company. */
export function createPerspectiveInput({ clock, companies, listRecords }: PerspectiveInputDeps) {
  return async (id: string, withRecords: boolean): Promise<PerspectiveInput | null> => {
    const [detail, info] = await Promise.all([companies.findDetail(id), companies.findBusinessInfo(id)])
    if (detail === null || info === null) return null
    const list = async (key: ListedKindKey, narrowing: FactListNarrowing = {}) => {
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
      if (found === null) throw new Error(`Company ${id} was removed while its facts were read`)
      return found
    }
    return { detail, info, today: todayOf(clock.now()), withRecords, list }
  }
}
export type ReadPerspectiveInput = ReturnType<typeof createPerspectiveInput>
