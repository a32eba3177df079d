import { type Evidence, numberIn, shownIn, textsIn } from '../../evidence/evidence.ts'
import { CHAIR } from '../asked.ts'
import { listEntries, rankText, seriesOf, shownRevenue } from './compose-years.ts'
import type { Cited } from './sentence.ts'

/** A short statement about a company without its name: 1995-02-10 成立. */
export type Phrase = { text: string; cited: readonly Cited[] }

/** Words of a fact, and the fields beside it that they state. */
type FactPhrase = readonly [name: string, textOf: (value: string, evidence: Evidence) => string, ...beside: string[]]

const officer = (field: string, labelOf: (evidence: Evidence) => string): FactPhrase => [
  field,
  (name, evidence) => {
    const date = shownIn(evidence, `${field}Date`)
    return `${labelOf(evidence)}${name}${date === '' ? '' : `（${date}）`}`
  },
  `${field}Date`,
]

/** In the order of an introduction. */
const phrases: readonly FactPhrase[] = [
  ['status', (status) => `登记状态${status}`],
  ['foundedOn', (day) => `${day} 成立`],
  ['code0', listing, 'listedOn0', 'delistedOn0'],
  ['registeredCapital', (amount) => `注册资本 ${amount}`],
  ['paidInCapital', (amount) => `实缴资本 ${amount}`],
  officer('leadingOfficer', ({ fields }) => fields['leadingOfficer']?.label ?? ''),
  officer('legalRepresentative', () => '法定代表人'),
  ['region', (region) => `所属地区${region}`],
  ['website', (website) => `网址 ${website}`],
  ['industry', (industry) => `国标行业${industry}`],
  ['creditCode', (code) => `信用代码 ${code}`],
  ['address', (address) => `注册地址${address}`],
]

/** 2011-06-30 上市（股票代码 002594）, or without the day. */
function listing(code: string, evidence: Evidence): string {
  const [listedOn, ended] = [shownIn(evidence, 'listedOn0'), shownIn(evidence, 'delistedOn0')]
  return `${listedOn === '' ? '' : `${listedOn} `}上市（股票代码 ${code}）${ended === '' ? '' : `，${ended} 退市`}`
}

export function factPhrases(facts: readonly Evidence[]): Phrase[] {
  // The officer of a newer source stands in place of the legal representative.
  const hasOfficer = facts.some(({ fields }) => 'leadingOfficer' in fields)
  return phrases.flatMap(([name, textOf, ...beside]): Phrase[] => {
    const evidence = facts.find(({ fields }) => name in fields)
    if (evidence === undefined || (hasOfficer && name === 'legalRepresentative')) return []
    const fields = [name, ...beside.filter((one) => one in evidence.fields)]
    return [{ text: textOf(shownIn(evidence, name), evidence), cited: [{ evidence, fields }] }]
  })
}

/** 董事长刘畅（2024-05）. */
function chairPhrase(row: Evidence): Phrase {
  const date = row.date === null ? '' : `（${row.date}）`
  return { text: `${CHAIR}${shownIn(row, 'name')}${date}`, cited: [{ evidence: row, fields: ['name', 'positions'] }] }
}

/** Most facts beside one that no source states. */
const NEAREST = 3

/** What is nearest to a missing fact: facts of its group first. The chairman stands only where no source names another leader. */
export function nearestPhrases(evidence: readonly Evidence[], group: string): Phrase[] {
  const facts = evidence.filter(({ citedType }) => citedType === 'facts')
  const isLed = facts.some(({ fields }) => 'leadingOfficer' in fields || 'legalRepresentative' in fields)
  const chair = isLed ? undefined : evidence.find((one) => textsIn(one, 'positions').includes(CHAIR))
  const all = [
    ...staffPhrases(evidence),
    ...factPhrases(facts),
    ...(chair === undefined ? [] : [chairPhrase(chair)]),
    ...listPhrases(evidence).slice(0, 1),
  ]
  const isNear = ({ cited }: Phrase) => cited.some((one) => one.evidence.recordType === group)
  return all.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a))).slice(0, NEAREST)
}

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

/** The entries of lists of companies, newest first: 2025 中国民营企业500强第 5 位，2024 年营业收入 7,771.02 亿元. A revenue stands once. */
export function listPhrases(records: readonly Evidence[]): Phrase[] {
  const stated = new Set<string>()
  return listEntries(records).map((entry) => {
    const { revenue, revenueYear } = entry.fields
    const isNew = revenue !== undefined && revenueYear !== undefined && !stated.has(shownIn(entry, 'revenueYear'))
    if (isNew) stated.add(shownIn(entry, 'revenueYear'))
    const amount = isNew ? `，${numberIn(entry, 'revenueYear')} 年营业收入 ${shownRevenue(revenue.value)}` : ''
    const names = ['year', 'listName', 'rank', ...(isNew ? ['revenue', 'revenueYear'] : [])]
    const text = `${numberIn(entry, 'year')} ${shownIn(entry, 'listName')}${rankText(entry)}${amount}`
    return { text, cited: [{ evidence: entry, fields: names.filter((name) => name in entry.fields) }] }
  })
}
