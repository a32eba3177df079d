import type { Fact } from '@baiqicha/contract/company-facts'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { rangeOf } from './amounts.ts'
import { type Clause, isRiskKind } from './clause.ts'
import { readCompanyQuestion } from './conditions.ts'
import { explainedTermsOf, isInTerm, relatesTerms, termsIn } from './guidance.ts'
import type { Days, Intent, QuestionPart } from './parsed-question.ts'
import type { Token } from './tokens.ts'
import type { Cue } from './words/cue.ts'
import { REVENUE } from './words/uncollected-words.ts'

export type ClauseContext = {
  /** YYYY-MM-DD. */
  today: string
  /** Whether the question was opened from a company page. */
  opensOnCompany: boolean
  /** Most companies that an earlier clause names. */
  namedBefore: number
  /** A person whom the question names. */
  person: string | null
  /** Intent of the clause before; null: there is none. */
  before: Intent | null
  /** Whether the ranked intents are sure that companies of a kind are asked for. */
  asksForKind: boolean
  /** Whether companies of a kind are asked for as far as the ranked intents show. */
  mayAskForKind: boolean
  /** Whether a text is of words that questions have, and no name. */
  isOfQuestions: (text: string) => boolean
}

export type Draft = Partial<QuestionPart> & Pick<QuestionPart, 'intent'>
/** Reads a clause as one intent; null: the clause has another. */
type Rule = (clause: Clause, context: ClauseContext) => Draft[] | null

const cuesOf = ({ tokens }: Clause): Cue[] => tokens.map(({ cue }) => cue)
const first = <Key extends keyof Cue>(clause: Clause, key: Key): NonNullable<Cue[Key]> | null =>
  clause.tokens.find(({ cue }) => cue[key] !== undefined)?.cue[key] ?? null

const explanation: Rule = (clause, { opensOnCompany, namedBefore }) => {
  const isNamed = clause.stretches.some(({ isPlaceOnly, text }) => !isPlaceOnly && !isInTerm(text))
  const isAboutCompany = isNamed || clause.refers || opensOnCompany || namedBefore > 0
  // 中电科普天科技股份有限公司 asks to explain nothing: 科普 is of the name.
  const names = clause.tokens.filter(({ type }) => type === 'name')
  const unnamed = names.reduce((rest, { text }) => rest.replaceAll(text, ' '), clause.text)
  const stated = explainedTermsOf(unnamed, isAboutCompany)
  const isGeneral =
    (asksInGeneral.test(clause.text) || (!isAboutCompany && relatesTerms(clause.text))) &&
    clause.tokens.every(({ type }) => type !== 'name')
  const terms = isGeneral ? termsIn(clause.text) : stated
  return terms.length === 0 ? null : terms.slice(0, 3).map((term) => ({ intent: 'explanation', term }))
}

/** 让我当监事有风险吗, 只有一个股东的公司能信吗 */
const asksInGeneral =
  /(?:^|[让叫喊拉找][我他她人]去?)(?:当(?![时年初前下地家])|做|挂名?|担任)|(?:的|这种)公司(?:是不是|是否|能|算|会|靠谱|可靠|可以|可信)/u

const coverage: Rule = (clause) => {
  const cues = cuesOf(clause)
  const kinds = [...new Set(cues.flatMap((cue) => cue.kinds ?? []))]
  const uncollected = [...new Set(cues.flatMap((cue) => cue.uncollected ?? []))]
  // 广东收录了多少家: a count of companies, not of all data.
  return isCountOfSome(clause) || cues.every(({ intent }) => intent !== 'coverage')
    ? null
    : [{ intent: 'coverage', kinds, uncollected }]
}

/** 多少家 beside a place, an industry, a state, a type or a time. */
const isCountOfSome = (clause: Clause) =>
  /(?:多少|几)(?:家|户|个)?|总数|数量/.test(clause.text) &&
  clause.tokens.some(
    ({ cue, days, amount }) =>
      cue.regions !== undefined ||
      cue.industry !== undefined ||
      cue.keyword !== undefined ||
      cue.status !== undefined ||
      cue.listed !== undefined ||
      cue.type !== undefined ||
      days !== undefined ||
      amount !== undefined,
  )

