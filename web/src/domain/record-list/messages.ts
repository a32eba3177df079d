import type { RecordList } from '@baiqicha/contract/records/record'

type Feeds = RecordList['feeds']

/** How far the sources were read: the latest of their dates, as exact as it is told; null where none tells one. */
export const latestFeedDate = (feeds: Feeds): string | null =>
  feeds
    .map(({ asOf }) => asOf)
    .filter((asOf) => asOf !== null)
    .sort()
    .at(-1) ?? null

/** The sources that were searched, by name. */
export const feedNames = (feeds: Feeds): string => [...new Set(feeds.map(({ sourceName }) => sourceName))].join('、')

/** What stands below the last row that can be read. */
export function endOfListText(shown: number, { total, feeds }: RecordList): string {
  if (shown < total) return `已显示前 ${shown} 条，请加条件缩小范围`
  const date = latestFeedDate(feeds)
  return date === null ? '已全部显示' : `已全部显示 · 截至 ${date}`
}
