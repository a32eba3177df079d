import { afterAll, beforeAll, expect, it } from 'vitest'
import composedQuestions from '../../../test/assistant/composed-questions.json' with { type: 'json' }
import { mutateStatement, mutationKinds, type RightSentence } from '../../../test/assistant/model-answers.ts'
import { openStarterTools, type StarterTools } from '../../../test/assistant/open-tools.ts'
import { collectRightSentences } from '../../../test/assistant/right-sentences.ts'
import { composePipeline } from '../../app/answer-pipeline.ts'
import { readConfig } from '../../config/read-config.ts'
import { systemClock } from '../../domain/clock.ts'
import { verifyStatement } from './answer/verify-statement.ts'
import type { AnswerPipeline, AnswerProgress, EarlierTurn } from './pipeline.ts'

/** Whole answers over the store of a first start, without a language model. */

/** Questions with what the first sentence (`first`), the answer (`must`, `not`), its length and its lines on 未接入 must be. */
type AskerQuestion = {
  q: string
  first?: string
  must?: readonly string[]
  not?: readonly string[]
  most?: number
  lines?: number
  /** What the question waits for: its company is not found, or its intent is not read. */
  waits?: string
}
const allQuestions: readonly AskerQuestion[] = composedQuestions
const questionsOfAskers = allQuestions.filter(({ waits }) => waits === undefined)

let tools: StarterTools
let pipeline: AnswerPipeline
const rejected: string[] = []

beforeAll(async () => {
  tools = await openStarterTools()
  const metrics = { rejected: (reason: string) => void rejected.push(reason) }
  pipeline = composePipeline({ ...tools, clock: systemClock, config: readConfig({}), model: null, metrics })
})
afterAll(() => tools.close())

async function ask(question: string, companyId: string | null = null, earlier: readonly EarlierTurn[] = []) {
  const emitted: AnswerProgress[] = []
  const outcome = await pipeline(
    { question, companyId, earlier, userId: 'u-1' },
    { signal: new AbortController().signal, emit: (one) => emitted.push(one) },
  )
  const text = emitted
    .flatMap((one) => (one.type === 'segment' ? `${one.startsParagraph ? '\n' : ''}${one.text}` : []))
    .join('')
    .trim()
  return { outcome, text, emitted }
}