const companies: Rule = (clause, { today, before, namedBefore, asksForKind, mayAskForKind, isOfQuestions }) => {
  // 一共几家分公司,现在还存续的剩几家
  if (namedBefore >= 1 && before === 'branches') return null
  // 木岸的失信撤了没,25年给几个人交社保
  if (namedBefore >= 1 && clause.names === 0 && !mayAskForKind) return null
  // 甲和乙哪家人多,哪家成立早: of these two.
  if (namedBefore >= 2 && clause.names === 0 && /^(?:谁|哪家|哪个)(?!公司|企业)/u.test(clause.text)) return null
  const read = readCompanyQuestion(clause, { today, asksForKind, isOfQuestions })
  if (read === null) return null
  const { alternatives, ...draft } = read
  // 四川和重庆哪个上市公司多: one part per place.
  return alternatives.length === 0
    ? [draft]
    : alternatives.slice(0, 4).map((one) => ({ ...draft, intent: 'count', conditions: one }))
}

/** 哪个多: of the companies of the turns before. */
export const comparesEarlier = /^(?:那么?)?(?:谁|哪[家个])的?(?:更|比较)?[高大多早晚少小久老][些点]?[呢啊]?[?。]?$/u
const isPlural = /它们|这两家|两家|这几家|几家|它俩|两者|这俩|这些公司|这些企业|这三家|三家|四家|五家|两个公司|他们/

/** 宇通重工跟宇通客车啥关系, 习酒是茅台的吧: who holds the shares of each. */
const relation: Rule = (clause, { person }) =>
  (person === null && clause.names >= 2 && asksRelation.test(clause.text)) || belongs.test(clause.outline)
    ? [{ intent: 'shareholders', kinds: ['shareholderInfo'] }]
    : null
const belongs = /是X(?:集团|公司)?(?:旗下|下面|控股)?的(?:吧|吗|么|嘛|不|没错)[?。]?$/u
export const asksRelation =
  /(?:什么|啥|有没有|有无|有|哪门子)(?:股权|控股|投资)?关系|是(?:不是)?同?一(?:家|回事|个集团)|一家还是[两俩]家?|还是(?:压根|根本|本来|其实)?就?是?同?一家|一家(?:人|的)?(?:吗|么|嘛|不)|谁是谁的/u

const hasKnownName = ({ stretches }: Clause) => stretches.some(({ hasName }) => hasName)

/** 甲和乙. Signs and 还是 join known names only: 真人还是机器人. */
const joinsNames = /X(?:和|与|跟|及|、|vs|pk|比)+X/iu
const listsNames = /X(?:和|与|跟|及|、|以及|还是|,|\s|vs|pk)+X/iu
const comparison: Rule = (clause, { namedBefore, mayAskForKind }) => {
  const cues = cuesOf(clause)
  const compares = cues.some((cue) => cue.compares === true)
  const order = first(clause, 'order')
  const withEarlier = /(?:^|[^X])(?:和|跟|与|同|比)X|^X(?:比|相比)|比X/.test(clause.outline)
  const continues = namedBefore >= 2 && /谁|哪个|哪家|哪一家|更/.test(clause.text)
  const isOfEarlier = isPlural.test(clause.text) || comparesEarlier.test(clause.text)
  const several = continues || clause.names >= 2 || isOfEarlier || withEarlier
  // 长城几月份去人少一点 我要带七十岁老妈: two runs of characters are no two companies.
  const isLikely = hasKnownName(clause) || mayAskForKind || compares || withEarlier || joinsNames.test(clause.outline)
  if (!several || !isLikely) return null
  const facts = clause.facts
  const uncollected = uncollectedOf(clause)
  // 民企500强榜上甲和乙谁营收多 compares revenues; 甲和乙在民企榜上各排第几 asks for the entries of each.
  const kinds = kindsOf(clause).filter((kind) => kind !== 'listEntry')
  if (kindsOf(clause).length > kinds.length && !uncollected.includes(REVENUE)) return null
  const says = facts.length + kinds.length + uncollected.length > 0
  const trailing = orderAtEnd(clause)
  const isCompared =
    compares ||
    /(?:^|[^X])(?:和|跟|与|同)X(?:相)?比/.test(clause.outline) ||
    order !== null ||
    trailing !== null ||
    (cues.some(({ asks }) => asks === 'who') && cues.some(({ intent }) => intent === 'riskOverview')) ||
    (!says && (hasKnownName(clause) ? listsNames : joinsNames).test(clause.outline))
  if (!isCompared || (/分别/.test(clause.text) && (order ?? trailing) === null)) return null
  return [{ intent: 'comparison', facts, kinds, uncollected, order: order ?? trailing }]
}

