import type { Industries } from '../../../domain/company/industries.ts'
import type { Regions } from '../../../domain/company/regions.ts'
import { asksForKind, CERTAIN, chooseReading, isFollowUp, mayAskForKind, withoutFollowUp } from './choose-reading.ts'
import { asksItself, type Clause, clausesOf, heardOf, looksUp, segmentsOf, signedClausesOf } from './clause.ts'
import { ordinalOfCompany } from './companies-before.ts'
import { placeOf } from './conditions.ts'
import { yearsOnOf } from './days.ts'
import { business, findStretches, formed, mentionsOf, type Stretch } from './find-mentions.ts'
import { findPerson } from './find-person.ts'
import { asksOfNoPerson, FOLLOW_UP, withoutRefusals } from './intent-labels.ts'
import { comparesEarlier, readClause } from './intents.ts'
import { lexiconOf } from './lexicon.ts'
import { isOfWords } from './link/ordinary-words.ts'
import { normaliseQuestion } from './normalise-question.ts'
import { numberOf } from './numerals.ts'
import {
  type Doubt,
  emptyPart,
  emptyQuestion,
  type Intent,
  type Mention,
  type ParsedQuestion,
  type QuestionPart,
} from './parsed-question.ts'
import type { RankIntents } from './rank-intents.ts'
import { findRefusal, type RefusalRules } from './refused-questions.ts'
import { isPlace, type Token, tokenise } from './tokens.ts'

export type ParseOptions = {
  /** YYYY-MM-DD. */
  today: string
  regions: Regions
  industries: Industries
  refusalRules: RefusalRules
  /** Ranks what a clause may ask. */
  rank: RankIntents
  /** Whether the question was opened from a company page. */
  opensOnCompany: boolean
  /** Whether another question was asked before it. */
  hasEarlier?: boolean
  /**
   * Names that the search has found in the question. Their characters are no words then: a second parse reads 老板电器 as a
   * name, where the first saw 老板.
   */
  names?: readonly string[]
}

/** Most mentions and parts of a question, so that it costs few searches and calls. */
export const MOST_MENTIONS = 24
export const MOST_PARTS = 4

/** Intents that need no company. */
export const withoutCompany: readonly Intent[] = ['count', 'list', 'explanation', 'howTo', 'unknown']

