import { simplified } from '../../../domain/names/character-fold.ts'
import { dialectWords } from './words/dialect-words.ts'
import { nicknames } from './words/nicknames.ts'

/** Input methods, pages and attacks leave characters that no reader sees. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
/** 老板叫我写个简介: the superior of the asker is no office of the company. */
const ownSuperior = /(?:我们?)?(?:老板|领导|主管|经理|老师)(?:叫|让|要|派|安排)我们?/gu
/** 10个亿 is 10亿. */
const spokenUnit = /(?<=[\d一二两三四五六七八九十百])个(?=[百千]?[万亿])/gu
/** 19年末到21年末 */
const endOfYear = /(?<=\d年)[末底](?=(?:-|~|–|—|至|到)(?:20)?[012]\d年)/gu
/** 2021呢 */
const bareYear = /(?<!\d)(?:19|20)\d\d(?=的?呢)/gu
/** 19到21年, 19到21三年 */
const shortYears = /(?<![\d.])(?<from>[012]\d)年?(?:-|~|–|—|至|到)(?<to>[012]\d)(?:年|(?=这?[三3]年))(?![前后来内])/gu
/** 23年, unless the words around it show a span of time: 成立20年, 20年历史. */
const shortYear =
  /(?<![\d.近过去满第前了立营超至少有整干做开办作共约内]|[^,。;?!\s]到)(?=[012]\d年(?!历史|了|多(?!少)|以上|以[下内]|之?内|左右|经验|期|没|来|间|工龄|老|前(?!后)|的?(?:历史|经验|老|合同|质保|时间)))/gu
/** 一九年, 二零年 */
const shortHanYear =
  /(?<![〇零一二三四五六七八九十\d])(?:一[五六七八九]|二[〇零一二三四五六])(?=年(?!历史|了|多|以[上下内]|之?内|左右|来))/gu
const digitsOf = (written: string) =>
  Array.from(written, (one) => '零一二三四五六七八九'.indexOf(one === '〇' ? '零' : one)).join('')
/** 84年成立的 */
const oldYear = /(?<!\d)(?=[5-9]\d年(?:成立|创|开|办|建|注册|上市|改制|那|生))/gu
const byWord = (table: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(table).flatMap(([standard, words]) => words.split(' ').map((word) => [word, standard] as const)),
  )
const standardOf = byWord(dialectWords)
const nameOf = byWord(nicknames)
/** 茶姬 is 霸王茶姬, unless the whole name is written. */
function namedAs(nickname: string, before: string): string {
  const name = nameOf.get(nickname) ?? nickname
  return `${before}${nickname}`.endsWith(name) ? nickname : name
}
const anyOf = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join('|')
const nickname = new RegExp(anyOf(nameOf.keys()), 'gu')
/** 啥子公司 may be 啥 子公司; 有冇 precedes 冇, its end. */
const ofDialect = new RegExp(`(?:${[...standardOf.keys()].join('|')})(?!公司)`, 'gu')
/** 电话好多, but 好多人 */
const howMuch =
  /(?<=电话|税号|资本|资金|号码|代码|员工|工资)好多|(?<=有)好多(?=[家个条人][嘛吗啊嗦哦噻]?(?:[?。!,\s]|$))/gu
/** Where a long sentence without signs comes to its question: …怕是假的你给我看看法人是谁. */
const turn =
  /(?<=[^,。;?!\s]{6})(?:(?:所以|那)?(?:我?(?:就|只|想)(?:想)?(?:问|知道)|请问|请你|麻烦[你帮]|(?:你|就)?(?:帮|给)(?:[我俺]|阿.)(?:[查看问瞧算]|打听)|问一?下|求问))/gu
/** 你好,请问一下 before a question, and 谢谢,急 behind it; alone they are one. */
const greeting =
  /^(?:(?:你好呀?|您好|哈喽|嗨|hi|hello|在吗|在不在|打扰一?下了?|麻烦了?|劳驾|不好意思|谢谢|好的?(?:知道了)?|嗯+|哦+|噢|(?:哦|噢)?(?:这样|原来如此)啊?|明白了?|知道了|了解了?|收到|行|ok|急+|百言|小百)[,，。!！~?？\s]+|(?:请问|想问|麻烦问|想请问|问)(?:一?下)?[,，:：\s]*)+(?=[^,，。!！?？\s]{2})/iu
const thanks =
  /(?<=[^,，。!！?？\s]{2}.*?)(?:[,，。!！?？~\s]+(?:谢谢|谢了|谢啦|多谢|感谢|辛苦|拜托|急用|急+|挺急|在线等|等回复|求(?:解答?|助|告知)|有(?:没有)?(?:人|谁|大佬)?知道的?[吗么])(?:了|啦|您|你|大家|各位)*)+[,，。!！~\s]*$/u
/** Between words an emoji is a blank. */
const spaces = /[\p{Z}\s\p{Extended_Pictographic}\p{Emoji_Modifier}]+/gu
const encoded = /[A-Za-z0-9+/_-]{24,}={0,2}/g

/** Encoded stretches mix cases and digits; names and codes do not. Nothing decodes them: they are data. */
const isEncoded = (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text) && /[\d+/=_]/.test(text)

/**
 * The question as the grammar reads it: NFKC, simplified, in standard words and names, on one line, without invisible characters and encoded stretches.
 */
export const normaliseQuestion = (text: string): string =>
  simplified(
    text
      .replace(/[\n\r\t①-⑳]/g, ' ')
      .normalize('NFKC')
      .replace(invisible, ''),
  )
    .replace(encoded, (stretch) => (isEncoded(stretch) ? ' ' : stretch))
    .replace(ofDialect, (word) => standardOf.get(word) ?? word)
    .replace(nickname, (word, at: number, whole: string) => namedAs(word, whole.slice(0, at)))
    .replace(howMuch, '多少')
    .replace(spokenUnit, '')
    .replace(ownSuperior, '')
    .replace(endOfYear, '')
    .replace(shortYears, '20$<from>年到20$<to>年')
    .replace(shortYear, '20')
    .replace(oldYear, '19')
    .replace(shortHanYear, (written) => `20${digitsOf(written)}`)
    .replace(bareYear, '$&年')
    .replace(spaces, ' ')
    .replace(turn, ',$&')
    .trim()
    .replace(greeting, '')
    .replace(thanks, '')
