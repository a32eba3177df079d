import { looksAlike } from '../../src/domain/names/typos.ts'
import type { SeededRandom } from '../builders/seeded-random.ts'
import { soundsLike } from './facts.ts'

/**
 * Pairs that school books of Chinese warn of. Collected apart from what the search has, which comes from pictures of
 * characters and from a list of its own; `sharedWithSearch` says how much both have in common.
 */
const pairs = [
  ...'人入 八人 大太 大犬 天夫 夫失 千干 干于 土士 土王 王玉 王主 主玉 未末 本木 木禾 日目 日白 目自 自白 白百 田由 由甲 甲申'.split(
    ' ',
  ),
  ...'申电 口日 中虫 贝见 牛午 力刀 刀刃 万方 为办 几儿 儿九 九丸 己已 已巳 止正 正王 厂广 广产 云去 手毛 升开 开井 井并 头买'.split(
    ' ',
  ),
  ...'买卖 卖实 问间 间闻 闪问 鸟乌 鸟岛 马鸟 东车 车军 住往 往佳 佳住 佳桂 桂挂 推堆 堆维 维准 准淮 淮谁 清请 请情 情晴 晴睛'.split(
    ' ',
  ),
  ...'睛精 青责 责绩 积织 织识 职织 跑泡 泡抱 抱饱 炮泡 包句 句旬 访放 仿访 防仿 芳防 坊访 纺坊 妨仿 今令 令冷 玲铃 岭铃 领颂'.split(
    ' ',
  ),
  ...'零雷 霜箱 湘箱 厢箱 机肌 村材 材财 杉彬 杨扬 扬场 场汤 肠场 阳旧 昌晶 晶品 明朋 朋用 用甩 冈网 岗刚 刚钢 钢纲 铜钢 洞铜'.split(
    ' ',
  ),
  ...'桐洞 同向 向尚 尚常 堂常 常赏 党堂 档挡 科料 料斜 斗头 抖斗 汽气 汽洗 洗先 先光 光兴 元无 元完 完宗 宗示 宁宇 宇字 字学'.split(
    ' ',
  ),
  ...'宝玉 实宝 宾滨 兵乒 岳兵 丘兵 斤斥 折拆 析折 诉拆 浙淅 河何 可司 司同 柯河 阿啊 海梅 梅悔 海诲 沿铅 铅船 船般 航舱 舟丹'.split(
    ' ',
  ),
  ...'盘盆 盆盈 盈盐 监蓝 蓝篮 兰三 览蓝 坚竖 贤肾 艺芝 苏办 芬芳 苗笛 描苗 猫描 锚描 油抽 轴抽 袖轴 柚油 宙庙 届庙 径经 轻经'.split(
    ' ',
  ),
  ...'劲径 晨辰 震晨 振震 展晨 屏展 层屋 屋握 室屋 居届 局居 房户 护扩 沪护 炉护 芦庐 泸沪 铝侣 营管 宫官 官管 馆棺 容客 客各'.split(
    ' ',
  ),
  ...'各名 洛络 路洛 格洛 落络 裕浴 俗浴 溶容 榕溶 熔溶 徐除 余徐 涂途 余佘 合会 合令 舍合 拾给 给恰 恰洽 哈给 盒盆 古右 右石'.split(
    ' ',
  ),
  ...'石古 若苦 若右 居古 胡糊 湖糊 湖潮 朝潮 姑估 估枯 固因 因困 困团 围国 国图 圆园 员圆 弯变 变恋 奕变 景影 京景 凉惊 谅凉'.split(
    ' ',
  ),
  ...'豪亮 毫豪 亮高 亭亮 停亭 享亨 享亭 熟热 热势 势执 执抗 抗杭 航杭 杭坑 优忧 扰优 龙尤 笼垄 宠庞 陇拢 博搏 薄簿 傅博 蒲葡'.split(
    ' ',
  ),
  ...'浦捕 辅铺 埔铺 帝蒂 傍榜 唐塘 糖塘 康唐 庸唐 廉康 谦歉 兼谦 建健 键健 律津 建津 科秋 秋秒 种和 和知 利和 季李 李季 委季'.split(
    ' ',
  ),
  ...'香杏 秀季 透诱 锈诱 泉皇 皇皂 皎较 校较 效郊 饺校 胶校 文交 父交 爷爸 乐东 东乐 乒乓 兴头 共兴 具真 真直 直置 值植 县具'.split(
    ' ',
  ),
  ...'且旦 旦但 但坦 坦担 胆担 恒垣 恒桓 宣喧 渲宣 暖缓 援暖 缓援 爱受 受爰 采彩 菜莱 莱来 来米 朱来 株珠 珠殊 株殊 球救 求球'.split(
    ' ',
  ),
  ...'裘求 泳冰 永水 水木 冰水 泵泉 沙沏 纱沙 秒妙 妙沙 少小 尖尘 尘尖 坐座 座庄 庄压 压厌 床庆 庆床 应庆 座痤 麻床 席度 度席'.split(
    ' ',
  ),
  ...'渡度 踱渡 烧浇 浇晓 绕烧 饶绕 挠绕 晓饶 哨消 消销 销锁 锁销 稍梢 悄梢 俏销 硝销 屑肖 削消 铃钤 铁轶 铁锈 银根 根银 银很'.split(
    ' ',
  ),
  ...'跟银 狠很 恨根 良食 食良 朗郎 浪狼 粮浪 娘浪 郎廊 即既 既概 慨概 溉慨 节卫 卫节 印卬 迎仰 仰抑 柳聊 卵卯 柳抑 贸贺 贺货'.split(
    ' ',
  ),
  ...'货贷 贷贺 贤货 贯贵 贵责 溃愦 遗贵 遗遣 债绩 赞赏 赛塞 寒塞 塞赛 寨赛 密蜜 蜜密 宓密 穷空 空究 究穷 突穷 窗窑 窖窑 帘窗'.split(
    ' ',
  ),
]

