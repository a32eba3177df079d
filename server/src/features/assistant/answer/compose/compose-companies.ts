import { companyFacts } from '@baiqicha/contract/company-facts'
import { populationOf } from '../../../../domain/company/regions.ts'
import { conditionsOf, type Evidence, numberIn, shownIn, textsIn } from '../../evidence/evidence.ts'
import type { ToolArguments } from '../../evidence/tool-call.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { CompanyConditions, Order } from '../../question/parsed-question.ts'
import { CHAIR, LEADERS, officeNamed } from '../asked.ts'
import { fixedText } from '../fixed-sentences.ts'
import type { Statement } from '../statement.ts'
import { rankText, shownRevenue } from './compose-years.ts'
import { asOfNote, type Cited, labelled, sentence } from './sentence.ts'
import { notConnectedSentences } from './unconnected.ts'

/** Digits of the code of a district; a city has four. */
const DISTRICT_DIGITS = 6
/** Largest groups that a sentence states; the bars show all. */
const STATED_GROUPS = 3
/** 2010 年成立, 2010-01-01 以后上市; empty: any time. */
function timeText(search: Evidence, name: 'founded' | 'listed', verb: string): string {
  const [from, to] = [shownIn(search, `${name}From`), shownIn(search, `${name}To`)]
  if (from === '' && to === '') return ''
  const year = from.slice(0, 4)
  if (from === `${year}-01-01` && to === `${year}-12-31`) return `${year} 年${verb}`
  if (to === '') return `${from} 以后${verb}`
  return from === '' ? `${to} 以前${verb}` : `${from} 至 ${to} ${verb}`
}

/** How a condition is said before 企业, in the order of a sentence. */
const modifiers: Readonly<Record<string, (value: string, search: Evidence) => string>> = {
  industry: (value) => `国标行业为${value}`,
  status: (value) => `登记状态为${value}`,
  type: (value) => `企业类型为${value}`,
  risk: (value) => `当前有${value}记录`,
  keyword: (value) => `名称或经营范围含“${value}”`,
  founded: (_value, search) => timeText(search, 'founded', '成立'),
  listedOn: (_value, search) => timeText(search, 'listed', '上市'),
  list: (value) => `列入${value}`,
  capitalLeast: (value, { fields }) => `${fields['capitalLeast']?.label ?? ''} ${value}`,
  capitalMost: (value, { fields }) => `${fields['capitalMost']?.label ?? ''} ${value}`,
}

/** The companies that a search counts, by its conditions: 深圳市上市公司, 登记状态为存续的企业. */
function companiesOf(search: Evidence): { names: string[]; text: string } {
  // 广东省深圳市 is 深圳市.
  const region = shownIn(search, 'region').replace(/^[^市]+?(?:省|自治区)(?=.)/u, '')
  const stated = Object.entries(modifiers).flatMap(([name, textOf]) => {
    const value = shownIn(search, name)
    const text = value === '' && !['founded', 'listedOn'].includes(name) ? '' : textOf(value, search)
    return text === '' ? [] : [text]
  })
  const [listed, board] = [shownIn(search, 'listed'), shownIn(search, 'board')]
  const company = listed === '' ? '企业' : listed === '上市' ? '上市公司' : `${listed}企业`
  // Companies that do not state what orders them are left out.
  const ordered =
    'revenue0' in search.fields && !('list' in search.fields)
      ? '载有营业收入的'
      : 'listedOn0' in search.fields
        ? '载有上市日期的'
        : ''
  const before = stated.length === 0 ? '' : `${region === '' ? '' : '、'}${stated.join('、')}的`
  const text = `${region}${before}${ordered}${board === '' ? company : `${board}上市公司`}`
  return { names: conditionsOf(search), text: /^\d/.test(text) ? ` ${text}` : text }
}

/** What a count by industry, district or records leaves out. */
function leftOut({ call, evidence }: ToolResult): Statement[] {
  if (call.tool !== 'count' && call.tool !== 'filter') return []
  const { industry, region, type } = call.arguments.conditions
  const lacksPlace = region !== undefined && evidence.every(({ fields }) => !('region' in fields))
  const hasUncovered = evidence.some(({ citedType }) => citedType === 'coverage')
  const isDistrict = region?.length === DISTRICT_DIGITS && populationOf(region) === 'real'
  const order = call.tool === 'filter' && call.arguments.conditions.by === undefined ? call.arguments.order : null
  const isByCapital = order === 'most' || order === 'least'
  return [
    ...(order === null ? [] : [isByCapital ? fixedText.withoutCapital : fixedText.withoutFoundedOn]),
    ...(lacksPlace ? [fixedText.withoutPlaces] : []),
    ...(hasUncovered ? [fixedText.withoutCoverage] : []),
    ...(type === 'stateOwned' ? [fixedText.withoutOwnership] : []),
    ...(industry === undefined ? [] : [fixedText.withoutIndustry]),
    ...(isDistrict ? [fixedText.withoutDistrict] : []),
  ].map((text) => sentence(text))
}

