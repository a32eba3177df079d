import { similarPictures } from './similar-pictures.ts'

/** A single typo that turns one text into another, with its position in `typed`. */
export type Edit =
  | { type: 'same' }
  | { type: 'replaced'; at: number; typed: string; intended: string }
  | { type: 'missing' | 'extra' | 'swapped'; at: number }

/** The single-character edit between `typed` and `intended`; null when more than one is needed. */
export function oneEdit(typed: string, intended: string): Edit | null {
  const difference = typed.length - intended.length
  if (difference < -1 || difference > 1) return null
  let at = 0
  while (at < typed.length && at < intended.length && typed.charCodeAt(at) === intended.charCodeAt(at)) at += 1
  if (at === typed.length && at === intended.length) return { type: 'same' }
  if (difference === 1) return typed.slice(at + 1) === intended.slice(at) ? { type: 'extra', at } : null
  if (difference === -1) return typed.slice(at) === intended.slice(at + 1) ? { type: 'missing', at } : null
  if (typed.slice(at + 1) === intended.slice(at + 1)) {
    return { type: 'replaced', at, typed: typed.charAt(at), intended: intended.charAt(at) }
  }
  const isSwapped =
    typed.charAt(at) === intended.charAt(at + 1) &&
    typed.charAt(at + 1) === intended.charAt(at) &&
    typed.slice(at + 2) === intended.slice(at + 2)
  return isSwapped ? { type: 'swapped', at } : null
}

/** `text` and every text with one character removed: two texts one typo apart share one of these. */
export function withOneLeftOut(text: string): string[] {
  const texts = [text]
  for (let at = 0; at < text.length; at += 1) {
    // Removing either of two equal neighbours gives the same text.
    if (at === 0 || text.charCodeAt(at) !== text.charCodeAt(at - 1)) texts.push(text.slice(0, at) + text.slice(at + 1))
  }
  return texts
}

/**
 * Groups of characters that look alike and are mistaken for one another. Collected by hand from characters in company
 * names; characters that sound alike need no list.
 */
const groups = [
  ...'己已巳 末未 土士 日曰 人入八 大太犬 天夭 千干于 午牛 贝见 侯候 晴睛 拨拔 戊戌戍 辩辨辫 微徽 今令 刀力 九丸 王玉主 木本术'.split(
    ' ',
  ),
  ...'甲申由田电 白百自 目且 鸟乌 兔免 治冶 密蜜 竟竞 析折拆 祖租 渴喝 汽气 历厉 厂广 间问 名各 右石 古舌 吉告 亨享 坏环杯怀'.split(
    ' ',
  ),
  ...'场扬杨 狠狼 壮状 弛驰池 他她地 油抽轴袖 笛苗 描猫 茶荼 菜莱 诉拆 庄压 席度 青责 员圆园 因困国 固团 西酉 洒酒 升开井'.split(
    ' ',
  ),
  ...'丹舟 母毋每 海梅 兴光 先洗冼 元无 完宗 宁宇 字学 容客 裕浴 详祥洋 群样 义叉 友发 皮反 波坡玻披 毕华 此些 素索 东乐 来米'.split(
    ' ',
  ),
  ...'束柬 速逮 健键建 浦捕铺辅 博搏傅 薄簿 尚向 同周 能熊 龙尤 拢陇泷 江汪 注住往 柱桂佳 准淮推谁堆 维唯惟 夏复 厚原 源愿'.split(
    ' ',
  ),
  ...'泉京 景影 彩采 爱受 援缓暖 林材村 森淋 休体 和知 科料 斗头 买卖实 金全 合含 余佘 涂徐除 锦棉绵 铝铅 钢纲刚岗 银很根恨'.split(
    ' ',
  ),
  ...'铁轶秩 失矢 秦泰 奉春 清请情精 静净 新亲 斯期欺 朝潮 胡湖糊 明朋 昌晶品 旦但 旬旭 昊吴 晨震振 盛威 诚城 康唐庚 恒桓 宣宜'.split(
    ' ',
  ),
  ...'益盖 盈盆 创仓 伦沦轮论 亚业 三二 工土 互五 瓦互 口日 中申 忠仲钟种 沪泸护炉 户尸 芳芬 防坊访仿纺 旋旅 药约 钓钧 勾匀句'.split(
    ' ',
  ),
  ...'构购沟 投没股设 般航舰 船舶 泊柏拍铂 链莲连 联职 织积炽识 管官馆 宫营菅 莹莺荧 英央映 平苹坪评 软转传 桥侨轿骄 臣巨'.split(
    ' ',
  ),
  ...'拒柜距 疗辽 了子 大丈 史吏 兰三 博簿 丰手 乎平 卫工 云去 尔你 申甲 鑫金 晟盛 浩洁 凯铠 鹏朋 腾滕 瑞端 琦绮'.split(
    ' ',
  ),
]

const lookAlikes = new Map<string, Set<string>>()
const addOthers = (character: string, others: Iterable<string>) => {
  const known = lookAlikes.get(character) ?? new Set()
  for (const other of others) known.add(other)
  lookAlikes.set(character, known)
}
for (const group of groups) for (const character of group) addOthers(character, group)
for (const [character = '', ...others] of similarPictures.split(' ').map((word) => Array.from(word))) {
  addOthers(character, others)
  for (const other of others) addOthers(other, character)
}

export const looksAlike = (a: string, b: string): boolean => lookAlikes.get(a)?.has(b) ?? false
