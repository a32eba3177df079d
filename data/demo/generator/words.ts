/** Places, offices and people that nobody is. */

export const regions = ['990001', '990002', '990003', '990004', '990005'] as const
const provinces: Readonly<Record<string, string>> = {
  990001: '演示东省',
  990002: '演示西省',
  990003: '演示南省',
  990004: '演示北省',
  990005: '演示中省',
}
export const provinceOf = (region: string): string => provinces[region] ?? '演示东省'

/** 演示甲 to 演示癸: nobody in this world has another name. */
export const people: readonly string[] = Array.from('甲乙丙丁戊己庚辛壬癸', (sign) => `演示${sign}`)

/** `code` stands in the numbers of its cases. */
export type Court = { name: string; code: string; province: string; next: Court | null }

/** The two courts of a first instance. */
type Courts = readonly [Court, Court]

function courtsOf(region: string): Courts {
  const province = provinceOf(region)
  // The first province is the one most stories are set in; its city is told without it.
  const city = region === '990001' ? '演示市' : `${province}演示市`
  const number = region.slice(-2)
  const upper = { name: `${city}中级人民法院`, code: `演${number}`, province, next: null }
  const lower = (district: string, at: number) => ({
    name: `${city}${district}人民法院`,
    code: `演${number}0${at}`,
    province,
    next: upper,
  })
  return [lower('示例区', 1), lower('样板区', 2)]
}

const courts = new Map(regions.map((region) => [region as string, courtsOf(region)]))
export const courtsIn = (region: string): Courts => courts.get(region) ?? courtsOf('990001')

export const marketOffice = (region: string): string =>
  region === '990001' ? '演示市示例区市场监督管理局' : `${provinceOf(region)}演示市市场监督管理局`
export const taxOffice = (region: string): string => `国家税务总局${provinceOf(region)}演示市税务局稽查局`
const otherOffices = [
  '生态环境局',
  '应急管理局',
  '住房和城乡建设局',
  '人力资源和社会保障局',
  '消防救援支队',
  '城市管理局',
]
export const officesOf = (region: string): string[] => [
  marketOffice(region),
  ...otherOffices.map((office) => `${provinceOf(region)}演示市${office}`),
]

/** GB/T 4754 divisions in which the companies work. */
const industryNames: Readonly<Record<string, string>> = {
  14: '食品制造业',
  26: '化学原料和化学制品制造业',
  34: '通用设备制造业',
  47: '房屋建筑业',
  51: '批发业',
  54: '道路运输业',
  62: '餐饮业',
  65: '软件和信息技术服务业',
  66: '货币金融服务',
  72: '商务服务业',
  88: '文化艺术业',
}

/** @throws Error for a division that no company works in */
export function industryName(division: string): string {
  const name = industryNames[division]
  if (name === undefined) throw new Error(`no name for the industry ${division}`)
  return name
}
