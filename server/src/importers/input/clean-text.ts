/**
 * Characters that no reader sees, or that reorder what a reader sees: formats such as U+202E and U+200B, fillers, and the
 * controls that a wrong encoding leaves.
 */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0080-\u0084\u0086-\u009f]/gu
/** Each system draws another sign for a character of private use, or none. */
const privateUse = /\p{Co}/gu
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));?/gi

/** Entities of names and addresses that exporters of web pages leave in their texts. */
const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['zwnj', ''],
  ['zwj', ''],
  ['lrm', ''],
  ['rlm', ''],
  ['shy', ''],
  ['middot', '·'],
  ['bull', '•'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['times', '×'],
  ['deg', '°'],
  ['plusmn', '±'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['yen', '¥'],
])

/** An address contains `&copy=1` as the name of a parameter: without its semicolon only these are entities. */
const withoutSemicolon = new Set(['amp', 'nbsp', 'lt', 'gt', 'quot'])

function characterOf(written: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) {
    const isWhole = written.endsWith(';') || withoutSemicolon.has(name.toLowerCase())
    return isWhole ? (named.get(name.toLowerCase()) ?? written) : written
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : written
}

const decode = (text: string): string =>
  text.includes('&')
    ? text.replace(entity, (written, decimal?: string, hexadecimal?: string, name?: string) =>
        characterOf(written, decimal, hexadecimal, name),
      )
    : text

/** Some exporters encode twice: &amp;amp;. */
const DECODINGS = 2

/** A text of a file without invisible characters and with its HTML entities decoded. */
export function cleanText(text: string): string {
  let decoded = text
  for (let times = 0; times < DECODINGS; times += 1) decoded = decode(decoded)
  return decoded.replace(unseen, '')
}

/** Whether `cleanText` may change a text. In JSON a character may be escaped. */
const mayBeUnclean = /[&\p{Cf}\p{Default_Ignorable_Code_Point}\u0080-\u009f]|\\u/u
export const mayNeedCleaning = (row: string): boolean => mayBeUnclean.test(row)

/** Cleans every text of a JSON value; the names of its fields stay. */
export function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanValue(item)]))
}

export const withoutPrivateUse = (text: string): string => text.replace(privateUse, '')

const lineEnds = /[\t ]*[\r\n\u0085\u2028\u2029]+[\t ]*/g
/** Characters of Chinese and Japanese text, with their punctuation. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u2010-\u2027\u3000-\u303f\uff00-\uffef]/u

/** A text in one line: Chinese text goes on without a space, other words are separated by one. */
export const joinLines = (text: string): string =>
  text.replace(lineEnds, (_end, at: number, whole: string) => {
    const end = at + _end.length
    const isBetweenWords =
      at > 0 && end < whole.length && !wide.test(whole.charAt(at - 1)) && !wide.test(whole.charAt(end))
    return isBetweenWords ? ' ' : ''
  })

/** Words of exporters for a cell without a value, in lower case and without brackets. */
const words = new Set(
  [
    '无 暂无 暂无数据 暂无信息 暂未公开 暂未公示 未公开 未公示 未披露 未提供 未填报 未填写 未收录 未知 不详 空 空值 无数据 无信息',
    '未公布 未公告 未注明 暂缺 暂未收录 暂未公布 暂无记录 暂无相关信息 暂无相关数据 无记录 不适用',
    '企业选择不公示 该企业选择不公示 选择不公示 不公示 企业未公示 该企业未公示 nan null none nil undefined n/a #n/a #null! #value! #ref! #name? #div/0!',
  ].flatMap((line) => line.split(' ')),
)
const LONGEST = 12
const [HAN_FROM, HAN_TO] = [0x4e00, 0x9fff]
/** A cell of these alone has no value: -, ——, /, //, ***, \\N. */
const signsAlone = /^(?:[-\u2010-\u2015\u2500_~/\\*.·…。、,;:|\s]*|\\n)$/
const inBrackets = /^[([{<【《](.*)[)\]}>】》]$/

/** Whether the text of a cell says that there is no value. Called for every cell. */
export function isNoValue(cell: string): boolean {
  if (cell.length > LONGEST) return false
  if (cell === '' || cell === '-') return true
  const first = cell.charCodeAt(0)
  // Most short values begin with a digit or a Han character, and need no normalisation.
  if (first >= 0x30 && first <= 0x39) return false
  if (first >= HAN_FROM && first <= HAN_TO) return words.has(cell)
  const plain = cell.normalize('NFKC').toLowerCase().trim()
  const word = inBrackets.exec(plain)?.[1] ?? plain
  return words.has(word) || signsAlone.test(word)
}
