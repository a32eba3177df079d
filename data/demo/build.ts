/**
 * Makes the demonstration companies: `node data/demo/build.ts`. All of them are invented: their names hold 演示, their
 * people are called 演示甲 and so on, and their credit codes name regions that do not exist (990001 to 990005).
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { creditCodeCheck } from '../../server/src/domain/credit-code.ts'
import { seededRandom } from '../../server/test/seeded-random.ts'

const SEED = 20260630

const { below, pick } = seededRandom(SEED)
const two = (number: number) => String(number).padStart(2, '0')
const dateIn = (from: number, to: number) =>
  `${from + below(to - from + 1)}-${two(1 + below(12))}-${two(1 + below(28))}`

const codeLetters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]

/** GB 11714: digits, then A is 10. */
const valueOf = (letter: string) => Number.parseInt(letter, 36)

/** A credit code with both check characters right, of a region that is not. */
function creditCode(kind: string, region: string): string {
  const body = `MA${Array.from({ length: 6 }, () => codeLetters.charAt(below(31))).join('')}`
  const sum = organisationWeights.reduce((total, weight, at) => total + weight * valueOf(body.charAt(at)), 0)
  const check = 11 - (sum % 11)
  const first17 = `${kind}${region}${body}${check === 11 ? '0' : check === 10 ? 'X' : check}`
  return first17 + creditCodeCheck(first17)
}

/** Fifteen digits, the last by ISO 7064 MOD 11,10. */
function registrationNumber(region: string): string {
  const first14 = region + String(below(100_000_000)).padStart(8, '0')
  let product = 10
  for (const digit of first14) {
    const sum = (product + Number(digit)) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return first14 + ((11 - product) % 10)
}

const regions = ['990001', '990002', '990003', '990004', '990005']
const regionNames: Record<string, string> = {
  990001: '演示东省',
  990002: '演示西省',
  990003: '演示南省',
  990004: '演示北省',
  990005: '演示中省',
}
const people = '甲乙丙丁戊己庚辛壬癸'.split('').map((sign) => `演示${sign}`)
const brands = '澜云晨青远星禾松海岳光川林舟木'.split('')
const seconds = '山帆溪峰野河岸石桥'.split('')
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

type Company = Record<string, string | number | string[]>

function company(at: number): Company {
  const region = regions[at % regions.length] ?? '990001'
  const trade = pick(trades)
  const { code, form, type } = pick(forms)
  // 15 and 9 give 45 different brands in a row.
  const brand = `${brands[at % brands.length]}${seconds[at % seconds.length]}`
  const name = `${brand}演示${trade.word}${form}`
  const founded = dateIn(1994, 2025)
  const state = states[at % states.length] ?? '存续'
  const capital = pick([50, 100, 300, 500, 1_000, 2_000, 5_000, 12_000])
  const person = people[at % people.length] ?? '演示甲'
  const place = regionNames[region] ?? ''
  const built: Company = {
    creditCode: creditCode(code, region),
    registrationNumber: registrationNumber(region),
    name,
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
    legalRepresentative: person,
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
  if (at % 2 === 0) Object.assign(built, { paidInValue: capital / 2, paidInUnit: '万元', paidInCurrency: 'CNY' })
  if (at % 3 === 0) built['termTo'] = `${Number(founded.slice(0, 4)) + 30}${founded.slice(4)}`
  if (at % 3 === 1)
    built['formerNames'] = [`${pick(brands)}${pick(seconds)}演示${trade.word}${form}@~${dateIn(2016, 2024)}`]
  if (at % 4 === 1) built['nameEnglish'] = `Yanshi Demo ${at + 1} Co., Ltd.`
  if (at % 5 === 2) built['mailAddress'] = `${place}演示市演示区演示大道${1 + below(90)}号演示大厦${2 + below(20)}层`
  if (at % 6 === 3) built['customsCode'] = `9900${String(960_000 + at)}`
  if (at % 8 === 5) built['aliases'] = [brand]
  const reason = endings[state]
  if (reason !== undefined)
    Object.assign(built, { endedOn: '2024-11-05', endedReason: reason, endedOffice: built['authority'] })
  return built
}

/** Those that a page must be able to stand, each with what is odd about it. */
const special: Partial<Record<number, Company>> = {
  0: {
    creditCode: '91990001MA0TE5T16H',
    name: '澜山演示贸易有限公司',
    businessType: '有限责任公司（自然人投资或控股）',
  },
  1: { creditCode: '91990002MA0FCT021R' },
  2: { creditCode: '91990003MA0FCT03X0' },
  3: { creditCode: '91990004MA0FCT048E' },
  4: { creditCode: '91990005MA0FCT056P' },
  20: {
    name: '演示东省澜云青远星禾松海岳光川国际新能源智能装备（集团）演示控股投资发展股份有限公司演示市高新技术产业开发区第一分公司',
    businessType: '股份有限公司分公司（非上市）',
    formerNames: ['云帆演示装备有限公司@2001-03-01~2009-06-30', '云帆演示装备集团股份有限公司@2009-06-30~2019-12-01'],
  },
  21: { name: '同名演示商贸有限公司', region: '990001' },
  22: { name: '同名演示商贸有限公司', region: '990002' },
  23: {
    name: '晨溪演示创业投资合伙企业（有限合伙）',
    businessType: '有限合伙企业',
    legalRepresentativeTitle: '执行事务合伙人',
  },
  24: {
    capitalValue: 800,
    capitalUnit: '万美元',
    capitalCurrency: 'USD',
    businessType: '有限责任公司（外商投资企业与内资合资）',
  },
  25: { name: '青禾演示农民专业合作社', businessType: '农民专业合作社' },
  26: { asOf: '2023-06-30' },
  27: { name: '海岸演示咨询中心（个人独资）', businessType: '个人独资企业' },
}

const companies = Array.from({ length: 36 }, (_none, at): Company => ({ ...company(at), ...special[at] }))
const file = path.join(import.meta.dirname, 'companies.ndjson')
writeFileSync(file, companies.map((row) => `${JSON.stringify(row)}\n`).join(''))
console.log(`companies.ndjson: ${companies.length} companies, seed ${SEED}`)
