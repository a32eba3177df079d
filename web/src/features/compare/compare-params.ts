import { type Perspective, perspectives } from '@baiqicha/contract/company-perspective'
import { COMPARED_MOST, comparedIds } from '@baiqicha/contract/compared-ids'

export type CompareView = 'facts' | Perspective

/** Ids are shorter. A longer one is no company, and is not requested. */
const ID_LENGTH = 64

/** Companies and rows of an address, with what the page says of an address that it cannot show whole. */
export function readCompareParams(query: URLSearchParams) {
  const given = (query.get('ids') ?? '').split(',').filter((id) => id !== '')
  const ids = comparedIds(given.join(','))
  const known = ids.filter(({ length }) => length <= ID_LENGTH)
  const notes = [
    ids.length < given.length && '重复的企业仅显示一次',
    known.length > COMPARED_MOST && `最多对比 ${COMPARED_MOST} 家企业，仅显示前 ${COMPARED_MOST} 家`,
    known.length < ids.length && `${ids.length - known.length} 家企业未找到`,
  ].filter((note) => note !== false)
  const view: CompareView = perspectives.find((one) => one === query.get('view')) ?? 'facts'
  return { ids: known.slice(0, COMPARED_MOST), view, notes }
}
