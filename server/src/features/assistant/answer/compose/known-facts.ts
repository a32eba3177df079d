import { type Evidence, numberIn, shownIn } from '../../evidence/evidence.ts'
import { listEntries, rankText, seriesOf, shownRevenue } from './compose-years.ts'
import { type Cited } from './sentence.ts'

/** A short statement about a company without its name: 1995-02-10 成立. */
export type Phrase = { text: string; cited: readonly Cited[] }

/** A phrase of the facts that have the field; empty: none has. */
function factPhrase(
  facts: readonly Evidence[],
  name: string,
  read: (evidence: Evidence) => { text: string; more?: readonly string[] },
): Phrase[] {
  const evidence = facts.find(({ fields }) => name in fields)
  if (evidence === undefined) return []
  const { text, more = [] } = read(evidence)
  const fields = [name, ...more.filter((one) => one in evidence.fields)]
  return text === '' ? [] : [{ text, cited: [{ evidence, fields }] }]
}

const plain = (facts: readonly Evidence[], name: string, textOf: (value: string) => string) =>
  factPhrase(facts, name, (evidence) => ({ text: textOf(shownIn(evidence, name)) }))

/** 2011-06-30 上市（股票代码 002594）, or without the day. */
const listing = (facts: readonly Evidence[]): Phrase[] =>
  factPhrase(facts, 'code0', (evidence) => {
    const ended = shownIn(evidence, 'delistedOn0')
    const listedOn = shownIn(evidence, 'listedOn0')
    const day = listedOn === '' ? '' : `${listedOn} `
    const text = `${day}上市（股票代码 ${shownIn(evidence, 'code0')}）${ended === '' ? '' : `，${ended} 退市`}`
    return { text, more: ['listedOn0', 'delistedOn0'] }
  })

/** The officer of a newer source, else the legal representative. */
const representative = (facts: readonly Evidence[]): Phrase[] =>
  ['leadingOfficer', 'legalRepresentative']
    .flatMap((name) =>
      factPhrase(facts, name, (evidence) => {
        const label = name === 'leadingOfficer' ? (evidence.fields[name]?.label ?? '') : '法定代表人'
        const date = shownIn(evidence, `${name}Date`)
        const text = `${label}${shownIn(evidence, name)}${date === '' ? '' : `（${date}）`}`
        return { text, more: [`${name}Date`] }
      }),
    )
    .slice(0, 1)

/** Phrases of the facts, in the order of an introduction. */
export const factPhrases = (facts: readonly Evidence[]): Phrase[] => [
  ...plain(facts, 'status', (status) => `登记状态${status}`),
  ...plain(facts, 'foundedOn', (day) => `${day} 成立`),
  ...listing(facts),
  ...plain(facts, 'registeredCapital', (amount) => `注册资本 ${amount}`),
  ...plain(facts, 'paidInCapital', (amount) => `实缴资本 ${amount}`),
  ...representative(facts),
  ...plain(facts, 'industry', (industry) => `国标行业${industry}`),
  ...plain(facts, 'creditCode', (code) => `信用代码 ${code}`),
  ...plain(facts, 'address', (address) => `注册地址${address}`),
]

/** 员工由 2019 年末 229,154 人增至 2021 年末 288,186 人. */
export function staffPhrases(records: readonly Evidence[]): Phrase[] {
  return (['annualEmployees', 'annualInsurance'] as const).flatMap((kind): Phrase[] => {
    const { rows, what, yearOf } = seriesOf(kind, records)
    const [newest, oldest] = [rows[0], rows.at(-1)]
    if (newest === undefined || oldest === undefined) return []
    if (newest === oldest) return [{ text: `${yearOf(newest.year)}${what} ${newest.text}`, cited: [newest.cited] }]
    const [from, to] = [oldest.number ?? 0, newest.number ?? 0]
    const end = `${yearOf(newest.year)} ${newest.text}`
    const changed = `${what}由 ${yearOf(oldest.year)} ${oldest.text}${to > from ? '增至' : '减至'} ${end}`
    const text = to === from ? `${yearOf(newest.year)}${what} ${newest.text}，与 ${yearOf(oldest.year)}持平` : changed
    return [{ text, cited: [oldest.cited, newest.cited] }]
  })
}

/** The newest entry of a list of companies: 2025 中国民营企业500强第 5 位，2024 年营业收入 7,771.02 亿元. */
export function listPhrases(records: readonly Evidence[]): Phrase[] {
  const [entry] = listEntries(records)
  if (entry === undefined) return []
  const { revenue, revenueYear } = entry.fields
  const amount =
    revenue === undefined || revenueYear === undefined
      ? ''
      : `，${numberIn(entry, 'revenueYear')} 年营业收入 ${shownRevenue(revenue.value)}`
  const fields = ['year', 'listName', 'rank', 'revenue', 'revenueYear'].filter((name) => name in entry.fields)
  const text = `${numberIn(entry, 'year')} ${shownIn(entry, 'listName')}${rankText(entry)}${amount}`
  return [{ text, cited: [{ evidence: entry, fields }] }]
}