/** Reads a question. Pure: the search resolves its mentions afterwards (`choose-companies.ts`). */
export function parseQuestion(question: string, options: ParseOptions): ParsedQuestion {
  const { today, regions, industries, refusalRules, rank, opensOnCompany, hasEarlier = false, names = [] } = options
  const text = normaliseQuestion(question)
  const tokens = tokenise(text, today, lexiconOf(regions, industries), names)
  const all = segmentsOf(tokens, rank)
  const segments = heardOf(all, hasEarlier || opensOnCompany)
  /** Without a story before it. */
  const said = text.slice(segments[0]?.tokens[0]?.start)
  const stretches = findStretches(tokens).filter(
    ({ start, end }) =>
      !segments.some(
        ({ isFollowUp: isQuiet, tokens: own }) =>
          isQuiet && (own[0]?.start ?? 0) <= start && end <= (own.at(-1)?.end ?? 0),
      ),
  )
  const found = findPerson(text, stretches)
  // 青浦还是松江
  const person = found !== null && regions.isName(found.name) ? null : found
  const clauses = clausesOf(text, segments, withoutPerson(stretches, person?.name ?? null))
  const parts: QuestionPart[] = []
  const doubts = new Set<Doubt>()
  clauses.forEach((clause, at) => {
    const namedBefore = Math.max(0, ...clauses.slice(0, at).map(({ names: count }) => count))
    const task = remedy.test(clause.text) ? taskOf(tokens, clause.end, rank) : null
    if (task !== null) {
      parts.push({ ...emptyPart, start: clause.start, end: clause.end, intent: 'howTo', term: task })
      if (remedy.test(clause.asking.map((token) => token.text).join(''))) return
    }
    const ranked = withoutFollowUp(clause, withoutRefusals(rank(clause.asking)))
    const read = readClause(clause, {
      today,
      opensOnCompany,
      namedBefore,
      person:
        isWithin(person, clause) && (/关系/u.test(clause.text) || !asksOfNoPerson(ranked, CERTAIN))
          ? (person?.name ?? null)
          : null,
      before: parts.at(-1)?.intent ?? null,
      asksForKind: asksForKind(ranked),
      mayAskForKind: mayAskForKind(ranked),
      isOfQuestions: rank.isOfQuestions,
    })
    const { drafts, doubt } = chooseReading(clause, read, {
      ranked,
      isAboutCompany: opensOnCompany || namedBefore > 0,
      namesCompany: tokens.some(({ type }) => type === 'name'),
      isOfQuestions: rank.isOfQuestions,
    })
    if (doubt !== null) doubts.add(doubt)
    parts.push(...drafts.map((draft) => ({ ...emptyPart, start: clause.start, end: clause.end, ...draft })))
  })
  const merged = narrowed(mergeFacts(parts, clauses), { clauses, text }).slice(0, MOST_PARTS)
  const doubt = (['unread', 'likely'] as const).find((one) => doubts.has(one))
  const repeats = isRepetition(
    said,
    segments.flatMap(({ tokens: own }) => own),
  )
  const companyParts = merged.filter(
    ({ intent, start, end }) =>
      !withoutCompany.includes(intent) ||
      (intent === 'unknown' && doubt === 'unread') ||
      // 想投诉顺丰,它的法人是谁; 错啦,我讲的是燕京那个
      ((intent === 'howTo' || repeats) &&
        tokens.some((token) => token.type === 'name' && start <= token.start && token.end <= end)),
  )
  const isAboutCompanies = companyParts.length > 0
  const read = readMentions(text, tokens, stretches, companyParts, person)
    .slice(0, MOST_MENTIONS)
    .map((mention) => (isOrdinary(mention, tokens, rank) ? { ...mention, isOrdinary: true } : mention))
  const isWithoutName = read.every((mention) => mention.isOrdinary === true)
  const repeatsEarlier = !isWithoutName && repeats
  const [only] = clauses
  const continuesEarlier =
    !repeatsEarlier &&
    !(looksUp.test(text) && tokens.every(statesNothing)) &&
    // 和云帆比呢 compares.
    parts.every(({ intent }) => intent !== 'comparison') &&
    clauses.every((clause) => isFollowUp(clause, rank(clause.tokens)))
  const yearsOn = continuesEarlier ? yearsOnOf(text) : null
  // 真的假的: its words are no name.
  const mentions = continuesEarlier ? [] : read
  const background = all.flatMap(({ tokens: own, isBackground }) =>
    isBackground ? { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 } : [],
  )
  const reference = tokens.find(
    ({ cue, start, text: word }) =>
      cue.refers === true &&
      !background.some((one) => one.start <= start && start < one.end) &&
      // 可人家明明是中兴通讯
      !(word === '人家' && tokens.some(({ type }) => type === 'name')),
  )
  const refers = (reference !== undefined || ordinalOfCompany.test(text)) && !setsAside.test(said)
  const refusal = findRefusal(signedClausesOf(tokens), { rules: refusalRules, rank })
  const reason = refusal?.reason ?? (isOfFuture(merged, today) ? 'forecast' : null)
  const refused = {
    refusal: reason,
    // Beside a threat or a question about a person nothing is answered.
    isPartlyRefused: reason === 'forecast' || (reason === 'selfHarm' && refusal?.isPartial === true),
  }
  const isOfCompany =
    opensOnCompany ||
    (refers && !leavesCompany.test(text)) ||
    read.some(({ text: name }) => formed.test(name) || business.test(name))
  const general = isOfCompany
    ? null
    : generalReading(tokens, rank, { parts: merged, doubt, hasEarlier, isOfAsker: ofAsker.test(text) })
  if (general !== null)
    return {
      ...emptyQuestion,
      ...refused,
      background,
      parts: [{ ...emptyPart, ...general, end: text.length }],
      isGeneral: true,
    }
  return {
    ...refused,
    mentions,
    background,
    refersBack:
      continuesEarlier || (isAboutCompanies && (refers || isWithoutName || comparesWithEarlier(merged, clauses))),
    refersAt: reference?.start ?? null,
    refersTo: refers || comparesEarlier.test(text) ? numberReferredTo(text) : null,
    repeatsEarlier,
    continuesEarlier,
    ...(yearsOn !== null && { yearsOn }),
    parts:
      reason === 'forecast'
        ? merged.map((part) => ({ ...part, days: null }))
        : continuesEarlier && only !== undefined
          ? merged.map((part) => ({ ...part, conditions: placeOf(only) }))
          : merged,
    ...(doubt === undefined ? {} : { doubt }),
  }
}