/** 谁注册资本高, 哪家成立早: the word of order is a single character at the end. */
function orderAtEnd({ tokens, start, text: whole }: Clause): QuestionPart['order'] {
  // 董事长 ends with no word of order.
  const text = tokens.reduce((rest, { cue, text: word, start: at }) => {
    const states = word.length > 1 && (cue.facts ?? cue.kinds ?? cue.uncollected ?? cue.intent) !== undefined
    return states
      ? `${rest.slice(0, at - start)}${'#'.repeat(word.length)}${rest.slice(at - start + word.length)}`
      : rest
  }, whole)
  const word =
    /(?<!多)(?<word>高|大|多|厚|强|低|小|少|早|晚|老|新|久|长|短|先|后)(?:一些|一点|些|点)?(?:的)?(?:呢|吗|啊|呀)?(?:是谁|是哪家)?[?。!]?$/u.exec(
      text,
    )?.groups?.['word']
  if (word === undefined) return null
  if (/[高大多厚强]/.test(word)) return 'most'
  if (/[低小少]/.test(word)) return 'least'
  return /[早老久长先]/.test(word) ? 'oldest' : 'newest'
}

const kindsOf = (clause: Clause): RecordKindKey[] => [
  ...new Set(clause.tokens.flatMap(({ cue }) => (cue.facts === undefined ? (cue.kinds ?? []) : []))),
]
const uncollectedOf = (clause: Clause) => [...new Set(cuesOf(clause).flatMap(({ uncollected }) => uncollected ?? []))]

const newest: Rule = (clause) => {
  const cues = cuesOf(clause)
  const one = cues.some((cue) => cue.newest === 'one')
  const kinds = kindsOf(clause).filter((kind) => kind === 'changeRecord' || isRiskKind(kind))
  const specific = cues.some((cue) => cue.kinds !== undefined && cue.intent !== 'riskOverview')
  return kinds.length > 0 && specific && one
    ? [{ intent: 'newest', kinds, facets: facetsOf(clause), order: 'newest', limit: limitOf(clause) ?? 1 }]
    : null
}

const limitOf = (clause: Clause) => clause.tokens.find(({ limit }) => limit !== undefined)?.limit ?? null
const facetsOf = (clause: Clause) => Object.assign({}, ...cuesOf(clause).map(({ facets }) => facets ?? {}))

/** Facts and lists whose change is asked when 变更 stands beside them. */
export const kindOfChange: Readonly<Partial<Record<Fact | RecordKindKey, string>>> = {
  legalRepresentative: '法定代表人',
  registeredCapital: '资本',
  paidInCapital: '资本',
  address: '地址',
  name: '名称',
  scope: '范围',
  businessType: '类型',
  shortName: '名称',
  term: '期限',
  shareholderInfo: '股东',
  keyPerson: '高管',
}
const isChange =
  /变更|变动|变化|更换|换|改|变过|变了|动过|调整|修改|改动|增加过|减少过|有没有增加|有没有减少|涨过|降过/u
const changeable: readonly RecordKindKey[] = ['changeRecord', 'reportedRepresentative', 'shareholderInfo', 'keyPerson']

