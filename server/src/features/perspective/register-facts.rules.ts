import { isLiveStatus } from '@baiqicha/contract/company-status'
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
