import { contactFilterKeys } from '@baiqicha/contract/search-vocabulary'
import { systemClock } from '../../server/src/domain/clock.ts'
import { prominenceOf } from '../../server/src/domain/company/company-size.ts'
import { creditCodeCheck } from '../../server/src/domain/company/credit-code.ts'
import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { createCompanySource } from '../../server/src/features/company/company-source.repository.ts'
import { type DatabaseLocation, openDatabase } from '../../server/src/platform/database/open-database.ts'
import { loadReferenceData } from '../../server/src/platform/reference-data.ts'
import type { IdRange } from '../../server/src/search/company-source.ts'
import { buildIndexableCompany } from '../../server/test/builders/indexable-companies.ts'
import { type SeededRandom, seededRandom } from '../../server/test/builders/seeded-random.ts'

/** Raise it with every change of what a seed produces: cached stores are built again. */
export const GENERATOR_VERSION = 4

const trades =
  '贸易 科技 商贸 建筑工程 信息技术 广告传媒 投资管理 电子商务 机械设备 物流 餐饮管理 房地产开发 装饰工程 文化传播 企业管理咨询 网络科技 汽车销售 服饰 食品 医疗器械 建材 化工 电子 农业开发 教育咨询 ' +
  '生物科技 环保科技 劳务派遣 物业管理 进出口贸易 运输 园林绿化 五金制品 塑料制品 家具 纺织品 包装材料 印刷 酒店管理 旅游 新能源 软件开发 自动化设备 仪器仪表 水产养殖 矿业 医药 珠宝 体育用品 影视制作 ' +
  '电力工程 钢结构 混凝土 租赁 融资担保 保险代理 供应链管理 航空服务 茶业 酒业 粮油 饲料 光电科技 精密制造 模具 橡胶 玻璃 陶瓷 涂料 造纸 人力资源 知识产权代理 会展服务 健康管理 养老服务 家政服务 消防工程 ' +
  '测绘 检测技术 智能科技 数据服务 通信工程 半导体 轴承 阀门 电缆 照明'
const forms =
  '有限公司 有限公司 有限公司 有限公司 有限公司 有限公司 有限公司 有限责任公司 有限公司分公司 股份有限公司 农民专业合作社 （有限合伙） 集团有限公司'
const industries = 'F51 F52 C35 M75 I65 E47 L72 G54 K70 A01 C26 C39 H62 O80 R87 N78 D44 J66 P82 B06'
const statuses = '存续 存续 存续 存续 存续 存续 存续 注销 注销 吊销 迁出'
const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余'
const scopePhrases =
  '货物进出口 技术服务 技术咨询 日用百货销售 机械设备租赁 计算机软硬件开发 建筑材料批发 会议及展览服务 普通货物道路运输 食品经营 农产品初加工 企业管理咨询 室内外装饰 五金交电零售 电子产品研发 化工原料销售 物业服务 广告设计与发布 劳务分包 园林绿化养护'

const riskKinds = ['dishonestExecutor', 'executedPerson', 'consumptionRestriction', 'businessRisk'] as const
const PROVINCES = 31
const CITIES = 11
const SLOTS = 65_536
const HAN = { start: 0x4e00, count: 20_000, step: 7 }
const CHARACTERS = 3_755

/** Draws with the frequencies of Zipf and Mandelbrot: the k-th item in proportion to 1 / (offset + k). */
function zipf<T>(items: readonly T[], offset: number, random: SeededRandom): () => T {
  const weights = items.map((_, index) => 1 / (offset + index + 1))
  const share = SLOTS / weights.reduce((sum, weight) => sum + weight, 0)
  const slots = items.flatMap((item, at) => Array.from({ length: Math.ceil((weights[at] ?? 0) * share) }, () => item))
  return () => random.pick(slots)
}

const two = (value: number) => String(value).padStart(2, '0')

/** Draws of all parts of a company. Places and brands are random characters; region codes begin with 99, which no region has. */
function createDraws(random: SeededRandom) {
  // From a random place among the Han characters, in steps: neighbours in frequency are no neighbours in the table.
  const first = random.below(HAN.count)
  const characters = Array.from({ length: CHARACTERS }, (_, at) =>
    String.fromCodePoint(HAN.start + ((first + at * HAN.step) % HAN.count)),
  )
  const wordAt = (at: number) => (characters[at * 2] ?? '') + (characters[at * 2 + 1] ?? '')
  const places = Array.from({ length: PROVINCES * CITIES }, (_, index) => {
    const province = index % PROVINCES
    const code = `99${two(province + 10)}${two(Math.floor(index / PROVINCES) + 1)}`
    return { code, province: `${wordAt(province)}省`, city: `${wordAt(PROVINCES + index)}市` }
  })
  const character = zipf(characters, 10, random)
  const word = (length: number) => Array.from({ length }, character).join('')
  const zipfOf = (text: string, offset: number) => zipf(text.split(' '), offset, random)
  return {
    place: zipf(places, 8, random),
    brand: () => word(random.pick([2, 2, 2, 2, 2, 3, 3, 3, 4])),
    trade: zipfOf(trades, 4),
    form: zipfOf(forms, 6),
    industry: zipfOf(industries, 3),
    status: zipfOf(statuses, 6),
    person: () => random.pick(Array.from(surnames)) + word(1 + random.below(2)),
    phrase: zipfOf(scopePhrases, 3),
  }
}

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** Has no factor in common with 31: every index has another code, and neighbours lie far apart. */
const STEP = 85_289