const changes: Rule = (clause) => {
  const cues = cuesOf(clause)
  const stated = cues.some(({ intent }) => intent === 'changes')
  const kinds = kindsOf(clause)
  if (
    !stated &&
    !(
      isChange.test(clause.text) &&
      /几次|什么时候|啥时候|几时|何时|哪天|哪一年|多少次|过[没吗]|有没有|是否|没有|吗|历次|哪年/.test(clause.text)
    )
  )
    return null
  if (kinds.some((kind) => !changeable.includes(kind))) return null
  const named = [...clause.facts, ...kinds].flatMap((key) => kindOfChange[key] ?? [])
  const own = cues.flatMap(({ facets }) => facets?.['kind'] ?? [])
  const all = [...new Set([...own, ...named])]
  if (!stated && all.length === 0) return null
  const draft = {
    ...narrowing(clause),
    intent: 'changes' as const,
    kinds: ['changeRecord' as const, ...kinds.filter((kind) => kind === 'reportedRepresentative')],
  }
  if (all.length === 0) return [draft]
  return all.map((kind) => ({ ...draft, facets: { kind } }))
}

/** 2025年比2024年: both years, and what lies between. */
const spanOf = (one: Days, other: Days): Days => ({
  from: one.from === null || other.from === null ? null : one.from < other.from ? one.from : other.from,
  to: one.to === null || other.to === null ? null : one.to > other.to ? one.to : other.to,
})

/** 前十大股东, 董事长, 被告, 2023 年: what narrows a list. */
function narrowing(clause: Clause): Partial<QuestionPart> {
  const dated = clause.tokens.flatMap(({ days }) => days ?? [])
  const amount = clause.tokens.find(({ amount: one }) => one !== undefined)?.amount
  return {
    days: dated.length === 0 ? null : dated.reduce(spanOf),
    amount: amount === undefined ? null : rangeOf(amount),
    order: first(clause, 'order') ?? (first(clause, 'newest') === null ? null : 'newest'),
    limit: limitOf(clause) ?? (single.test(clause.text) ? 1 : null),
  }
}
/** What narrows the records that a clause asks, however its intent was found. */
export const narrowingOf = (clause: Clause): Partial<QuestionPart> => ({
  ...narrowing(clause),
  view: first(clause, 'view'),
  identity: first(clause, 'identity'),
})
/** 最多一次罚了多少, 金额最大的一笔. */
const single = /最[多高大少低小早]的?那?一[次笔条起个家份件]/u

/** 在深圳哪里, 都在长沙吗, 哪个是聊城的: the place is no company. */
const asksWhere =
  /(?:在|位于|处于|是|属于)(?<place>[^,。?]{2,9}?)(?:的)?(?:公司|企业|人)?(?:哪里|哪儿|哪个区|哪个位置|哪条路|哪块|哪|什么地方|什么位置|啥地方|吗|么|嘛|没有|不)(?:呢|啊|呀)?[?。]?$/u
const asksWhich = /(?:谁|哪[个家])(?:公司)?(?:是|在|位于|属于)(?<place>[^,。?]{2,9}?)(?:的|那边)?[?。]?$/u
const areAllIn = /都(?:是|在|属于)(?<place>[^,。?]{2,9}?)的?[?。]?$/u
const isRegion = ({ cue }: Token) => cue.regions !== undefined
const whereabouts: Rule = (clause) => {
  const { place } = [asksWhich, asksWhere, areAllIn].map((one) => one.exec(clause.text)).find(Boolean)?.groups ?? {}
  const isPlace =
    clause.tokens.some((token) => isRegion(token) && place?.startsWith(token.text) === true) ||
    // 是武汉公司还是宜昌的
    (/还是/u.test(clause.text) && clause.tokens.filter(isRegion).length > 1)
  const states = clause.facts.length > 0 || kindsOf(clause).length > 0 || uncollectedOf(clause).length > 0
  return isPlace && !states ? [{ intent: 'facts', facts: ['region', 'address'] }] : null
}

const isReport = /^(?:年报|年度报告)/u

