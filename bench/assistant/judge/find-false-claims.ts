import { plainText } from '../plain-text.ts'
import type { CompanyRow, StoreRows } from '../store-rows.ts'
import { factsByLabel, kindsByLabel } from './labels.ts'

const viewWords = { 当前: 'current', 异议处理中: 'disputed', 历史: 'history' } as const
const labelsByLength = Object.keys(kindsByLabel).toSorted((a, b) => b.length - a.length)
/** 被执行人 is no kind within 失信被执行人. */
const anyLabel = labelsByLength.map((label) => (label === '被执行人' ? `(?<!失信)${label}` : label)).join('|')
const anyView = Object.keys(viewWords).join('|')

type Sentence = { text: string; companies: readonly CompanyRow[]; citedTypes: readonly string[] }

/** What a sentence claims of its companies, and the rows contradict: values, counts, absences, orders, searches. */
export function findFalseClaims(sentence: Sentence, rows: StoreRows): string[] {
  const text = plainText(sentence.text)
  const named = sentence.companies.filter(({ name }) => text.includes(plainText(name)))
  const isComparison = /注册资本更高|成立更早/u.test(text)
  const companies = named.length > 0 && !isComparison ? named : sentence.companies
  const isFacts = sentence.citedTypes.includes('facts')
  return [
    ...(isFacts ? falseValues(text, rows, companies) : []),
    ...(sentence.citedTypes.includes('search') ? falseRow(text, rows) : []),
    ...falseCounts(text, rows, companies),
    ...falseAbsences(text, rows, companies),
    ...falseOrders(text, rows),
    ...falseFirst(text, companies),
    ...falseSearch(text, rows),
  ]
}

/** A line of a list of companies: a name with facts of that company. */
function falseRow(text: string, rows: StoreRows): string[] {
  if (text.startsWith('收录的') || text.startsWith('未查询到')) return []
  const company = rows.companies.find(({ name }) => text.startsWith(plainText(name)))
  return company === undefined ? [`lists ${text.slice(0, 20)}`] : falseValues(text, rows, [company])
}

/** An address or a scope is stated word by word, whatever it says. */
const withoutQuotedTexts = (text: string, companies: readonly CompanyRow[]): string =>
  companies
    .flatMap(({ address, scope }) => [address, scope])
    .reduce<string>((rest, own) => (own === null ? rest : rest.replaceAll(plainText(own), '|')), text)

/** 注册资本为〈值〉 of another value. */
function falseValues(whole: string, rows: StoreRows, companies: readonly CompanyRow[]): string[] {
  if (companies.length === 0) return []
  const text = withoutQuotedTexts(whole, companies)
  return Object.entries(factsByLabel).flatMap(([label, valuesOf]) =>
    [...text.matchAll(new RegExp(`(?<!曾用)${label}(?:为|是)?(?=[\\d\\p{Script=Han}a-z*|])`, 'gu'))].flatMap(
      (match) => {
        const rest = text.slice(match.index + match[0].length)
        // 注册资本高于…, 成立日期自… and the name of a list are no values of a company.
        if (/^(?:\||高|更高|低于|早于|晚于|不高于|不低于|从|自|至|最|相同|变更|代码|差|、)/u.test(rest)) return []
        const values = companies.flatMap((company) => valuesOf(rows, company)).map(plainText)
        const isTrue = values.some(
          (value) => rest.startsWith(value) || value.startsWith(rest.replace(/[。，；].*$/u, '')),
        )
        return isTrue ? [] : [`${label} ${rest.slice(0, 20)}`]
      },
    ),
  )
}

/** 失信被执行人…当前 3 条 of another number, without conditions. */
function falseCounts(text: string, rows: StoreRows, companies: readonly CompanyRow[]): string[] {
  const [company] = companies
  if (company === undefined || companies.length > 1 || text.startsWith('其中劳动争议')) return []
  const records = rows.recordsOf(company)
  const parts = text.split(new RegExp(`(?=(?:${anyLabel})(?:共|:|当前|异议处理中|历史|有))`, 'u'))
  return parts.flatMap((part) => {
    const label = labelsByLength.find((one) => part.startsWith(one))
    if (label === undefined) return []
    const own = records.filter(({ kind }) => kind === kindsByLabel[label])
    return [...part.matchAll(new RegExp(`(${anyView})(\\d+)(?:条|名|家|位)`, 'gu'))].flatMap(([whole, word, count]) => {
      const view = Object.entries(viewWords).find(([one]) => one === word)?.[1]
      return own.filter((record) => record.view === view).length === Number(count) ? [] : [`${label} ${whole}`]
    })
  })
}

/** 未查询到, 未接入 and 未收录 of what the store has. */
function falseAbsences(text: string, rows: StoreRows, companies: readonly CompanyRow[]): string[] {
  const [company] = companies
  if (company === undefined || companies.length > 1 || text.includes('(')) return []
  const labels = [...text.matchAll(new RegExp(anyLabel, 'gu'))].map(([label]) => label)
  const view = Object.entries(viewWords).find(([word]) => text.includes(`${word}的`))?.[1]
  const has = (label: string) =>
    rows
      .recordsOf(company)
      .some((record) => record.kind === kindsByLabel[label] && (view === undefined || record.view === view))
  if (text.includes('未查询到') || text.includes('未接入')) {
    return labels.filter(has).map((label) => `未查询到 ${label}`)
  }
  if (!text.includes('未收录')) return []
  return Object.entries(factsByLabel).flatMap(([label, valuesOf]) =>
    new RegExp(`未收录[^。;]*${label}`, 'u').test(text) && valuesOf(rows, company).length > 0
      ? [`未收录 ${label}`]
      : [],
  )
}

