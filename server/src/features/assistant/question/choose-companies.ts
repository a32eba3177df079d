import { coreName, searchKey } from '../../../domain/names/company-name.ts'
import { startsWithTrade } from '../../../domain/names/trade-name.ts'
import type { AskedCompany } from '../evidence/asked-company.ts'
import type { Candidate } from '../evidence/tool-result.ts'
import { formed } from './find-mentions.ts'
import { isOfWords } from './link/ordinary-words.ts'
import { numberOf } from './numerals.ts'
import type { Mention, ParsedQuestion } from './parsed-question.ts'
import { mayBePerson } from './person-name.ts'
import { weak } from './tokens.ts'

/** A text at its position in the normalised question. */
export type Placed = { start: number; text: string }

/** A mention with what the search found for it, the best first. */
export type SearchedMention = Mention & {
  candidates: readonly Candidate[]
  /** Corrected keyword of the candidates; null: they match as typed. */
  correctedTo: string | null
  /** Whether other companies have the name, too, and the likely one was taken. */
  isLikely?: boolean
  /** Whether it is the name of a company that is not stored: 蒙牛. */
  isOtherName?: boolean
}

/** Position of the mention of a company; null: it is the company of the page or of the earlier turn. */
export type ResolvedCompany = AskedCompany & {
  start: number | null
  /** Characters of the question that name it; null: none. A second parse takes them as `names`. */
  mention: string | null
  correctedTo: string | null
  isLikely?: boolean
}

export type Resolution =
  | { type: 'companies'; companies: readonly ResolvedCompany[]; unknownNames: readonly string[] }
  /** Two or more companies fit: the user chooses. */
  | { type: 'clarification'; mention: string; candidates: readonly Candidate[] }
  | { type: 'notFound'; unknownNames: readonly string[] }
  | { type: 'privatePerson'; person: string | null }
  /** The question names no company, and there is none to which it could refer. */
  | { type: 'missing' }

export type ResolutionContext = {
  /** Company of the page, or the chosen candidate. */
  opened: AskedCompany | null
  /** Companies of earlier turns to which the question refers. */
  earlier: readonly AskedCompany[]
  /** The normalised question. */
  question: string
}

/** Most companies of one answer. */
const MOST_COMPANIES = 5
/** Most candidates that a clarification offers. */
const MOST_CANDIDATES = 8

/** Characters of a mention that names the company to which a later word refers. */
const LONG_MENTION = 4

/** How surely a candidate is meant; 0: it matches by a person, a scope or an address, not by a name. */
type Certainty = 0 | 1 | 2 | 3 | 4

const codes = ['creditCode', 'registrationNumber', 'organisationCode', 'stockCode']
const otherFacts = ['legalRepresentative', 'member', 'scope', 'address', 'phone']
const formerFields = ['formerName', 'formerShortName']

/** Without the marks of stock exchanges: 万科A, *ST国华, XD贵州茅. */
const plainKey = (name: string) =>
  searchKey(name).replace(/^(?:\*?st|xd|xr|dr|n)(?=\p{Script=Han})|(?<=\p{Script=Han})(?:a|b|-?u|-?w|-?uw)$/gu, '')

/** How a full name ends. */
const ofLegalForm = /有限(?:责任)?公司$/u

/** Marks of stock exchanges alone: ST公司 are many. */
const marks = /^(?:\*?st|xd|xr|dr)$/iu

const legalForms = /^(?:股份有限责任公司|有限责任公司|股份有限公司|有限公司|股份公司|公司)$/u
const isWithoutForm = (nameKey: string, key: string) =>
  nameKey.startsWith(key) && legalForms.test(nameKey.slice(key.length))

/** BYD of BYD Company Limited. */
const englishKey = (name: string) =>
  searchKey(name.replace(/\b(?:company|co|limited|ltd|incorporated|inc|corporation|corp|group|holdings?|plc)\b/giu, ''))

