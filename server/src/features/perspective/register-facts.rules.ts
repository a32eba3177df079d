import { isLiveStatus } from '@baiqicha/contract/company-status'
import { coveredPeriod, isLimited, uncoveredTitle } from '@baiqicha/contract/records/coverage-limits'
import { isAmount, textOf } from '@baiqicha/contract/records/fields'
import {
  type FactReader,
  formatCount,
  formatMoney,
  marked,
  sentenceRow,
  sourcesOfFact,
  sourcesOfList,
  unmarked,
  wholeYears,
} from './perspective-fact.rules.ts'

const yearsText = (years: number) => (years > 0 ? `${years} 年` : '不满 1 年')

/** Status, age and years of listing. A company that has ended has no age. */
export const ageFact: FactReader = ({ detail, today }) => {
  const { status, foundedOn, listings } = detail
  const known = status === null || status === '其他' ? null : status
  if (known === null && foundedOn === null) return 'unrecorded'
  const sources = sourcesOfFact(detail, foundedOn === null ? 'status' : 'foundedOn')
  if (sources.length === 0) return 'unrecorded'
  const isLive = known === null || isLiveStatus(known)
  const sentence = known === null ? [] : [isLive ? unmarked(known) : marked(known, 'red')]
  if (foundedOn !== null) {
    sentence.push(unmarked(`${sentence.length > 0 ? '，' : ''}成立`))
    if (isLive) sentence.push(marked(` ${yearsText(wholeYears(foundedOn, today))}`, 'strong'))
    sentence.push(unmarked(`（${foundedOn}）`))
  }
  const listing = listings.find(({ state, listedOn }) => state === '上市' && listedOn !== null)
  if (isLive && listing?.listedOn != null) {
    sentence.push(unmarked('，上市'), marked(` ${yearsText(wholeYears(listing.listedOn, today))}`, 'strong'))
  }
  return sentenceRow({ tone: isLive ? null : 'red', sentence: [...sentence, unmarked('。')], sources })
}

export const paidInFact: FactReader = ({ detail, info: { paidInCapital: paidIn } }) => {
  const sources = sourcesOfFact(detail, 'paidInCapital')
  if (paidIn === null || sources.length === 0) return 'unrecorded'
  const { registeredCapital: registered } = detail
  const sentence = [unmarked('实缴 '), marked(`${formatCount(paidIn.value)} ${paidIn.unit}`, 'strong')]
  if (registered !== null) sentence.push(unmarked(`，注册资本 ${formatCount(registered.value)} ${registered.unit}`))
  return sentenceRow({ sentence: [...sentence, unmarked('。')], sources })
}

/** The newest entry in a published list. Absence from a list says nothing, so there is no row without one. */
export const listEntryFact: FactReader = async ({ list }) => {
  const entries = await list('listEntry', { pageSize: 1 })
  const [entry] = entries.list
  if (entry === undefined) return null
  const { year, rank, revenue, revenueYear } = entry.fields
  const name = textOf(entry.fields, 'listName') ?? '榜单'
  const sentence = [unmarked(`${typeof year === 'number' ? `${year} 年` : ''}${name}`)]
  if (typeof rank === 'number') sentence.push(marked(`第 ${rank} 位`, 'strong'))
  if (isAmount(revenue)) {
    const ofYear = typeof revenueYear === 'number' ? `${revenueYear} 年` : ''
    sentence.push(unmarked(`，${ofYear}营收 ${formatMoney(revenue)}`))
  }
  return sentenceRow({ sentence: [...sentence, unmarked('。')], sources: entry.sources })
}

/** 2021 年报 for 2021 年年报. */
const reportYear = (dated: string) => dated.replace('年年报', '年报')

/** Officers read to find the offices of the legal representative. */
const OFFICERS = 100

/** Who leads the company, and whether officers of a newer source name the legal representative of an old one. */
export const managementFact: FactReader = async ({ detail, list }) => {
  const { legalRepresentative: person, leadingOfficer: leader } = detail
  if (leader !== null) {
    const old = person === null ? '' : `；${reportYear(person.datedBy ?? '')}${person.title}为${person.name}`
    return sentenceRow({ sentence: [unmarked(`${leader.title}${leader.name}${old}。`)], sources: [leader.source] })
  }
  const sources = sourcesOfFact(detail, 'legalRepresentative')
  if (person === null || sources.length === 0) return 'unrecorded'
  const officers = await list('keyPerson', { pageSize: OFFICERS })
  const officer = officers.list.find(({ fields }) => textOf(fields, 'name') === person.name)
  const positions = officer?.fields['positions']
  const titles = Array.isArray(positions) ? positions.filter((one) => typeof one === 'string') : []
  if (officer === undefined || titles.length === 0) {
    const dated = person.datedBy === null ? '' : `（${reportYear(person.datedBy)}）`
    return sentenceRow({ sentence: [unmarked(`${person.title}${person.name}${dated}。`)], sources })
  }
  const dated =
    person.datedBy === null ? `，任${person.title}` : `，与 ${reportYear(person.datedBy)}的${person.title}一致`
  return sentenceRow({
    sentence: [unmarked(`${titles.join('、')}${person.name}${dated}。`)],
    sources: person.datedBy === null ? sources : sourcesOfList({ feeds: [], list: [officer] }),
  })
}

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
