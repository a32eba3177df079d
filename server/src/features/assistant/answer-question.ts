import { isTradeOnly } from '../../domain/names/trade-name.ts'
import { type Asked, CHAIR, readAsked } from './answer/asked.ts'
import { sentence } from './answer/compose/sentence.ts'
import type { AnswerInput, ComposedAnswer } from './answer/compose-answer.ts'
import { shortenHeads, shortenNames } from './answer/short-names.ts'
import type { Statement } from './answer/statement.ts'
import { citeStatements } from './cite-statements.ts'
import type { AskedCompany } from './evidence/asked-company.ts'
import { type Evidence, textsIn } from './evidence/evidence.ts'
import type { ToolCall, ToolName } from './evidence/tool-call.ts'
import type { OfferedCompany, RunTool, ToolResult } from './evidence/tool-result.ts'
import { uniqueEvidence } from './evidence/unique-evidence.ts'
import type { ModelClient, ModelDialogue, ModelMetrics } from './model/model-client.ts'
import { planQuestion } from './model/plan-question.ts'
import { wordAnswer } from './model/word-answer.ts'
import { asAsked } from './parts-as-asked.ts'
import type { AnswerControl, AnswerOutcome, AnswerPipeline, AnswerRequest, EarlierTurn } from './pipeline.ts'
import {
  companiesOfParts,
  companyQuestion,
  continueEarlier,
  officersCall,
  planAnswer,
  planSections,
  type SectionCount,
} from './plan.ts'
import { type Answerable, followUpsOf } from './proposed-questions.rules.ts'
import {
  chooseCompanies,
  isExact,
  isTalk,
  overlap,
  type Placed,
  type ResolutionContext,
  type ResolvedCompany,
  type SearchedMention,
} from './question/choose-companies.ts'
import { companiesBefore, oneOfSeveral, pointedCompany, pointing } from './question/companies-before.ts'
import { endsAsBusiness } from './question/find-mentions.ts'
import { asksRelation } from './question/intents.ts'
import { isOwner, isSetAside, type NameLink } from './question/link/link-companies.ts'
import { linkedMentions } from './question/link/linked-mentions.ts'
import type { Links } from './question/link/links-over.ts'
import { asksForOtherOne, narrowChoice, type OpenChoice } from './question/narrow-choice.ts'
import { normaliseQuestion } from './question/normalise-question.ts'
import { MOST_PARTS, withoutCompany } from './question/parse-question.ts'
import type { Intent, Mention, ParsedQuestion, QuestionPart, RefusalReason } from './question/parsed-question.ts'
import {
  asksForCompaniesOfPerson,
  asksForOffices,
  companiesOf,
  pronoun,
  withCompaniesOfPerson,
  withPersonBefore,
} from './question/person-question.ts'
import { searchMentions } from './question/search-mentions.ts'

export type AnswerQuestionDeps = {
  parse: (
    question: string,
    options: { opensOnCompany: boolean; hasEarlier?: boolean; names: readonly string[] },
  ) => ParsedQuestion
  sentenceOf: (reason: RefusalReason) => string
  /** Masks mobile and identity numbers. */
  mask: (question: string) => string
  links: Links
  /** Whether a text is the name of a province, city or county. */
  isRegion: (name: string) => boolean
  /** Companies with these ids that are shown. */
  listChoices: (ids: readonly string[]) => Promise<readonly OfferedCompany[]>
  /** null: unknown, or not shown. */
  findCompany: (id: string) => Promise<AskedCompany | null>
  runTool: RunTool
  /** What can be asked next about a company; null: unknown. */
  answerableOf: (companyId: string) => Promise<Answerable | null>
  /** Counts of the sections of an overview that a `coverage` call found. */
  sectionCountsOf: (result: ToolResult) => readonly SectionCount[]
  compose: (input: AnswerInput) => ComposedAnswer
  /** Why a composed sentence must not be shown; null: its evidence supports it. */
  rejectionOf: (statement: Statement, evidence: readonly Evidence[]) => string | null
  model: ModelClient | null
  metrics: Pick<ModelMetrics, 'rejected'>
}