function certaintyOf({ name, matchReason, isWhole }: Candidate, keyword: string, isPlace: boolean): Certainty {
  const { field, text } = matchReason
  if (otherFacts.includes(field)) return 0
  const key = searchKey(keyword)
  if (searchKey(name) === key || (codes.includes(field) && isWhole)) return 4
  // A full name stands inside the mention: 瞅一眼云帆演示有限公司.
  if (field === 'mentionedName') return 3
  const isFormer = formerFields.includes(field)
  if (isWhole || searchKey(text) === key || plainKey(text) === plainKey(keyword))
    return isFormer ? 2 : field === 'shortName' ? 4 : 3
  if (field === 'englishName' && englishKey(text) === englishKey(keyword)) return 3
  // 澜山演示贸易 and 澜山演示集团 are 澜山演示贸易有限公司 and 澜山演示集团有限公司 without their legal form.
  if (searchKey(coreName(name)) === key || isWithoutForm(searchKey(name), key)) return 3
  // 现代投资 shares characters with 现代企业制度.
  if (!searchKey(text).includes(key)) return 0
  // 京东 of 北京东方国信 is no word of the name.
  return !isPlace && isTwoCharacters.test(key) && searchKey(coreName(text)).indexOf(key) === 1 ? 0 : 1
}

const isTwoCharacters = /^\p{Script=Han}{2}$/u
/**
 * 京东 of 京东方, 恒大 of 江西恒大高新: the only name that has it, with no trade behind it, nor another word of two characters at its
 * beginning or in the names of several companies.
 */
function isCutOff(candidates: readonly Candidate[], key: string): boolean {
  const names = candidates.map(({ matchReason: { text } }) => searchKey(coreName(text)))
  const isBehind = names.length === 1 && names[0]?.startsWith(key) === false
  const behind = names.map((core) => core.slice(core.indexOf(key) + key.length))
  const isBrand = behind.some(
    (rest) => startsWithTrade(rest) || (!isBehind && (rest.length === 2 || startsWithTrade(rest.slice(2)))),
  )
  return !isBrand && new Set(behind.map((rest) => rest.charAt(0))).size === 1
}

type Plausible = {
  certainty: Certainty
  candidates: readonly Candidate[]
  /** Whether the candidates' full names stand inside the mention, which has other words too. */
  isInside: boolean
}

/** Candidates of the highest certainty that occurs; one of them alone is meant. */
function plausible(mention: SearchedMention): Plausible {
  const keyword = mention.correctedTo ?? mention.text
  const graded = mention.candidates.map((candidate) => ({
    candidate,
    certainty: certaintyOf(candidate, keyword, mention.isPlace),
  }))
  const certainty = graded.reduce<Certainty>((most, one) => (one.certainty > most ? one.certainty : most), 0)
  const found =
    certainty === 0 ? [] : graded.filter((one) => one.certainty === certainty).map(({ candidate }) => candidate)
  const isOfOther =
    certainty === 1 && !mention.isPlace && isTwoCharacters.test(keyword) && isCutOff(found, searchKey(keyword))
  const candidates = isOfOther ? [] : found
  const isInside = candidates.length > 0 && candidates.every(({ matchReason }) => matchReason.field === 'mentionedName')
  return { certainty: isOfOther ? 0 : certainty, candidates, isInside }
}

/** Whether the search found a company by its whole name or code. */
export const isExact = (mention: SearchedMention): boolean => plausible(mention).certainty >= 2

export const overlap = (one: Placed, other: Placed) =>
  one.start < other.start + other.text.length && other.start < one.start + one.text.length

const asked = ({ companyId, name, isDemo }: Candidate): AskedCompany => ({ id: companyId, name, isDemo })

