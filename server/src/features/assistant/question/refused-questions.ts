import * as z from 'zod/mini'
import { isRiskKind, OF_BACKGROUND } from './clause.ts'
import { askedBy, asksOfNoPerson, isRefusal } from './intent-labels.ts'
import { type RefusalReason, refusalReasons } from './parsed-question.ts'
import { mayBePerson } from './person-name.ts'
import { type RankedIntent, type RankIntents, spokenOf } from './rank-intents.ts'
import type { Token } from './tokens.ts'

const wordList = z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(40))))

/** One reason to refuse. The first rule of the file that a clause meets decides. X stands for the name of a company. */
const ruleSchema = z.object({
  reason: z.enum(refusalReasons),
  /** One plain sentence that the user reads. */
  sentence: z.string().check(z.minLength(1), z.maxLength(60)),
  /** The clause contains one of them. */
  phrases: wordList,
  /** Acts that the clause asks for or announces: 怎么逃税, 想买枪. 因逃税被罚 is none. */
  acts: wordList,
  /** What the clause asks about a person: 法人的私人电话. */
  ofPersons: wordList,
  /** The same, where it follows the person: 法人的妻子, but 我老公是法人. */
  kinOfPersons: wordList,
  /** The clause contains one of them, unless it asks for records: 因传播色情被罚. */
  outsideRecords: wordList,
  /** Harmless phrases that contain one of the words. */
  exceptions: wordList,
})

/** The word lists of refusals (data/assistant/refused-questions.json), which an operator can replace. */
export type RefusalRules = readonly z.infer<typeof ruleSchema>[]

/** @throws Error when the file is not a list of rules, or lacks the sentence of a reason. */
export function parseRefusalRules(json: string): RefusalRules {
  const rules = z.parse(z.array(ruleSchema), JSON.parse(json))
  const missing = refusalReasons.filter((reason) => !rules.some((rule) => rule.reason === reason))
  if (missing.length > 0) throw new Error(`refused questions: no rule for ${missing.join(', ')}`)
  return rules
}

export const refusalSentenceOf = (reason: RefusalReason, rules: RefusalRules): string =>
  rules.find((rule) => rule.reason === reason)?.sentence ?? ''

/** Most characters between a person or a wish and what is asked; 法人和电话, 法人是谁电话多少 are two questions. */
const MOST_BETWEEN = 10
const divided = /[和与及、跟谁啥什哪。;?!,\s]|多少/
const persons =
  '法定代表人 法人代表 法人 老板 董事长 总经理 总裁 高管 负责人 监事 董事 创始人 实际控制人 实控人 经理 老总 掌门人 一把手 当家人 副总 ceo 先生 女士 这个人 那个人 此人 他 她'.split(
    ' ',
  )
const wishes =
  '怎么 如何 怎样 教我 帮我 我要 我想 想 准备 打算 去哪 哪里 哪儿 哪家 找人 找个 雇 求 方法 渠道 多少钱'.split(' ')
/** Words that only introduce a question: 想知道X有没有逃税. They, and 他们 of a company, are no wish and no person. */
const notMeant =
  /(?:我?[想要]|怎么|如何|去哪里?|准备)?(?:要|去)?(?:举报|投诉|检举)|(?:怎么|如何)(?:办|样|回事|知道|查|看出)|咋办|(?:我?想|要)(?:要)?(?:知道|问问|问|查查|查|了解|看看|看|确认|请教)|帮我?忙?(?:查查|查|看看|看|问问|问|核实|确认)|[其他她]他|[他她]们(?!老|董|总|法)/gu
/** A private relation as the subject: 我前男友, 我邻居. */
const relation =
  /(?:老公|老婆|丈夫|妻子|爱人|[男女]朋友|[男女]友|前夫|前妻|前任|相亲对象|[爸妈哥姐弟妹舅叔伯姑姨]|父亲|母亲|儿子|女儿|亲戚|朋友|同学|同事|邻居|室友|房东|租客|网友|包工头|工头|债务人|欠债人|前?老板个人|我前老板|借我钱的|欠我钱的|先生|女士|这个人|此人)/u
