import { numberOf } from './numerals.ts'
import type { Days } from './parsed-question.ts'

/** A stretch of the question and what it states. */
export type Found<Value> = { start: number; end: number; value: Value }

const pad = (value: number) => String(value).padStart(2, '0')
const dayOf = (year: number, month: number, day: number) => `${year}-${pad(month)}-${pad(day)}`
const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

const parts = (day: string): [number, number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
]

/** `day` moved by whole months; a day that the month lacks becomes its last day. */
function movedByMonths(day: string, months: number): string {
  const [year, month, date] = parts(day)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const [y, m] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
  return dayOf(y, m, Math.min(date, lastDayOf(y, m)))
}

const movedByDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const yearsBefore = (day: string, years: number) => movedByMonths(day, -12 * years)

/** The same days of a year that is `years` later. */
export const movedByYears = ({ from, to }: Days, years: number): Days => ({
  from: from === null ? null : movedByMonths(from, 12 * years),
  to: to === null ? null : movedByMonths(to, 12 * years),
})

/** 再下一年, 上一届: years after those that the turn before asks for; null: none. */
export function yearsOnOf(text: string): number | null {
  if (/[下后]一[年届]|次年|下届/u.test(text)) return 1
  return /[上前]面?一[年届]|上届/u.test(text) ? -1 : null
}

const wholeYear = (year: number): Days => ({ from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) })
const wholeMonth = (year: number, month: number): Days => ({
  from: dayOf(year, month, 1),
  to: dayOf(year, month, lastDayOf(year, month)),
})

const monthOf = (day: string, months: number): Days => {
  const [year, month] = parts(movedByMonths(`${day.slice(0, 7)}-01`, months))
  return wholeMonth(year, month)
}

const weekOf = (today: string, weeks: number): Days => {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const from = movedByDays(today, weeks * 7 - weekday)
  return { from, to: movedByDays(from, 6) }
}

/** Words for a time, relative to `today` (YYYY-MM-DD). */
const times: readonly (readonly [words: string, read: (today: string, year: number) => Days])[] = [
  ['今年以来', (today, year) => ({ from: dayOf(year, 1, 1), to: today })],
  ['今年 本年度 本年', (_, year) => wholeYear(year)],
  ['去年以来', (today, year) => ({ from: dayOf(year - 1, 1, 1), to: today })],
  ['去年 上一年 上年度 上年', (_, year) => wholeYear(year - 1)],
  ['前年', (_, year) => wholeYear(year - 2)],
  ['大前年', (_, year) => wholeYear(year - 3)],
  ['明年', (_, year) => wholeYear(year + 1)],
  ['后年', (_, year) => wholeYear(year + 2)],
  ['本月 这个月', (today) => monthOf(today, 0)],
  ['上个月 上月', (today) => monthOf(today, -1)],
  ['下个月', (today) => monthOf(today, 1)],
  ['本周 这周', (today) => weekOf(today, 0)],
  ['上周', (today) => weekOf(today, -1)],
  ['昨天 昨日', (today) => ({ from: movedByDays(today, -1), to: movedByDays(today, -1) })],
  ['前天', (today) => ({ from: movedByDays(today, -2), to: movedByDays(today, -2) })],
  ['今天 今日', (today) => ({ from: today, to: today })],
  ['近年来 近几年 这几年', (today) => ({ from: yearsBefore(today, 3), to: today })],
  ['这些年', (today) => ({ from: yearsBefore(today, 5), to: today })],
]
const relative = new Map(times.flatMap(([words, read]) => words.split(' ').map((word) => [word, read] as const)))
const relativeWords = [...relative.keys()].sort((a, b) => b.length - a.length)
const relativePattern = new RegExp(`(?:${relativeWords.join('|')})(?:的?(上半年|下半年))?`, 'gu')

const han = '〇零一二三四五六七八九十'
const yearPattern = `(?:(?:19|20)\\d{2}|[一二][〇零九][${han}]{2})`
const momentPattern = `${yearPattern}(?:\\s*年(?:度)?\\s*(?:(?:\\d{1,2}|[${han}]{1,3})\\s*月(?:份)?\\s*(?:(?:\\d{1,2}|[${han}]{1,3})\\s*[日号])?)?|[-/.]\\d{1,2}(?:[-/.]\\d{1,2})?(?!\\d))`
const bareYear = `(?<![\\d.])${yearPattern}(?=\\s*(?:到|至|-|~)\\s*${yearPattern})`

/** A year, month or day. */
function momentOf(written: string): Days | null {
  const [, y = '', m, d] =
    /^([^\s年/.-]{4})\s*(?:年度?\s*)?[-/.]?(?:([^\s月/.日号份-]{1,3})\s*(?:月份?)?\s*[-/.]?(?:([^\s日号-]{1,3})\s*[日号]?)?)?$/u.exec(
      written,
    ) ?? []
  const year = numberOf(y)
  if (year === null || year < 1000) return null
  const month = m === undefined ? null : numberOf(m)
  if (month === null) return wholeYear(year)
  if (month < 1 || month > 12) return null
  const day = d === undefined ? null : numberOf(d)
  if (day === null) return wholeMonth(year, month)
  if (day < 1 || day > lastDayOf(year, month)) return null
  return { from: dayOf(year, month, day), to: dayOf(year, month, day) }
}