const topics: Readonly<Record<Intent, string>> = {
  facts: '工商信息',
  shareholders: '股东',
  ownership: '股权穿透',
  investments: '对外投资',
  people: '主要人员',
  branches: '分支机构',
  changes: '变更记录',
  riskOverview: '风险概览',
  records: '记录查询',
  comparison: '企业对比',
  count: '企业统计',
  list: '企业筛选',
  newest: '最新动态',
  explanation: '名词解释',
  coverage: '数据范围',
  howTo: '使用方法',
  unknown: '提问',
}

const steps: Readonly<Record<ToolName, string>> & Readonly<Record<string, string>> = {
  search_company: '查找企业',
  company_facts: '查询工商信息',
  records: '查询公示记录',
  count: '统计企业',
  filter: '筛选企业',
  compare: '对比企业',
  shareholderInfo: '查询股东',
  overseasInvest: '查询对外投资',
  keyPerson: '查询主要人员',
  branch: '查询分支机构',
  changeRecord: '查询变更记录',
  ownership: '查询股权穿透',
  explain: '查询名词解释',
  coverage: '查询数据范围',
}
const stepOf = (call: ToolCall) =>
  (call.tool === 'records' ? steps[call.arguments.kind] : undefined) ?? steps[call.tool]

/** Earlier questions of a conversation that are read again. */
const TURNS_READ = 5
/** Earlier questions that a model reads with the question. */
const TURNS_PLANNED = 2
const NOTHING_SUPPORTED = '暂时无法回答，请换一种问法'

const topicOf = ({ parts }: ParsedQuestion) => topics[parts[0]?.intent ?? 'unknown']

/** What a part names, else its intent. */
function namedBy({ intent, facts, kinds, uncollected }: QuestionPart): string[] {
  const named = [...facts, ...kinds, ...uncollected]
  return named.length === 0 ? [intent] : named
}

/**
 * The plan of a model, and after it what the words of the question may ask where the model plans nothing of it: a model that has
 * another habit, or lies, does not take an answer away.
 */
function crossChecked(planned: readonly QuestionPart[], { parts, doubt }: ParsedQuestion): QuestionPart[] {
  const isPlanned = (part: QuestionPart) =>
    planned.some((one) => namedBy(one).some((name) => namedBy(part).includes(name)))
  const left = doubt === 'likely' ? parts.filter((part) => part.intent !== 'unknown' && !isPlanned(part)) : []
  return [...planned, ...left].slice(0, MOST_PARTS)
}

/** The linked names with the legal form behind them, of which no word is asked: 光溪演示机械制造股份. */
function textsOf(question: string, links: readonly { start: number | null; text: string | null }[]): string[] {
  const text = normaliseQuestion(question)
  return links.flatMap(({ start, text: name }) =>
    start === null || name === null ? [] : name + (formBehind.exec(text.slice(start + name.length))?.[0] ?? ''),
  )
}
const formBehind = /^(?:股份有限公司|有限责任公司|有限公司|股份公司|集团公司|股份(?![占比结质数])|集团|公司)/u

/** 时代的法定代表人是谁: a fact, and a word of the language that begins names of several companies, which are offered. */
const isOnlyFactOf = (
  { parts, mentions, doubt }: ParsedQuestion,
  [word, ...others]: readonly Placed[],
  { opened, earlier, question }: ResolutionContext,
) =>
  word?.start === 0 &&
  // 健康的企业应该有多少员工
  !/^的(?:企业|公司)/u.test(question.slice(word.text.length)) &&
  others.length === 0 &&
  mentions.length === 1 &&
  doubt === undefined &&
  parts.length === 1 &&
  parts.every(({ facts }) => facts.length > 0) &&
  opened === null &&
  earlier.length === 0

/** 阿里和蚂蚁, 比亚迪上汽长安三家 */
const isBesideOther = ({ start, end }: NameLink, question: string, found: readonly NameLink[]) =>
  found.some((other) => other.end === start) ||
  /[和与跟同比、]\s*$/u.test(question.slice(0, start)) ||
  /^\s*(?:[和与跟同比、]|vs|pk)/iu.test(question.slice(end))

/**
 * 从格力跳槽来的同事说好,美的多少人: names in the background are not asked about where a segment that asks names a company, unless companies are
 * compared.
 */