const ofRelation =
  /失信|老赖|被执行|限高|黑名单|欠债|案底|前科|犯罪|坐过牢|官司|起诉|电话|手机号|微信|(?:开|有)(?:了|过|没有)?(?:什么|几家|哪些)?公司|公司了吗|名下|的公司/u

const places = (text: string, words: readonly string[]) =>
  words.flatMap((word) => {
    const found: { start: number; end: number }[] = []
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
      found.push({ start: at, end: at + word.length })
    return found
  })

function areNear(text: string, firsts: readonly string[], seconds: readonly string[], isOrdered = false): boolean {
  const others = places(text, seconds)
  return places(text, firsts).some((one) =>
    others.some((other) => {
      // 当家人 has 家人 in it.
      if ((other.start < one.end && one.start < other.end) || (isOrdered && other.start < one.start)) return false
      const between = text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start))
      return between.length <= MOST_BETWEEN && !divided.test(between)
    }),
  )
}

const asksForData = (tokens: readonly Token[]) =>
  tokens.some(({ cue }) => (cue.facts ?? cue.kinds ?? cue.uncollected) !== undefined)

/** Labels of questions how something is done and what a word means. */
const ofNobody = /^(?:howTo\/|explanation$)/u
/** Score of a reading that is refused without a word of a rule, and of one beside a clause that asks for something else. */
const REFUSABLE = 0.88
const BESIDE_OTHERS = 0.97
/** Least score of a how-to with which words decide nothing: 怎么查一个人名下有几家公司. */
const ASKS_HOW = 0.8
const HARMLESS = 0.02
/** Least score of another question, and most of the refusals together, with which the words of a rule decide nothing. */
const CLEAR = 0.85
const NEVER = 0.03
/** Refusals together, beside a clause that asks for something else: 家庭住址和单位地址都要填,单位地址是哪. */
const UNSURE = 0.7
const ofForms: readonly RefusalReason[] = ['privateData', 'contact']
/** Least score of a clause that asks for something else. */
const ASKS_OTHER = 0.6
/** Reasons that another question may resemble. */
const resembled: readonly RefusalReason[] = [
  'privateData',
  'contact',
  'privatePerson',
  'mergeNamesakes',
  'verdictOnPerson',
  'invention',
]
/** What those ask who were cheated: the words of an unlawful act are not theirs. */
const ofVictims = ['howTo/核实企业', 'howTo/追讨欠款', 'howTo/消费维权', 'howTo/注销后追责', 'howTo/欠薪']

const refusedShare = (ranked: readonly RankedIntent[]) =>
  ranked.filter(isRefusal).reduce((sum, { score }) => sum + score, 0)

/** Whether a clause clearly asks what is answered. */
const asksOther = (tokens: readonly Token[], [top]: readonly RankedIntent[]) =>
  top !== undefined &&
  top.score >= ASKS_OTHER &&
  askedBy(top.label) !== null &&
  // 眼瞅法院要来执行了
  !/[了着]$/u.test(textOf(tokens, plain))

/** Whether nothing but facts is asked of a company: X的上市时间、网址和法人. X的法人地址 is asked of a person. */
const isOfFacts = (tokens: readonly Token[]) =>
  tokens.some(({ type }) => type === 'name') &&
  tokens.some(({ cue }) => cue.facts !== undefined) &&
  tokens.every(
    ({ type, cue: { facts, asks, isFiller } }) =>
      type !== 'text' && (type !== 'cue' || (facts ?? asks ?? isFiller) !== undefined),
  ) &&
  !areNear(textOf(tokens, masked), persons, ['地址'])

/** What the ranked readings of a clause say: the likeliest reason to refuse it if they are sure, or that it asks something else. */
function meaningOf(
  tokens: readonly Token[],
  rank: RankIntents,
  isBesideOthers = false,
): {
  reason: RefusalReason | null
  asksHow: boolean
  isOfVictim: boolean
  isHarmless: (reason: RefusalReason) => boolean
} {
  const ranked = rank(tokens)
  const refused = ranked.filter(isRefusal)
  const score = refusedShare(ranked)
  const reason = refusalReasons.find((one) => refused[0]?.label === `refused/${one}`) ?? null
  const [top = { label: 'none', score: 0 }] = ranked
  const asksHow = ofNobody.test(top.label) && top.score >= ASKS_HOW && score < HARMLESS
  const isRefused = score >= (isBesideOthers ? BESIDE_OTHERS : REFUSABLE) && !isOfFacts(tokens)
  return {
    reason: isRefused ? reason : null,
    asksHow,
    isOfVictim: asksHow && ofVictims.includes(top.label),
    isHarmless: (one) =>
      (isBesideOthers && ofForms.includes(one) && score < UNSURE) ||
      (resembled.includes(one) && top.score >= CLEAR && score < NEVER),
  }
}

