import { explainedTerms } from './words/guidance-words.ts'

const termByWord = new Map<string, string>()
for (const [term, synonyms] of Object.entries(explainedTerms)) {
  for (const word of [term, ...synonyms.split(' ')]) if (word !== '') termByWord.set(word, term)
}
const words = [...termByWord.keys()].sort((a, b) => b.length - a.length)

/** Terms in a text, in the order of appearance; the longest word wins: 失信被执行人 is not 被执行人. */
export function termsIn(text: string): string[] {
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

/** 社会信用代码是不是就是税号: whether two terms are of one meaning. */
export const relatesTerms = (text: string): boolean =>
  text.split(/是不是(?:就是|等于)?|就是|等于/u).filter((side) => termsIn(side).length > 0).length > 1

/** Whether a text is part of a term: 简易 of 简易注销. */
export const isInTerm = (text: string) => {
  const bare = text.replace(/^[的和与跟及是]+|[的和与跟及是]+$/gu, '')
  return words.some((word) => word.includes(bare))
}

/** 什么是X, X是什么意思: the question is about the word itself. */
const certain =
  /什么是(?<a>[^,。?]{2,20})|(?:(?<!姓)什么叫|(?<!姓)啥叫|啥是|何谓|何为|名词解释)[:：]?(?<b>[^,。?]{2,20})|(?<c>[^,。?]{2,20}?)(?:是|到底是|究竟是|具体是|都是)?(?:个)?(?:什么|啥)(?:意思|含义|概念|玩意|东西|鬼)|(?<d>[^,。?]{2,20}?)(?:的)?(?:含义|定义|意思|概念)(?:是|$|\?)|(?<e>[^,。?]{2,20}?)(?:是)?指(?:的)?(?:是)?(?:什么|啥|谁|哪些|哪个|哪种)|(?:怎么|如何|怎样)理解(?<f>[^,。?]{2,20})|(?:解释|科普|讲解|说明)(?:一下|下)?(?:什么是|啥是)?(?<g>[^,。?]{2,20})|(?<h>[^,。?]{2,20}?)(?:怎么|如何)(?:理解|解释)|(?<i>[^,。?]{2,20}?)代表什么|(?<j>[^,。?]{2,20}?)意味着(?:什么|啥)/u

/** Terms that a clause asks to explain; empty: none. `isAboutCompany`: the clause names a company, or refers to one. */
export function explainedTermsOf(text: string, isAboutCompany: boolean): string[] {
  const match = certain.exec(text)
  if (match === null) return []
  const terms = termsIn(text)
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