function outsideBackground(
  found: readonly NameLink[],
  { question, isRegion }: { question: string; isRegion: AnswerQuestionDeps['isRegion'] },
  { background = [], mentions, parts, refersTo }: ParsedQuestion,
): { links: readonly NameLink[]; mentions: readonly Mention[] } {
  // 收件写朗科智能,宝安哪条路几栋
  const ofNoPlace = found.filter((link) => !isRegion(link.text) || isBesideOther(link, question, found))
  const links = ofNoPlace.length === 0 ? found : ofNoPlace
  const isBackground = ({ start, end }: NameLink) => background.some((one) => one.start <= start && end <= one.end)
  const dropped = links.filter(isBackground)
  const isOfSeveral = refersTo !== null || parts.some(({ intent }) => intent === 'comparison')
  if (dropped.length === links.length || isOfSeveral) return { links, mentions }
  return {
    links: links.filter((link) => !isBackground(link)),
    mentions: mentions.filter((mention) => !dropped.some((link) => overlap(link, mention))),
  }
}

/** 海伦 before 海伦钢琴 is no other company. */
const isShortened = ({ text }: Placed, link: NameLink) => link.text.length > text.length && link.text.startsWith(text)

const isFoundWhole = (mention: SearchedMention) => isExact(mention) && mention.correctedTo === null
/** Characters of a name that the table lacks, of which the only company that has it in its own is meant: 强生控股. */
const LONG_NAME = 4
const isOfOneCompany = ({ text, candidates }: SearchedMention) => text.length >= LONG_NAME && candidates.length === 1

/** 光明跟三元哪个成立早: a word between the names makes one of it, too. */
const isJoined = (question: string, one: Placed, links: readonly NameLink[]) =>
  one.text.length <= LONG_NAME &&
  links.some(({ start, end }) => {
    const between =
      start > one.start ? question.slice(one.start + one.text.length, start) : question.slice(end, one.start)
    return /^(?:和|跟|与|同|比|、|vs|pk)$/iu.test(between)
  })

/** Characters of a trade behind a name that only resembles one: 鑫旺达搬家服务部 is not 欣旺达. */
const TRADE = 3
const isOfBusiness = ({ text, start }: Placed, { end }: NameLink) =>
  endsAsBusiness.test(text) && start < end && start + text.length - end >= TRADE

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join('、')

/** States the name that was read in place of a misspelled one, and which of several companies of a name was taken. */
function correctionsOf(companies: readonly ResolvedCompany[]): Statement[] {
  const corrected = companies.flatMap(({ correctedTo, mention }) =>
    correctedTo === null || mention?.includes(correctedTo) === true ? [] : correctedTo,
  )
  const likely = companies.flatMap(({ correctedTo, isLikely, name }) =>
    correctedTo === null && isLikely === true ? name : [],
  )
  return [
    ...(corrected.length > 0 ? [sentence(`按${quoted(corrected)}查询。`)] : []),
    ...(likely.length > 0 ? [sentence(`按${quoted(likely)}查询，不是这家请写全称。`)] : []),
  ]
}

/**
 * Answers a question from records: link the companies that it names, parse, find the others, plan, gather, compose, verify
 * every sentence, have a model order and join them if there is one, cite. All steps but the gathering are pure functions.
 */
