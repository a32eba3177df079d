import type { IndexableCompany } from '../../../../domain/company/indexable-company.ts'
import { coreName, nameKey, searchKey, withoutSigns } from '../../../../domain/names/company-name.ts'
import { englishCore, isTradeOnly, websiteLabels } from '../../../../domain/names/trade-name.ts'
import { isHan } from '../../../../search/analysis/query-plan.ts'
import { type Brand, type SearchDocument, searchDocumentFrom } from '../../../../search/analysis/search-document.ts'
import { createYielder } from '../../../../search/refresh/yield-to-event-loop.ts'
import { websiteWords } from '../words/website-words.ts'
import { priorOf } from './company-prior.ts'
import { isOfWords } from './ordinary-words.ts'

/**
 * Kinds of names, by how surely a name of the kind means its company. `core`: without legal form. `shortened`: 平安 of
 * 中国平安. `brand`: without place and trade, as 格力. `latin`: English name or website label. `part`: the beginning of a
 * name, as 海尔 of 海尔智家. `ending`: 讯飞 of 科大讯飞. `start`: two characters that begin a short name; only beside another company.
 * `lone`: the same, if no other name has them.
 */
export const nameKinds = {
  code: 1e6,
  name: 1e6,
  shortName: 60,
  alias: 60,
  core: 12,
  shortened: 10,
  formerName: 3,
  formerShortName: 3,
  brand: 3,
  latin: 3,
  part: 2,
  ending: 2,
  start: 2,
  lone: 2,
} as const
export type NameKind = keyof typeof nameKinds

/** `core`: key of the company's name without legal form. */
export type NameOwner = { companyId: string; kind: NameKind; prior: number; core: string }

export type NameTable = {
  /** Companies with the name, by its search key; the best first. */
  find(key: string): readonly NameOwner[]
  /** Length of the longest name that begins with these two units; 0: none. */
  longestFrom(start: string): number
  /** Whether names of several companies have the key behind their beginning, as words have: 世纪, 机器人. */
  isInnerWord(key: string): boolean
  /** Whether a name has the two characters behind its beginning: 快递, but not 拖了. */
  hasPair(characters: string): boolean
  /** Names to which a misspelled one is compared: all but codes and parts. */
  comparedKeys: readonly string[]
}

/** Longer names are found by the search. */
const LONGEST = 100
/** A company whose prior is less has no name of the kind `part`. */
const PART_PRIOR = 20_000
/** The same, if no other short name begins like it: 兆易 of 兆易创新. */
const LONE_PRIOR = 3_000
/** 京东 is no part of 京东方: a name of three characters is whole. */
const WHOLE = 3
/** Names of other companies that make a word. */
const INNER_NAMES = 3

const kindList = Object.keys(nameKinds).filter((kind): kind is NameKind => kind in nameKinds)
/** A posting is one number: company * KINDS + kind. */
const KINDS = 16

/** 三一集团 of 三一集团有限公司; the search document has 三一. */
const legalForm = /(?:股份有限公司|有限责任公司|有限公司|股份公司)$/u
/** Marks that an exchange puts before short names. */
const marks = ['st', 'xd', 'xr', 'dr']

/** 舟野机械 of 舟野演示机械制造有限公司, which is of the demonstration set. */
const demonstration = /^(\p{Script=Han}{2,3})演示(\p{Script=Han}{2,})$/u

