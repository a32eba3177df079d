import { mayBePerson } from '../person-name.ts'
import { isPlace } from '../tokens.ts'
import type { NameOwner, NameTable } from './name-table.ts'
import type { OrdinaryWords } from './ordinary-words.ts'

/** A substring of the question that is a name of the table, with the companies that have it. */
export type NameMatch = { start: number; end: number; text: string; key: string; named: readonly NameOwner[] }

export const isLatin = (character: string) => /[a-z0-9]/i.test(character)

export type NameContext = {
  question: string
  table: NameTable
  words: OrdinaryWords
  borders: () => ReadonlySet<number>
  /** Matches that are names. */
  others: readonly Range[]
}

/** Prior of a likely name, of a word where a fact is asked. */
export const KNOWN = 10_000

export const organisation = /^(?:这家|这个|那家)?(?:公司|集团|股份|控股|总部|总公司|企业)/u

const asksForMany =
  /(?:多少|几)(?:家|户)(?!分|子|门|下|关联)|哪些(?:上市的?)?(?:公司|企业)(?!的)|哪几家|^(?:公司|企业)(?:哪家|哪个|排名|推荐)/u

/** 数字认证是什么; a company is no term, so 比亚迪是什么 asks for it. */
export const isExplained = (behind: string, isOfWords: boolean) =>
  /^(?:的歌)?是?谁(?:发明|创造|画|唱|写)/u.test(behind) ||
  /^(?:是|指的?是|有)?(?:什么意思|啥意思|何意|怎么(?:写|算|理解|办))/u.test(behind) ||
  (isOfWords && /^(?:是|指)(?:什么|啥)[?。]?$/u.test(behind))

const said =
  /^(?:看看|看下|那[个家]|的?也(?:要|来|发|给|查|看)|呢|咧|吗|啊|吧|怎么样|咋样|如何|行吗|好吗|靠谱吗|[?。!])*$/u

/** Whether the question is the name and nothing else. */
export function isAlone(before: string, behind: string, words: OrdinaryWords): boolean {
  if (!said.test(behind)) return false
  let at = 0
  while (at < before.length) {
    const word = words.cueAt(before, at)
    if (word?.cue.isFiller === true) at += word.text.length
    else if (/[请问查看搜找那帮我想要一下询换,\s错啦对不讲说的是]/u.test(before.charAt(at))) at += 1
    else return false
  }
  return true
}

