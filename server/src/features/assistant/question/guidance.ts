import type { Clause } from './clause.ts'
import { explainedTerms, guidanceCues, guidanceSubjects } from './words/guidance-words.ts'

const termByWord = new Map<string, string>()
for (const [term, synonyms] of Object.entries(explainedTerms)) {
  for (const word of [term, ...synonyms.split(' ')]) if (word !== '') termByWord.set(word, term)
}
const words = [...termByWord.keys()].sort((a, b) => b.length - a.length)

/** Terms in a text, in the order of appearance; the longest word wins: 失信被执行人 is not 被执行人. */
function termsIn(text: string): string[] {
  const found: { term: string; at: number }[] = []
  let rest = text
  for (const word of words) {
    for (let at = rest.indexOf(word); at !== -1; at = rest.indexOf(word)) {
      found.push({ term: termByWord.get(word) ?? word, at })
      rest = rest.slice(0, at) + ' '.repeat(word.length) + rest.slice(at + word.length)
    }
  }
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ term }) => term))]
}

/** Whether a text is part of a term: 简易 of 简易注销. */
export const isInTerm = (text: string) => {
  const bare = text.replace(/^[的和与跟及是]+|[的和与跟及是]+$/gu, '')
  return words.some((word) => word.includes(bare))
}

/** 什么是X, X是什么意思: the question is about the word itself. */
const certain =
  /什么是(?<a>[^,。?]{2,20})|(?:什么叫|啥叫|啥是|何谓|何为|名词解释)[:：]?(?<b>[^,。?]{2,20})|(?<c>[^,。?]{2,20}?)(?:是|到底是|究竟是|具体是|都是)?(?:个)?(?:什么|啥)(?:意思|含义|概念|玩意|东西|鬼)|(?<d>[^,。?]{2,20}?)(?:的)?(?:含义|定义|意思|概念)(?:是|$|\?)|(?<e>[^,。?]{2,20}?)(?:是)?指(?:的)?(?:是)?(?:什么|啥|谁|哪些|哪个|哪种)|(?:怎么|如何|怎样)理解(?<f>[^,。?]{2,20})|(?:解释|科普|讲解|说明)(?:一下|下)?(?:什么是|啥是)?(?<g>[^,。?]{2,20})|(?<h>[^,。?]{2,20}?)(?:怎么|如何)(?:理解|解释)|(?<i>[^,。?]{2,20}?)代表什么|(?<j>[^,。?]{2,20}?)意味着(?:什么|啥)/u
const difference = /(?:区别|不同|差别|差异|一回事|不一样|一样|一个人|同一人|差在哪|差哪|有啥两样|有什么两样)/u
/** X是什么, X有什么影响: about the word only when no company is named. */
const weakPattern =
  /(?:是什么|是啥|(?:会)?有(?:什么|啥|哪些)(?:影响|后果|用|不同)|是一回事|一样|会怎么样|会怎样|怎么回事|严重吗|算不算|严不严重|是怎么规定|多久(?:能|才能|可以)?移出|(?:还)?能(?:不能)?(?:继续)?(?:经营|营业|存续|贷款|投标|恢复|当|做|开|坐|买|住|出|消费)\p{Script=Han}{0,4}?|干(?:嘛|啥|什么)的|指谁|算不算违法|要紧吗|会坐牢吗|能恢复吗|怎么算|影响大吗|有何影响|能干什么|和.+(?:有什么关系)|是好(?:事)?还是坏(?:事)?|是不是坏事|是不是好事)(?:的|呢|吗)?[?。]?$/u

