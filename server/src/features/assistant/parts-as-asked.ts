import { type Asked, asksRevenue } from './answer/asked.ts'
import { kindOfChange } from './question/intents.ts'
import { emptyPart, type ParsedQuestion, type QuestionPart } from './question/parsed-question.ts'

type Rule = (parts: readonly QuestionPart[], asked: Asked, hasCompany: boolean) => readonly QuestionPart[]

const isOfOfficers = ({ intent, kinds, facts }: QuestionPart) =>
  intent === 'people' || (facts.length === 0 && kinds.length > 0 && kinds.every((kind) => kind === 'keyPerson'))

/** 除了他还有谁, 董事长和总经理是同一个人吗: all officers are read, once. */
const withAllOfficers: Rule = (parts, { asksOthers, sameOffices }) => {
  if (!asksOthers && sameOffices === null) return parts
  const first = parts.find(isOfOfficers)
  return parts.flatMap((part): QuestionPart[] => {
    if (!isOfOfficers(part)) return [part]
    return part === first ? [{ ...part, intent: 'people', person: null, term: null, limit: null }] : []
  })
}

/** 限高的是哪个人 after a question about a company is about its records. */
const ofPersonRestricted: Rule = (parts, { asksPerson }, hasCompany) =>
  parts.map((part) => {
    const { risk } = part.conditions
    return part.intent === 'list' && asksPerson && hasCompany && risk !== undefined
      ? { ...part, intent: 'records', kinds: [risk] }
      : part
  })

/** 失信的欠多少: 被执行人 states the amounts. 一共罚了多少: 税收违法 states fines, too. */
const withAmounts: Rule = (parts, { asksAmount, asksFine }) => {
  const hasAmounts = parts.some(({ kinds }) => kinds.includes('executedPerson'))
  return parts.map((part) => {
    const { intent, kinds } = part
    if (intent !== 'records') return part
    if (asksAmount && kinds.includes('dishonestExecutor') && !hasAmounts)
      return { ...part, kinds: [...kinds, 'executedPerson'] }
    const isOfFines = kinds.length === 1 && kinds[0] === 'punishment'
    const hasTax = parts.some((one) => one.kinds.includes('taxViolation'))
    return asksFine && isOfFines && !hasTax ? { ...part, kinds: ['punishment', 'taxViolation'] } : part
  })
}

/** 海南有几个，报名字 is a list. */
const withNames: Rule = (parts, { asksNames }) =>
  parts.map((part) =>
    part.intent === 'count' && part.groupBy === null && asksNames ? { ...part, intent: 'list' } : part,
  )

/** 还归王某管吗: who leads the company. */
const withClaimed: Rule = (parts, { claim }, hasCompany) => {
  const isOpen = parts.every((part) => part.intent === 'unknown' || statesOnlyStatus(part) || statesNothing(part))
  if (claim === null || claim.isSurname === true || !hasCompany || !isOpen) return parts
  const end = parts.reduce((last, part) => Math.max(last, part.end), 0)
  return [{ ...emptyPart, end, intent: 'people', kinds: ['keyPerson'], term: claim.office }]
}

const statesNothing = ({ intent, facts, kinds, uncollected }: QuestionPart) =>
  intent === 'facts' && facts.length + kinds.length + uncollected.length === 0
const statesOnlyStatus = ({ facts, kinds, uncollected }: QuestionPart) =>
  facts.length > 0 &&
  facts.every((fact) => ['status', 'ended'].includes(fact)) &&
  kinds.length + uncollected.length === 0
const countsByStatus = ({ intent, conditions }: QuestionPart) =>
  (intent === 'count' || intent === 'list') && Object.keys(conditions).join('') === 'status'

/** 12家分公司，还开着的几家，注销掉的几家: the states are those of the branches. */
const ofBranches: Rule = (parts) => {
  const branches = parts.find(({ intent }) => intent === 'branches')
  return branches === undefined
    ? parts
    : parts.filter((part) => part.start < branches.start || !(statesOnlyStatus(part) || countsByStatus(part)))
}

/** 法人是谁，啥时候换的: the change is of the fact before. */
const ofFactBefore: Rule = (parts) =>
  parts.map((part, at) => {
    const [fact, ...others] = parts[at - 1]?.facts ?? []
    const kind = fact === undefined || others.length > 0 ? undefined : kindOfChange[fact]
    const isOpen = part.intent === 'changes' && Object.keys(part.facets).length === 0
    return isOpen && kind !== undefined ? { ...part, facets: { kind } } : part
  })

const shortNameFacts: readonly string[] = ['name', 'shortName', 'listings', 'status', 'ended']
const isOfShortName = ({ intent, facts, facets, kinds, uncollected }: QuestionPart) =>
  intent === 'unknown' ||
  (intent === 'changes' && ['名称', undefined].includes(facets['kind'])) ||
  (intent === 'facts' &&
    kinds.length + uncollected.length === 0 &&
    facts.every((fact) => shortNameFacts.includes(fact)))

/** 啥时候开始叫ST: the changes of the short name are read, whatever else the words were read as. */
const ofShortName: Rule = (parts, { renaming }, hasCompany) => {
  if (renaming === null || !hasCompany) return parts
  const end = parts.reduce((last, part) => Math.max(last, part.end), 0)
  const changes = { ...emptyPart, end, intent: 'changes', kinds: ['changeRecord'], facets: { kind: '名称' } } as const
  return [changes, ...parts.filter((part) => !isOfShortName(part))]
}

const isRank = ({ intent, kinds }: QuestionPart) => intent === 'records' && kinds.join('') === 'listEntry'

/** 24年营业额多少，服务业百强里第几: the entries of the lists state both. */
const withRanks: Rule = (parts) => {
  const revenue = parts.find(asksRevenue)
  if (revenue === undefined || !parts.some(isRank)) return parts
  return parts
    .filter((part) => part === revenue || !isRank(part))
    .map((part) => (part === revenue ? { ...part, kinds: [...part.kinds, 'listEntry'] } : part))
}

/** What other words of the question answer: 民企 beside its list or revenue, 年报 beside those who sign it. */
const withoutStated: Rule = (parts) => {
  const isOfList = parts.some((part) => part.kinds.includes('listEntry') || asksRevenue(part))
  const isOfReports = parts.some(({ facts }) => facts.includes('legalRepresentative') || facts.includes('staffSize'))
  const read = parts.map((part) => ({
    ...part,
    facts: part.facts.filter((fact) => !(isOfList && fact === 'businessType')),
    uncollected: part.uncollected.filter((name) => !(isOfReports && name === '年度报告')),
  }))
  const isEmptied = (part: QuestionPart, at: number) =>
    part.facts.length + part.kinds.length + part.uncollected.length === 0 &&
    (parts[at]?.facts.length ?? 0) + (parts[at]?.uncollected.length ?? 0) > 0
  return read.filter((part, at) => !isEmptied(part, at))
}

const rules: readonly Rule[] = [
  withAllOfficers,
  ofPersonRestricted,
  withAmounts,
  withNames,
  ofBranches,
  ofFactBefore,
  ofShortName,
  withClaimed,
  withRanks,
  withoutStated,
]

/** The question with what its wording says beyond the intents of its clauses. `hasCompany`: whether it is about a company. */
export const asAsked = (parsed: ParsedQuestion, asked: Asked, hasCompany: boolean): ParsedQuestion => ({
  ...parsed,
  parts: rules.reduce((parts, rule) => rule(parts, asked, hasCompany), parsed.parts),
})