/** Builds the table. Yields to the event loop. @throws `signal.reason` once the signal is aborted */
export async function buildNameTable(
  companies: AsyncIterable<IndexableCompany> | Iterable<IndexableCompany>,
  signal: AbortSignal = new AbortController().signal,
): Promise<NameTable> {
  const yielder = createYielder(signal)
  const ids: string[] = []
  const priors: number[] = []
  const cores: string[] = []
  const postings = new Map<string, number | number[]>()
  const longest = new Map<string, number>()
  const parts: (Part & { company: number })[] = []
  const starts: [key: string, company: number, isWhole: boolean][] = []

  function add(key: string, kind: NameKind, company: number) {
    if (key.length < 2 || key.length > LONGEST) return
    const posting = company * KINDS + kindList.indexOf(kind)
    const known = postings.get(key)
    if (known === undefined) postings.set(key, posting)
    // The first name of a company with the key is its surest.
    else if (typeof known === 'number') {
      if (Math.floor(known / KINDS) !== company) postings.set(key, [known, posting])
    } else if (!known.some((other) => Math.floor(other / KINDS) === company)) known.push(posting)
    const start = key.slice(0, 2)
    if ((longest.get(start) ?? 0) < key.length) longest.set(start, key.length)
  }

  /** Keys of groups in short. Misspelled names are not compared to them: 京东集团 sounds like 金东集团 of 金东投资集团. */
  const ofGroups = new Set<string>()
  for await (const company of companies) {
    ids.push(company.id)
    const prior = priorOf(company)
    priors.push(prior)
    const document = searchDocumentFrom(company)
    cores.push(withoutSigns(coreName(nameKey(company.name))).slice(document.names[0]?.start))
    for (const [kind, key] of namesOf(company, document)) add(key, kind, ids.length - 1)
    for (const key of groupNamesOf(company, document)) {
      add(key, 'shortened', ids.length - 1)
      ofGroups.add(key)
    }
    for (const name of startingNames(company))
      starts.push([searchKey(name.slice(0, 2)), ids.length - 1, name.length <= WHOLE])
    if (prior >= PART_PRIOR) for (const part of partsOf(document)) parts.push({ ...part, company: ids.length - 1 })
    if (yielder.shouldYield()) await yielder.yieldNow()
  }

  const isWithinWhole = ({ key, of }: Part) => {
    const whole = of.slice(0, WHOLE)
    return key !== whole && whole.startsWith(key) && postings.has(whole)
  }
  const startKeys = new Set(starts.map(([key]) => key))
  const added: typeof parts = []
  for (const part of parts) {
    // 科创 of 兰花科创 also begins 科创新源.
    if (!isWithinWhole(part) && !(part.kind === 'ending' && startKeys.has(part.key))) added.push(part)
    if (yielder.shouldYield()) await yielder.yieldNow()
  }
  // 申通 of 申通快递股份有限公司 and of 申通快递有限公司: of one family the larger one.
  const families = new Set<string>()
  for (const { kind, key, of, company } of added.toSorted(
    (a, b) => (priors[b.company] ?? 0) - (priors[a.company] ?? 0),
  )) {
    const family = `${key} ${of}`
    if (!families.has(family)) add(key, kind, company)
    families.add(family)
    if (yielder.shouldYield()) await yielder.yieldNow()
  }
  const sharing = new Map<string, number>()
  for (const [key] of starts) sharing.set(key, (sharing.get(key) ?? 0) + 1)
  for (const [key, company, isWhole] of starts) {
    const isLone = !isWhole && sharing.get(key) === 1 && (priors[company] ?? 0) >= LONE_PRIOR && !isOfWords(key)
    if (postings.has(key)) add(key, 'start', company)
    else if (isLone) add(key, 'lone', company)
    if (yielder.shouldYield()) await yielder.yieldNow()
  }

  /** Names that begin with the key are those of one family, so only the others count. */
  const inner = new Map<string, number>()
  for (const core of cores) {
    const seen = new Set<string>()
    for (let at = 1; at < core.length - 1; at += 1) {
      for (let length = 2; length <= 4 && at + length <= core.length; length += 1) {
        const key = core.slice(at, at + length)
        if (postings.has(key) && !core.startsWith(key)) seen.add(key)
      }
    }
    for (const key of seen) inner.set(key, (inner.get(key) ?? 0) + 1)
    if (yielder.shouldYield()) await yielder.yieldNow()
  }
  for (const [key, count] of inner) {
    if (count < INNER_NAMES) inner.delete(key)
    if (yielder.shouldYield()) await yielder.yieldNow()
  }

  const comparedKeys: string[] = []
  const pairs = new Set<number>()
  for (const [key, found] of postings) {
    for (let at = 1; at < key.length - 1; at += 1) pairs.add(pairOf(key, at))
    const kinds = (typeof found === 'number' ? [found] : found).map((posting) => kindList[posting % KINDS])
    if (
      isHan(key) &&
      key.length <= 12 &&
      !ofGroups.has(key) &&
      kinds.some((kind) => kind !== 'part' && kind !== 'lone' && kind !== 'code')
    ) {
      comparedKeys.push(key)
    }
    if (yielder.shouldYield()) await yielder.yieldNow()
  }

  return {
    find(key) {
      const found = postings.get(key)
      if (found === undefined) return []
      return (typeof found === 'number' ? [found] : found)
        .flatMap((posting): NameOwner[] => {
          const at = Math.floor(posting / KINDS)
          const [companyId, prior, kind, core] = [ids[at], priors[at], kindList[posting % KINDS], cores[at]]
          return companyId === undefined || prior === undefined || kind === undefined || core === undefined
            ? []
            : [{ companyId, kind, prior, core }]
        })
        .toSorted((a, b) => nameKinds[b.kind] * b.prior - nameKinds[a.kind] * a.prior)
    },
    longestFrom: (start) => longest.get(start) ?? 0,
    isInnerWord: (key) => inner.has(key),
    hasPair: (characters) => pairs.has(pairOf(characters, 0)),
    comparedKeys,
  }
}

/** Two characters as one number, which takes less memory than a text. */
const pairOf = (text: string, at: number) => text.charCodeAt(at) * 0x1_00_00 + text.charCodeAt(at + 1)

/** Fields of names whose brands name their company less surely, or not at all. */
const ofOthers: readonly string[] = ['formerName', 'formerShortName', 'alias']