export function createAnswerPipeline(deps: AnswerQuestionDeps): AnswerPipeline {
  const { runTool, model, metrics } = deps
  const parse: AnswerQuestionDeps['parse'] = (question, options) =>
    withCompaniesOfPerson(deps.parse(question, options), question, options.names)

  const refused = (reason: RefusalReason): AnswerOutcome => ({ type: 'refused', message: deps.sentenceOf(reason) })
  const searchFor = (keyword: string) => runTool({ part: 0, tool: 'search_company', arguments: { keyword } })

  /** `others`: names that the table lacks. */
  async function namesIn(question: string) {
    const links = await deps.links.in(question)
    const others = await deps.links.othersIn(question, links)
    return { links, others, texts: [...textsOf(question, links), ...others.map(({ text }) => text)] }
  }

  /** 再讲回合肥那家: the company of an earlier turn with this place or word; null: none. */
  async function companyPointedAt(question: string, earlier: readonly EarlierTurn[]): Promise<AskedCompany | null> {
    const known = earlier.flatMap(({ companies }) => companies)
    if (known.length < 2 || !pointing.test(question)) return null
    const offered = await deps.listChoices([...new Set(known.map(({ id }) => id))])
    const found = pointedCompany(offered, question)
    return known.find(({ id }) => id === found?.companyId) ?? null
  }

  /** Companies of the links; the search finds what no link covers. */
  async function resolve(
    parsed: ParsedQuestion,
    { links: allLinks, others: otherNames }: { links: readonly NameLink[]; others: readonly Placed[] },
    { question, companyId, earlier }: AnswerRequest,
  ) {
    const text = normaliseQuestion(question)
    const asked = outsideBackground(allLinks, { question: text, isRegion: deps.isRegion }, parsed)
    // A model may read more in it.
    if (model === null && isTalk(parsed)) return { resolution: { type: 'missing' as const }, isPartial: false }
    const isOfPerson = asksForCompaniesOfPerson(question, parsed)
    const opened = companyId === null || isOfPerson ? null : await deps.findCompany(companyId)
    const isPointing = asked.links.every(({ end }) => text.slice(end).search(pointing) === 0)
    const pointed = isPointing && opened === null ? await companyPointedAt(text, earlier) : null
    const { links, mentions } = pointed === null ? asked : { links: [], mentions: [] }
    const before =
      pointed !== null ? [pointed] : isOfPerson ? [] : oneOfSeveral(companiesBefore(earlier, parsed.refersTo), question)
    const unlinked = mentions.filter(
      (mention) =>
        !links.some((link) => overlap(link, mention) || isShortened(mention, link)) &&
        !isOwner(text, mention) &&
        (links.length === 0 || !(isTradeOnly(mention.text) || deps.isRegion(mention.text))) &&
        (links.length === 0 || !isSetAside(text, mention)),
    )
    const otherAt = (one: Placed) => otherNames.find((other) => overlap(other, one))
    const isOther = (one: Placed) => otherAt(one) !== undefined
    const all = await searchMentions(unlinked, searchFor)
    // 理想汽车 is no company whose name has it, and 饿了 is 饿了么.
    const found = all.map((one) => {
      const other = otherAt(one)
      if (other === undefined || isFoundWhole(one) || isOfOneCompany(one)) return one
      const { text: name, start } = other.text.includes(one.text) ? other : one
      return { ...one, text: name, start, candidates: [], isOtherName: true }
    })
    const inexact = found.filter((one) => !isFoundWhole(one))
    const isFound = links.length > 0 || inexact.length < found.length
    const nameless = unlinked.filter((mention) => !isOther(mention))
    const asksOfCompany = parsed.parts.some(({ intent }) => !withoutCompany.includes(intent))
    const isAlone = otherNames.length === 0 && (parsed.refersAt === null || (opened === null && before.length === 0))
    const compares = parsed.parts.some(({ intent }) => intent === 'comparison')
    // 漫步着跟江波龙: beside the name with which it is compared, a misspelled one is read, too.
    const isCompared = ({ start, text: word }: Placed) =>
      compares &&
      [0, 1].some((more) => isJoined(text, { start, text: text.slice(start, start + word.length + more) }, links))
    const misspelled = isFound ? nameless.filter(isCompared) : nameless
    const resembling =
      asksOfCompany && (!isFound || misspelled.length > 0)
        ? await deps.links.similarTo(question, misspelled, isAlone)
        : []
    const similar = resembling.filter(
      (link) =>
        (!isFound || misspelled.some((one) => overlap(one, link))) && !unlinked.some((one) => isOfBusiness(one, link)),
    )
    // A word that resembles a name is none where the question names a company.
    const isLinked = links.length > 0 || similar.length > 0
    const searched = isLinked
      ? found.filter(
          (one) => isFoundWhole(one) || one.candidates.length === 0 || (compares && isJoined(text, one, links)),
        )
      : found
    const { whole, ordinary } = await deps.links.partial(
      question,
      // 是亲兄弟吗 after a question about a company
      links.length > 0 ? [] : found.filter((one) => !isOther(one) && !(one.isOrdinary === true && before.length > 0)),
    )
    const spokenOf = [...(opened === null ? [] : [opened]), ...before].map(({ id }) => id)
    const named = [...links, ...whole, ...similar]
    const isUnread = parsed.doubt === 'unread'
    const said: Placed[] = [...links, ...whole, ...(isUnread ? similar : []), ...searched].filter((one) =>
      deps.links.isHardlyName(question, one, { isUnread, others: named }),
    )
    const meant = named.filter((link) => !said.includes(link))
    const linked = await linkedMentions(meant, spokenOf, deps.listChoices)
    const others = searched.filter(
      (mention) =>
        !ordinary.some((word) => word.start === mention.start && word.text === mention.text) &&
        ![...linked, ...said].some((name) => overlap(name, mention)),
    )
    const context = { opened, earlier: before, question: text }
    const isPartial = searched.some((mention) => mention.isPartial)
    const resolution = chooseCompanies(parsed, [...linked, ...others], context)
    if (resolution.type !== 'missing' || !isOnlyFactOf(parsed, ordinary, context)) return { resolution, isPartial }
    const offered = chooseCompanies(parsed, searched, context)
    return { resolution: offered.type === 'clarification' ? offered : resolution, isPartial }
  }

  /** The choice in which a question ends; null: it ends in none. */
  async function choiceOf(request: AnswerRequest): Promise<OpenChoice | null> {
    const { links, others, texts } = await namesIn(request.question)
    const parsed = parse(request.question, {
      opensOnCompany: false,
      hasEarlier: request.earlier.length > 0,
      names: texts,
    })
    if (parsed.refusal !== null && parsed.isPartlyRefused !== true) return null
    const { resolution } = await resolve(parsed, { links: parsed.mentions.length > 0 ? links : [], others }, request)
    if (resolution.type !== 'clarification') return null
    return { question: request.question, candidates: resolution.candidates, chosen: null }
  }

  /** The question of a choice, and what is asked beside, for the candidates that a later question means; null: it means none. */
  async function narrowed(question: string, choice: OpenChoice): Promise<OpenChoice | null> {
    const { links, texts } = await namesIn(question)
    // 集团 is a part of a candidate's name, too.
    const isOfChoice = ({ text, candidates }: NameLink) =>
      choice.candidates.some(
        ({ companyId, name }) => name.includes(text) || candidates.some((one) => one.companyId === companyId),
      )
    if (!links.every(isOfChoice)) return null
    const { parts, mentions, refusal, isPartlyRefused } = parse(question, { opensOnCompany: true, names: texts })
    if (refusal !== null && isPartlyRefused !== true) return null
    const namesOther = mentions.some(
      ({ text, isNamed, isPlace }) => isNamed && !isPlace && !choice.candidates.some(({ name }) => name.includes(text)),
    )
    // 贴墙上那个瓷砖的 after a choice of two 东鹏
    const [both] = namesOther || links.length > 0 ? [] : await deps.links.in(`${choice.question}，${question}`)
    const isBoth = both?.candidates.length === 1 && choice.candidates.length > 1 && isOfChoice(both)
    if (isBoth)
      return {
        question: `${choice.question}，${question}`,
        candidates: choice.candidates,
        chosen: both.candidates[0]?.companyId ?? null,
      }
    const found = narrowChoice(normaliseQuestion(question), choice, {
      isRegion: deps.isRegion,
      asksOfCompany: mentions.length === 0 && parts.some(({ intent }) => !withoutCompany.includes(intent)),
      asksOther: namesOther || parts.some(({ intent }) => intent !== 'unknown' && withoutCompany.includes(intent)),
    })
    // 国信证券的地址 names its company itself.
    if (found === null || (links.length > 0 && found.rest !== '')) return null
    const { candidates, rest } = found
    // 另外那家注册资本呢 does not ask again what was answered of the first one.
    const isNew = choice.chosen !== null && rest !== ''
    const asked = isNew ? rest : `${choice.question}${rest === '' ? '' : `，${rest}`}`
    const [only, ...others] = candidates
    return others.length === 0 && only !== undefined
      ? { question: asked, candidates: choice.candidates, chosen: only.companyId }
      : { question: asked, candidates, chosen: null }
  }

  /** The request with questions that answer a choice as those of the choice, and the choice that is still open; null: none is. */
  async function withChoices(request: AnswerRequest): Promise<{ request: AnswerRequest; open: OpenChoice | null }> {
    if (request.companyId !== null) return { request, open: null }
    const earlier: EarlierTurn[] = []
    const after = async (
      { question, companies }: EarlierTurn,
      before: OpenChoice | null,
    ): Promise<OpenChoice | null> => {
      const next = before === null ? null : await narrowed(question, before)
      if (next !== null) return next
      const [company] = companies
      if (before !== null && company !== undefined && company.id === before.chosen) return { ...before, question }
      if (company !== undefined && !asksForOtherOne(request.question)) return null
      const asked = await choiceOf({ ...request, question, earlier: [...earlier] })
      return asked === null ? null : { ...asked, chosen: company?.id ?? null }
    }
    let choice: OpenChoice | null = null
    for (const turn of request.earlier) {
      choice = await after(turn, choice)
      earlier.push({ ...turn, question: choice?.question ?? turn.question })
    }
    const next = choice === null ? null : await narrowed(request.question, choice)
    if (next === null) return { request: { ...request, earlier }, open: null }
    // Not the company that was chosen before.
    const questions = earlier.map(({ question }) => ({ question, companies: [] }))
    const read = { ...request, question: next.question, companyId: next.chosen, earlier: questions }
    return { request: read, open: next.chosen === null ? next : null }
  }

  /** Companies that a language model names for a question that writes none; the answer states which it took. */
  async function companiesOfModel(keywords: readonly string[]): Promise<ResolvedCompany[]> {
    const found = keywords.map(async (keyword) => {
      const [linked] = await linkedMentions(await deps.links.in(keyword), [], deps.listChoices)
      const candidates = linked?.candidates ?? (await searchFor(keyword)).candidates.filter(({ isWhole }) => isWhole)
      const [only, ...others] = candidates
      if (only === undefined || others.length > 0) return []
      const { companyId: id, name, isDemo } = only
      return [{ id, name, isDemo, start: null, mention: null, correctedTo: name }]
    })
    return (await Promise.all(found)).flat()
  }

  /** Parts of the question: as read, of the question before it, or of the language model where neither is sure. */
  async function readParts(
    { question, companyId, earlier }: AnswerRequest,
    {
      first,
      links,
      others: otherNames,
    }: { first: ParsedQuestion; links: readonly NameLink[]; others: readonly Placed[] },
    companies: readonly ResolvedCompany[],
    dialogue: ModelDialogue | null,
  ): Promise<{ parsed: ParsedQuestion; companies: readonly ResolvedCompany[] }> {
    const mentions = companies.map(({ start, mention }) => ({ start, text: mention }))
    // 晨光文具什么时候改叫晨光股份的: two names of one company.
    const others = links.filter(({ candidates }) =>
      candidates.some(({ companyId: id }) => companies.some((one) => one.id === id)),
    )
    const isOneOfTwoNames = companies.length === 1 && new Set(others.map(({ name }) => name)).size > 1
    const names = [...textsOf(question, [...mentions, ...others]), ...otherNames.map(({ text }) => text)]
    const opensOnCompany = companyId !== null
    // 那茅台呢 after 那比亚迪呢 repeats the question before both.
    let before: ParsedQuestion | null = null
    for (const [at, turn] of earlier.slice(-TURNS_READ).entries()) {
      const { texts } = await namesIn(turn.question)
      const read = parse(turn.question, { opensOnCompany, hasEarlier: at > 0, names: texts })
      if (!isTalk(read)) before = continueEarlier(read, before)
    }
    const again = parse(question, { opensOnCompany, hasEarlier: earlier.length > 0, names })
    // 马应龙这个厂在哪 refers to its own company.
    const isOwn = companies.length > 0 && companies.every(({ start }) => start !== null)
    const parsed = isTalk(first) ? first : continueEarlier({ ...again, refersBack: again.refersBack && !isOwn }, before)
    const isRelation = isOneOfTwoNames && asksRelation.test(normaliseQuestion(question))
    const own = companies.length === 0 ? parsed : companyQuestion(parsed, { count: companies.length, isRelation })
    const isSure = parsed.doubt === undefined && parsed.parts.some(({ intent }) => intent !== 'unknown')
    if (dialogue === null || isSure) return { parsed: own, companies }
    const turns = earlier.slice(-TURNS_PLANNED).map((turn) => deps.mask(turn.question))
    const planned = { question: deps.mask(question), companies, earlier: turns }
    const { keywords, parts } = await planQuestion(planned, { dialogue, metrics })
    const about = companies.length > 0 ? companies : await companiesOfModel(keywords)
    const usable = about.length > 0 ? parts : parts.filter(({ intent }) => withoutCompany.includes(intent))
    if (usable.length === 0) return { parsed: own, companies }
    return { parsed: { ...parsed, parts: crossChecked(usable, own) }, companies: about }
  }

  async function gather(
    parsed: ParsedQuestion,
    { companiesOfPart, asked }: { companiesOfPart: readonly (readonly AskedCompany[])[]; asked: Asked },
    { signal, emit }: AnswerControl,
  ): Promise<ToolResult[]> {
    const run = async (calls: readonly ToolCall[]) => {
      signal.throwIfAborted()
      for (const text of new Set(calls.map(stepOf))) emit({ type: 'step', text })
      return Promise.all(calls.map((call) => runTool(call)))
    }
    const calls = planAnswer(parsed, companiesOfPart, asked)
    const first = await run(calls)
    const counted = first.flatMap((result) => deps.sectionCountsOf(result))
    const sections = planSections(parsed, companiesOfPart, counted, calls.length, asked)
    return [...first, ...(await run(sections))]
  }

  async function proposeFollowUps({ parts }: ParsedQuestion, companies: readonly AskedCompany[]): Promise<string[]> {
    const [company, ...others] = companies
    const answerable = company === undefined ? null : await deps.answerableOf(company.id)
    const subject =
      company === undefined || answerable === null
        ? null
        : { name: company.name, isOnly: others.length === 0, answerable }
    return followUpsOf(parts, subject)
  }

  const readable = (question: string) => deps.links.readable(question)
  /** The request with questions whose misspelled words are read as what they sound like: 圆工数 is 员工数. */
  async function withReadableWords(request: AnswerRequest): Promise<AnswerRequest> {
    const turns = request.earlier.map(async (turn) => ({ ...turn, question: await readable(turn.question) }))
    return { ...request, question: await readable(request.question), earlier: await Promise.all(turns) }
  }

  /** The request with the person of the question before it in place of 他. */
  async function withPerson(request: AnswerRequest): Promise<AnswerRequest> {
    const before = request.earlier.at(-1)
    if (before === undefined || !pronoun.test(request.question)) return request
    const { texts } = await namesIn(before.question)
    const read = parse(before.question, { opensOnCompany: false, names: texts })
    const claimed = readAsked(before.question, texts).claim?.name ?? (await officerOf(read, before.companies))
    const question = withPersonBefore(request.question, read, claimed)
    const { parts } = parse(question, { opensOnCompany: false, hasEarlier: true, names: texts })
    // 他手底下多少人 asks nothing of the person.
    const isOfPerson = parts.some(({ person, conditions }) => (person ?? conditions.person ?? null) !== null)
    return isOfPerson ? { ...request, question } : request
  }

  /** The only holder of the office that was asked of the only company, or its chair: 董事长是谁, 他还在哪家公司. null: there is none. */
  async function officerOf({ parts: [part] }: ParsedQuestion, companies: EarlierTurn['companies']) {
    const [company, ...others] = companies
    const isOfOfficer = part?.intent === 'people' || part?.facts.includes('legalRepresentative') === true
    if (company === undefined || others.length > 0 || !isOfOfficer) return null
    const { evidence } = await runTool(officersCall(company.id, part?.term ?? CHAIR))
    const [name, ...more] = evidence.flatMap((one) => (one.citedType === 'record' ? textsIn(one, 'name') : []))
    return name === undefined || more.length > 0 ? null : name
  }

  return async (given, control): Promise<AnswerOutcome> => {
    const { signal, emit } = control
    const { request, open } = await withChoices(await withPerson(await withReadableWords(given)))
    const { question } = request
    const { links, others, texts } = await namesIn(question)
    const first = parse(question, {
      opensOnCompany: request.companyId !== null,
      hasEarlier: request.earlier.length > 0,
      names: texts,
    })
    const { refusal } = first
    if (refusal !== null && first.isPartlyRefused !== true) return refused(refusal)
    if (first.mentions.length > 0) emit({ type: 'step', text: steps.search_company })
    const linkedNames = { links: first.mentions.length > 0 ? links : [], others }
    const { resolution, isPartial } =
      open === null
        ? await resolve(first, linkedNames, request)
        : { resolution: { type: 'clarification' as const, candidates: open.candidates }, isPartial: false }
    const person = resolution.type === 'privatePerson' && asksForOffices(first) ? resolution.person : null
    if (resolution.type === 'privatePerson' && person === null) return refused('privatePerson')
    if (resolution.type === 'clarification') {
      const candidates = resolution.candidates.map(
        ({ matchReason: _reason, isWhole: _isWhole, known: _known, ...shown }) => shown,
      )
      emit({ type: 'choice', candidates })
      return { type: 'clarification', topic: topicOf(first) }
    }

    const linked = resolution.type === 'companies' ? resolution.companies : []
    // A help line stands beside an answer only where the question names the company itself.
    const isAnswered = linked.some(({ start }) => start !== null || refusal !== 'selfHarm')
    if (refusal !== null && !isAnswered) return refused(refusal)
    const caution = refusal === null ? [] : [sentence(deps.sentenceOf(refusal), [], true)]
    const dialogue = model?.open(signal) ?? null
    const read =
      person === null
        ? await readParts(request, { first, links, others }, linked, dialogue)
        : { parsed: companiesOf(person, first, { length: question.length }), companies: [] }
    const { companies } = read
    const isFoundByModel = companies.length > linked.length
    const unknownNames = !('unknownNames' in resolution) || isFoundByModel ? [] : resolution.unknownNames
    const names = companies.flatMap(({ name, mention }) => (mention === null ? [name] : [name, mention]))
    // A question that repeats the earlier one for another company wants what that one did.
    const repeated = read.parsed.repeatsEarlier ? `${request.earlier.at(-1)?.question ?? ''}，` : ''
    const whole = readAsked(`${repeated}${question}`, names, deps.isRegion)
    // 总部在中山吧, 那老板电器呢: the place was supposed of the other company. 交了没 supposes nothing of the records before.
    const ofOther = repeated === '' || whole.supposed === null ? whole.supposed : { ...whole.supposed, place: null }
    const asked = { ...whole, supposed: read.parsed.continuesEarlier === true ? null : ofOther }
    const parsed = asAsked(read.parsed, asked, companies.length > 0)
    const companiesOfPart = companiesOfParts(parsed, companies, unknownNames)
    const results = await gather(parsed, { companiesOfPart, asked }, control)
    const evidence = uniqueEvidence(results.flatMap((result) => result.evidence))
    emit({
      type: 'subject',
      companies: companies.map(({ id, name, isDemo }) => ({ id, name, isDemo })),
      records: evidence.filter(({ recordId }) => recordId !== null).length,
    })
    const missing = others.filter(({ text }) => unknownNames.some((name) => name.includes(text)))
    const otherNames = [...new Set(missing.map(({ text }) => text))]
    const composed = deps.compose({ question: parsed, companiesOfPart, results, unknownNames, otherNames, asked })
    const supported = composed.statements.filter((statement) => {
      const reason = deps.rejectionOf(statement, evidence)
      if (reason !== null) metrics.rejected(`composed:${reason}`)
      return reason === null
    })
    const { statements, isByModel } =
      dialogue === null
        ? { statements: supported, isByModel: false }
        : await wordAnswer({ question: deps.mask(question), statements: supported, evidence }, { dialogue, metrics })
    if (statements.length === 0) return { type: 'failed', message: NOTHING_SUPPORTED }
    const named = await Promise.all(companies.map(async (company) => (await deps.findCompany(company.id)) ?? company))
    const shown = shortenNames(statements, named, evidence)
    // The user chose it.
    const doubtful = companies.filter(({ id }) => given.companyId !== null || id !== request.companyId)
    for (const segment of citeStatements([...caution, ...correctionsOf(doubtful), ...shown], evidence))
      emit({ type: 'segment', ...segment })
    if (composed.table !== null) emit({ type: 'table', ...shortenHeads(composed.table, named) })
    if (composed.bars !== null) emit({ type: 'bars', ...composed.bars })
    return {
      type: 'completed',
      topic: topicOf(parsed),
      asOf: composed.asOf,
      followUps: await proposeFollowUps(parsed, companies),
      isByModel,
      partial: isPartial || results.some((result) => result.isPartial),
      evidence,
    }
  }
}
