import { textOf } from '@baiqicha/contract/records/fields'
import { EMPLOYEES_NOTE, INSURED_NOTE } from '@baiqicha/contract/records/kind-notes'
import { recordViews } from '@baiqicha/contract/records/record'
import { type FactReader, formatCount, marked, sentenceRow, sourcesOfList, unmarked } from './perspective-fact.rules.ts'

/** Newest years that a chart shows. */
const YEARS = 5

/** Change in percent with one decimal; null where the year before is unknown or has 0 people. */
const changeOf = (count: number, before: number | undefined) =>
  before === undefined || before === 0 ? null : Math.round(((count - before) / before) * 1000) / 10

/** A row of the number of people by year. A year that no source states is left out. */
const peopleFact =
  (kind: 'annualEmployees' | 'annualInsurance', field: string, note: string): FactReader =>
  async ({ detail: { jobSeeker }, list }) => {
    const shown = kind === 'annualInsurance' ? jobSeeker.insured : jobSeeker.employees
    const [newest, previous] = shown
    if (newest === undefined) {
      return (await list(kind, { pageSize: 1 })).connected ? 'unrecorded' : 'unconnected'
    }
    const records = await list(kind, { pageSize: YEARS })
    const stated = records.list.find(
      ({ fields }) => fields['year'] === newest.year && typeof fields[field] === 'number',
    )
    const reported = stated === undefined ? null : textOf(stated.fields, 'reportDate')
    const sources = (stated?.sources ?? sourcesOfList(records)).map((source) => ({
      ...source,
      asOf: reported ?? source.asOf,
    }))
    if (sources.length === 0) return 'unrecorded'
    const countIn = (year: number) => shown.find((one) => one.year === year)?.count
    const difference = previous?.year === newest.year - 1 ? newest.count - previous.count : null
    const sentence = [
      unmarked(`${newest.year} ${kind === 'annualEmployees' ? '年末' : '年报'} `),
      marked(`${formatCount(newest.count)} 人`, 'strong'),
    ]
    if (difference !== null) {
      const word = difference === 0 ? '持平' : `${difference > 0 ? '多' : '少'} ${formatCount(Math.abs(difference))} 人`
      sentence.push(unmarked(`，比 ${newest.year - 1} 年${word}`))
    }
    return sentenceRow({
      sentence: [...sentence, unmarked('。')],
      sources,
      people: shown
        .slice(0, YEARS)
        .map(({ year, count }) => ({ year, count, change: changeOf(count, countIn(year - 1)) })),
      note,
    })
  }

export const employeesFact = peopleFact('annualEmployees', 'employees', EMPLOYEES_NOTE)
export const insuredFact = peopleFact('annualInsurance', 'insuredCount', INSURED_NOTE)

const asDefendant = { identity: '被告', labour: '劳动争议' }
/** Documents read to count those about wages; of more only the years are counted. */
const DOCUMENTS = 100

/** Judgments in labour disputes with the company as defendant, by year. They are counted as records, not as cases. */
export const labourFact: FactReader = async ({ list }) => {
  const [current, disputed, history] = await Promise.all(
    recordViews.map((view) =>
      list('judicialDocument', {
        view,
        identity: asDefendant.identity,
        facets: { labour: asDefendant.labour },
        pageSize: DOCUMENTS,
      }),
    ),
  )
  if (current === undefined || disputed === undefined || history === undefined) return null
  const lists = [current, disputed, history]
  const total = lists.reduce((sum, one) => sum + one.total, 0)
  const sources = sourcesOfList(lists.find((one) => sourcesOfList(one).length > 0) ?? current)
  const to = { kind: 'judicialDocument' as const, filters: asDefendant }
  if (total === 0) {
    // 0 is said only where sources leave no judgment out.
    if (!current.connected || (current.limits ?? []).length > 0 || sources.length === 0) return 'unconnected'
    const asOf = sources[0]?.asOf ?? null
    const text = `${asOf === null ? '' : `截至 ${asOf}，`}未查询到作为被告的劳动争议文书。`
    return sentenceRow({ tone: 'mute', sentence: [unmarked(text)], sources, list: to })
  }
  if (sources.length === 0) return 'unconnected'
  const inYear = (of: typeof current) =>
    new Map(of.facets.find(({ name }) => name === 'year')?.options.map(({ value, count }) => [Number(value), count]))
  const [byYear, disputedByYear, historyByYear] = [inYear(current), inYear(disputed), inYear(history)]
  // A year without a record is left out: the sources need not cover it.
  const years = [...new Set([...byYear.keys(), ...disputedByYear.keys(), ...historyByYear.keys()])]
    .toSorted((one, other) => one - other)
    .slice(-YEARS)
  const wages = lists
    .flatMap(({ list: rows }) => rows)
    .filter(({ fields }) => /劳动报酬/.test(textOf(fields, 'cause') ?? ''))
  const isWhole = lists.every((one) => one.total === one.list.length)
  const sentence = [marked(`作为被告 ${formatCount(total)} 条`, current.total > 0 ? 'amber' : null)]
  if (isWhole && wages.length > 0) sentence.push(unmarked(`，其中 ${formatCount(wages.length)} 条为追索劳动报酬`))
  return sentenceRow({
    tone: current.total > 0 ? 'amber' : null,
    sentence: [...sentence, unmarked('。')],
    sources,
    list: to,
    cases:
      years.length === 0
        ? null
        : years.map((year) => ({
            year,
            current: byYear.get(year) ?? 0,
            disputed: disputedByYear.get(year) ?? 0,
            history: historyByYear.get(year) ?? 0,
          })),
  })
}
