import { type AgeBand, ageBandKeys } from '@baiqicha/contract/search-vocabulary'
import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { coreName, nameKey, regionForms, searchKey, withoutRegion } from '../../server/src/domain/names/company-name.ts'
import { tradeName } from '../../server/src/domain/names/trade-name.ts'
import { capitalBandOf } from '../../server/src/search/analysis/filters.ts'
import type { CompanyFilters } from '../../server/src/search/company-search.ts'
import { type SeededRandom, seededRandom } from '../../server/test/builders/seeded-random.ts'
import { typoKinds, withTypo } from '../../server/test/relevance/typos.ts'
import type { Sample } from './generated-companies.ts'

/** `terms`: texts that the name must contain, for engines that have names only; null if they cannot answer. */
export type SearchQuery = { keyword: string; filters: CompanyFilters; terms: readonly string[] | null }

/** null if the company that was drawn has no such query. */
type Draw = (random: SeededRandom, sample: Sample) => SearchQuery | null

const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text)
const inName = (keyword: string): SearchQuery => ({ keyword, filters: {}, terms: [searchKey(keyword)] })
const notInName = (keyword: string, filters: CompanyFilters = {}): SearchQuery => ({ keyword, filters, terms: null })

const regionsOf = ({ regionName }: IndexableCompany) => (regionName === null ? [] : regionForms(regionName))

/** 字号: the name without region, trade and legal form. */
const brandOf = (company: IndexableCompany) =>
  tradeName(withoutRegion(coreName(nameKey(company.name)), regionsOf(company)))

const brandOfLength =
  (length: number): Draw =>
  (random, { everyone }) => {
    const brand = brandOf(random.pick(everyone))
    return brand.length === length && isHan(brand) ? inName(brand) : null
  }

/** In a block that no operator has, for a register without numbers. */
const UNUSED_NUMBER = '15400000000'

const commonWords =
  '有限公司 科技 贸易 实业 投资 建筑 工程 技术 发展 商贸 管理 服务 股份 国际 电子 机械 集团 文化 物流 咨询 材料 设备 食品 汽车 装饰 房地产 化工 制造 开发 信息'.split(
    ' ',
  )

/** Rare characters of GB 2312, which occur in no name. */
const unusual = Array.from(
  '亟鬲卮兕孱嗉囿徂忝恁憷扃摭旮晷欤殄毖沔泐滗炱爝狺猃甑畋疃皴睇砭硪祆禚窀笳篪粢糸纾罨羝耱舁艏荮莜蓊虮蛏螫衲裉觜訾谶貔趔跏踔轵辂醵',
)

/** In the order in which the kinds are printed. */
const draws: Readonly<Record<string, Draw>> = {
  全称: (random, { everyone }) => inName(random.pick(everyone).name),
  二字品牌: brandOfLength(2),
  三字品牌: brandOfLength(3),
  四字品牌: brandOfLength(4),
  '地区+品牌': (random, { everyone }) => {
    const company = random.pick(everyone)
    const [brand, regions] = [brandOf(company), regionsOf(company)]
    const region = regions.length === 0 ? '' : random.pick(regions)
    if (region === '' || !isHan(brand) || brand.length > 4) return null
    const keyword = random.pick([`${region} ${brand}`, `${brand} ${region}`, region + brand])
    return { keyword, filters: {}, terms: [searchKey(region), brand] }
  },
  常见词: (random) => inName(random.pick(commonWords)),
  中间片段: (random, { everyone }) => {
    const key = searchKey(random.pick(everyone).name)
    const length = 2 + random.below(4)
    if (key.length < length + 4) return null
    const start = 1 + random.below(key.length - length - 3)
    return inName(key.slice(start, start + length))
  },
  单字: (random, { everyone }) => {
    const character = random.pick(Array.from(searchKey(random.pick(everyone).name)))
    return isHan(character) ? inName(character) : null
  },
  人名: (random, { withPerson }) => {
    const { legalRepresentative, members } = random.pick(withPerson)
    return notInName(random.pick(legalRepresentative === null ? members : [legalRepresentative, ...members]))
  },
  代码前缀: (random, { everyone }) => {
    const { creditCode, stockCodes } = random.pick(everyone)
    const codes = creditCode === null ? stockCodes : [...stockCodes, creditCode]
    const code = codes.length === 0 ? '' : random.pick(codes)
    return code === '' ? null : notInName(code.slice(0, 4 + random.below(code.length - 4)))
  },
  电话: (random, { withPhone }) =>
    notInName(withPhone.length === 0 ? UNUSED_NUMBER : random.pick(random.pick(withPhone).phones)),
  错字: (random, { everyone }) => {
    const company = random.pick(everyone)
    const name = random.pick([brandOf(company), coreName(nameKey(company.name)), company.name])
    if (name.length < 3 || !isHan(name)) return null
    const keyword = withTypo(name, random.pick(typoKinds), random)
    return keyword === null ? null : notInName(keyword)
  },
  筛选: (random, { everyone }) => {
    const company = random.pick(everyone)
    const keyword = random.pick([brandOf(company).slice(0, 2), random.pick(commonWords)])
    const filters = filtersFor(company, random)
    return keyword === '' || Object.keys(filters).length === 0 ? null : notInName(keyword, filters)
  },
  无结果: (random) => inName(Array.from({ length: 3 + random.below(3) }, () => random.pick(unusual)).join('')),
}

export const searchKinds = Object.keys(draws)

/** One or two conditions that the company itself meets. */
function filtersFor(company: IndexableCompany, random: SeededRandom): CompanyFilters {
  const { regionCode, capital, industrySection } = company
  const age: AgeBand = random.pick(ageBandKeys)
  const conditions: CompanyFilters[] = [{ age }, { listed: company.isListed ? 'listed' : 'unlisted' }]
  if (regionCode !== null) conditions.push({ region: regionCode.slice(0, 2) }, { region: regionCode.slice(0, 4) })
  const band = capital === null ? undefined : capitalBandOf(capital)
  if (band !== undefined) conditions.push({ capital: band })
  if (industrySection !== null) conditions.push({ industry: industrySection })
  return { ...random.pick(conditions), ...random.pick(conditions) }
}

const MAX_ATTEMPTS = 1000

/** `count` queries of each kind; fewer if the companies have too few such facts. */
export function drawSearchQueries(sample: Sample, seed: number, count: number): Map<string, SearchQuery[]> {
  const random = seededRandom(seed)
  const drawKind = (draw: Draw) => {
    const queries: SearchQuery[] = []
    for (let attempt = 0; queries.length < count && attempt < count * MAX_ATTEMPTS; attempt += 1) {
      const query = draw(random, sample)
      if (query !== null) queries.push(query)
    }
    return queries
  }
  return new Map(Object.entries(draws).map(([kind, draw]) => [kind, drawKind(draw)]))
}
