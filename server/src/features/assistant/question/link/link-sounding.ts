import { isHan } from '../../../../search/analysis/query-plan.ts'
import { weak } from '../tokens.ts'
import { linkCompanies, type NameLink } from './link-companies.ts'
import { FAMOUS } from './name-context.ts'
import { LONGEST_SOUND, pinyinStretches, type Sounds, sharesMost } from './name-sounds.ts'
import type { NameTable } from './name-table.ts'
import type { OrdinaryWords } from './ordinary-words.ts'

/** Too many texts sound like a shorter name, unless many people know it and it is in pinyin or stands before a product. */
const SHORTEST = 3
const WELL_KNOWN = 10_000

type Known = { table: NameTable; words: OrdinaryWords; sounds: Sounds }
type Sounding = { start: number; end: number; names: readonly string[]; how: NameLink['how'] }

/**
 * Companies whose name a normalised question writes in pinyin, or with other characters of the same sound. Each is linked as
 * if the question wrote the name, so the words around it count as for an exact name.
 */
export function linkSounding(question: string, known: Known): NameLink[] {
  const { table, words } = known
  const links: NameLink[] = []
  const found = [...written(question, known), ...spelled(question, known)]
  for (const { start, end, names, how } of found) {
    if (links.some((link) => start < link.end && link.start < end)) continue
    // 数智科技 of a full name that is not stored is no 数知科技.
    if (ofFullName.test(question.slice(end))) continue
    // 中山那个做电子秤的 is no 电子城.
    if (makes.test(question.slice(0, start)) && question.charAt(end) === '的') continue
    const read = names.flatMap((name) => {
      const corrected = question.slice(0, start) + name + question.slice(end)
      const isIt = (link: NameLink) => link.start === start && link.name === name
      return linkCompanies(corrected, table, words).filter(isIt)
    })
    const [best, ...others] = read.toSorted((a, b) => (b.candidates[0]?.score ?? 0) - (a.candidates[0]?.score ?? 0))
    if (best === undefined) continue
    const ids = new Set<string>()
    const isNew = ({ companyId }: { companyId: string }) => !ids.has(companyId) && ids.add(companyId)
    const candidates = [best, ...others].flatMap((link) => link.candidates).filter(isNew)
    links.push({ ...best, end, text: question.slice(start, end), how, candidates })
  }
  return links
}

/** What a full name has behind a short one. */
const ofFullName = /^(?:股份|控股|集团)*有限(?:责任)?公司/u

const makes = /[做产卖造买]$/u

/** Stretches that sound like a name and are none, the longest first. */
function written(question: string, { table, words, sounds }: Known): Sounding[] {
  const borders = words.bordersOf(question)
  const found: Sounding[] = []
  // 快递 of 顺风快递, but 公司 of 国际公司
  const isWellKnown = (name: string) => (table.find(name)[0]?.prior ?? 0) >= WELL_KNOWN
  const isProduct = (behind: string) => words.isWord(behind) && table.hasPair(behind) && !words.isCue(behind)
  for (let length = Math.min(LONGEST_SOUND, question.length); length > 1; length -= 1) {
    const isKnown = (name: string) => length >= SHORTEST || (table.find(name)[0]?.prior ?? 0) >= FAMOUS
    for (let start = 0; start + length <= question.length; start += 1) {
      const end = start + length
      const typed = question.slice(start, end)
      if (!isHan(typed) || table.find(typed).length > 0) continue
      const likely = sounds.like(typed).filter((name) => sharesMost(typed, name) && isKnown(name))
      const isOrdinary =
        length < SHORTEST
          ? !borders.has(start) || !isProduct(question.slice(end, end + 2)) || borders.has(end + 1)
          : isOfWords(typed, start, borders)
      // 桃里面包 is 桃里 and 面包, and what everybody calls 桃李面包.
      const isWhole = length > SHORTEST && borders.has(start) && borders.has(end)
      const names = likely.filter((name) => !isOrdinary || (isWhole && isWellKnown(name)))
      if (names.length > 0) found.push({ start, end, names, how: 'corrected' })
    }
  }
  return found
}

/** 来一份: words, and characters that are words of their own. 会计山 has a character that is none. */
function isOfWords(typed: string, start: number, borders: ReadonlySet<number>): boolean {
  if (!borders.has(start) && !borders.has(start + typed.length)) return true
  return Array.from(typed).every((character, at) => {
    const isAlone = borders.has(start + at) && borders.has(start + at + 1)
    return !isAlone || weak.has(character)
  })
}

/** Words in pinyin, and neighbours, that make a name together. */
export function spelled(question: string, { table, sounds }: Pick<Known, 'table' | 'sounds'>): Sounding[] {
  const isLikely = (name: string) => name.length >= SHORTEST || (table.find(name)[0]?.prior ?? 0) >= WELL_KNOWN
  return pinyinStretches(question).flatMap(({ start, end, letters }) => {
    const names = sounds.spelledAs(letters).filter(isLikely)
    return names.length === 0 ? [] : [{ start, end, names, how: 'pinyin' as const }]
  })
}
