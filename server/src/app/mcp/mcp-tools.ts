import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import type { SearchAnswer } from '@baiqicha/contract/company-search'
import { companyStatuses } from '@baiqicha/contract/company-status'
import type { MatchReason } from '@baiqicha/contract/company-summary'
import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { kindTable, listedKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordViews } from '@baiqicha/contract/records/record'
import type { RouteKey } from '@baiqicha/contract/routes'
import { companyTypeKeys, riskFilterKeys } from '@baiqicha/contract/search-vocabulary'
import * as z from 'zod/mini'
import type { Regions } from '../../domain/company/regions.ts'
import { withoutUndefined } from '../../domain/without-undefined.ts'
import type { Evidence } from '../../features/assistant/evidence/evidence.ts'
import type { ToolCall } from '../../features/assistant/evidence/tool-call.ts'
import type { RunTool, ToolProblem } from '../../features/assistant/evidence/tool-result.ts'
import { groupings } from '../../features/assistant/question/parsed-question.ts'
import {
  dateField,
  fieldsOf,
  numberField,
  OWN_SOURCE,
  textField,
} from '../../features/assistant/tools/evidence-fields.ts'
import type { ToolDeps } from '../../features/assistant/tools/tool-deps.ts'

/** What a tool found. `notes`: remarks for the reader, as on the pages. */
export type ToolFindings = { evidence: readonly Evidence[]; problem: ToolProblem | null; notes: readonly string[] }

export type McpToolDeps = {
  /** The registry that 百言 calls too. */
  runTool: RunTool
  search: ToolDeps['search']
  regions: Pick<Regions, 'codeIn' | 'has'>
}

/** Reading limit of a call: that of the page with the same content; null: none. */
type Page = { route: RouteKey; input: unknown } | null

export type McpTool = {
  name: string
  title: string
  description: string
  /** Admission class. */
  load: 'search' | 'reads'
  input: z.ZodMiniObject
  /** Null when the arguments do not fit the schema. */
  prepare: (given: unknown) => PreparedCall | { wrong: string }
}
export type PreparedCall = { page: Page; run: (deps: McpToolDeps) => Promise<ToolFindings> }

type Definition<Shape extends z.core.$ZodLooseShape> = Omit<McpTool, 'prepare' | 'input'> & {
  shape: Shape
  page: (input: z.output<z.ZodMiniObject<Shape>>) => Page
  run: (deps: McpToolDeps, input: z.output<z.ZodMiniObject<Shape>>) => Promise<ToolFindings>
}

function tool<Shape extends z.core.$ZodLooseShape>({ shape, page, run, ...rest }: Definition<Shape>): McpTool {
  const input = z.strictObject(shape)
  return {
    ...rest,
    input,
    prepare(given) {
      const parsed = z.safeParse(input, given ?? {})
      // Names of fields, never text of the caller; a wrong name is not one of ours.
      if (!parsed.success) {
        const names = parsed.error.issues.map(({ path: [name] }) => (typeof name === 'string' ? name : '参数'))
        return { wrong: [...new Set(names)].join('、') }
      }
      return { page: page(parsed.data), run: (deps) => run(deps, parsed.data) }
    },
  }
}

const companyId = z.string().check(z.minLength(1), z.maxLength(64))
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const amount = z.number().check(z.minimum(0), z.maximum(1e12))
const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** Facts that a caller may name. Phones and mailboxes are contacts, which have a page and limits of their own. */
const factKeys = Object.keys(companyFacts).filter(
  (key): key is Exclude<Fact, 'phones' | 'email'> => key in companyFacts && key !== 'phones' && key !== 'email',
)
const overview = [
  'name',
  'creditCode',
  'status',
  'legalRepresentative',
  'registeredCapital',
  'foundedOn',
  'businessType',
  'region',
  'industry',
  'address',
  'scope',
] as const

const kindWords = listedKindKeys.map((kind) => `${kind} ${kindTable[kind].title}`).join('；')

/** Facts by which a search finds a company through a person or a telephone. */
const personalMatches: ReadonlySet<MatchReason['field']> = new Set(['legalRepresentative', 'member', 'phone'])