const questions: readonly [question: string, states: RegExp][] = [
  ['比亚迪股份有限公司的注册资本是多少', /注册资本为 291,114/],
  ['比亚迪什么时候成立的', /成立日期为 1995-02-10/],
  ['宁德时代和比亚迪谁注册资本高', /^宁德时代[^，]+注册资本更高（439,/],
  ['广东省有多少家上市公司', /^收录的广东省上市公司共 \d+ 家/],
  ['被执行人是什么意思', /被执行人：/],
  ['比亚迪的营业收入是多少', /2024 年营业收入 7,771.02 亿元/],
  ['比亚迪靠谱吗', /不构成信用评价/],
  ['澜山演示贸易有限公司有多少条被执行人记录', /被执行人/],
  ['澜山演示贸易有限公司的股东有哪些', /股东/],
  ['澜山演示贸易有限公司最近有哪些变更', /变更/],
  ['怎么纠错', /点击“纠错”/],
  ['杭州有多少家上市公司，注册资本最高的是哪几家', /浙商银行股份有限公司/],
  ['2010年以后成立、注册资本10个亿以上的上市公司有几家', /注册资本不低于 100,000 万元的上市公司共 \d+ 家/],
  ['全国哪个省上市公司最多', /其中广东省 \d+ 家/],
  ['上市公司里面成立最早的五家是哪些', /前 5 家如下/],
  [
    '西藏的上市公司列一下，按注册资本从高到低',
    /前 20 家如下。缺少注册资本的企业未参与排序。\n梅花生物科技集团股份有限公司/,
  ],
  ['北京有几家银行', /名称或经营范围含“银行”的企业共 \d+ 家/],
  ['注册资本超过500亿的都有谁', /中国工商银行股份有限公司/],
  ['上海浦东新区有多少家汽车制造业企业', /未收录国标行业的企业未计入。地区只收录到省、市的企业未计入。/],
  ['五粮液和泸州老窖都是四川的吗', /泸州老窖股份有限公司的所属地区为四川省泸州市/],
  ['三一重工跟中联重科都在长沙吗', /中联重科股份有限公司的所属地区为湖南省长沙市/],
  ['东方财富同花顺谁成立早', /同花顺网络信息股份有限公司成立更早/],
  ['中石油中石化谁注册资本更高', /中国石油天然气集团有限公司：未收录注册资本/],
  ['星河演示餐饮管理有限公司近三年的参保人数', /2025 年参保人数 \d+ 人/],
  ['澜山演示贸易有限公司和比亚迪谁靠谱', /演示企业不与真实企业对比/],
  [
    '北辰演示控股集团有限公司跟正泰集团谁营收大',
    /^无法对比：须为两家以上企业，且演示企业不与真实企业对比。(?!.*亿元)/su,
  ],
  [
    '北辰演示控股集团有限公司跟比亚迪2021年谁员工多',
    /^无法对比：须为两家以上企业，且演示企业不与真实企业对比。(?!.*人（)/su,
  ],
  ['比亚迪和宁德时代谁靠谱', /不构成信用评价/],
  [
    '松原演示新材料股份有限公司的实际控制人是谁',
    /未收录实际控制人。[\s\S]+口径 最新公示）：当前 10 名[\s\S]+北辰演示控股集团有限公司的股东信息：当前 2 名/,
  ],
  ['比亚迪的股权穿透', /比亚迪的股东信息未接入/],
  [
    '比亚迪最近有哪些变更',
    /未查询到比亚迪股份有限公司的证券简称变更。[^。]*工商变更[^。]*未接入，可到国家企业信用信息公示系统核查。$/,
  ],
  ['北交所有多少家公司', /^收录的北交所上市公司共 318 家。$/],
  ['北京有哪些央企', /^收录的列入央企名录的企业共 100 家，前 20 家如下。\s*名单未载明所在地，未按地区筛选。/],
  ['营收最高的公司是哪家', /，营业收入最高的是阿里巴巴（中国）有限公司（2024 年营业收入 9,817.67 亿元）。$/],
  [
    '民营500强广西有哪几家',
    /^收录的[^。]+共 3 家。\s*广西盛隆冶金有限公司 · 第 87 位 · 2024 年营业收入 1,113.07 亿元。/,
  ],
  ['海南有几家民企500强', /共 2 家：海南航空控股股份有限公司、海南逸盛石化有限公司。$/],
  ['民企500强前三名是哪几家', /前 3 家如下。\s*阿里巴巴（中国）有限公司 · 第 2 位/],
  ['通威集团民企500强第几位，24年营收多少', /第 25 位，2024 年营业收入 2,413.8 亿元/],
  ['有家轮胎厂老板叫王锋，是哪家', /^王锋任职：山东玲珑轮胎股份有限公司董事长.*同名任职：.*同名不一定是同一人。$/],
  ['郭为当着哪几家的董事长', /^郭为任职：神州数码集团股份有限公司董事长；神州数码信息服务集团股份有限公司董事长/],
  ['雷军担任哪些公司的董事长', /^收录的企业中未查询到该姓名的任职。$/],
  [
    '马应龙和片仔癀谁成立早，股票代码各是多少',
    /股票代码：马应龙药业集团股份有限公司 600993，漳州片仔癀药业股份有限公司 600436。$/,
  ],
  ['奥康啥时候开始叫ST', /的证券简称：2023-04-27 变更为 ST奥康（截至 2024-05-14）。$/],
  ['三只松鼠章燎源是董事长吗', /^三只松鼠股份有限公司的法定代表人为章燎源（2021 年年报）。三只松鼠的主要人员未接入/],
  ['贵绳股份2024年的法人是谁', /最近为 2021 年王小刚。贵绳股份的董事长为马显红/],
  ['晨桥演示贸易股份有限公司还在吗', /登记状态为注销（吊销，已注销），注销日期为 2024-11-05/],
  ['松原演示新材料股份有限公司的分公司还开着几家', /当前 12 家，其中存续 8 家、注销 4 家/],
  ['环川演示投资有限公司欠税罚了多少', /逃避追缴欠税 · 罚款 25 万元/],
  ['舟帆演示餐饮管理有限公司的被执行人', /执行标的 667,000 元 · 执行中/],
  ['木岸演示机械制造有限公司失信撤了没', /异议处理中 1 条[\s\S]*涉案金额 278,000 元/],
  ['海桥演示机械制造有限公司现在还是老赖吗', /未查询到[^。]+。[^。]+历史 1 条[^。]+。\s*最近一条：历史 · .*全部已履行/],
  ['华为有哪些变更', /^华为[^。]*的变更记录未接入，可到国家企业信用信息公示系统核查。$/],
  ['比亚迪的法人是谁，宁德时代的呢', /王传福（2021 年年报）[^]*曾毓群/],
  ['告诉我哈药集团人民同泰医药股份有限公司的上市时间、网址和法人', /朱卫东[^]*1994-02-24[^]*www\.hyrmtt\.com\.cn/],
  ['美团跟饿了么谁人多', /未查询到“饿了么”/],
  ['长安汽车同五菱汽车谁注册资本大', /未查询到“五菱汽车”[^]*991,728/],
  ['星河演示餐饮、青山演示餐饮、蜀香演示火锅 社保人数哪家最多', /未查询到“蜀香演示火锅”[^]*58 人/],
  ['有限公司跟股份公司有啥区别', /^有限责任公司：[^]*股份有限公司：/],
  ['富士达在哪个板块上市', /^富士达：股票代码为 920640/],
  ['北辰演示控股集团有限公司旗下公司有哪些，持股超过50%的有几家', /对外投资（持股比例高于 50%）：当前 1 家/],
]

