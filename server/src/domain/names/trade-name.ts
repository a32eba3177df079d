import { endingFinder, searchKey } from './company-name.ts'

/**
 * Words for a trade or a kind of organisation, which do not identify a company. A longer word precedes its own ending.
 */
const tradeWords =
  '科技 技术 网络 信息 软件 电子 电气 电器 电力 电子商务 通信 通讯 智能 自动化 光电 半导体 微电子 精密 机械 机电 装备 设备 仪器 仪表 制造 工业 实业 ' +
  '产业 企业 发展 开发 投资 控股 资本 资产 管理 咨询 服务 贸易 商贸 商业 经贸 外贸 国际 进出口 物资 供应链 物流 运输 航运 航空 港口 铁路 高速 公路 ' +
  '建设 建筑 建材 建工 工程 装饰 装潢 设计 园林 房地产 置业 地产 物业 城建 路桥 水泥 玻璃 陶瓷 家居 家具 酒店 旅游 餐饮 食品 饮料 酒业 乳业 ' +
  '农业 农牧 牧业 种业 渔业 林业 粮油 生物 生物医药 医药 药业 制药 医疗 医疗器械 健康 化工 化学 化纤 石化 材料 新材料 塑料 橡胶 塑胶 涂料 纸业 ' +
  '印刷 包装 纺织 服装 服饰 鞋业 金属 钢铁 有色 矿业 煤业 煤炭 能源 新能源 石油 燃气 热力 水务 环保 环境 节能 汽车 汽车零部件 汽车配件 汽车销售 ' +
  '零部件 轮胎 电缆 电线 五金 模具 照明 灯饰 传媒 文化 影视 广告 出版 教育 培训 银行 证券 保险 信托 租赁 融资租赁 典当 担保 小额贷款 百货 超市 连锁 ' +
  '零售 珠宝 化妆品 日化 玩具 礼品 体育 娱乐 互动 游戏 数据 数字 云计算 安全 系统 集成'
const trades = new Set(tradeWords.split(' '))
const tradeOf = endingFinder(
  [...trades].sort((a, b) => b.length - a.length),
  2,
)

/** 字号: a core name without region and without trade words at its end, at least two characters long. */
export function tradeName(core: string): string {
  let rest = core
  for (;;) {
    const trade = tradeOf(rest)
    if (trade === undefined) return rest
    rest = rest.slice(0, -trade.length)
  }
}

/** Whether a text consists of words for a trade only. */
export function isTradeOnly(text: string): boolean {
  return trades.has(tradeName(text))
}

/** Whether a text begins with a word for a trade or a kind of organisation: 生物怎么样. */
export const startsWithTrade = (text: string): boolean =>
  text.startsWith('集团') || [4, 3, 2].some((length) => text.length >= length && trades.has(text.slice(0, length)))

/** Short name of a stock without the additions of the exchange: 万科 for 万科A, 演示 for *ST演示 and 演示-U. */
export function listedShortCore(key: string): string {
  const core = key
    .replace(/^(?:\*?st|s\*?st|sst|xd|xr|dr|n(?=\p{Script=Han}))/u, '')
    .replace(/(?:-?(?:uw|u|w|v)|[ab])$/u, '')
  return /\p{Script=Han}{2}/u.test(core) ? core : key
}

const chineseDigits = '零一二三四五六七八九'

/** A text of Chinese digits as figures: 360 for 三六零; unchanged when it contains anything else. */
export const digitsOf = (text: string): string =>
  /^[零〇一二三四五六七八九]+$/u.test(text)
    ? Array.from(text.replaceAll('〇', '零'), (digit) => chineseDigits.indexOf(digit)).join('')
    : text

const englishForms =
  /^(?:co|company|corp|corporation|inc|incorporated|limited|ltd|llc|plc|group|holding|holdings|share|shares|stock|joint)$/

/**
 * An English name as one word without a business form at its end, such as Co., Ltd.; empty when nothing else remains.
 */
export function englishCore(text: string): string {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  while (words.length > 0 && englishForms.test(words.at(-1) ?? '')) words.pop()
  return searchKey(words.join(' '))
}

const suffix =
  /^(?:com|cn|net|org|gov|edu|ac|co|cc|hk|tw|io|ai|tv|me|biz|info|top|vip|shop|site|tech|group|ltd|inc|global|online|cloud)$/
const host = /^(?:www|m|en|ir)\d*$/
/** Words that a label has besides the brand. */
const trade =
  /(?:-.*|group|china|tech|technology|battery|express|bank|auto|motors?|pharma?|energy|power|electric|steel|chem|media|foods?|bio|med|holdings?|corp)$/

/** What a website calls its company: catlbattery and catl of https://www.catlbattery.com/zh; empty: it has no such label. */
export function websiteLabels(website: string | null): string[] {
  const [domain = ''] = (website ?? '')
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .split(/[/:?#\s,;，；]/, 1)
  const label = domain.split('.').findLast((one) => one !== '' && !suffix.test(one)) ?? ''
  if (!/^[a-z][a-z0-9-]+$/.test(label) || host.test(label)) return []
  const brand = label.replace(trade, '')
  return brand.length < 2 || brand === label ? [label] : [label, brand]
}