function hitEvidence({ id, name, isDemo, matchReason, ...hit }: SearchAnswer['list'][number]): Evidence {
  return {
    id: `hit:${id}`,
    citedType: 'search',
    recordType: null,
    recordId: null,
    company: { id, name, isDemo },
    label: '企业',
    view: null,
    fields: fieldsOf({
      companyId: textField('企业编号', id),
      creditCode: textField('信用代码', hit.creditCode),
      status: textField('登记状态', hit.status),
      region: textField('所属地区', hit.region),
      industry: textField('国标行业', hit.industry),
      foundedOn: dateField('成立日期', hit.foundedOn),
      registeredCapital:
        hit.registeredCapital === null
          ? []
          : numberField('注册资本', hit.registeredCapital.amount, hit.registeredCapital.unit),
      matched: textField('匹配', matchReason.text),
    }),
    sourceName: OWN_SOURCE,
    date: null,
    path: `/company/detail?id=${encodeURIComponent(id)}`,
    revision: null,
  }
}

const of = async ({ runTool }: McpToolDeps, ...calls: ToolCall[]): Promise<ToolFindings> => {
  const results = await Promise.all(calls.map(runTool))
  return {
    evidence: results.flatMap(({ evidence }) => evidence),
    problem: results.find(({ problem }) => problem !== null)?.problem ?? null,
    notes: results.some(({ isPartial }) => isPartial) ? ['索引准备中，结果可能不全'] : [],
  }
}

const nothingFound: ToolFindings = { evidence: [], problem: null, notes: [] }