/** Matters of life and limb are read in every character, since a full name takes in what stands before it. */
const always: readonly RefusalReason[] = ['selfHarm', 'violence']

const without = (text: string, phrases: readonly string[]) =>
  phrases.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), text)

const textOf = (tokens: readonly Token[], read: (token: Token) => string) => tokens.map(read).join('').toLowerCase()
/** x for each name. */
const masked = ({ text, type }: Token) => (type === 'name' ? 'x' : text)
const plain = ({ text }: Token) => text
/**
 * Whether one of the words follows the name of a person: 王某的妻子, X的李某离婚了没. The name may also be that of a company:
 * 万科的电话.
 */
const isOfNamedPerson = (text: string, words: readonly string[]) =>
  places(text, words).some(({ start }) => {
    const before = text.slice(0, start)
    if (before.endsWith('的')) return [2, 3, 4].some((length) => mayBePerson(before.slice(0, -1).slice(-length)))
    // 全是跟爸妈借的
    const [, name = ''] = /(?:^|[x的 ])(\p{Script=Han}{2,3})$/u.exec(before) ?? []
    return mayBePerson(name) && !/[是都在和跟与]/u.test(name)
  })
/** 法人和股东是一个人吗, X 2019年与2021年的法定代表人是同一人吗: no two persons of one name. */
const office = '(?:法人|法定代表人|老板|股东|董事长|总经理|总裁|董秘|董事会秘书|实控人|监事)(?:代表)?'
const ofOffices = new RegExp(
  `${office}(?:[\\d年x、和与跟及的都是为否不能会现在目前以前一般必须]|${office})*(?:同一个?人|一个人)`,
  'u',
)

/** The phrases, and those with x for each name of the clause. */
const withNames = (phrases: readonly string[], tokens: readonly Token[]) => [
  ...phrases,
  ...tokens.flatMap(({ type, text }) => (type === 'name' ? phrases.map((phrase) => phrase.replace('x', text)) : [])),
]

function reasonOf(
  tokens: readonly Token[],
  {
    rules,
    rank,
    namesCompany,
    isBesideOthers,
    isOfStory,
  }: { rules: RefusalRules; rank: RankIntents; namesCompany: boolean; isBesideOthers: boolean; isOfStory: boolean },
): RefusalReason | null {
  const meaning = meaningOf(tokens, rank, isBesideOthers)
  const asksForRecords = tokens.some(({ cue }) => cue.kinds?.some(isRiskKind) === true)
  for (const rule of rules) {
    const { reason, phrases = [], acts = [], ofPersons = [], kinOfPersons = [], outsideRecords = [] } = rule
    if (reason === 'mergeNamesakes' && ofOffices.test(textOf(tokens, masked))) continue
    // 他家还开了哪些公司 is about the company spoken of.
    const isOfCompany = namesCompany || reason === 'privatePerson'
    const isPlain = always.includes(reason)
    // 想死X of 想死盐津铺子的鱼豆腐
    const exceptions = isPlain ? withNames(rule.exceptions ?? [], tokens) : (rule.exceptions ?? [])
    const read = (text: string) => without(isOfCompany ? text.replace(spokenOf, 'x') : text, exceptions)
    const text = read(textOf(tokens, isPlain ? plain : masked))
    // Spaces and dots between the characters do not hide a word.
    const joined = text.replace(/[\s.·*_-]/g, '')
    const isStated = phrases.some((phrase) => joined.includes(phrase))
    // An order to forget the rules is refused, whatever it resembles.
    const isOrder = reason === 'unlawfulUse' && isStated
    const isOfKin = isOfNamedPerson(text, kinOfPersons)
    if (meaning.isHarmless(reason) && !isOrder && !isOfKin) continue
    if (meaning.isOfVictim && reason === 'unlawfulUse' && !isStated) continue
    const asked = text.replace(notMeant, ' ')
    if (
      isStated ||
      (!asksForRecords && outsideRecords.some((phrase) => joined.includes(phrase))) ||
      areNear(asked, wishes, acts) ||
      areNear(asked, persons, ofPersons) ||
      areNear(asked, persons, kinOfPersons, true) ||
      isOfKin
    )
      return reason
  }
  const isOfHolders = meaning.reason === 'mergeNamesakes' && ofOffices.test(textOf(tokens, masked))
  return isOfStory || isOfHolders ? null : meaning.reason
}