function totalSentence(
  search: Evidence,
  more: readonly string[],
  text: string,
  cited: readonly Cited[] = [],
): Statement {
  const conditions = companiesOf(search)
  const total = numberIn(search, 'total')
  const stated =
    total === 0
      ? `未查询到${conditions.text.trim()}。`
      : `收录的${conditions.text}共 ${total.toLocaleString('zh-CN')} 家${text}。`
  const fields = ['total', ...conditions.names, ...(total === 0 ? [] : more)]
  return sentence(stated, [{ evidence: search, fields }, ...cited])
}

/** Number of companies, and the largest groups. */
export function composeCount(result: ToolResult): Statement[] {
  const { evidence, problem, call } = result
  const [found] = evidence
  if (problem === 'unavailable') return [sentence(fixedText.indexUnavailable)]
  if (problem !== null || found === undefined) return [sentence(fixedText.notCounted)]
  if (found.citedType === 'coverage') return notConnectedSentences([found])
  const groups = Object.keys(found.fields)
    .filter((name) => /^group\d+$/.test(name))
    .slice(0, STATED_GROUPS)
  const largest = groups.flatMap((name) => found.fields[name] ?? []).map(labelled)
  const named = Object.keys(found.fields).filter((name) => /^name\d+$/u.test(name))
  const rest = largest.length === 0 ? '' : `，其中${largest.join('，')}`
  const isGrouped = call.tool === 'count' && call.arguments.groupBy !== null
  const isNotGrouped = isGrouped && groups.length === 0 && numberIn(found, 'total') > 0
  return [
    named.length > 0
      ? totalSentence(
          found,
          named,
          `：${named.map((name) => shownIn(found, name)).join('、')}`,
          named.flatMap((name) => entryOf(result, shownIn(found, name))?.cited ?? []),
        )
      : totalSentence(found, groups, rest),
    ...(isNotGrouped ? [sentence(fixedText.notGrouped)] : []),
    ...leftOut(result),
  ]
}

/** Names of companies that a sentence lists. */
const STATED_OFFICES = 5
/** 法定代表人 in the words of a question also leads a company. */
const leads: readonly string[] = [companyFacts.legalRepresentative.label, ...LEADERS]

/** Offices of persons of one name: those that are asked for in such companies, then the other ones. */
function composeOffices({ evidence }: ToolResult, { office = '', keyword = '' }: CompanyConditions): Statement[] {
  const held = evidence.map((one) => {
    const offices = one.citedType === 'record' ? textsIn(one, 'positions') : [companyFacts.legalRepresentative.label]
    return { one, offices, company: one.company?.name ?? '' }
  })
  const wanted = leads.includes(officeNamed(office)) && officeNamed(office) !== CHAIR ? leads : [officeNamed(office)]
  const isAsked = ({ offices, company }: (typeof held)[number]) =>
    company.includes(keyword) && (office === '' || offices.some((own) => wanted.includes(own)))
  const stated = (lead: string, some: typeof held) =>
    some.slice(0, STATED_OFFICES).map(({ one, offices, company }, at) => {
      const fields = ['name', 'positions', 'legalRepresentative'].filter((name) => name in one.fields)
      return { text: `${at === 0 ? lead : ''}${company}${offices.join('、')}`, cited: { evidence: one, fields } }
    })
  const sentenceOf = (parts: ReturnType<typeof stated>, date: string) =>
    parts.length === 0
      ? []
      : [
          sentence(
            `${parts.map(({ text }) => text).join('；')}${date}。`,
            parts.map(({ cited }) => cited),
          ),
        ]
  const asked = held.filter(isAsked)
  const [first] = held
  if (first === undefined) return [sentence(fixedText.noOfficer)]
  const person = shownIn(first.one, 'name') || shownIn(first.one, 'legalRepresentative')
  return [
    ...sentenceOf(stated(`${person}任职：`, asked), asOfNote(first.one.date)),
    ...sentenceOf(
      stated(
        asked.length === 0 ? `${person}任职：` : '同名任职：',
        held.filter((one) => !isAsked(one)),
      ),
      '',
    ),
    sentence(fixedText.namesakes),
  ]
}