const moment = `${momentPattern}|${bareYear}`
const spanPattern = new RegExp(
  `(?:从|自|在)?(?<from>${moment}|${yearPattern}(?=\\s*(?:到|至|-|~)))\\s*(?:到|至|-|~|—)\\s*(?<to>${momentPattern}|${yearPattern}(?!\\d))(?:\\s*年)?(?:之间|期间|间)?`,
  'gu',
)
const momentWithSide = new RegExp(
  `(?<lead>从|自从|自|截至|截止到|截止|直到|早于|晚于|先于|在|于)?(?<moment>${moment})(?<half>上半年|下半年|(?:第?[一二三四1-4]季度))?(?<side>以来|至今|到现在|迄今|开始|起|以后|之后|后(?!来)|(?:及|或)?以前|之前|前(?![十五三二\\d])|底|初|年底|年初|为止|以内|内|里|中|当年|全年)?`,
  'gu',
)
const lastPattern =
  /(?:最近|近|过去|这|前|往前)(?:的)?(?<number>\d+|[一二两三四五六七八九十半]+)(?:个)?(?<unit>年|月|天|日|周|星期|季度)(?:内|以来|里|来|间|之内|以内)?/gu
const withinPattern = /(?<number>\d+|[一二两三四五六七八九十]+)(?:个)?(?<unit>年|月|天|周)(?:以内|之内|内)/gu

function before(today: string, number: number, unit: string): string {
  if (unit === '年')
    return number % 1 === 0 ? yearsBefore(today, number) : movedByMonths(today, -Math.round(12 * number))
  if (unit === '月') return movedByMonths(today, -Math.max(1, Math.round(number)))
  if (unit === '季度') return movedByMonths(today, -3 * number)
  return movedByDays(today, -number * (unit === '周' || unit === '星期' ? 7 : 1))
}

function quarterOf({ from }: Days, half: string): Days {
  const year = Number(from?.slice(0, 4))
  if (half === '上半年') return { from: dayOf(year, 1, 1), to: dayOf(year, 6, 30) }
  if (half === '下半年') return { from: dayOf(year, 7, 1), to: dayOf(year, 12, 31) }
  const quarter = numberOf(half.replace(/第|季度/g, '')) ?? 1
  return { from: dayOf(year, quarter * 3 - 2, 1), to: dayOf(year, quarter * 3, lastDayOf(year, quarter * 3)) }
}

function sided(stated: Days, lead: string, side: string): Days {
  if (/^(?:以来|至今|到现在|迄今|开始|起|以后|之后|后)$/.test(side) || /^(?:从|自从|自)$/.test(lead)) {
    return { from: stated.from, to: null }
  }
  if (side.endsWith('前') || lead === '早于' || lead === '先于')
    return { from: null, to: movedByDays(stated.from ?? '', -1) }
  if (lead === '晚于') return { from: movedByDays(stated.to ?? '', 1), to: null }
  if (/^(?:截至|截止到|截止|直到)$/.test(lead) || side === '为止') return { from: null, to: stated.to }
  return stated
}

/**
 * Times of the question in the order of appearance, not overlapping. 2020年以后 includes 2020, 2020年以前 does not: the
 * two are complements. `today` is YYYY-MM-DD.
 */
export function findDays(question: string, today: string): Found<Days>[] {
  const found: Found<Days>[] = []
  const add = (match: RegExpExecArray | RegExpMatchArray, value: Days | null) => {
    const start = match.index ?? 0
    const end = start + match[0].length
    if (value !== null && !found.some((other) => start < other.end && other.start < end))
      found.push({ start, end, value })
  }
  for (const match of question.matchAll(spanPattern)) {
    const from = momentOf(match.groups?.['from'] ?? '')
    const to = momentOf(match.groups?.['to'] ?? '')
    add(match, from === null || to === null ? null : { from: from.from, to: to.to })
  }
  for (const match of question.matchAll(lastPattern)) {
    const { number = '', unit = '' } = match.groups ?? {}
    const value = number === '半' ? 0.5 : numberOf(number)
    add(match, value === null ? null : { from: before(today, value, unit), to: today })
  }
  for (const match of question.matchAll(momentWithSide)) {
    const { lead = '', moment: written = '', half, side = '' } = match.groups ?? {}
    const whole = momentOf(written)
    add(match, whole === null ? null : sided(half === undefined ? whole : quarterOf(whole, half), lead, side))
  }
  for (const match of question.matchAll(relativePattern)) {
    const word = relativeWords.find((one) => match[0].startsWith(one)) ?? ''
    const days = relative.get(word)?.(today, Number(today.slice(0, 4)))
    add(match, days === undefined ? null : match[1] === undefined ? days : quarterOf(days, match[1]))
  }
  for (const match of question.matchAll(withinPattern)) {
    const { number = '', unit = '' } = match.groups ?? {}
    const value = numberOf(number)
    add(match, value === null ? null : { from: before(today, value, unit), to: today })
  }
  return found.sort((a, b) => a.start - b.start)
}