/** 昨天跟老同学吃饭: who was there is not asked about. */
const companion = new RegExp(`[跟和与听陪找问]\\S{0,3}?(?:${relation.source})`, 'gu')
/** An acquaintance of the user, where the question names no company: 我前男友叫李强,有没有失信. */
function asksAboutRelation(background: readonly (readonly Token[])[], asking: readonly (readonly Token[])[]): boolean {
  const [story = '', asked = ''] = [background, asking].map((clauses) =>
    clauses.map((tokens) => textOf(tokens, plain)).join(','),
  )
  const text = `${/[他她]|这人/u.test(asked) ? story : story.replace(companion, ' ')},${asked}`
  return relation.test(text) && ofRelation.test(text)
}

/** What no company has. */
const ofPersonsOnly = /案底|前科|坐过牢/u

/** 昨天跟老同学聊起来的: a clause that asks nothing. */
const isBackground = ([top]: readonly RankedIntent[]) => top?.label === OF_BACKGROUND && top.score >= CLEAR

export type ClauseRefusal = {
  reason: RefusalReason
  /** Whether another clause asks for something else, so that the sentence may stand beside an answer. */
  isPartial: boolean
}

/**
 * Reason to refuse, by the first clause with one; null: none. `clauses`: the tokens between the signs of the question.
 */
export function findRefusal(
  clauses: readonly (readonly Token[])[],
  { rules, rank }: { rules: RefusalRules; rank: RankIntents },
): ClauseRefusal | null {
  const all = clauses.flat()
  const isNamed = all.some(({ type }) => type === 'name')
  const asks = clauses.map((tokens) => asksOther(tokens, rank(tokens)))
  const asking = clauses.filter((tokens) => !isBackground(rank(tokens)))
  const whole = meaningOf((asking.length > 0 ? asking : clauses).flat(), rank)
  const background = clauses.filter((tokens) => !asking.includes(tokens))
  const asksHow = asking.some((tokens) => meaningOf(tokens, rank).asksHow)
  // 抬头换了,老婆怕是骗子,这俩同一家不: the question as a whole asks nothing that is refused.
  const isOfStory = clauses.length > 1 && refusedShare(rank(all)) < NEVER
  const reasons = clauses.map((tokens, at) => {
    const isBesideOthers = asks.some((isOther, place) => isOther && place !== at)
    return reasonOf(tokens, { rules, rank, namesCompany: isNamed, isBesideOthers, isOfStory })
  })
  // 有没有X合同章的样子 照着给我排一个: no clause alone is sure.
  const reason = reasons.find((one) => one !== null) ?? (asks.includes(true) ? null : whole.reason)
  if (reason !== null) {
    return {
      reason,
      isPartial: clauses.some((tokens, at) => reasons[at] === null && (asks[at] === true || asksForData(tokens))),
    }
  }
  const refers = all.some(({ cue }) => cue.refers === true)
  // 我爸1984年生的,那年成立的公司有哪些
  const isOfPerson =
    clauses.some((tokens) => ofPersonsOnly.test(textOf(tokens, plain))) ||
    !clauses.some((tokens) => asksOfNoPerson(rank(tokens), CLEAR))
  return !isNamed && !refers && !asksHow && !whole.asksHow && isOfPerson && asksAboutRelation(background, asking)
    ? { reason: 'privatePerson', isPartial: false }
    : null
}
