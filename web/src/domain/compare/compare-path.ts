import type { Perspective } from '@baiqicha/contract/company-perspective'

/** URL of 企业对比: the companies in their order, and the rows that show; the facts without `view`. */
export const comparePath = (ids: readonly string[], view: Perspective | 'facts' = 'facts'): string =>
  `/compare?${new URLSearchParams({ ids: ids.join(','), ...(view !== 'facts' && { view }) }).toString()}`