/** Tasks of a how-to that answer what is said to 百言 itself. */
const ofTalk: readonly (string | null)[] = ['致谢', '应答', '自我介绍', '搜索']
/** 谢谢, 讲个笑话, 片仔癀怎么吃: nothing is asked that a company has, so no company is meant. */
export const isTalk = ({
  parts,
  doubt,
  refusal,
  repeatsEarlier,
  continuesEarlier,
  isGeneral,
}: ParsedQuestion): boolean =>
  isGeneral === true ||
  (refusal === null &&
    doubt === undefined &&
    !repeatsEarlier &&
    continuesEarlier !== true &&
    parts.length > 0 &&
    parts.every(({ intent, term }) => intent === 'unknown' || (intent === 'howTo' && ofTalk.includes(term))))

/**
 * Companies that the question is about. Never picks one of several that fit equally: an exact full name, short name or
 * code is plausible alone, then other names, then former names, then anything that contains the text.
 */
export function chooseCompanies(
  parsed: ParsedQuestion,
  mentions: readonly SearchedMention[],
  context: ResolutionContext,
): Resolution {
  const graded = mentions.filter(({ text }) => !marks.test(text)).map((mention) => ({ mention, ...plausible(mention) }))
  const taken: typeof graded = []
  const isFree = ({ mention }: (typeof graded)[number]) => !taken.some((other) => overlap(other.mention, mention))
  // Names that are exact first, the longest of overlapping ones. A mention with names inside comes after these names:
  // 云帆有限公司和澜山有限公司 is two companies, not one of two.
  const byLength = graded.toSorted(
    (a, b) => Number(a.isInside) - Number(b.isInside) || b.mention.text.length - a.mention.text.length,
  )
  for (const one of byLength) if (one.certainty >= 2 && isFree(one)) taken.push(one)
  const hasContext = context.opened !== null || context.earlier.length > 0
  const hasExact = taken.length > 0
  const isOther = isOfOther(parsed, mentions, context.question)
  const isPlaceOnly = graded.every(({ mention }) => mention.isPlace)
  // 加盟一个叫禾河演示餐饮的快餐,这个公司改名字了吗
  const isReferred = ({ mention: { start, text }, candidates }: (typeof graded)[number]) =>
    text.length >= LONG_MENTION &&
    candidates.length === 1 &&
    parsed.refersAt !== null &&
    start + text.length <= parsed.refersAt
  for (const one of graded) {
    // A word that the grammar lacks may resemble a name; it counts only where nothing else names the company. Nor does a
    // place name one of the many companies that begin with it: 上海的分公司有几个.
    const counts = one.mention.isPlace
      ? isPlaceOnly && !(hasExact || hasContext)
      : one.mention.isNamed || isReferred(one) || !(hasExact || (parsed.refersBack && hasContext))
    // 国资占多少 after a question about a company; alone, 中国的法定代表人是谁 names one of many.
    const isOffered = one.mention.isNamed && one.mention.start === 0 && one.candidates.length > 1
    // 深蓝汽车科技有限公司 is no other company whose name begins alike.
    const isOfFullName = graded.some(
      ({ mention: { text }, mention, certainty }) =>
        certainty < 2 && ofLegalForm.test(text) && coreName(text) !== one.mention.text && overlap(mention, one.mention),
    )
    if (isOfFullName) continue
    const isOrdinary = one.mention.isOrdinary === true && (hasContext || hasExact || !isOffered)
    if (one.certainty === 1 && counts && !isOther && !isOrdinary && isFree(one)) taken.push(one)
  }
  const unknown = graded.filter(
    (one) => one.certainty <= Number(isOther) && one.mention.isOrdinary !== true && isFree(one),
  )
  // 蒙牛跟伊利, 青山演示餐饮、蜀香演示火锅: one character joins it to a found name, or to the trade behind it. Other words of a question that
  // names a company are seldom names.
  const joinsAt = (end: number, start: number) =>
    /^(?:\p{Script=Han}{2})?[和与跟及同、比]$/u.test(context.question.slice(end, start))
  const isJoined = ({ text, start }: SearchedMention) =>
    !/^公司|^\d+$|[他她你我咱这那哪的们想要去做]/u.test(text) &&
    taken.some(
      ({ mention }) =>
        joinsAt(mention.start + mention.text.length, start) || joinsAt(start + text.length, mention.start),
    )
  // 我在云帆餐饮充的卡还剩八百, 强生控股 上海出租车那个
  const isOfFound = ({ text, start }: SearchedMention) =>
    taken.some(({ mention }) => {
      const between = context.question.slice(mention.start + mention.text.length, start)
      return between !== '' && !/[,。;?!、\s和与跟及同]/u.test(between)
    }) ||
    (taken.length > 0 && /^[那这][个家]/u.test(context.question.slice(start + text.length)))
  const isNamed = (mention: SearchedMention) =>
    mention.isOtherName === true ||
    (mention.isNamed && !mention.isPlace && (!hasExact || formed.test(mention.text) || isJoined(mention)))
  const unknownNames = shortest(
    unknown
      .filter(
        ({ mention }) =>
          (!hasContext || mention.isOtherName === true || mayBeName(mention.text)) &&
          !isOfFound(mention) &&
          (isNamed(mention) || (!hasExact && (!hasContext || parsed.repeatsEarlier))),
      )
      .map(({ mention }) => mention),
  )
  const companies: ResolvedCompany[] = []
  for (const { mention, candidates, certainty } of taken.toSorted((a, b) => a.mention.start - b.mention.start)) {
    const chosen = candidates.find(({ companyId }) => companyId === context.opened?.id)
    const [only] = candidates
    if (candidates.length > 1 && chosen === undefined) {
      return { type: 'clarification', mention: mention.text, candidates: candidates.slice(0, MOST_CANDIDATES) }
    }
    const company = chosen ?? only
    if (company === undefined || companies.some(({ id }) => id === company.companyId)) continue
    const { start, text, correctedTo, isLikely = false } = mention
    // 恒大 is a part of the name 恒大高新.
    const isOfPart = certainty === 1 && chosen === undefined
    companies.push({ ...asked(company), start, mention: text, correctedTo, isLikely: isLikely || isOfPart })
  }
  return settle(
    parsed,
    companies,
    unknownNames,
    unknown.map(({ mention }) => mention),
    context,
  )
}