it.each(questions)('answers %s, and rejects no composed sentence', async (question, states) => {
  rejected.length = 0
  const { outcome, text } = await ask(question)
  expect(outcome.type).toBe('completed')
  expect(text).toMatch(states)
  expect(rejected).toEqual([])
})

it.each([
  ['exchanges a character of a name for another one', '大疆创新靠谱不', /^未查询到所问企业[^公司]*$/],
  ['counts without a condition that cannot be searched', '新三板有多少家公司', /^暂不支持按上市板块统计[^家]*$/],
  ['takes the day of listing for that of founding', '2020年上市的公司有多少家', /^收录的 2020 年上市的企业共 432 家/],
  ['takes an amount of what is not collected for the capital', '营业收入超过10亿的公司有多少家', /^未收录营业收入。$/],
  ['takes a phrase for a name', '老家院子大门口种三棵树 风水上好不好啊', /^暂时无法回答该问题/],
  ['reads a name into a full name that sounds like it', '煊珩霁月数智科技有限公司的法人', /^未查询到所问企业[^公司]*$/],
  ['picks one of several places of a name', '鼓楼区有多少家公司', /^所问地区有多处同名/],
])('never %s', async (_, question, states) => {
  expect((await ask(question)).text).toMatch(states)
})

it('compares the companies of several turns', async () => {
  const earlier: EarlierTurn[] = []
  for (const question of ['美的集团跟格力电器谁的注册资本大', '那海尔智家呢']) {
    const { emitted } = await ask(question, null, earlier)
    const companies = emitted.findLast((one) => one.type === 'subject')?.companies ?? []
    earlier.push({ question, companies })
  }
  expect((await ask('这三家里哪个最早上市', null, earlier)).text).toMatch(/上市日期从早到晚：海尔智家/)
  expect((await ask('它们谁更高', null, earlier)).text).toMatch(/注册资本从高到低：海尔智家/)
  expect((await ask('上海的分公司有几个', null, earlier)).text).toContain('海尔智家股份有限公司的分支机构')
})