/** 谁申请它破产的, 破产到哪一步了; 申请破产了吗 asks for the state. */
const insolvency: Rule = (clause) =>
  /破产/u.test(clause.text) && /谁|哪家|哪个|哪一步|进展|申请人|债主|债权人/u.test(clause.text)
    ? [{ ...narrowing(clause), intent: 'records', kinds: ['judicialDocument'], facets: { caseType: '强制清算与破产' } }]
    : null

/** 药明康德的李革是干嘛的: the office of the person, not the business of the company. */
const office: Rule = ({ text, facts }, { person }) => {
  const { position, asksWhether } = newHolder.exec(text)?.groups ?? {}
  const others: Draft = { intent: 'changes', kinds: ['changeRecord'], facets: { kind: '高管' } }
  if (position !== undefined)
    return [{ intent: 'people', kinds: ['keyPerson'], term: position }, ...(asksWhether === undefined ? [] : [others])]
  // 法人是谁,是邹洵吗 asks for the fact.
  return person !== null && !facts.includes('legalRepresentative') && asksOffice.test(text)
    ? [{ intent: 'people', kinds: ['keyPerson'], person }]
    : null
}
/** 换董事长了,现在谁; 换董事长了没 */
const newHolder =
  /换了?(?<position>董事长|总经理|总裁|董秘|监事)(?:[^。;?!]{0,6}(?:现在|现任|新)[^。;?!]{0,4}(?:谁|哪位)|(?<asksWhether>了(?:没|吗)))/u
const asksOffice =
  /还?在(?:任|职|位|不在|吗|么|嘛|不|没)|管事|当家|卸任|离职|下台|退休|(?:干|做)(?:什么|嘛|啥)|(?:什么|啥)(?:职|官|人|来头|身份)|(?:负责|管)(?:什么|啥|哪)|是谁|是[^,。;?!]{2,16}(?:什么|啥)$|(?:什么|啥)关系/u

/** Facts, records and lists that a clause names, each intent as one part in the order of appearance. */
const named: Rule = (clause, { person, before }) => {
  const parts = new Map<string, Draft>()
  const specific = clause.tokens.some(({ cue }) => (cue.kinds ?? []).some(isRiskKind) && cue.intent === undefined)
  const add = (key: string, draft: Draft) => {
    const known = parts.get(key)
    if (known === undefined) parts.set(key, { ...draft })
    else {
      known.kinds = [...new Set([...(known.kinds ?? []), ...(draft.kinds ?? [])])]
      known.facts = [...new Set([...(known.facts ?? []), ...(draft.facts ?? [])])]
      known.uncollected = [...new Set([...(known.uncollected ?? []), ...(draft.uncollected ?? [])])]
      known.facets = { ...known.facets, ...draft.facets }
      known.premise = known.premise ?? draft.premise ?? null
      known.term = known.term ?? draft.term ?? null
    }
  }
  const narrow = narrowing(clause)
  const listed: Partial<QuestionPart> = {
    ...narrow,
    view: first(clause, 'view'),
    identity: first(clause, 'identity'),
    person,
  }
  const asksWhen =
    /什么时候|何时|哪年|哪一年|哪天|为什么|为何|为啥|原因|因为什么|啥时候|几时|怎么被|因何|怎么会|(?:吊销|注销|退市|破产|停业|歇业|撤销|清算)(?:之|以)?后/.test(
      clause.text,
    )
  const isHistory = /历年|每年|各年|逐年/.test(clause.text)
  clause.tokens.forEach((token) => {
    const { cue } = token
    if (token.type !== 'cue') return
    const others = clause.tokens.filter((other) => other !== token)
    if (cue.facts !== undefined && cue.intent === undefined) {
      if (isGenericFact(token, others)) return
      const kinds = cue.kinds ?? []
      if (isHistory && kinds.length > 0) add('records', { intent: 'records', kinds, ...listed })
      else {
        const premise = asksWhen ? (cue.premise ?? null) : null
        add('facts', {
          intent: 'facts',
          facts: cue.facts,
          kinds,
          premise,
          term: cue.term ?? null,
          days: narrow.days ?? null,
          person,
        })
      }
    } else if (cue.uncollected !== undefined) {
      // 年报里的员工人数: the report is where the fact stands.
      if (isReport.test(token.text) && others.some((other) => (other.cue.facts ?? other.cue.kinds) !== undefined))
        return
      add('facts', { intent: 'facts', uncollected: [cue.uncollected], days: narrow.days ?? null })
    } else if (cue.kinds !== undefined) {
      const intent: Intent = cue.intent ?? 'records'
      // 对外投资中持股超过50%的: the share narrows the investments.
      const isShare =
        intent === 'shareholders' && /^(?:持股|占股|持股比例|占比|股权比例|股份|股权(?![结构架分]))/.test(token.text)
      if (isShare && others.some((other) => other.cue.intent === 'investments')) return
      if (isShare && before === 'investments' && clause.names === 0) {
        add('investments', { intent: 'investments', kinds: ['overseasInvest'], ...listed })
        return
      }
      if (intent === 'riskOverview' && specific) return
      // 员工这三年变化 is in the annual reports.
      if (intent === 'changes' && cue.facets === undefined && clause.facts.includes('staffSize')) return
      const key = intent === 'people' ? `people ${cue.term ?? ''}` : intent
      if (intent === 'people' && cue.term !== undefined) parts.delete('people ')
      add(key, { intent, kinds: cue.kinds, facets: cue.facets ?? {}, term: cue.term ?? null, ...listed })
    } else if (cue.identity !== undefined && !clause.tokens.some((other) => other.cue.kinds !== undefined)) {
      const kinds: RecordKindKey[] = /出质|质权|标的/.test(cue.identity)
        ? ['equityPledge']
        : ['judicialDocument', 'courtAnnouncement', 'enterpriseCourtAnnouncement']
      add('records', { intent: 'records', kinds, ...listed })
    }
  })
  const drafts = [...parts.values()]
  return drafts.length === 0 ? null : drafts
}

