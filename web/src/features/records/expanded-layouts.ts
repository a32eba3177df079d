import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'

type ExpandedLayout = {
  /** Fields shown only in an expanded card. */
  expandedOnly: readonly string[]
  /** Parts of an expanded card; `none` is shown when a part is empty. */
  parts: readonly { title: string; fields: readonly string[]; none?: string }[]
}

const listing: ExpandedLayout = {
  expandedOnly: ['addReason', 'addOffice', 'removeReason', 'removeOffice'],
  parts: [
    { title: '列入', fields: ['addReason', 'addDate', 'addOffice'] },
    { title: '移出', fields: ['removeReason', 'removeDate', 'removeOffice'], none: '来源未公示移出' },
  ],
}

/** Layouts of expanded cards, for kinds without a page of their own. */
export const expandedLayouts: Readonly<Partial<Record<RecordKindKey, ExpandedLayout>>> = {
  consumptionRestriction: {
    expandedOnly: ['province', 'kind', 'orderUrl'],
    parts: [{ title: '限制消费令', fields: ['kind', 'province', 'orderUrl'] }],
  },
  businessRisk: listing,
  seriousViolation: listing,
}