/** What stands before the subject of a question: nothing, a sign, 请问, 在, 和. */
const beforeSubject =
  /(?:^|[,。;?!、:\s"“”]|[和与跟及同或比在去从给被对是叫说到于看查问搜把找写]|(?<=[买面投进签见欠])了|vs|还是|以及|关于|一下|另外|[说问讲]的|供应商|客户|帮我|请问|那么?|应聘|入职|加入|想去|没有的话|换)了?$/iu

export const begins = (before: string, { words }: Pick<NameContext, 'words'>): boolean => {
  if (beforeSubject.test(before)) return true
  for (let length = Math.min(6, before.length); length > 1; length -= 1) {
    const word = before.slice(-length)
    const found = words.cueAt(word, 0)
    // 我们老百姓
    if (found?.text === word && found.cue.isFiller === true && !word.endsWith('们')) return true
  }
  return false
}

/** Whether a fact or a record is asked of the match: it is the subject, and the words behind it ask. */
export function isAsked({ start, end }: Range, context: Omit<NameContext, 'table' | 'borders'>): boolean {
  const { question, words } = context
  if (!begins(question.slice(0, start), context) && !isBeside({ start, end }, context)) return false
  const behind = question.slice(end)
  if (asksForMany.test(behind)) return false
  if (hasStaff.test(behind) || isLocated.test(behind)) return true
  const whose = saidToBe.exec(behind)?.groups?.['whose'] ?? ''
  const isOfRelation = ofRelation.test(behind) || isPersonOf({ start, end }, question)
  if (isOfRelation || mayBePerson(whose) || words.isPlace(whose)) return true
  const possessed = words.cueAt(question, end + 1)
  // 光明的前途在哪里, 老百姓的养老金
  if (
    behind.startsWith('的') &&
    (possessed === null || isPlace(possessed.cue)) &&
    !/^的(?:\d|[前近][\d一二三五十]|第|最|[,。;?!\s]|$)/u.test(behind) &&
    // 牧原的秦英林
    !mayBePerson(behind.slice(1, 4)) &&
    !mayBePerson(behind.slice(1, 3))
  )
    return false
  return cuesOutside({ start, end }, context, end).some((cue, _, cues) =>
    asksOfIt(cue, cues, words.isWord(question.slice(start, end))),
  )
}

/** 金地2021年有四万多人 */
const hasStaff = /^[^,。;?!]{0,9}有[\d一二三四五六七八九十百千万两.]+[多来几]?(?:个|名|号)?(?:人|员工|职工)/u

/** 牧原是秦英林的吧, 茅台是贵州的吗 */
const saidToBe = /^(?:公司|集团)?不?是(?<whose>\p{Script=Han}{2,4})的(?:吧|吗|么|嘛|不|[?]|$)/u

/** 张清苗是安井的啥 */
const isPersonOf = ({ start, end }: Range, question: string) =>
  mayBePerson(/(?:^|[,。;?!\s])(\p{Script=Han}{2,3})是$/u.exec(question.slice(0, start))?.[1] ?? '') &&
  /^(?:公司|集团)?的?(?:什么|啥|谁|哪)/u.test(question.slice(end))

/** Whether a word outside the range asks what a company has: none in 去黄山旅游要带什么. */
export function asksOfCompanies({ start, end }: Range, context: Pick<NameContext, 'question' | 'words'>): boolean {
  const isWord = context.words.isWord(context.question.slice(start, end))
  const cues = cuesOutside({ start, end }, context, 0)
  return locates.test(context.question) || cues.some((cue) => cue.company === true || asksOfIt(cue, cues, isWord))
}

/** 带爸妈爬峨眉山,导游说景区是上市公司 股票代码多少 */
export const asksOfListed = (range: Range, context: Pick<NameContext, 'question' | 'words'>) =>
  cuesOutside(range, context, 0).some(({ facts }) => facts?.includes('listings') === true)

/** 在宿迁吗, 在包头哪里 */
export const locates = /在\p{Script=Han}{2,4}?(?:吗|么|嘛|吧|哪)/u

const isLocated = new RegExp(`^[,\\s]?${locates.source}`, 'u')

/** What the words outside a range state, from a position on. */
export function cuesOutside(
  { start, end }: Range,
  { question, words }: Pick<NameContext, 'question' | 'words'>,
  from: number,
) {
  const lower = question.toLowerCase()
  const cues: StatedCue[] = []
  for (let at = from; at < lower.length; ) {
    const word = at < start || at >= end ? words.cueAt(lower, at) : null
    const next = at + (word?.text.length ?? 1)
    const isOutside = next <= start || at >= end
    if (word !== null && isOutside) cues.push(word.cue)
    at = isOutside ? next : at + 1
  }
  return cues
}

/** Beside 公司 and 厂家 also an address is asked of a word: 公牛插座厂家在哪. */
const asksOfIt = (cue: StatedCue, cues: readonly StatedCue[], isWord: boolean) =>
  asksOfCompany(cue) && !(isWord && isOfAnything(cue) && !cues.some(({ company }) => company === true))

type StatedCue = NonNullable<ReturnType<OrdinaryWords['cueAt']>>['cue']

/** 卫星电话, 海螺在哪买: things and places have these, too. */
const isOfAnything = ({ facts, kinds, uncollected, intent }: StatedCue) =>
  facts?.every((fact) => fact === 'address' || fact === 'phones') === true &&
  (kinds ?? uncollected ?? intent) === undefined

const asksOfCompany = ({ facts, kinds, uncollected, intent }: StatedCue) =>
  facts !== undefined ||
  kinds !== undefined ||
  uncollected !== undefined ||
  (intent !== undefined && !['count', 'list', 'explanation', 'howTo', 'unknown'].includes(intent))

/** 阿里和蚂蚁是一家吗 */
const ofRelation =
  /^[^,。;?!]{0,10}(?:是(?:不是)?同?一家(?:公司|企业|的)?(?:吗|嘛|么|[?。]|$)|(?:什么|啥|有没有|有)关系)/u

type Range = { start: number; end: number }

/** Whether a sign or a word joins it to another name, or nothing in a list: 蔚来小鹏理想哪家员工多. */
export const isBeside = (range: Range, { question, others }: { question: string; others: readonly Range[] }) =>
  others.some(
    (other) =>
      other.start !== range.start &&
      joins(question, range, other) &&
      ((other.end !== range.start && other.start !== range.end) ||
        comparesSeveral.test(question.slice(Math.min(range.end, other.end)))),
  )

/** 三一和中联 */
function joins(question: string, one: Range, other: Range): boolean {
  // 美的 of 奥美的
  if (one.start < other.end && other.start < one.end) return false
  const between = one.start >= other.end ? question.slice(other.end, one.start) : question.slice(one.end, other.start)
  return /^\s*(?:和|与|跟|及|以及|、|同|比|对比|还是|或|vs\.?|pk|,)?\s*$/iu.test(between)
}

/** 蔚来小鹏理想哪家员工多 */
const comparesSeveral = /^[^,。;?!]{0,16}(?:谁|哪[家个]|[两三四]家|比一?比|分别)/u
export const precedesName = (
  { end }: Pick<NameMatch, 'end'>,
  { question, table }: Pick<NameContext, 'question' | 'table'>,
) =>
  comparesSeveral.test(question.slice(end)) &&
  [4, 3, 2].some((length) => (table.find(question.slice(end, end + length))[0]?.prior ?? 0) >= KNOWN)

/** Characters that may follow a name of two characters, besides words of the grammar. */
const follows =
  /^(?:$|[,。;?!、:\s)"”]|[的是有在了吗呢啊吧和与跟及同或比被把从给为对向由于也都还就又会能可要去上做欠招包这那一现目今去前后拖干做裁签供咧买订]|(?:登记|注册|落户)在|人(?:越来越|变|更|真|很)?[多少])/u

/** Whether the words behind a short name are no further characters of a longer name that the table lacks: 中通快递. */
export function continuesAsQuestion({ end }: NameMatch, { question, table, words }: NameContext): boolean {
  const behind = question.slice(end)
  if (follows.test(behind) || organisation.test(behind) || isLatin(behind.charAt(0))) return true
  if (precedesName({ end }, { question, table })) return true
  const word = words.cueAt(question, end)
  return word !== null && word.cue.keyword === undefined && word.cue.industry === undefined
}
