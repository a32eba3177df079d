import { seededRandom } from '../../../server/test/builders/seeded-random.ts'
import { castAs } from './cast.ts'
import { creditCode, registrationNumber } from './codes.ts'
import type { CompanyRow } from './company.ts'
import { people, provinceOf, regions } from './words.ts'

/** Brands, trades and states that ordinary companies are put together from. */
const brands = Array.from('澜云晨青远星禾松海岳光川林舟木')
const seconds = Array.from('山帆溪峰野河岸石桥')
const trades: { word: string; industry: string; scope: string }[] = [
  { word: '贸易', industry: '51', scope: '日用百货、办公用品、五金产品的批发与零售；货物进出口。' },
  { word: '科技', industry: '65', scope: '软件开发；信息系统集成服务；信息技术咨询服务；互联网数据服务。' },
  { word: '食品', industry: '14', scope: '糕点、面包、饼干的制造与销售；预包装食品批发。' },
  { word: '建筑工程', industry: '47', scope: '房屋建筑工程施工；建筑装饰工程；市政公用工程。' },
  { word: '物流', industry: '54', scope: '道路普通货物运输；仓储服务；装卸搬运；货运代理。' },
  { word: '机械制造', industry: '34', scope: '通用机械设备、阀门、轴承的设计、制造、销售与维修。' },
  { word: '文化传媒', industry: '88', scope: '组织文化艺术交流活动；会议及展览服务；广告设计、制作。' },
  { word: '餐饮管理', industry: '62', scope: '餐饮管理；正餐服务；快餐服务；外卖递送服务。' },
]

/** The kind of code, of company and of form that go together. */
const forms = [
  { code: '91', form: '有限公司', type: '有限责任公司（自然人投资或控股）' },
  { code: '91', form: '有限公司', type: '有限责任公司（法人独资）' },
  { code: '91', form: '股份有限公司', type: '股份有限公司（非上市、自然人投资或控股）' },
  { code: '91', form: '有限公司', type: '有限责任公司（自然人独资）' },
]
const endings: Record<string, string> = {
  注销: '决议解散',
  '吊销，已注销': '依法注销',
  '吊销，未注销': '逾期未开业',
  撤销: '撤销登记',
  责令关闭: '依法责令关闭',
  除名: '依法除名',
}
const states = (
  '存续 在业 开业 存续（在营、开业、在册） 存续 存续 存续 迁出 注销 吊销，未注销 ' +
  '清算 停业 歇业 撤销 除名 责令关闭 筹建 吊销，已注销 存续 存续'
).split(' ')
const sizes = ['少于50人', '50-99人', '100-499人', '500-999人', '1000-4999人']

const two = (number: number) => String(number).padStart(2, '0')

/** One company of the world, by draws alone; its cast and `companyOf` make it what its story needs. */
function drawnCompany(at: number, { below, pick }: ReturnType<typeof seededRandom>): CompanyRow {
  const dateIn = (from: number, to: number) =>
    `${from + below(to - from + 1)}-${two(1 + below(12))}-${two(1 + below(28))}`
  const region = regions[at % regions.length] ?? regions[0]
  const trade = pick(trades)
  const { code, form, type } = pick(forms)
  // 15 and 9 give 45 different brands in a row; one further on, the next 45 are others.
  const brand = `${brands[at % brands.length]}${seconds[(at + Math.floor(at / 45)) % seconds.length]}`
  const founded = dateIn(1994, 2025)
  const state = states[at % states.length] ?? '存续'
  const capital = pick([50, 100, 300, 500, 1_000, 2_000, 5_000, 12_000])
  const place = provinceOf(region)
  const row: CompanyRow = {
    creditCode: creditCode(code, region, below),
    registrationNumber: registrationNumber(region, below),
    name: `${brand}演示${trade.word}${form}`,
    status: state,
    businessType: type,
    foundedOn: founded,
    approvedOn: dateIn(2025, 2025),
    termFrom: founded,
    authority: `${place}演示市市场监督管理局`,
    region,
    industry: trade.industry,
    scope: `${trade.scope}（依法须经批准的项目，经相关部门批准后方可开展经营活动）`,
    taxpayerType: pick(['一般纳税人', '小规模纳税人']),
    legalRepresentative: people[at % people.length] ?? '演示甲',
    capitalValue: capital,
    capitalUnit: '万元',
    capitalCurrency: 'CNY',
    address: `${place}演示市演示区演示路${1 + below(300)}号`,
    website: `www.demo-${at + 1}.example`,
    email: at % 3 === 0 ? `contact@demo-${at + 1}.example` : `demo${at + 1}@mail.example`,
    // 154 is given to no operator: nobody has such a number.
    phones: [`0990-${String(5_550_000 + at)}`, `154${String(at + 1).padStart(8, '0')}`].slice(0, 1 + (at % 2)),
    staffSize: pick(sizes),
    staffYear: 2025,
    insuredCount: at % 7 === 0 ? 0 : 5 + below(400),
    insuredYear: 2025,
  }
  if (at % 2 === 0) Object.assign(row, { paidInValue: capital / 2, paidInUnit: '万元', paidInCurrency: 'CNY' })
  if (at % 3 === 0) row.termTo = `${Number(founded.slice(0, 4)) + 30}${founded.slice(4)}`
  if (at % 3 === 1) row.formerNames = [`${pick(brands)}${pick(seconds)}演示${trade.word}${form}@~${dateIn(2016, 2024)}`]
  if (at % 4 === 1) row.nameEnglish = `Yanshi Demo ${at + 1} Co., Ltd.`
  if (at % 5 === 2) row.mailAddress = `${place}演示市演示区演示大道${1 + below(90)}号演示大厦${2 + below(20)}层`
  if (at % 6 === 3) row.customsCode = `9900${String(960_000 + at)}`
  if (at % 8 === 5) row.aliases = [brand]
  const reason = endings[state]
  if (reason !== undefined)
    Object.assign(row, { endedOn: '2024-11-05', endedReason: reason, endedOffice: row.authority })
  return row
}

const COMPANIES = 60

/** Every company before its facts are settled: drawn, with what its part in the stories fixes. */
export function castCompanies(seed: number): CompanyRow[] {
  const random = seededRandom(seed)
  return Array.from({ length: COMPANIES }, (_none, at) => castAs(at, drawnCompany(at, random)))
}