/** A word that narrows another states no fact. */
function isGenericFact({ text, cue }: Token, others: readonly Token[]): boolean {
  // 法人股东, 上市公司的股东: the word narrows another.
  if (cue.listed !== undefined)
    return others.some(
      ({ cue: other }) => other.kinds !== undefined || (other.facts !== undefined && !other.facts.includes('listings')),
    )
  if (cue.status !== undefined && cue.premise === undefined)
    return others.some(({ cue: other }) => (other.kinds ?? []).some(isRiskKind))
  return text.endsWith('性质') && others.some(({ cue: other }) => other.kinds !== undefined)
}

const bare: Rule = (clause, { person }) => {
  const rest = clause.tokens.filter(
    ({ type, cue }) =>
      type === 'cue' &&
      cue.isFiller !== true &&
      cue.company !== true &&
      cue.refers !== true &&
      cue.asks === undefined &&
      // 002594是哪家公司
      cue.compares !== true,
  )
  const isOnlyName =
    clause.stretches.some(({ isPlaceOnly }) => !isPlaceOnly) &&
    rest.every(
      ({ cue }) =>
        cue.regions !== undefined || cue.industry !== undefined || cue.keyword !== undefined || cue.divides === true,
    )
  if (person !== null) return [{ intent: 'people', kinds: ['keyPerson'], person }]
  return isOnlyName ? [{ intent: 'facts', facts: [] }] : null
}

/**
 * The grammar: the first rule that reads a clause decides. To add an intent, add it to `intents`, its words to a list in
 * `words/`, and a rule here unless `named` reads it already.
 */
const rules: readonly Rule[] = [
  explanation,
  coverage,
  companies,
  whereabouts,
  insolvency,
  office,
  relation,
  comparison,
  newest,
  changes,
  named,
  bare,
]

export const readClause = (clause: Clause, context: ClauseContext): Draft[] => {
  for (const rule of rules) {
    const drafts = rule(clause, context)
    if (drafts !== null) return drafts
  }
  // 最早的一条是哪年的: what was asked before, narrowed.
  return [{ intent: 'unknown', ...narrowing(clause), view: first(clause, 'view') }]
}