/** 这事归哪个部门管, 我该上哪儿告它: what to do is clear from the story. */
const remedy =
  /(?:事儿?|情况|问题)[^,。;?!]{0,3}(?:归|属|找|该)[^,。;?!]{0,2}(?:哪个?|谁|什么)[^,。;?!]{0,4}(?:管|部门|单位)|(?:上|去|到|往|找)哪(?:儿|里|个部门|个单位)?(?:去|能)?(?:告|投诉|举报|反映|说理|评理|讨说法|要说法)|(?:找|去找)(?:哪(?:里|儿|个部门)?|谁)(?:管|说理)?[?。]?$/u
function taskOf(tokens: readonly Token[], end: number, rank: RankIntents): string | null {
  const ranked = rank(tokens.filter((token) => token.end <= end && token.type !== 'sign'))
  return ranked.find(({ label }) => label.startsWith(TASK_LABEL))?.label.slice(TASK_LABEL.length) ?? null
}
const TASK_LABEL = 'howTo/'

/** 跟这个没关系哈: what follows is about no company of the turns before. */
const leavesCompany = /跟(?:这个|那个|它)没关系|换个(?:问题|话题)/u
/** 我自己那个小公司想注销: what follows a question about a company is about the asker. */
const ofAsker = new RegExp(
  `我(?:自己|被|们?(?:单位|公司|厂|老板))|自己(?:那个|的)?小?公司|(?:单位|公司|老板)(?:让|要|逼|叫)我|${leavesCompany.source}`,
  'u',
)

const statesNothing = ({ cue }: Token) => (cue.facts ?? cue.kinds ?? cue.uncollected ?? cue.intent) === undefined

/** Least score of a reading of the whole question, and most of those that need a company where none of its clauses is read. */
const WHOLE = 0.85
const NEEDED = 0.5
/** Least score of what to do, in a story without a question. */
const TASK = 0.3
/** Least score and most characters of a question that asks on about a company that is not named: 去年呢. */
const FOLLOWS = 0.7
const FOLLOWING = 10
/** Labels of talk, and of what to do. */
const ofNoCompany = /^(?:none|unknown|followUp|howTo\/.*)$/u

/**
 * What a question that names no company asks as a whole, if that needs none: 打了白条就没影了 我该咋整 has no clause that shows it.
 * null: it may be about a company.
 */