/** Number of companies, and the first of them. */
export function composeList(result: ToolResult): Statement[] {
  const { evidence, problem, call } = result
  if (call.tool === 'filter' && call.arguments.conditions.person !== undefined)
    return composeOffices(result, call.arguments.conditions)
  const [found] = evidence
  if (problem !== null || found === undefined || found.citedType === 'coverage') return composeCount(result)
  const rows = Object.keys(found.fields).filter((name) => /^name\d+$/.test(name))
  if (call.tool === 'filter' && call.arguments.order !== null && call.arguments.limit === 1 && rows.length === 1)
    return [firstSentence(found, call.arguments), ...leftOut(result)]
  const isByRank = call.tool !== 'filter' || call.arguments.order === null || call.arguments.conditions.by === 'revenue'
  const shown = 'shown' in found.fields ? ['shown'] : []
  const text = shown.length === 0 ? '' : `，前 ${numberIn(found, 'shown')} 家如下`
  return [
    totalSentence(found, shown, text),
    ...leftOut(result),
    ...rows.map((name) => {
      const entry = entryOf(result, shownIn(found, name))
      // Another order states what it orders by.
      const row = rowOf(found, name)
      const { parts, fields } = entry === undefined || !isByRank ? row : { parts: entry.parts, fields: [name] }
      return sentence(`${parts.join(' · ')}。`, [{ evidence: found, fields }, ...(entry?.cited ?? [])], true)
    }),
  ]
}

/** A company by its entry in a published list: 甲 · 第 87 位 · 2024 年营业收入 1,113.07 亿元. undefined: no list is asked for. */
function entryOf({ evidence }: ToolResult, company: string) {
  const entry = evidence.find((one) => one.recordType === 'listEntry' && one.company?.name === company)
  if (entry === undefined) return undefined
  const { revenue } = entry.fields
  const amount =
    revenue === undefined ? '' : `${numberIn(entry, 'revenueYear')} 年营业收入 ${shownRevenue(revenue.value)}`
  const fields = ['listName', 'rank', 'revenue', 'revenueYear'].filter((name) => name in entry.fields)
  return {
    parts: [company, rankText(entry), amount].filter((part) => part !== ''),
    cited: [{ evidence: entry, fields }],
  }
}

/** Name of a row, and what the search knows of it. */
function rowOf(found: Evidence, name: string): { parts: string[]; fields: string[] } {
  const at = name.slice('name'.length)
  const revenueYear = shownIn(found, `revenueYear${at}`).replace('年', ' 年')
  const revenue = found.fields[`revenue${at}`]
  const forms: Readonly<Record<string, (value: string) => string>> = {
    name: (value) => value,
    revenueYear: () => '',
    revenue: (value) => `${revenueYear}营业收入 ${revenue === undefined ? value : shownRevenue(revenue.value)}`,
    listedOn: (value) => `${value} 上市`,
    capital: (value) => `注册资本 ${value}`,
    foundedOn: (value) => `${value} 成立`,
  }
  const known = Object.entries(forms).filter(([field]) => `${field}${at}` in found.fields)
  return {
    parts: known.map(([field, form]) => form(shownIn(found, `${field}${at}`))).filter((part) => part !== ''),
    fields: known.map(([field]) => `${field}${at}`),
  }
}

const superlatives = {
  revenue: { most: '营业收入最高', least: '营业收入最低' },
  listedOn: { oldest: '上市最早', newest: '上市最晚' },
  register: { most: '注册资本最高', least: '注册资本最低', oldest: '成立最早', newest: '成立最晚' },
} as const satisfies Record<string, Partial<Record<Order, string>>>

/** 收录的杭州市企业（230 家）中，注册资本最高的是…（注册资本 …）。 */
function firstSentence(found: Evidence, { order, conditions: { by } }: ToolArguments['filter']): Statement {
  const { names, text } = companiesOf(found)
  const { parts, fields } = rowOf(found, 'name0')
  const [name = '', ...known] = parts
  const byOrder: Partial<Record<Order, string>> = superlatives[by ?? 'register']
  const what = (order === null ? undefined : byOrder[order]) ?? '排在最前'
  const total = numberIn(found, 'total').toLocaleString('zh-CN')
  return sentence(
    `收录的${text}（${total} 家）中，${what}的是${name}${known.length === 0 ? '' : `（${known.join('，')}）`}。`,
    [{ evidence: found, fields: ['total', ...names, ...fields] }],
  )
}
