import { type FoldedCharacters, fold, foldWithOffsets } from './character-fold.ts'

/** Comparison of names: 比亚迪（深圳）有限公司, 比亞迪(深圳)有限公司 and 比亚迪 (深圳) 有限公司 are the same name. */

/** Key shared by all spellings of a name. Pure and idempotent; empty when nothing can be compared. */
export const nameKey = (name: string): string => fold(name)

/** `nameKey(name)` with the position of each of its UTF-16 units in `name`. */
export const foldName = (name: string): FoldedCharacters => foldWithOffsets(name)

/** Longest first, so that a longer form is removed whole. */
const legalForms = [
  '股份有限责任公司',
  '有限责任公司',
  '股份有限公司',
  '股份合作公司',
  '有限合伙企业',
  '普通合伙企业',
  '合伙企业',
  '有限公司',
  '股份公司',
  '总公司',
  '公司',
].sort((a, b) => b.length - a.length)

const partnershipMarks = ['(有限合伙)', '(普通合伙)', '(特殊普通合伙)']
const groupForms = ['(集团)股份', '(集团)', '集团股份', '集团', '股份']

const partnershipMarkOf = endingFinder(partnershipMarks)
const legalFormOf = endingFinder(legalForms)
const groupFormOf = endingFinder(groupForms)

/**
 * Returns a function that finds the first matching ending with at least `least` characters before it; undefined for
 * none. Endings are looked up by their last character, so that most texts need no comparison.
 */
export function endingFinder(endings: readonly string[], least = 0): (text: string) => string | undefined {
  const byLast = Map.groupBy(endings, (ending) => ending.charCodeAt(ending.length - 1))
  return (text) => {
    const some = byLast.get(text.charCodeAt(text.length - 1))
    return some?.find((ending) => text.length - ending.length >= least && text.endsWith(ending))
  }
}

const without = (key: string, ending: string | undefined) =>
  ending === undefined || key.length - ending.length < 2 ? key : key.slice(0, -ending.length)

/** A name key without its legal form and 集团, at least two characters long. */
export function coreName(key: string): string {
  const unmarked = without(key, partnershipMarkOf(key))
  const named = without(unmarked, legalFormOf(unmarked))
  return without(named, groupFormOf(named))
}

const fullNameEnd = /(?:有限(?:责任)?公司|股份(?:合作)?公司|合伙企业|合伙\))$/u

/** Whether a name ends with a legal form that only registered names have. 公司 alone also follows short names. */
export const isFullName = (name: string): boolean => fullNameEnd.test(nameKey(name))

const peoples =
  '蒙古|回|藏|维吾尔|苗|彝|壮|布依|朝鲜|满|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|仫佬|羌|布朗|' +
  '撒拉|毛南|仡佬|锡伯|阿昌|塔吉克|普米|怒|鄂温克|德昂|保安|裕固|独龙|各'
/** 土家族苗族自治州 of 恩施土家族苗族自治州. */
const autonomous = new RegExp(`(?<=..)(?:(?:${peoples})族?)+自治(?<level>[州县旗])$`, 'u')
const placeEndings = /(?:特别行政区|(?:维吾尔|壮族|回族)?自治区|自治[州县旗]|地区|新区|省|市|盟|县|区|旗)$/u

/** Forms in which a name may write one place, longest first: 深圳市 and 深圳. */
export function placeForms(name: string): string[] {
  const level = autonomous.exec(name)?.groups?.['level'] ?? ''
  const short = name.replace(autonomous, '').replace(placeEndings, '')
  if (short.length < 2 || short === name) return [name]
  // 恩施州 is written more often than 恩施土家族苗族自治州.
  return level === '' ? [name, short] : [name, short + level, short]
}

/** Forms in which a name may contain its region, longest first: 广东省深圳市 gives 广东省, 深圳市, 广东, 深圳. */
export function regionForms(regionName: string): string[] {
  const parts = regionName.match(/.+?(?:特别行政区|自治[区州县旗]|地区|省|市|盟|县|区)/gu) ?? [regionName]
  return longestFirst(parts.flatMap(placeForms))
}

export const longestFirst = (texts: Iterable<string>): string[] =>
  [...new Set(texts)].sort((a, b) => b.length - a.length)

const dividedWords = new Set(['市政', '市场', '区域', '县域'])

/** Whether cutting `key` at `at` divides a word: 深圳市政 is 深圳 and 市政. */
export const dividesWord = (key: string, at: number): boolean => dividedWords.has(key.slice(at - 1, at + 1))

/**
 * A core name without region words (`regionForms`) at the start or in brackets; unchanged when fewer than two
 * characters would remain.
 */
export function withoutRegion(core: string, regions: readonly string[]): string {
  let rest = core
  if (rest.includes('(')) for (const region of regions) rest = rest.replace(`(${region})`, '')
  for (let at = 0; at < regions.length; ) {
    const region = regions[at] ?? ''
    const isFound = rest.startsWith(region) && rest.length - region.length >= 2 && !dividesWord(rest, region.length)
    if (isFound) rest = rest.slice(region.length)
    // After a match the search restarts with the longest form.
    at = isFound ? 0 : at + 1
  }
  return rest.length < 2 ? core : rest
}

/** The star of *ST is part of the name: with and without it are two names of a stock. */
const unsearched = /(?!^\*st)[^\p{L}\p{N}\p{M}]/gu

/** The name key without brackets and punctuation, which people often omit in a search. */
export const searchKey = (name: string): string => withoutSigns(nameKey(name))

/** Nearly every key matches, and then nothing has to be removed. */
const withoutAny = /^[a-z0-9\u4e00-\u9fff]*$/

export const withoutSigns = (key: string): string => (withoutAny.test(key) ? key : key.replace(unsearched, ''))

/** `searchKey(name)` with offsets into `name`. */
export function foldForSearch(name: string): FoldedCharacters {
  const folded = foldName(name)
  const searched: FoldedCharacters = { key: '', starts: [], ends: [] }
  let unit = 0
  for (const character of folded.key) {
    const isSearched = withoutSigns(character) !== '' || (unit === 0 && folded.key.startsWith('*st'))
    for (let half = 0; half < character.length; half += 1, unit += 1) {
      const start = folded.starts[unit]
      const end = folded.ends[unit]
      if (!isSearched || start === undefined || end === undefined) continue
      searched.key += character.charAt(half)
      searched.starts.push(start)
      searched.ends.push(end)
    }
  }
  return searched
}