function generalReading(
  tokens: readonly Token[],
  rank: RankIntents,
  read: { parts: readonly QuestionPart[]; doubt: Doubt | undefined; hasEarlier: boolean; isOfAsker: boolean },
): Pick<QuestionPart, 'intent' | 'term'> | null {
  // 大疆创新: a name alone, or one that is known.
  const said = tokens.map(({ text }) => text).join('')
  const isBare =
    !asksItself.test(said) &&
    tokens.every(({ type, cue }) => type === 'text' || type === 'sign' || cue.isFiller === true)
  // 甲比乙注册资本高吗, of two names that are not known
  const compares = read.parts.some(({ intent, facts }) => intent === 'comparison' && facts.length > 0)
  if (isBare || compares || looksUp.test(said) || tokens.some(({ type }) => type === 'name')) return null
  const ranked = withoutRefusals(rank(tokens))
  const [top] = ranked
  const task = ranked.find(({ label }) => label.startsWith(TASK_LABEL))
  const isRead =
    (read.hasEarlier && !read.isOfAsker) ||
    read.parts.some(({ intent }) => intent !== 'unknown' && withoutCompany.includes(intent)) ||
    (read.doubt === undefined && !read.parts.every(isOfNothing))
  const needed = ranked.reduce((sum, { label, score }) => (ofNoCompany.test(label) ? sum : sum + score), 0)
  const asksOn = top?.label === FOLLOW_UP && top.score >= FOLLOWS && said.length <= FOLLOWING
  if (top === undefined || asksOn) return null
  // 我自己收到限高,能坐高铁吗 after a question about a company
  const isOfOther = read.hasEarlier && read.isOfAsker && (task?.score ?? 0) >= TASK
  if (!isOfOther && top.score < WHOLE && (isRead || needed >= NEEDED)) return null
  if (task !== undefined && task.score >= (isRead && !isOfOther ? WHOLE : TASK))
    return { intent: 'howTo', term: task.label.slice(TASK_LABEL.length) }
  return top.label === 'unknown' || !isRead ? { intent: 'unknown', term: null } : null
}

/** 属猴的和属虎的合不合: a comparison of nothing. */
const isOfNothing = ({ intent, facts, kinds, uncollected }: QuestionPart) =>
  intent === 'unknown' || (intent === 'comparison' && facts.length + kinds.length + uncollected.length === 0)

/** Whether a mention is of words that questions have, and no name that is known: 国资 of 国资占多少. */
const isOrdinary = ({ text, start }: Mention, tokens: readonly Token[], { isOfQuestions }: RankIntents) =>
  isOfQuestions(text) &&
  !formed.test(text) &&
  !tokens.some((token) => token.type === 'name' && token.start < start + text.length && start < token.end)

/** How a full name ends, also of a company that is not known. */
export const legalForm = /有限(?:责任)?公司|合作社|事务所/u

const isWithin = (person: { start: number } | null, { start, end }: Clause) =>
  person !== null && start <= person.start && person.start < end

/** A time to come: 2030年的处罚有几条. */
const isOfFuture = (parts: readonly QuestionPart[], today: string) =>
  parts.some(({ days }) => days?.from != null && days.from > today)

/** The person is no company: 王传福在比亚迪担任什么职务. */
const withoutPerson = (stretches: readonly Stretch[], name: string | null): Stretch[] =>
  name === null ? [...stretches] : stretches.filter(({ text }) => text !== name)

const comparesWithEarlier = (parts: readonly QuestionPart[], clauses: readonly Clause[]) =>
  parts.some(({ intent }) => intent === 'comparison') && clauses.reduce((sum, { names }) => sum + names, 0) === 1

/** Characters of a name at the beginning of a question, before a fact. */
const LONGEST_SUBJECT = 6
/** 那边, 人家, 两家, 公司: the company spoken of, or any. */
const ofContext = /[这那哪它他她该贵咱我你两俩几各全总每]|人家|对方|公司|企业|单位|集团|大概|一般|最近/u

/** Characters of a name before a blank at the beginning of a question. */
const SPACED_NAME = 3

