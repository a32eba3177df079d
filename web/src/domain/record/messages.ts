import type { RecordList } from '@baiqicha/contract/records/record'
import { formatNumber } from '../../lib/format.ts'
import { newestDay } from '../../lib/newest-day.ts'

type Feeds = RecordList['feeds']

/** Latest date of the sources, as exact as the sources state it; null when none has a date. */
export const latestFeedDate = (feeds: Feeds): string | null => newestDay(feeds.map(({ asOf }) => asOf))

/** Names of the searched sources. */
export const feedNames = (feeds: Feeds): string => [...new Set(feeds.map(({ sourceName }) => sourceName))].join('、')

/** Text below the last row that can be loaded. */
export function endOfListText(shown: number, { total, feeds }: RecordList): string {
  if (shown < total) return `仅显示前 ${formatNumber(shown)} 条，请添加筛选条件`
  const date = latestFeedDate(feeds)
  return date === null ? '已显示全部' : `已显示全部 · 数据截至 ${date}`
}
