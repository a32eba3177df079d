/** Surnames of two characters; 演示 is the surname of demonstration persons. */
const compoundSurnames = new Set(
  '演示 欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 闾丘 子车 亓官 司寇 巫马 公西 颛孙 壤驷 公良 漆雕 乐正 宰父 谷梁 拓跋 夹谷 轩辕 令狐 段干 百里 呼延 东郭 南门 羊舌 微生 公户 公玉 公仪 梁丘 公仲 公上 公门 公山 公坚 左丘 公伯 西门 公祖 第五 公乘 贯丘 公皙 南荣 东里 东宫 仲长 子书 子桑 即墨 达奚 褚师'.split(
    ' ',
  ),
)

const isMasked = (name: string) => /[某*＊×○]/.test(name)
/** Whether the name is long enough to be searched in a text. */
const isFindable = (name: string) => Array.from(name).length >= 2 && /\p{L}{2}/u.test(name)

/** 张某, 张某某, 欧阳某: the surname, and 某 for each further character, at most twice. */
function maskOf(name: string): string {
  const characters = Array.from(name)
  const surname = characters.length > 2 && compoundSurnames.has(characters.slice(0, 2).join('')) ? 2 : 1
  const given = characters.length - surname
  return `${characters.slice(0, surname).join('')}${given > 1 ? '某某' : '某'}`
}

const withoutSpaces = (name: string) => name.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '').trim()

/** Separators between names, which stay as they are: 演示甲、演示乙等 5 人. */
const between = /([、，,；;/]|等\s*\d*\s*[人名].*$)/u

export type PersonMasks = ReturnType<typeof createPersonMasks>

/**
 * Masks for the natural persons of one record, numbered in order of appearance when masks coincide. A person has the
 * same mask in every field.
 */
export function createPersonMasks(names: readonly string[]) {
  const people = new Set(
    names.flatMap((name) => name.split(between).filter((_, at) => at % 2 === 0)).map(withoutSpaces),
  )
  const unmasked = [...people].filter((name) => name !== '' && !isMasked(name))
  const byMask = Map.groupBy(unmasked, maskOf)
  const masks = new Map<string, string>()
  for (const [mask, sharing] of byMask) {
    for (const [at, name] of sharing.entries()) masks.set(name, sharing.length > 1 ? `${mask}${at + 1}` : mask)
  }
  // Longest first, so that a name that begins with another is masked whole.
  const findable = [...masks.keys()].filter(isFindable).sort((a, b) => b.length - a.length)
  const byFirst = Map.groupBy(findable, (name) => name.charAt(0))

  const masked = (name: string) => masks.get(withoutSpaces(name)) ?? name
  return {
    /** Masks a field that contains one or more of the names. */
    name: (text: string): string =>
      text
        .split(between)
        .map((part, at) => (at % 2 === 0 ? masked(part) : part))
        .join(''),
    /** Masks the names in a text. */
    text: (text: string): string => (findable.length === 0 ? text : replaceNames(text, byFirst, masks)),
  }
}

const isLatin = (character: string) => /^\p{Script=Latin}$/u.test(character)

/** A name in Latin letters matches only between characters that are not Latin letters. */
const standsAlone = (text: string, at: number, name: string) =>
  !isLatin(name.charAt(0)) || !(isLatin(text.charAt(at - 1)) || isLatin(text.charAt(at + name.length)))

function replaceNames(
  text: string,
  byFirst: ReadonlyMap<string, readonly string[]>,
  masks: ReadonlyMap<string, string>,
): string {
  let replaced = ''
  let copied = 0
  for (let at = 0; at < text.length; ) {
    const found = byFirst.get(text.charAt(at))?.find((name) => text.startsWith(name, at) && standsAlone(text, at, name))
    if (found === undefined) {
      at += 1
      continue
    }
    replaced += text.slice(copied, at) + (masks.get(found) ?? '')
    at += found.length
    copied = at
  }
  return copied === 0 ? text : replaced + text.slice(copied)
}