function creditCodeOf(index: number): string {
  let rest = (index * STEP) % 31 ** 8
  let own = ''
  for (let at = 0; at < 8; at += 1) {
    own += alphabet.charAt(rest % 31)
    rest = Math.floor(rest / 31)
  }
  const first17 = `9199000${1 + (index % 5)}${own}0`
  return first17 + creditCodeCheck(first17)
}

/** `count` fictional companies, with the frequencies of a real register; phone numbers in a block that no operator has. */
function* generatedCompanies(count: number, seed: number): Generator<IndexableCompany, void, undefined> {
  const random = seededRandom(seed)
  const draw = createDraws(random)
  const oneIn = (times: number) => random.below(times) === 0
  const some = <T>(most: number, one: () => T) => [...new Set(Array.from({ length: 1 + random.below(most) }, one))]
  for (let index = 0; index < count; index += 1) {
    const place = draw.place()
    const trade = oneIn(4) ? draw.trade() + draw.trade() : draw.trade()
    const nameWith = (brand: string) =>
      `${oneIn(6) ? '' : place.city.slice(0, oneIn(4) ? 3 : 2)}${brand}${trade}${draw.form()}`
    const brand = draw.brand()
    const name = nameWith(brand)
    const isListed = oneIn(2000)
    const status = draw.status()
    const capital = oneIn(5) ? null : Math.ceil(10 ** (random.next() * 4.5))
    const year = 1980 + Math.floor(45.99 * Math.sqrt(random.next()))
    const foundedOn = `${year}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`
    const industryCode = draw.industry()
    const hasLongTexts = oneIn(5)
    yield buildIndexableCompany({
      id: `g${index.toString(36).padStart(16, '0')}`,
      name,
      formerNames: oneIn(25) ? [nameWith(draw.brand())] : [],
      shortNames: isListed ? [`${brand}${trade.slice(0, 2)}`] : [],
      stockCodes: isListed ? [`99${String(random.below(10_000)).padStart(4, '0')}`] : [],
      creditCode: creditCodeOf(index),
      legalRepresentative: draw.person(),
      status,
      regionCode: place.code,
      regionName: place.province + place.city,
      industryCode,
      industrySection: industryCode.charAt(0),
      capital,
      foundedOn,
      isListed,
      type: name.endsWith('分公司') ? 'branch' : 'limited',
      scope: hasLongTexts ? Array.from({ length: 4 + random.below(12) }, draw.phrase).join('；') : null,
      address: hasLongTexts ? `${place.province}${place.city}${draw.brand()}路${1 + random.below(999)}号` : null,
      phones: oneIn(3) ? [`154${String(random.below(100_000_000)).padStart(8, '0')}`] : [],
      contacts: contactFilterKeys.filter((_type, at) => index % (at + 2) === 0),
      employees: index % 3 === 0 ? index % 700 : null,
      members: oneIn(5) ? some(4, draw.person) : [],
      risks: oneIn(50) ? some(2, () => random.pick(riskKinds)) : ['none'],
      prominence: prominenceOf({
        name,
        status,
        businessType: null,
        isListed,
        isOnCompanyList: false,
        capital,
        foundedOn,
      }),
    })
  }
}

/** Where the companies of a bench come from: the store of a server, or the generator. */
export type CompanyOrigin = ({ from: 'store' } & DatabaseLocation) | { from: 'generator'; count: number; seed: number }

/** Streams all companies, or those of a range of a store, as the server streams them into its index. */
export async function* companiesOf(
  origin: CompanyOrigin,
  range?: IdRange,
): AsyncGenerator<IndexableCompany, void, undefined> {
  if (origin.from === 'generator') {
    yield* generatedCompanies(origin.count, origin.seed)
    return
  }
  const database = openDatabase(origin)
  const reference = loadReferenceData({ demo: true })
  yield* createCompanySource({ db: database.db, clock: systemClock, reference, includeDemo: true }).companies(range)
  await database.close()
}

/** Companies to draw queries from, without their long texts; each list is a uniform draw from all that have the fact. */
export type Sample = { everyone: IndexableCompany[]; withPerson: IndexableCompany[]; withPhone: IndexableCompany[] }

const SIZE = 20_000
const SEED = 1

/** Reservoir sampling in one pass. */
export async function drawSample(origin: CompanyOrigin): Promise<Sample> {
  const random = seededRandom(SEED)
  const createReservoir = () => {
    const drawn: IndexableCompany[] = []
    let seen = 0
    const offer = (company: IndexableCompany) => {
      const at = seen < SIZE ? seen : random.below(seen + 1)
      seen += 1
      if (at < SIZE) drawn[at] = { ...company, scope: null, address: null }
    }
    return { drawn, offer }
  }
  const [everyone, withPerson, withPhone] = [createReservoir(), createReservoir(), createReservoir()]
  for await (const company of companiesOf(origin)) {
    everyone.offer(company)
    if (company.legalRepresentative !== null) withPerson.offer(company)
    if (company.phones.length > 0) withPhone.offer(company)
  }
  return { everyone: everyone.drawn, withPerson: withPerson.drawn, withPhone: withPhone.drawn }
}
