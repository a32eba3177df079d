import { pinyin } from 'pinyin-pro'
import type { AssistantCase } from '../case.ts'
import type { CompanyRow } from '../store-rows.ts'
import { type Drawing, drawCases, filled } from './drawing.ts'

/** Ways to name a company other than by its full name; null where it has no such name. */
const waysToName: Readonly<Record<string, (drawing: Drawing, company: CompanyRow) => string | null>> = {
  short: (_, { short_name: name }) => name,
  former: ({ rows }, { id }) => rows.namesOf(id, 'former')[0] ?? null,
  english: (_, { name_english: name }) => name,
  pinyin: (_, { short_name: name }) => (name !== null && /^\p{Script=Han}{4}$/u.test(name) ? pinyinOf(name) : null),
  withoutForm: (_, { name }) => (name.endsWith('股份有限公司') ? name.slice(0, -'股份有限公司'.length) : null),
  swapped: ({ random }, { name }) => {
    const at = 2 + random.below(Math.max(1, name.length - 10))
    const [a, b] = [name.charAt(at), name.charAt(at + 1)]
    return a === b || name.length < 10 ? null : name.slice(0, at) + b + a + name.slice(at + 2)
  },
}

/** Without the marks of stock exchanges: ST, N, A. */
const unmarked = (name: string) =>
  name.replace(/^(?:\*?ST|S\*ST|N|XD|XR|DR)(?=\p{Script=Han})|(?<=\p{Script=Han})[AB]$/gu, '')
/** 万向 of 万向集团公司. */
const coreOf = (name: string) => name.replace(/(?:集团|控股|股份|有限|责任|公司)+$/u, '')
const normal = (text: string | null) => (text ?? '').toLowerCase()
const pinyinOf = (name: string) => pinyin(name, { toneType: 'none', type: 'array' }).join('')

/** Companies that have this text as a name, in another writing too. */
const namedAlike = ({ rows }: Drawing, text: string) =>
  rows.companies.filter(
    (company) =>
      [company.name, company.short_name, company.name_english].some((name) => normal(name) === normal(text)) ||
      company.name.startsWith(text) ||
      (company.short_name !== null && /^[a-z]+$/.test(text) && pinyinOf(unmarked(company.short_name)) === text) ||
      ['former', 'formerShort', 'alias'].some((kind) => rows.namesOf(company.id, kind).includes(text)),
  )

export function rightCompanyCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, real, perKind } = drawing
  return drawCases('rightCompany', perKind, () => {
    const company = random.pick(real)
    const way = random.pick(Object.values(waysToName))
    const name = way(drawing, company)
    if (name === null || namedAlike(drawing, name).some(({ id }) => id !== company.id)) return null
    return {
      question: filled(random.pick(phrasings.rightCompany), { short: name }),
      expected: { type: 'states', values: [], companyIds: [company.id] },
    }
  })
}

/** A brand that begins several short names, and is none itself. */
export function twoCompaniesCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, real, rows, perKind } = drawing
  return drawCases('twoCompaniesFit', perKind, () => {
    const brand = random.pick(real).short_name?.slice(0, 2) ?? ''
    if (!/^\p{Script=Han}{2}$/u.test(brand) || rows.places.has(brand)) return null
    const fitting = real.filter(({ short_name: name }) => name?.startsWith(brand) === true)
    const isName = (company: CompanyRow) =>
      [
        company.short_name,
        coreOf(company.name),
        ...['former', 'formerShort', 'alias'].flatMap((kind) => rows.namesOf(company.id, kind)),
      ].some((name) => name !== null && unmarked(name) === brand)
    if (fitting.length < 2 || rows.companies.some(isName)) return null
    return {
      question: filled(random.pick(phrasings.rightCompany), { short: brand }),
      expected: { type: 'clarifies', companyIds: fitting.map(({ id }) => id) },
    }
  })
}
