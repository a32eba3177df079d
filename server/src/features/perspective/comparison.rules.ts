import { type ComparedCell, type ComparedRow, comparedRisks } from '@baiqicha/contract/company-comparison'
import type { Provenance } from '@baiqicha/contract/company-detail'
import type { Fact } from '@baiqicha/contract/company-facts'
import { isLiveStatus } from '@baiqicha/contract/company-status'
import { exchangeNames } from '@baiqicha/contract/exchanges'
import { coveredPeriod, isLimited } from '@baiqicha/contract/records/coverage-limits'
import { isAmount, textOf } from '@baiqicha/contract/records/fields'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import type { RecordList, RecordRow } from '@baiqicha/contract/records/record'
import { formatCount, formatMoney, type PerspectiveInput, sourcesOfFact, wholeYears } from './perspective-fact.rules.ts'

/** What a comparison reads of one company. The lists have the newest records first. */
export type ComparisonInput = Pick<PerspectiveInput, 'detail' | 'info' | 'today'> &
  Readonly<Record<'listEntries' | 'employees' | 'insured', Pick<RecordList, 'connected' | 'list'>>>

type Inputs = readonly ComparisonInput[]
type Reader = (input: ComparisonInput) => ComparedCell

const unrecorded: ComparedCell = { state: 'unrecorded' }
const unconnected: ComparedCell = { state: 'unconnected' }
const stated = (text: string, note: string | null, source: Provenance | undefined): ComparedCell => ({
  state: 'stated',
  text,
  note,
  source: source ?? null,
})

/** Cell of a fact of the register entry. `text` null: no source states it. */
function registered(
  { detail }: ComparisonInput,
  fact: Fact,
  text: string | null,
  noteOf: (source: Provenance | undefined) => string | null = () => null,
): ComparedCell {
  if (text === null) return unrecorded
  const [source] = sourcesOfFact(detail, fact)
  return stated(text, noteOf(source), source)
}

/** Month of the source of an amount, which changes over the years. */
const monthOf = (source: Provenance | undefined) => source?.asOf?.slice(0, 7) ?? null

const statusOf: Reader = (input) => {
  const { status } = input.detail
  return registered(input, 'status', status === '其他' ? null : status)
}

/** Day of founding with the age; a company that has ended has none. */
const foundedOf: Reader = (input) => {
  const { foundedOn, status } = input.detail
  const isLive = status === null || status === '其他' || isLiveStatus(status)
  const years = foundedOn === null || !isLive ? null : wholeYears(foundedOn, input.today)
  return registered(input, 'foundedOn', foundedOn, () =>
    years === null ? null : years > 0 ? `${years} 年` : '不满 1 年',
  )
}

/** Without a listing nothing says that the company is not listed. */
const listedOf: Reader = (input) => {
  const [listing] = input.detail.listings
  return registered(input, 'listings', listing?.listedOn ?? listing?.state ?? null, () => listing?.board ?? null)
}

const leaderOf: Reader = (input) => {
  const { leadingOfficer: officer, legalRepresentative: person } = input.detail
  if (officer !== null) return stated(officer.name, dated(officer), officer.source)
  return registered(input, 'legalRepresentative', person?.name ?? null, () => (person === null ? null : dated(person)))
}

/** 董事长 2021 年报 */
const dated = ({ title, datedBy }: { title: string; datedBy: string | null }) =>
  datedBy === null ? title : `${title} ${datedBy.replace('年年报', '年报')}`

const registeredCapitalOf: Reader = (input) => {
  const amount = input.detail.registeredCapital
  return registered(input, 'registeredCapital', amount === null ? null : formatMoney(amount), monthOf)
}
const paidInCapitalOf: Reader = (input) => {
  const amount = input.info.paidInCapital
  return registered(input, 'paidInCapital', amount === null ? null : formatMoney(amount), monthOf)
}

type People = { kind: 'employees' | 'insured'; word: string }
const employees: People = { kind: 'employees', word: '年末' }
const insured: People = { kind: 'insured', word: '年报' }

/** Number of people of a year; the newest one without `year`. An unknown number is unconnected where no source covers it. */
function peopleCell(input: ComparisonInput, { kind, word }: People, year?: number): ComparedCell {
  const known = input.detail.jobSeeker[kind]
  const of = year === undefined ? known[0] : known.find((one) => one.year === year)
  if (of === undefined) return known.length > 0 || input[kind].connected ? unrecorded : unconnected
  const record = input[kind].list.find(({ fields }) => fields['year'] === of.year)
  const [fact] = kind === 'insured' ? sourcesOfFact(input.detail, 'insuredCount') : []
  return stated(`${formatCount(of.count)} 人`, `${of.year} ${word}`, record?.sources[0] ?? fact)
}

const row = (label: string, fact: ComparedRow['fact'], cells: ComparedCell[], isByPeriod = false): ComparedRow => ({
  fact,
  label,
  isByPeriod,
  kind: null,
  cells,
})

/** 民企 500 强 for 中国民营企业500强. */
const shortListName = (name: string) =>
  name
    .replace(/^中国/, '')
    .replace('民营企业', '民企')
    .replace(/(\d+)强/, ' $1 强')

const nameOfList = ({ fields }: RecordRow) => textOf(fields, 'listName')