/** Terms that a clause asks to explain; empty: none. `isAboutCompany`: the clause names a company, or refers to one. */
export function explainedTermsOf(text: string, isAboutCompany: boolean): string[] {
  const terms = termsIn(text)
  const match = certain.exec(text)
  if (match !== null) {
    if (terms.length > 0) return terms
    const raw = Object.values(match.groups ?? {}).find((group) => group !== undefined)
    const cleaned = raw?.replace(
      /^(?:请问|请|帮我|一下|你知道|知道|我想问|想问|这个|那个|所谓|的|是)+|(?:这个词|的|呢|吗|是|都|到底|究竟|啊)+$/gu,
      '',
    )
    // 什么是独角兽 has a word that no list has; 比亚迪是什么公司 has a name.
    const isWord =
      /^(?:请问|请|那|到底)*(?:什么是|什么叫|啥是|啥叫|何谓|何为|名词解释|解释|科普|讲解)|(?:什么|啥)(?:意思|含义|概念)[?。]?$/u.test(
        text,
      )
    return cleaned === undefined || cleaned.length < 2 || (isAboutCompany && !isWord) ? [] : [cleaned]
  }
  if (isAboutCompany || terms.length === 0) return []
  if (difference.test(text)) return terms
  return weakPattern.test(text) ||
    (/^(?:为什么|为何|为啥|什么情况下|什么情况|怎么|啥情况).{0,8}(?:会|被|才|要).{2,20}$/u.test(text) &&
      terms.length > 0)
    ? terms.slice(0, 1)
    : []
}

/** A word with … occurs when its two pieces follow each other: 异常…移出. */
const occursIn = (text: string, word: string) => {
  const [first = '', rest] = word.split('…')
  const at = text.indexOf(first)
  return rest === undefined
    ? at !== -1
    : at !== -1 && text.slice(at + first.length, at + first.length + 14).includes(rest)
}

const standsAlone = new Set(['搜索', '申请收录'])

/** 干啥 and 咋 as they are written. */
const written = (text: string) =>
  text
    .replace(/^百言/u, '你')
    .replace(/干嘛|干啥/gu, '干什么')
    .replaceAll('啥', '什么')
    .replaceAll('咋', '怎么')

/** Subject of a how-to: 怎么纠错; null: the clause is none. */
export function guidanceOf({ text: said, stretches, refers }: Clause): string | null {
  const text = written(said)
  const hasCue = guidanceCues.some((cue) => text.includes(cue)) && !/怎么样|怎么被|怎么会/.test(text)
  for (const [subject, groups] of guidanceSubjects) {
    const found = groups.find((word) => occursIn(text, word))
    if (found === undefined) continue
    const named = stretches.filter(
      (one) =>
        !one.isPlaceOnly &&
        (one.hasName ||
          found
            .split('…')
            .reduce((rest, piece) => rest.replace(piece, ''), written(one.text))
            .replace(ownWords, '').length >= 2),
    )
    const isAboutCompany =
      (named.length > 0 &&
        !named.every(({ text: one }) => found.includes(written(one)) || written(one).includes(found))) ||
      refers
    if (isAboutCompany && !['信用修复', '关注', '纠错', '异议'].includes(subject)) continue
    const isWhole = standsAlone.has(subject) && /你|怎|如何|什么功能|哪些功能|使用方法|可以问|能问|申请/.test(found)
    if (hasCue || isWhole) return subject
  }
  // 怎么查一家公司的股东
  const searches =
    /(?:怎么|如何|怎样|在哪里?|哪里|咋)(?:能|可以|才能|去)?(?:查询|查看|查到|看到|查找|查|看|找到|找)(?!待)/u
  return searches.test(text) &&
    !refers &&
    stretches.every(({ isPlaceOnly, text: one }) => isPlaceOnly || one.replace(ownWords, '').length < 2)
    ? '搜索'
    : null
}
/** Words around the subject of a how-to that are no names. */
const ownWords =
  /我的|我们|自己|收藏|出来|把|领取|赠送|一家|公司|企业|账号|账户|数据|百言|客服|取得|获取|获得|获|办理|加入|成为|购买|升级|一年|每年|每月|一个月|个月|价格|费用|收费|提交|怎么|如何|怎样|某条|记录|那条|这条|申请|名录|手机号|会员|一个|[的了我在能]/gu
