import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'

type ExpandedLayout = {
  /** Fields that show once a card is unfolded. */
  expandedOnly: readonly string[]
  /** What shows then, part by part; a part of which nothing is told says `none`. */
  parts: readonly { title: string; fields: readonly string[]; none?: string }[]
}

const listing: ExpandedLayout = {
  expandedOnly: ['addReason', 'addOffice', 'removeReason', 'removeOffice'],
  parts: [
    { title: '列入', fields: ['addReason', 'addDate', 'addOffice'] },
    { title: '移出', fields: ['removeReason', 'removeDate', 'removeOffice'], none: '来源未公示移出' },
  ],
}

/** Records without a page of their own: how their cards unfold. */
export const expandedLayouts: Readonly<Partial<Record<RecordKindKey, ExpandedLayout>>> = {
  consumptionRestriction: {
    expandedOnly: ['province', 'kind', 'orderUrl'],
    parts: [{ title: '限制消费令', fields: ['kind', 'province', 'orderUrl'] }],
  },
  businessRisk: listing,
  seriousViolation: listing,
}
