import { coveredPeriod, isLimited, uncoveredTitle } from '@baiqicha/contract/records/coverage-limits'
import { textOf } from '@baiqicha/contract/records/fields'
import { type FactReader, formatCount, marked, sentenceRow, sourcesOfList, unmarked } from './perspective-fact.rules.ts'

/** Changes read of a kind; a sentence counts those of the last years. */
const CHANGES = 100
const YEARS_BACK = 3

/** Longer values are left to the list of changes. */
const SHORT_VALUE = 24

const yearsBefore = (day: string, years: number) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`

/** Changes of a kind in the last three years, with the newest one. `subject`: what changed, as in 法定代表人. */
const changeFact =
  (kind: string): FactReader =>
  async ({ list, today }) => {
    const changes = await list('changeRecord', { facets: { kind }, pageSize: CHANGES })
    const sources = sourcesOfList(changes)
    const to = { kind: 'changeRecord' as const, filters: { kind } }
    const isCovered = changes.connected && uncoveredTitle('changeRecord', changes.limits) === null
    const since = yearsBefore(today, YEARS_BACK)
    const recent = changes.list.filter(({ publishedAt }) => publishedAt !== null && publishedAt >= since)
    const [newest] = recent
    if (sources.length === 0 || (newest === undefined && !isCovered)) return 'unconnected'
    const period = coveredPeriod(changes.limits)
    const years = `${period === null ? '' : `${period} `}三年内`
    if (newest === undefined) {
      const text = `${years}未查询到变更。`
      return sentenceRow({ tone: 'mute', sentence: [unmarked(text)], sources, list: to })
    }
    const [before, after] = [textOf(newest.fields, 'before'), textOf(newest.fields, 'after')]
    const isShort = before !== null && after !== null && Math.max(before.length, after.length) <= SHORT_VALUE
    const count = `${years}变更 ${formatCount(recent.length)} 次，最近 ${newest.publishedAt ?? ''}`
    return sentenceRow({
      sentence: isShort
        ? [unmarked(`${count}：`), marked(before, 'before'), unmarked(' → '), marked(after, 'after')]
        : [unmarked(`${count}。`)],
      sources,
      list: to,
    })
  }

export const representativeChange = changeFact('法定代表人')
export const shareholderChange = changeFact('股东')
export const addressChange = changeFact('地址')

/** Changes of the short name of a stock, which exchanges announce; a source of every change needs no row of its own. */
export const shortNameChange: FactReader = async ({ detail: { listings }, list }) => {
  if (listings.length === 0) return null
  const changes = await list('changeRecord', { pageSize: 1 })
  const sources = sourcesOfList(changes)
  if (!changes.connected || sources.length === 0 || !isLimited(changes.limits)) return null
  if (uncoveredTitle('changeRecord', changes.limits) !== '工商变更') return null
  const period = coveredPeriod(changes.limits)
  return sentenceRow({
    sentence: [
      unmarked(`${period === null ? '' : `${period} `}证券简称变更 ${formatCount(changes.counts.current)} 次。`),
    ],
    sources,
    list: { kind: 'changeRecord', filters: {} },
  })
}