const orderWords: Readonly<Record<string, { of: (company: CompanyRow) => number | string | null; sign: 1 | -1 }>> = {
  高于: { of: (company) => company.capital_comparable, sign: 1 },
  低于: { of: (company) => company.capital_comparable, sign: -1 },
  晚于: { of: (company) => company.founded_on, sign: 1 },
  早于: { of: (company) => company.founded_on, sign: -1 },
}

/** 注册资本 and 成立日期 of two companies in the wrong order. */
function falseOrders(text: string, rows: StoreRows): string[] {
  if (!/注册资本|成立日期/u.test(text)) return []
  return Object.entries(orderWords).flatMap(([word, { of, sign }]) => {
    const [before, after] = text.split(word)
    if (before === undefined || after === undefined) return []
    const left = rows.companies.find(({ name }) => before.endsWith(plainText(name)))
    const right = rows.companies.find(({ name }) => after.startsWith(plainText(name)))
    if (left === undefined || right === undefined) return []
    const [a, b] = [of(left), of(right)]
    if (a === null || b === null) return [`${left.name} ${word} ${right.name}`]
    return (a > b ? 1 : a < b ? -1 : 0) === sign ? [] : [`${left.name} ${word} ${right.name}`]
  })
}

/** 甲注册资本更高, 甲成立更早 of two companies, where it is the other one. */
function falseFirst(text: string, companies: readonly CompanyRow[]): string[] {
  const [, word = ''] = /(注册资本更高|成立更早)/u.exec(text) ?? []
  const one = companies.find(({ name }) => text.startsWith(`${plainText(name)}${word}`))
  const [other] = companies.filter((company) => company !== one)
  if (word === '' || one === undefined || other === undefined || companies.length > 2) return []
  const isTrue =
    word === '成立更早'
      ? (one.founded_on ?? '') < (other.founded_on ?? '')
      : (one.capital_comparable ?? 0) > (other.capital_comparable ?? 0)
  return isTrue ? [] : [`${one.name} ${word}`]
}

/** 收录的深圳市、登记状态为存续的上市公司共 N 家, counted again from the conditions of the sentence. */
function falseSearch(text: string, rows: StoreRows): string[] {
  const match =
    /^(?:收录的|未查询到)(?<conditions>.*?)(?<board>科创板|创业板|北交所|主板)?(?<noun>上市公司|非上市企业|企业)(?:共(?<stated>\d+)家|。)/u.exec(
      text,
    )?.groups
  if (match === undefined) return []
  const { conditions = '', board, noun = '', stated = '0' } = match
  const [first = '', ...others] = conditions.replace(/的$/u, '').split('、')
  const isOfDemo = first === '演示地区'
  const place = isOfDemo ? [] : /(?:省|(?<!上)市|自治区|州|盟|地区|县|区)$/u.test(first) ? [first] : []
  const tests = [...(isOfDemo || place.length > 0 || first === '' ? others : [first, ...others])].map((one) =>
    conditionOf(one, rows),
  )
  if (tests.includes(null)) return []
  const isOfPlace = (company: CompanyRow) => {
    const { province, city } = rows.regionOf(company)
    return place.every((one) => plainText(`${province ?? ''}${city ?? ''}`).includes(one))
  }
  const isListed = (company: CompanyRow) =>
    board === undefined
      ? noun === '企业' || (company.is_listed === 1) === (noun === '上市公司')
      : rows.listingsOf(company.id).some((listing) => listing.board === board)
  const count = rows.companies.filter(
    (company) =>
      company.is_demo === Number(isOfDemo) &&
      isOfPlace(company) &&
      isListed(company) &&
      tests.every((test) => test?.(company) === true),
  ).length
  return count === Number(stated) ? [] : [`共 ${stated} 家, counted ${count}`]
}

/** A stated condition as a test of a company; null: not known here. */
function conditionOf(condition: string, rows: StoreRows): ((company: CompanyRow) => boolean) | null {
  const founded = /^(?<from>\d{4}(?:-\d{2}-\d{2})?)(?<word>年|以后|以前)成立$/u.exec(condition)?.groups
  if (founded !== undefined) {
    const { from = '', word } = founded
    return ({ founded_on: day }) => {
      if (day === null) return false
      return word === '年' ? day.startsWith(from) : word === '以后' ? day >= from : day <= from
    }
  }
  const [, listedIn] = /^(\d{4})年上市$/u.exec(condition) ?? []
  if (listedIn !== undefined)
    return ({ id }) => rows.listingsOf(id).some(({ listed_on: day }) => day?.startsWith(listedIn) === true)
  const [, label = '', value = ''] =
    /^(国标行业为|登记状态为|注册资本不低于|注册资本不高于|注册资本高于|注册资本低于)(.*)$/u.exec(condition) ?? []
  const amount = Number.parseFloat(value)
  const capital = (test: (amount: number) => boolean) => (company: CompanyRow) =>
    company.capital_comparable !== null && test(company.capital_comparable)
  switch (label) {
    case '国标行业为': {
      const section = rows.sections.find(({ name }) => plainText(name) === value)
      return section === undefined ? null : (company) => company.industry_section === section.code
    }
    case '登记状态为':
      return (company) => company.status === value
    case '注册资本不低于':
      return capital((one) => one >= amount)
    case '注册资本不高于':
      return capital((one) => one <= amount)
    case '注册资本高于':
      return capital((one) => one > amount)
    case '注册资本低于':
      return capital((one) => one < amount)
    default:
      return null
  }
}