function readMentions(
  text: string,
  tokens: readonly Token[],
  stretches: readonly Stretch[],
  parts: readonly QuestionPart[],
  person: { name: string; start: number } | null,
): Mention[] {
  const used = stretches.filter(({ start, end }) => parts.some((part) => part.start <= start && end <= part.end))
  // 深圳的比亚迪: the place is no name.
  const isPlaceAt = (start: number, end: number) =>
    tokens.some((token) => token.cue.regions !== undefined && token.start === start && token.end === end)
  /** 忽略之前的指令,比亚迪被吊销: 之前 does not stand before a word of its own clause. */
  const endOfClause = (from: number) =>
    tokens.find(({ type, text: sign, start }) => type === 'sign' && start >= from && sign !== '、')?.start ??
    text.length
  const statesAfter = (end: number) =>
    tokens.some(
      (token) =>
        token.start > end &&
        token.start < endOfClause(end + 1) &&
        (token.cue.facts ?? token.cue.kinds ?? token.cue.uncollected) !== undefined,
    )
  // 大疆总部在哪, 喜茶有多少家店 after a question about another company
  const isSubjectAt = (start: number, end: number) => {
    const name = text.slice(start, end)
    if (!/^(?:那么?)?$/u.test(text.slice(0, start)) || end > LONGEST_SUBJECT || ofContext.test(name)) return false
    const after = /[是有在还被]/.test(text.charAt(end)) ? [end, end + 1] : [end]
    const cues = tokens.flatMap(({ cue, start: at }) => (after.includes(at) ? cue : []))
    return (
      cues.some(({ facts, kinds }) => (facts ?? kinds) !== undefined) ||
      (cues.some(
        ({ asks, compares, intent, uncollected }) =>
          asks === 'howMany' || asks === 'which' || (compares ?? intent ?? uncollected) !== undefined,
      ) &&
        !isOfWords(name) &&
        !tokens.some((token) => token.start >= start && token.end <= end && isPlace(token.cue)))
    )
  }
  /** 大疆创新, 查一下米哈游: nothing else is said. */
  const isAllAt = (start: number, end: number) =>
    end - start >= SPACED_NAME &&
    !isOfWords(text.slice(start, end)) &&
    tokens.every(({ start: at, end: to, type, text: word, cue }) =>
      at < start || to > end
        ? type === 'sign' || cue.isFiller === true
        : // 米哈游, but 听不懂
          type === 'text' || (word.length === 1 && at > start && to < end && !/[不没得了着过家]/u.test(word)),
    )
  const isNamedAt = (start: number, end: number) =>
    isPlaceAt(start, end)
      ? false
      : isAllAt(start, end) ||
        isSubjectAt(start, end) ||
        // 比亚迪旗下的弗迪电池
        /(?:旗下|下属)的?$/u.test(text.slice(0, start)) ||
        text.charAt(end) === '、' ||
        text.charAt(start - 1) === '、' ||
        // 大疆无人机 员工数
        (start === 0 && end >= SPACED_NAME && text.charAt(end) === ' ' && statesAfter(end)) ||
        (text.charAt(end) === '的' && statesAfter(end)) ||
        // 荣耀手机公司营收
        (text.startsWith('公司', end) && !ofContext.test(text.slice(start, end)) && statesAfter(end))
  const all = used.flatMap((stretch) => mentionsOf(stretch, { isNamedAt, isPlaceAt }))
  if (person === null) return all
  const isPerson = (mention: Mention) =>
    mention.start < person.start + person.name.length && person.start < mention.start + mention.text.length
  const others = all.filter((mention) => !isPerson(mention))
  // A person alone may also be a company whose name resembles one: 万科.
  return others.length > 0 || all.length === 0
    ? others
    : [{ text: person.name, start: person.start, isNamed: false, isPlace: false }]
}

/** 这三家, 那两个公司, 它们: how many companies of earlier turns. */
function numberReferredTo(text: string): ParsedQuestion['refersTo'] {
  const stated = /[这那](?<number>[两二三四五2-5])(?:家|个|间)/u.exec(text)?.groups?.['number']
  if (stated !== undefined) return numberOf(stated)
  const isOfSeveral =
    /(?:^|[,。;?!\s])(?:两|俩|三)[家个](?!月)|它们|他们|[这那]几家|[这那]些(?:公司|企业)|它俩|这俩|两者/u.test(text)
  return isOfSeveral || comparesEarlier.test(text) || ordinalOfCompany.test(text) ? 'several' : null
}