const forms = new Map<string, string[]>()
for (const [one = '', other = ''] of pairs.map((pair) => Array.from(pair))) {
  if (soundsLike(one, other)) continue
  forms.set(one, [...(forms.get(one) ?? []), other])
  forms.set(other, [...(forms.get(other) ?? []), one])
}

/** Characters that are typed for this one by mistake and sound different. */
const mistakenForms = (character: string): readonly string[] => forms.get(character) ?? []

const looksLike = (a: string, b: string) => mistakenForms(a).includes(b)

/** Share of these pairs that the search knows as well, in percent. */
export function sharedWithSearch(): number {
  const known = [...forms].flatMap(([character, others]) => others.map((other) => looksAlike(character, other)))
  return (known.filter(Boolean).length / known.length) * 100
}

/** `wrong`: one that looks like the right one and sounds different. `homophone`: one that sounds like it. */
export const typoKinds = ['wrong', 'homophone', 'swapped', 'extra', 'missing'] as const
export type TypoKind = (typeof typoKinds)[number]

/** Common characters that a typo may insert or substitute. */
const common = Array.from(
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严',
)

/** `text` with one typo of this kind; null when this draw gives none. */
export function withTypo(text: string, kind: TypoKind, random: SeededRandom): string | null {
  const characters = Array.from(text)
  const at = random.below(characters.length)
  const here = characters[at] ?? ''
  switch (kind) {
    case 'wrong':
    case 'homophone': {
      const isOther = (other: string) => other !== here && soundsLike(here, other)
      const candidates = kind === 'wrong' ? mistakenForms(here) : common.filter(isOther)
      return candidates.length === 0 ? null : characters.with(at, random.pick(candidates)).join('')
    }
    case 'missing':
      return characters.toSpliced(at, 1).join('')
    case 'extra':
      return characters.toSpliced(at, 0, random.pick([here, random.pick(common)])).join('')
    case 'swapped': {
      const next = characters[at + 1]
      return next === undefined || next === here
        ? null
        : characters
            .with(at, next)
            .with(at + 1, here)
            .join('')
    }
    default:
      return kind satisfies never
  }
}

/** Whether `typed` is `intended` with one typo of this kind. */
export function isTypoOf(typed: string, intended: string, kind: TypoKind): boolean {
  const [one, other] = [Array.from(typed), Array.from(intended)]
  switch (kind) {
    case 'missing':
      return lacksOne(one, other)
    case 'extra':
      return lacksOne(other, one)
    case 'wrong':
    case 'homophone':
    case 'swapped': {
      if (one.length !== other.length) return false
      const places = one.flatMap((character, at) => (character === other[at] ? [] : [at]))
      const [first = -1, second = -1] = places
      if (kind !== 'swapped') return places.length === 1 && isMistakable(one[first] ?? '', other[first] ?? '')
      return places.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first]
    }
    default:
      return kind satisfies never
  }
}

const isMistakable = (a: string, b: string) => soundsLike(a, b) || looksLike(a, b)

const lacksOne = (shorter: readonly string[], longer: readonly string[]) =>
  shorter.length + 1 === longer.length &&
  longer.some((_, at) => longer.toSpliced(at, 1).every((character, index) => character === shorter[index]))
