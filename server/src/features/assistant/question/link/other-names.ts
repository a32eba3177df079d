import { foldForSearch, searchKey } from '../../../../domain/names/company-name.ts'
import type { NameLink } from './link-companies.ts'
import type { OrdinaryWords } from './ordinary-words.ts'
import { isLatin } from './words-around-name.ts'

/** Names of companies that the table may lack, as search keys. `hasNamesake`: few people mean a company whose own name has it. */
export type OtherNames = { has(key: string): boolean; hasNamesake(key: string): boolean; longest: number }

const NAMESAKE = '! '

/** A name a line; `#` begins a comment, and `! ` is before a name with a namesake. */
export function readOtherNames(text: string): OtherNames {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const namesakes = new Set(lines.flatMap((line) => (line.startsWith(NAMESAKE) ? searchKey(line.slice(2)) : [])))
  const keys = new Set([...namesakes, ...lines.map(searchKey)])
  return {
    has: (key) => keys.has(key),
    hasNamesake: (key) => namesakes.has(key),
    longest: Math.max(0, ...lines.map(({ length }) => length)),
  }
}

/** Who owns, audits or pays is no subject of a question: 大股东是腾讯吗, 开户行是工商银行. */
const notSubject = /(?:[是为被归给和跟与同比叫像]|属于|姓)$/u
/** What joins it to another name. */
const joining = /[和与跟同比]$/u
/** What may stand before a name of two characters. */
const beforeShort =
  /(?:^|[,。;?!、:\s]|[查问搜看去在进签欠]了?|那么?|一下|请问|关于|[听据]?说|应聘|入职|加入|知道|供应商|客户)$/u
/** What may stand behind it. */
const behindShort =
  /^(?:$|[,。;?!、:\s]|[的是有在了吗呢啊吧被还现目今去前这那上做打干公欠招包几多哪怎靠法老注总员一给])/u

/** Other names in a normalised question beside its links, the longest of overlapping ones. */
export function otherNamesIn(
  question: string,
  {
    names,
    links,
    words,
  }: { names: Pick<OtherNames, 'has' | 'longest'>; links: readonly NameLink[]; words: Pick<OrdinaryWords, 'isWord'> },
): { start: number; end: number; text: string }[] {
  const { key, starts, ends } = foldForSearch(question)
  const found: { start: number; end: number; text: string }[] = []
  for (let from = 0; from + 2 <= key.length; from += 1) {
    for (let length = Math.min(names.longest, key.length - from); length >= 2; length -= 1) {
      const name = key.slice(from, from + length)
      const [start, end] = [starts[from], ends[from + length - 1]]
      if (!names.has(name) || start === undefined || end === undefined) continue
      const [before, behind] = [question.slice(0, start), question.slice(end)]
      const dividesLatin =
        (isLatin(name.charAt(0)) && isLatin(before.slice(-1))) ||
        (isLatin(name.charAt(length - 1)) && isLatin(behind.charAt(0)))
      // 比亚迪和理想汽车
      const isJoined = joining.test(before) && links.some((link) => link.end === starts[from - 1])
      const isSubject =
        length > 2
          ? isJoined || !notSubject.test(before)
          : beforeShort.test(before) && behindShort.test(behind) && !words.isWord(name)
      const isLinked = links.some((link) => link.start < end && start < link.end)
      if (dividesLatin || !isSubject || isLinked) continue
      found.push({ start, end, text: question.slice(start, end) })
      from += length - 1
      break
    }
  }
  return found
}