/** Names of one company with their kinds, the surest first. */
function* namesOf(
  company: IndexableCompany,
  document: SearchDocument,
): Generator<readonly [kind: NameKind, key: string]> {
  const { names, brands, shortenedNames, tradeNames } = document
  for (const code of company.stockCodes) yield ['code', searchKey(code)]
  if (company.creditCode !== null) yield ['code', searchKey(company.creditCode)]
  // A stock without a full name is stored under its short name, which another company may share.
  const isShort = company.shortNames.includes(company.name)
  for (const { field, key } of names) {
    if (field === 'name' && isShort) yield ['shortName', key]
    else if (field === 'name' || field === 'shortName' || field === 'alias') yield [field, key]
    // Inside a question the star of *ST is a sign.
    if (field === 'shortName' && key.startsWith('*')) yield [field, key.slice(1)]
  }
  const core = searchKey(company.name).replace(legalForm, '')
  yield ['core', core]
  // 保利集团 of 中国保利集团有限公司, 三安集团 of 福建三安集团有限公司.
  const start = core.startsWith('中国') ? 2 : (names[0]?.start ?? 0)
  if (start > 0 && core.length > start + 3 && core.endsWith('集团')) yield ['core', core.slice(start)]
  const fieldOf = ({ name }: Brand) => names[name]?.field
  // 我的 of the brand 我的美丽日记 is no name.
  const inUse = (brand: Brand) => !ofOthers.includes(fieldOf(brand) ?? '')
  for (const brand of brands) if (inUse(brand)) yield [fieldOf(brand) === 'name' ? 'core' : 'shortName', brand.key]
  for (const brand of shortenedNames) if (inUse(brand) && isOwn(brand.key)) yield ['shortened', brand.key]
  for (const brand of tradeNames) if (inUse(brand) && isOwn(brand.key)) yield ['brand', brand.key]
  // 铜陵精达 of 铜陵精达特种电磁线股份有限公司
  const place = start === 2 && core.startsWith('中国') ? '' : core.slice(0, start).replace(/[省市县区]$/u, '')
  const first = core.slice(start, start + 2)
  if (place.length > 1 && isOwn(first) && !isOfWords(first)) yield ['brand', place + first]
  const [, before, trade] = demonstration.exec(core) ?? []
  if (before !== undefined && trade !== undefined) {
    yield ['shortened', before + trade]
    yield ['shortened', before + trade.slice(0, 2)]
  }
  for (const { field, key } of names) {
    if (field === 'formerName' || field === 'formerShortName') yield [field, key]
  }
  for (const brand of brands) if (fieldOf(brand)?.startsWith('former') === true) yield ['formerName', brand.key]
  for (const english of company.englishNames) {
    yield ['name', searchKey(english)]
    yield ['latin', englishCore(english)]
  }
  for (const label of websiteLabels(company.website))
    if (!marks.includes(label) && isNameOfSite(label)) yield ['latin', searchKey(label)]
}

/** 浙江荣盛集团 and 荣盛集团 of 浙江荣盛控股集团有限公司; 安徽天大集团 of 安徽天大企业（集团）有限公司. */
function groupNamesOf(company: IndexableCompany, { names }: SearchDocument): string[] {
  const core = withoutSigns(searchKey(company.name).replace(legalForm, ''))
  const short = core.replace(/(?:企业|控股|实业|投资|产业|创业)集团$/u, '集团')
  if (short === core) return []
  return [short, short.slice(names[0]?.start ?? 0)].filter((key) => key.length > 3)
}

/** cs, and the word quick, occur in questions about any company. */
const isNameOfSite = (label: string) => label.length > 2 && !websiteWords.has(label)

/** 恒锋 of 恒锋工具. */
const startingNames = ({ shortNames }: IndexableCompany) => shortNames.filter((name) => isHan(name) && name.length > 2)

/** A text of trade words alone names no company. */
const isOwn = (key: string) => !isTradeOnly(key)

type Part = { kind: 'part' | 'ending'; key: string; of: string }

/** Parts of names in use, without places and trades. */
function* partsOf({ names, brands, tradeNames, regions }: SearchDocument): Generator<Part> {
  const places = [...regions, '中国']
  const isPart = (key: string) => isOwn(key) && !places.some((place) => key.startsWith(place))
  for (const { name, key: of } of [...brands, ...tradeNames]) {
    const field = names[name]?.field
    if (!isHan(of) || ofOthers.includes(field ?? '') || of.length <= WHOLE) continue
    for (const key of [of.slice(0, 2), of.slice(0, WHOLE)]) if (isPart(key)) yield { kind: 'part', key, of }
    if (field !== 'shortName' || of.length !== 4) continue
    if (isPart(of.slice(2))) yield { kind: 'ending', key: of.slice(2), of }
    // 招行 of 招商银行, 南航 of 南方航空.
    const [, first, trade] = /^(.).(?:(?:(银)行)|(?:航空))$/u.exec(of) ?? []
    if (first !== undefined) yield { kind: 'part', key: first + (trade === undefined ? '航' : '行'), of }
  }
}
