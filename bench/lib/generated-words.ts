import type { SeededRandom } from '../../server/test/builders/seeded-random.ts'

/** What names are composed of. Places and brands are drawn from characters; none of them is anybody's. */

/** The 3,755 everyday characters, which GB 2312 lists in rows 16 to 55. */
function everydayCharacters(): string[] {
  const decoder = new TextDecoder('gb2312')
  const bytes: number[] = []
  for (let row = 0xb0; row <= 0xd7; row += 1) {
    for (let cell = 0xa1; cell <= (row === 0xd7 ? 0xf9 : 0xfe); cell += 1) bytes.push(row, cell)
  }
  return Array.from(decoder.decode(new Uint8Array(bytes)))
}

function shuffled<T>(all: readonly T[], random: SeededRandom): T[] {
  const mixed = [...all]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    const [a, b] = [mixed[at], mixed[other]]
    if (a !== undefined && b !== undefined) [mixed[at], mixed[other]] = [b, a]
  }
  return mixed
}

const SLOTS = 65_536

/** Draws so that the k-th is met `offset + 1` for every `offset + k` times of the first (Zipf and Mandelbrot). */
function zipf<T>(all: readonly T[], offset: number, random: SeededRandom): () => T {
  const weights = all.map((_, index) => 1 / (offset + index + 1))
  const share = SLOTS / weights.reduce((sum, weight) => sum + weight, 0)
  const slots = all.flatMap((one, index) => Array.from({ length: Math.ceil((weights[index] ?? 0) * share) }, () => one))
  return () => random.pick(slots)
}

export type Place = { code: string; province: string; city: string }

const PROVINCES = 31
const CITIES = 11

const digits = (value: number) => String(value).padStart(2, '0')

/** 341 made-up cities in 31 made-up provinces, with region codes below 99, which no region has. */
function places(characters: readonly string[]): Place[] {
  const word = (at: number) => (characters[at * 2] ?? '') + (characters[at * 2 + 1] ?? '')
  return Array.from({ length: PROVINCES * CITIES }, (_, index) => {
    const province = Math.floor(index / CITIES)
    return {
      code: `99${digits(province + 10)}${digits((index % CITIES) + 1)}`,
      province: `${word(province)}省`,
      city: `${word(PROVINCES + index)}市`,
    }
  })
}

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

const listOf = (text: string) => text.split(' ')

/** Everything a company is composed of, by draws that `random` decides. Frequencies follow those of real registers. */
export function createWords(random: SeededRandom) {
  const characters = shuffled(everydayCharacters(), random)
  const brandCharacter = zipf(characters, 10, random)
  const word = (length: number) => {
    let text = ''
    for (let at = 0; at < length; at += 1) text += brandCharacter()
    return text
  }
  const families = Array.from(surnames)
  const brandLengths = [2, 2, 2, 2, 2, 3, 3, 3, 4]
  return {
    place: zipf(shuffled(places(characters.slice(500)), random), 8, random),
    brand: () => word(random.pick(brandLengths)),
    trade: zipf(listOf(trades), 4, random),
    form: zipf(listOf(forms), 6, random),
    industry: zipf(listOf(industries), 3, random),
    status: zipf(listOf(statuses), 6, random),
    person: () => random.pick(families) + word(1 + random.below(2)),
    phrase: zipf(listOf(scopePhrases), 3, random),
  }
}