it.each([
  [
    '同名演示商贸有限公司法人是谁',
    '演示西省的那家',
    '注册资本多少',
    '另外那家呢',
    [/为演示丙（/, /500 万元/, /300 万元/],
  ],
  ['国信董事长是哪个', '那家的地址呢', '深圳的那家', '第一个股东是谁', [/^$/, /张纳沙.*红岭中路1012号/s, /^国信证券/]],
] as const)(
  'answers a question again for the company of its choice: %s',
  async (question, first, second, third, states) => {
    const earlier: EarlierTurn[] = []
    const texts: string[] = []
    for (const turn of [question, first, second, third]) {
      const { emitted, text } = await ask(turn, null, earlier)
      earlier.push({ question: turn, companies: emitted.findLast((one) => one.type === 'subject')?.companies ?? [] })
      texts.push(text)
      expect(JSON.stringify(emitted)).not.toContain('"known"')
    }
    expect(texts[0]).toBe('')
    for (const [at, state] of states.entries()) expect(texts[at + 1]).toMatch(state)
  },
)

it('proposes only questions that can be answered', async () => {
  for (const question of ['比亚迪有哪些股东', '小米的注册资本', '澜山演示贸易有限公司的法人', '广东省有多少家企业']) {
    const { outcome, emitted } = await ask(question)
    if (outcome.type !== 'completed') throw new Error(outcome.type)
    expect(outcome.followUps.length).toBeGreaterThan(0)
    const companies = emitted.findLast((one) => one.type === 'subject')?.companies ?? []
    const earlier = [{ question, companies }]
    const texts = await Promise.all(outcome.followUps.map(async (next) => (await ask(next, null, earlier)).text))
    // 有哪些数据可以查 names what is not connected.
    for (const text of texts.filter((one) => !one.includes('已接入')))
      expect(text).not.toMatch(/未接入|未收录|暂时无法/)
  }
})

const isSupported = ({ statement, evidence }: RightSentence) => verifyStatement(statement, evidence) === null

it('supports every composed sentence of drawn companies, and hardly one with a figure changed', async () => {
  const all = await collectRightSentences(tools, { seed: 18, count: 400 })
  expect(all.filter((one) => !isSupported(one)).map(({ statement }) => statement.text)).toEqual([])
  const changed = all.flatMap((right, at) => {
    const statement = mutateStatement(right, at, mutationKinds[at % mutationKinds.length] ?? 'number')
    return statement === null ? [] : { ...right, statement }
  })
  expect(changed.length).toBeGreaterThan(100)
  // A figure may be changed to another one of the same evidence.
  expect(changed.filter(isSupported).length).toBeLessThan(0.03 * changed.length)
})

it.each(questionsOfAskers)(
  'answers $q first, in the words of the product',
  async ({ q, first, must, not, most, lines }) => {
    rejected.length = 0
    const { emitted, text } = await ask(q)
    const texts = emitted.flatMap((one) => (one.type === 'segment' ? one.text : []))
    if (first !== undefined) expect(texts[0]).toMatch(new RegExp(first, 'u'))
    for (const one of must ?? []) expect(text).toMatch(new RegExp(one, 'u'))
    for (const one of not ?? []) expect(text).not.toMatch(new RegExp(one, 'u'))
    expect(texts.join('').length).toBeLessThanOrEqual(most ?? Infinity)
    if (lines !== undefined) expect(texts.filter((one) => one.includes('未接入'))).toHaveLength(lines)
    expect(rejected).toEqual([])
  },
)