/** The newest entry in each list, and the newest revenue that a list states. */
function listRows(inputs: Inputs): ComparedRow[] {
  const names = [...new Set(inputs.flatMap(({ listEntries }) => listEntries.list.map(nameOfList)))]
  const ranks = names
    .filter((name) => name !== null)
    .map((name) =>
      row(
        shortListName(name),
        'listRank',
        inputs.map(({ listEntries }) => {
          const entry = listEntries.list.find((one) => nameOfList(one) === name)
          if (entry === undefined) return unrecorded
          const { rank, year } = entry.fields
          const text = typeof rank === 'number' ? `第 ${formatCount(rank)} 位` : '在列'
          return stated(text, typeof year === 'number' ? `${year} 年` : null, entry.sources[0])
        }),
        true,
      ),
    )
  const revenues = inputs.map(({ listEntries }) => {
    const entry = listEntries.list.find(({ fields }) => isAmount(fields['revenue']))
    const { revenue, revenueYear: year } = entry?.fields ?? {}
    if (entry === undefined || !isAmount(revenue)) return unrecorded
    return stated(formatMoney(revenue), typeof year === 'number' ? `${year} 年` : null, entry.sources[0])
  })
  return [...ranks, row('营业收入', 'listRevenue', revenues, true)]
}

const exchangeOf = ({ detail: { listings } }: ComparisonInput) =>
  listings[0] === undefined ? null : (exchangeNames[listings[0].exchange] ?? listings[0].exchange)

const isAbsent = ({ cells }: ComparedRow) => cells.every(({ state }) => state !== 'stated')

/** Rows of the facts, and the labels of those that no company has. */
export function comparedFactRows(inputs: Inputs): { facts: ComparedRow[]; absent: string[] } {
  const of = (label: string, fact: ComparedRow['fact'], read: Reader, isByPeriod = false) =>
    row(label, fact, inputs.map(read), isByPeriod)
  const rows = [
    of('登记状态', 'status', statusOf),
    of('员工人数', 'employees', (input) => peopleCell(input, employees), true),
    of('参保人数', 'insured', (input) => peopleCell(input, insured), true),
    of('成立', 'foundedOn', foundedOf),
    of('上市', 'listedOn', listedOf),
    of('注册资本', 'registeredCapital', registeredCapitalOf),
    of('实缴资本', 'paidInCapital', paidInCapitalOf),
    ...listRows(inputs),
    of('负责人', 'leader', leaderOf),
    of('地区', 'region', (input) => registered(input, 'region', input.detail.region)),
    of('行业', 'industry', (input) => registered(input, 'industry', input.info.industry)),
    of('企业类型', 'businessType', (input) => registered(input, 'businessType', input.detail.businessType)),
    of('交易所', 'exchange', (input) => registered(input, 'listings', exchangeOf(input))),
  ]
  return {
    facts: rows.filter((one) => !isAbsent(one)),
    absent: rows.filter(isAbsent).map(({ label }) => label),
  }
}

/** Number of current records. 0 is stated only where a source covers the company, with the period that it covers. */
function riskCell({ detail: { sections } }: ComparisonInput, kind: (typeof comparedRisks)[number]): ComparedCell {
  const section = sections.find(({ key }) => key === kind)
  const counts = section?.counts ?? null
  if (section === undefined || counts === null) return unconnected
  const { current, disputed, history } = counts
  if (
    current === 0 &&
    (section.connected === false || (isLimited(section.limits) && coveredPeriod(section.limits) === null))
  )
    return unconnected
  const others = [disputed > 0 && `异议 ${formatCount(disputed)}`, history > 0 && `历史 ${formatCount(history)}`]
  const period = current === 0 ? coveredPeriod(section.limits) : null
  const notes = [period === null ? false : `仅含 ${period}`, ...others].filter((note) => note !== false)
  return stated(`${formatCount(current)} 条`, notes.length === 0 ? null : notes.join('，'), undefined)
}

/** Kinds that some company has; the others, which no source covers, share the last row. */
export function comparedRiskRows(inputs: Inputs): ComparedRow[] {
  const rows = comparedRisks.map((kind) => ({
    ...row(
      kindTable[kind].title,
      'risk',
      inputs.map((input) => riskCell(input, kind)),
    ),
    kind,
  }))
  const known = rows.filter((one) => !isAbsent(one))
  const rest = rows.length - known.length
  if (rest === 0) return known
  const label = known.length === 0 ? `${rest} 类风险` : `其余 ${rest} 类`
  return [
    ...known,
    row(
      label,
      'risk',
      inputs.map(() => unconnected),
    ),
  ]
}

/** Newest years of a comparison by year. */
const YEARS = 5

/** Number of people in each year that some company states; empty unless there are several. */
export function comparedYears(inputs: Inputs, kind: People['kind']): ComparedRow[] {
  const of = kind === 'employees' ? employees : insured
  const years = [...new Set(inputs.flatMap(({ detail }) => detail.jobSeeker[kind].map(({ year }) => year)))]
  if (years.length < 2) return []
  return years
    .toSorted((one, other) => other - one)
    .slice(0, YEARS)
    .map((year) => {
      const cells = inputs.map((input) => peopleCell(input, of, year))
      return row(`${year} ${of.word}`, kind, cells.map(withoutNote))
    })
}

/** The label says the year. */
const withoutNote = (cell: ComparedCell): ComparedCell => (cell.state === 'stated' ? { ...cell, note: null } : cell)