/** 到21年剩, 上一届 and 当时签字 after a question about a company are of the question. */
const mayBeName = (text: string) =>
  !/\d|[他她它你我咱]|姓.|里头|老几|的话|[国民央]企|制造业|服务业|行业|^(?:当时|后[面来]|前[面头]|当年|那时|后来|以前|之前|现在|目前)/u.test(
    text,
  ) && Array.from(text).filter((character) => !weak.has(character)).length > 1
/** Characters of a text that names a company beside a person. */
const LONG_NAME = 3

/** Words of a question that is about no company: 绝味鸭脖的卤料怎么配. */
const asksOther = /怎么|什么|啥|哪|谁|几[点天次]|多少|要不要|会不?会?|免费|天气/u

/** Whether no word asks what a company has, and the words beside the question are of the language: 黄河发源地. */
const isOfOther = (parsed: ParsedQuestion, mentions: readonly Mention[], question: string) => {
  const asks = asksOther.test(question)
  return (
    parsed.doubt === 'unread' &&
    !parsed.repeatsEarlier &&
    mentions.every(({ isNamed, text }) => (isNamed ? asks && asksOther.test(text) : asks || isOfWords(text)))
  )
}

function settle(
  parsed: ParsedQuestion,
  named: readonly ResolvedCompany[],
  unknownNames: readonly string[],
  unknown: readonly SearchedMention[],
  { opened, earlier, question }: ResolutionContext,
): Resolution {
  // 这三家 are the companies of the turns before, and that of the page.
  const isAmong = opened === null || earlier.some(({ id }) => id === opened.id)
  const before = parsed.refersTo === null || opened === null || isAmong ? earlier : [opened, ...earlier]
  const fromContext = (opened === null || parsed.refersTo !== null ? before : [opened]).map((company) => ({
    ...company,
    start: null,
    mention: null,
    correctedTo: null,
  }))
  // 光明、三元、新乳业,这三家哪家成立最早 names all that it refers to.
  const stated = typeof parsed.refersTo === 'number' ? parsed.refersTo : numberOf(counted.exec(question)?.[1] ?? '')
  const isComplete = stated !== null && named.length >= Math.max(2, stated)
  const joins = !isComplete && !refersToOwn(parsed, named, question) && (parsed.refersBack || named.length === 0)
  // 想去胖东来上班,他家靠谱不 refers to the company of the question itself.
  const isNamedBefore = unknown.some(
    ({ isNamed, isOtherName, start, text }) =>
      (isNamed || isOtherName === true) &&
      /^[^和跟与同比]*(?:[他它她]们?|[这那该])(?:家|个公司|公司)?/u.test(question.slice(start + text.length)),
  )
  // 那大疆呢 names another company, whether or not it is known.
  const staysWithContext = parsed.refersBack && !parsed.repeatsEarlier && !isNamedBefore && fromContext.length > 0
  if (named.length === 0 && unknownNames.length > 0 && !staysWithContext) {
    if (isOfOther(parsed, unknown, question)) return { type: 'missing' }
    const personAsked = personOf(parsed)
    const asksOfPerson = personAsked !== null
    // 董明珠还在吗 after a question about a company is about a person of this company.
    if (asksOfPerson && fromContext.length > 0 && unknownNames.every(mayBePerson))
      return { type: 'companies', companies: fromContext, unknownNames: [] }
    const person = unknown.find(
      ({ text, candidates }) =>
        mayBePerson(text) &&
        candidates.some(
          ({ matchReason: { field, text: own } }) => ['legalRepresentative', 'member'].includes(field) && own === text,
        ),
    )
    // 恒大的许家印 names a company, which is not stored.
    const namesCompany = unknown.some(
      ({ text, isNamed }) => (isNamed || text.length >= LONG_NAME) && !mayBePerson(text),
    )
    return !namesCompany && (person !== undefined || (asksOfPerson && fromContext.length === 0))
      ? { type: 'privatePerson', person: person?.text ?? personAsked }
      : { type: 'notFound', unknownNames }
  }
  const others = joins ? fromContext.filter(({ id }) => !named.some((company) => company.id === id)) : []
  const companies = [...others, ...named].slice(0, MOST_COMPANIES)
  if (companies.length > 0) return { type: 'companies', companies, unknownNames }
  const person = personOf(parsed)
  return person === null ? { type: 'missing' } : { type: 'privatePerson', person }
}

const personOf = ({ parts }: ParsedQuestion) => parts.find(({ person }) => person !== null)?.person ?? null

/** 两家面粉厂, 三家谁的注册资本高 */
const counted = /(?<!第)([两二三四五])(?:家|个(?:公司|企业|厂))/u

/** 想把机器卖给徐工机械,他家在哪: the word stands behind a name of the question, and does not join another: 海信和它比. */
const refersToOwn = ({ refersAt }: ParsedQuestion, named: readonly ResolvedCompany[], question: string) =>
  refersAt !== null &&
  !/[和跟与同比]$/u.test(question.slice(0, refersAt)) &&
  named.some(({ start, mention }) => start !== null && start + (mention?.length ?? 0) <= refersAt)

/** Of overlapping readings without a company, the longest names what was not found; texts once. */
function shortest(mentions: readonly SearchedMention[]): string[] {
  const kept: SearchedMention[] = []
  for (const mention of mentions) if (!kept.some((other) => overlap(other, mention))) kept.push(mention)
  return [...new Set(kept.map(({ text }) => text))]
}