/** Tools by their names, which are those of their descriptions. They change nothing, and no person is their subject. */
export const mcpTools: readonly McpTool[] = [
  tool({
    name: 'search_companies',
    title: '查找企业',
    description:
      '按名称、简称、曾用名、信用代码、股票代码或拼音查找企业，返回企业编号等；不按自然人查找。Find companies by name, short or former name, credit code, stock code or pinyin. Returns company ids. Never looks up natural persons.',
    load: 'search',
    shape: {
      keyword: text(KEYWORD_LIMIT),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(20)), 10),
    },
    page: () => ({ route: 'companySearch', input: {} }),
    async run({ search }, { keyword, limit }) {
      const found = await search({ keyword, page: 1, pageSize: limit, sort: 'relevance' })
      if (found === null) return { ...nothingFound, notes: ['未查询到企业'] }
      const hits = found.list.filter(({ matchReason: { field } }) => !personalMatches.has(field))
      return {
        ...nothingFound,
        evidence: hits.map(hitEvidence),
        notes: [
          ...(hits.length === 0 ? ['未查询到企业'] : []),
          ...(hits.length < found.list.length ? ['按自然人或电话匹配的企业不在此列'] : []),
          ...(found.didYouMean === undefined ? [] : [`按“${found.didYouMean}”查询，可能不是所指的企业`]),
          ...(found.partial === true ? ['索引准备中，结果可能不全'] : []),
        ],
      }
    },
  }),
  tool({
    name: 'get_company',
    title: '企业信息',
    description:
      '一家企业的工商信息，以及各类记录的数量与收录范围。facts 省略为概要。Register facts of one company, counts of its records and what is not connected. Omit facts for an overview.',
    load: 'reads',
    shape: { company_id: companyId, facts: z.optional(z.array(z.enum(factKeys)).check(z.maxLength(40))) },
    page: ({ company_id: id }) => ({ route: 'companyDetail', input: { id } }),
    run: (deps, { company_id, facts = overview }) =>
      of(
        deps,
        { part: 0, tool: 'company_facts', arguments: { companyId: company_id, facts } },
        { part: 0, tool: 'coverage', arguments: { companyId: company_id, kinds: [] } },
      ),
  }),
  tool({
    name: 'list_records',
    title: '企业记录',
    description: `一家企业某一类记录的数量与明细，当前、异议与历史分开。Counts and rows of one kind of record of a company; current, disputed and history apart. kind: ${kindWords}`,
    load: 'reads',
    shape: {
      company_id: companyId,
      kind: z.enum(listedKindKeys),
      view: z.optional(z.enum(recordViews)),
      from: z.optional(day),
      to: z.optional(day),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    },
    page: ({ company_id: id, kind }) => ({ route: `${kind}List`, input: { id } }),
    run: (deps, { company_id, kind, view, from, to, limit }) =>
      of(deps, {
        part: 0,
        tool: 'records',
        arguments: {
          companyId: company_id,
          kind,
          view: view ?? null,
          days: from === undefined && to === undefined ? null : { from: from ?? null, to: to ?? null },
          amount: null,
          order: null,
          limit,
          identity: null,
          facets: {},
        },
      }),
  }),
  tool({
    name: 'compare_companies',
    title: '企业对比',
    description:
      '对比 2–5 家企业的工商信息与记录数量；演示企业不与真实企业对比。Compare register facts and record counts of 2 to 5 companies; demonstration companies are never compared with real ones.',
    load: 'reads',
    shape: {
      company_ids: z.array(companyId).check(z.minLength(2), z.maxLength(5)),
      facts: z.optional(z.array(z.enum(factKeys)).check(z.maxLength(20))),
      kinds: z.optional(z.array(z.enum(listedKindKeys)).check(z.maxLength(20))),
    },
    page: ({ company_ids }) => ({ route: 'companyComparison', input: { ids: company_ids.join(',') } }),
    run: (deps, { company_ids, facts, kinds }) =>
      of(deps, {
        part: 0,
        tool: 'compare',
        arguments: {
          companyIds: company_ids,
          facts: facts ?? ['status', 'registeredCapital', 'foundedOn', 'insuredCount'],
          kinds: kinds ?? ['dishonestExecutor', 'executedPerson', 'consumptionRestriction'],
          order: null,
        },
      }),
  }),
  tool({
    name: 'count_companies',
    title: '企业数量',
    description:
      '按条件统计收录的企业，可分组。region：地区名称或 GB/T 2260 代码；industry：GB/T 4754 门类字母或两位大类；资本单位万元；risk：有该类当前记录。Count covered companies by conditions, optionally grouped. Capital in 10,000 CNY.',
    load: 'search',
    shape: {
      region: z.optional(text(40)),
      industry: z.optional(z.string().check(z.regex(/^([A-T]|\d{2})$/))),
      status: z.optional(z.enum(companyStatuses)),
      type: z.optional(z.enum(companyTypeKeys)),
      listed: z.optional(z.boolean()),
      risk: z.optional(z.enum(riskFilterKeys)),
      founded_from: z.optional(day),
      founded_to: z.optional(day),
      capital_from: z.optional(amount),
      capital_to: z.optional(amount),
      keyword: z.optional(text(KEYWORD_LIMIT)),
      group_by: z.optional(z.enum(groupings)),
    },
    page: () => ({ route: 'companySearch', input: {} }),
    async run(deps, { region: place, risk, founded_from, founded_to, capital_from, capital_to, group_by, ...given }) {
      const region = place === undefined ? undefined : regionPrefix(deps.regions, place)
      if (region === null) return { ...nothingFound, notes: ['未识别该地区'] }
      if (risk === 'none') return { ...nothingFound, notes: ['risk 须为一类记录'] }
      const { industry, status, type, listed, keyword } = given
      return of(deps, {
        part: 0,
        tool: 'count',
        arguments: {
          conditions: {
            ...withoutUndefined({ region, industry, status, type, listed, risk, keyword }),
            ...((founded_from ?? founded_to) !== undefined && {
              founded: { from: founded_from ?? null, to: founded_to ?? null },
            }),
            ...((capital_from ?? capital_to) !== undefined && {
              capital: {
                least: inYuan(capital_from),
                most: inYuan(capital_to),
                excludesLeast: false,
                excludesMost: false,
              },
            }),
          },
          groupBy: group_by ?? null,
        },
      })
    },
  }),
  tool({
    name: 'ownership',
    title: '股权结构',
    description:
      '一家企业的股东及其上层企业股东，至多三层，均为已公开的记录。Published shareholders of a company and of its corporate shareholders, three levels at most.',
    load: 'reads',
    shape: { company_id: companyId },
    page: ({ company_id: id }) => ({ route: 'ownershipTree', input: { id } }),
    run: (deps, { company_id }) => of(deps, { part: 0, tool: 'ownership', arguments: { companyId: company_id } }),
  }),
  tool({
    name: 'explain_term',
    title: '名词解释',
    description:
      '解释登记与风险名词，附法律依据，如“限制高消费”。Explain a term of the register or of risk records with the law it follows.',
    load: 'reads',
    shape: { term: text(40) },
    page: () => null,
    run: (deps, { term }) => of(deps, { part: 0, tool: 'explain', arguments: { term } }),
  }),
]

const inYuan = (wan: number | undefined) => (wan === undefined ? null : wan * 1e4)

/** Code of a region as filters have it; null: unknown. Codes end in pairs of zeros for wider regions. */
function regionPrefix({ codeIn, has }: McpToolDeps['regions'], place: string): string | null {
  const code = /^\d{2}(\d{2}){0,2}$/.test(place) ? place.padEnd(6, '0') : codeIn(place)
  return code === null || !has(code) ? null : code.replace(/(00){1,2}$/, '')
}