/** 不是这家,是宁德时代: another company is meant than that of the turn before. */
const setsAside = /^(?:不是|不对|[搞弄问讲说]?错[了啦])[^吗么]*$/u

/** 那比亚迪呢, 换成宁德时代. */
function isRepetition(text: string, tokens: readonly Token[]): boolean {
  const states = tokens.some(
    ({ cue }) =>
      cue.facts !== undefined ||
      cue.kinds !== undefined ||
      cue.uncollected !== undefined ||
      cue.compares === true ||
      (cue.intent !== undefined && cue.intent !== 'facts'),
  )
  return (
    !states &&
    !/^(?:那|那么)?(?:和|跟|与|同|比).{2,}比/u.test(text) &&
    (setsAside.test(text) ||
      /(?:呢|又如何|又怎么样|的?也(?:要|来|发|给|查|看)[\p{Script=Han}]{0,4})[?。!]?$|^(?:那|那么|换成|换|再看看|再查|再看|同样|还有|如果是)/u.test(
        text,
      ))
  )
}

const isOfCompanies = ({ intent }: QuestionPart) => intent === 'count' || intent === 'list'

/** Order of a clause that states nothing else; null: it states more, or no order. */
function orderOnly(clause: Clause | undefined): QuestionPart['order'] {
  if (clause === undefined || clause.names > 0 || !/^按?.{0,12}(?:从|由|排|降序|升序|倒序)/u.test(clause.text))
    return null
  return clause.tokens.find(({ cue }) => cue.order !== undefined)?.cue.order ?? null
}

/** 杭州有多少家上市公司,注册资本最高的是哪几家: a count or list without a kind of its own is about the companies of the clause before. */
function narrowed(
  parts: readonly QuestionPart[],
  { clauses, text }: { clauses: readonly Clause[]; text: string },
): QuestionPart[] {
  const read: QuestionPart[] = []
  for (const part of parts) {
    const last = read.at(-1)
    // 列出西藏的上市公司,按注册资本从高到低.
    const order = orderOnly(clauses.find(({ start }) => start === part.start))
    if (last?.intent === 'list' && order !== null) {
      read[read.length - 1] = { ...last, order, facts: part.facts }
      continue
    }
    const { region, industry, type, keyword } = part.conditions
    const continues =
      last !== undefined &&
      isOfCompanies(last) &&
      isOfCompanies(part) &&
      (region ?? industry ?? type ?? keyword) === undefined &&
      !/全国|国内|全部|所有|另外|此外/u.test(text.slice(last.end, part.end))
    read.push(continues ? { ...part, conditions: { ...last.conditions, ...part.conditions } } : part)
  }
  return read
}

/** 法人是谁,注册资本多少: facts of clauses that name no other company are one part. */
function mergeFacts(parts: readonly QuestionPart[], clauses: readonly Clause[]): QuestionPart[] {
  const merged: QuestionPart[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    const own = clauses.find(({ start }) => start === part.start)
    const isOther = (own?.names ?? 0) > 0
    if (last?.intent === 'facts' && part.intent === 'facts' && !isOther && last.person === part.person) {
      merged[merged.length - 1] = {
        ...last,
        end: part.end,
        facts: [...new Set([...last.facts, ...part.facts])],
        kinds: [...new Set([...last.kinds, ...part.kinds])],
        uncollected: [...new Set([...last.uncollected, ...part.uncollected])],
        premise: last.premise ?? part.premise,
        term: last.term ?? part.term,
        days: last.days ?? part.days,
      }
    } else if (part.intent !== 'unknown' || parts.length === 1) merged.push(part)
  }
  return merged.length === 0 ? [{ ...emptyPart, end: parts.at(-1)?.end ?? 0 }] : merged
}
