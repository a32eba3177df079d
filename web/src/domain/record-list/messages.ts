import type { RecordList } from '@baiqicha/contract/records/record'

type Feeds = RecordList['feeds']

/** Latest date of the sources, as exact as the sources state it; null when none has a date. */
export const latestFeedDate = (feeds: Feeds): string | null =>
  feeds
    .map(({ asOf }) => asOf)
    .filter((asOf) => asOf !== null)
    .sort()
    .at(-1) ?? null

/** Names of the searched sources. */
export const feedNames = (feeds: Feeds): string => [...new Set(feeds.map(({ sourceName }) => sourceName))].join('、')

/** Text below the last row that can be loaded. */
export function endOfListText(shown: number, { total, feeds }: RecordList): string {
  if (shown < total) return `已显示前 ${shown} 条，请加条件缩小范围`
  const date = latestFeedDate(feeds)
  return date === null ? '已全部显示' : `已全部显示 · 截至 ${date}`
}
