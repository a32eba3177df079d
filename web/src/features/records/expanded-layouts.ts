import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'

type Unfolding = {
  /** Fields that show once a card is unfolded. */
  later: readonly string[]
  /** What shows then, part by part; a part of which nothing is told says `none`. */
  parts: readonly { title: string; fields: readonly string[]; none?: string }[]
}

const listing: Unfolding = {
  later: ['addReason', 'addOffice', 'removeReason', 'removeOffice'],
  parts: [
    { title: '列入', fields: ['addReason', 'addDate', 'addOffice'] },
    { title: '移出', fields: ['removeReason', 'removeDate', 'removeOffice'], none: '来源未公示移出' },
  ],
}

/** Records without a page of their own: how their cards unfold. */
export const unfoldings: Readonly<Partial<Record<RecordKindKey, Unfolding>>> = {
  consumptionRestriction: {
    later: ['province', 'kind', 'orderUrl'],
    parts: [{ title: '限制消费令', fields: ['kind', 'province', 'orderUrl'] }],
  },
  businessRisk: listing,
  seriousViolation: listing,
}
