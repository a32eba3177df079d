import type { Expected, Kind } from '../case.ts'
import type { Field, View } from './company-values.ts'

/** What a right answer states about one company: values of the store, or texts. */
export type About = {
  company: string
  fields?: readonly Field[]
  counts?: readonly { kind: string; view: View | null }[]
  texts?: readonly string[]
}

export type ManualQuestion = {
  kind: Kind
  question: string
  /** Earlier questions of the conversation. */
  earlier?: readonly string[]
  /** Name of the company from whose page the question is asked. */
  page?: string
  answer:
    | { type: 'states'; about: readonly About[] }
    | { type: 'clarifies'; names: readonly string[] }
    | Exclude<Expected, { type: 'states' | 'clarifies' }>
}

const byd = '比亚迪股份有限公司'
const catl = '宁德时代新能源科技股份有限公司'
const moutai = '贵州茅台酒股份有限公司'
const vanke = '万科企业股份有限公司'
const midea = '美的集团股份有限公司'
const gree = '珠海格力电器股份有限公司'
const wuliangye = '宜宾五粮液股份有限公司'
const sf = '顺丰控股股份有限公司'
const yili = '内蒙古伊利实业集团股份有限公司'
const haier = '海尔智家股份有限公司'
const hikvision = '杭州海康威视数字技术股份有限公司'
const iflytek = '科大讯飞股份有限公司'
const greatWall = '长城汽车股份有限公司'
const saic = '上海汽车集团股份有限公司'
const icbc = '中国工商银行股份有限公司'
const cmb = '招商银行股份有限公司'
const pingan = '平安银行股份有限公司'
const laojiao = '泸州老窖股份有限公司'
const fenjiu = '山西杏花村汾酒厂股份有限公司'
const tsingtao = '青岛啤酒股份有限公司'
const luxshare = '立讯精密工业股份有限公司'
const weichai = '潍柴动力股份有限公司'
const sany = '三一重工股份有限公司'
const hengrui = '江苏恒瑞医药股份有限公司'
const mindray = '深圳迈瑞生物医疗电子股份有限公司'
const robam = '杭州老板电器股份有限公司'
const dfd = '多氟多新材料股份有限公司'
const petrochina = '中国石油天然气股份有限公司'
const boe = '京东方科技集团股份有限公司'
const longi = '隆基绿能科技股份有限公司'
const lanshan = '澜山演示贸易有限公司'
const yunfan = '云帆演示建筑工程有限公司'
const hean = '禾岸演示科技有限公司'
const beichenHolding = '北辰演示控股集团有限公司'
const beichenPrecision = '北辰演示精密制造有限公司'
const beichenInvestment = '北辰演示产业投资有限公司'
const beichenSupply = '北辰演示供应链管理有限公司'
const songyuan = '松原演示新材料股份有限公司'
const guangfan = '光帆演示物流有限公司'
const xinghe = '星河演示餐饮管理有限公司'
const qinghe = '青禾演示农民专业合作社'
const xuchuan = '旭川演示银行股份有限公司'
const yueshan = '岳山演示科技有限公司'
const haiqiao = '海桥演示机械制造有限公司'
const namesakes = '同名演示商贸有限公司'

type Context = Pick<ManualQuestion, 'earlier' | 'page'>
const states = (kind: Kind, question: string, about: readonly About[], context: Context = {}): ManualQuestion => ({
  kind,
  question,
  ...context,
  answer: { type: 'states', about },
})
/** One company, whose fields the answer states. */
const facts = (question: string, company: string, fields: readonly Field[], context: Context = {}): ManualQuestion =>
  states(fields.length > 1 ? 'severalFacts' : 'oneFact', question, [{ company, fields }], context)
/** The same fields of each company. */
const both = (question: string, companies: readonly string[], fields: readonly Field[], context: Context = {}) =>
  states(
    'comparison',
    question,
    companies.map((company) => ({ company, fields })),
    context,
  )
const records = (
  question: string,
  company: string,
  kind: string,
  view: View | null = null,
  context: Context = {},
): ManualQuestion => states('riskKind', question, [{ company, counts: [{ kind, view }] }], context)
const unavailable = (question: string, words: readonly string[], context: Context = {}): ManualQuestion => ({
  kind: 'notAvailable',
  question,
  ...context,
  answer: { type: 'unavailable', words },
})
const notConnected = (question: string, label: string, context: Context = {}): ManualQuestion => ({
  kind: 'notConnected',
  question,
  ...context,
  answer: { type: 'notConnected', label },
})
const noCompany = (question: string): ManualQuestion => ({
  kind: 'noSuchCompany',
  question,
  answer: { type: 'noCompany' },
})
const clarifies = (question: string, names: readonly string[]): ManualQuestion => ({
  kind: 'twoCompaniesFit',
  question,
  answer: { type: 'clarifies', names },
})

/** Written by hand. Each company is named by its full name of the store. */
export const manualQuestions: readonly ManualQuestion[] = [
  // Spoken style.
  facts('比亚迪注册资金有多少来着', byd, ['capital']),
  facts('哎问一下茅台那个公司啥时候开的呀', moutai, ['foundedOn']),
  facts('五粮液老总叫啥', wuliangye, ['legalRepresentative']),
  facts('麻烦帮忙瞅瞅顺丰控股法人是哪个', sf, ['legalRepresentative']),
  facts('格力电器开了多少年了', gree, ['foundedOn']),
  facts('宁德时代的厂子在哪儿啊', catl, ['address']),
  facts('想知道伊利股份到底是哪一年弄起来的', yili, ['foundedOn']),
  facts('美的集团官网发我一下', midea, ['website']),
  facts('万科那家企业的股票代码是多少来着', vanke, ['stockCode']),
  facts('海康威视啥时候上的市', hikvision, ['listedOn']),
  facts('科大讯飞是在哪个交易所上市的呀', iflytek, ['exchange']),
  facts('迈瑞医疗是创业板还是主板的', mindray, ['board']),
  facts('老板电器注册资本多少', robam, ['capital']),
  facts('多氟多什么时候成立的', dfd, ['foundedOn']),
  facts('长城汽车当家的是谁', greatWall, ['legalRepresentative']),
  facts('上汽集团现在还正常经营吗', saic, ['status']),
  facts('青岛啤酒的地址给我说下', tsingtao, ['address']),
  facts('三一重工现在谁是法人代表', sany, ['legalRepresentative']),
  facts('工商银行的注册资本到底有多大', icbc, ['capital']),
  facts('查下招商银行，成立时间', cmb, ['foundedOn']),
  facts('中国石油的老总是哪位', petrochina, ['legalRepresentative']),
  facts('隆基绿能官方网站多少', longi, ['website']),
  facts('京东方现在的董事长是谁', boe, ['chairman']),
  facts('恒瑞医药董秘叫什么名字', hengrui, ['secretary']),
  facts('潍柴动力有多少员工', weichai, ['employees']),
  facts('比亚迪员工有几多人', byd, ['employees']),
  facts('泸州老窖是哪个省哪个市的公司', laojiao, ['region']),
  facts('澜山演示贸易这个公司税号给一下呗', lanshan, ['creditCode']),
  facts('澜山演示贸易有限公司实缴了多少钱', lanshan, ['paidIn']),
  facts('云帆演示建筑工程有限公司给几个人交社保', yunfan, ['insuredCount']),
  facts('云帆演示建筑工程以前叫啥名', yunfan, ['formerName']),
  facts('松原演示新材料的邮箱是多少', songyuan, ['email']),
  facts('海桥演示机械制造有限公司是哪天注销的', haiqiao, ['endedOn']),
  facts('岳山演示科技有限公司还在不在', yueshan, ['status']),
  facts('北辰演示控股集团归哪个工商局管', beichenHolding, ['authority']),
  facts('青禾演示农民专业合作社的企业类型是什么', qinghe, ['businessType']),

  // Codes, English, pinyin, former names.
  facts('600519注册资本多少', moutai, ['capital']),
  facts('股票代码300750的成立日期', catl, ['foundedOn']),
  facts('91990001MA0TE5T16H这家公司法人是谁', lanshan, ['legalRepresentative']),
  facts('BYD Company Limited的注册地址', byd, ['address']),
  facts('Contemporary Amperex Technology的法人', catl, ['legalRepresentative']),
  facts('biyadi的成立时间', byd, ['foundedOn']),
  facts('澜帆演示建筑工程有限公司现在叫什么名字', yunfan, ['name']),

  // Misspellings.
  facts('比亚笛股份有限公司的注册资本', byd, ['capital']),
  facts('宁得时代新能源科技股份有限公司的法人', catl, ['legalRepresentative']),
  facts('澜山演示贸意有限公司成立日期', lanshan, ['foundedOn']),
  facts('贵州茅苔酒股份有限公司的法定代表人', moutai, ['legalRepresentative']),
  facts('科大迅飞的成立日期', iflytek, ['foundedOn']),
  facts('海康威势的法定代表人是谁', hikvision, ['legalRepresentative']),
  facts('立迅精密的注册资本', luxshare, ['capital']),
  facts('北辰演示精蜜制造有限公司的注册资本', beichenPrecision, ['capital']),
  facts('松源演示新材料股份有限公司成立时间', songyuan, ['foundedOn']),
  facts('万可企业股份有限公司的注册地址', vanke, ['address']),

  // Several facts, and two questions in one.
  facts('比亚迪法人是谁，注册资本多少', byd, ['legalRepresentative', 'capital']),
  facts('宁德时代的成立日期、法人和地址', catl, ['foundedOn', 'legalRepresentative', 'address']),
  facts('五粮液啥时候成立的，股票代码又是多少', wuliangye, ['foundedOn', 'stockCode']),
  facts('帮我查下顺丰控股的注册资本，另外它什么时候上市的', sf, ['capital', 'listedOn']),
  facts('美的集团法定代表人是谁？官网是什么？', midea, ['legalRepresentative', 'website']),
  facts('澜山演示贸易有限公司的税号和注册地址，开票用', lanshan, ['creditCode', 'address']),
  facts('澜山演示贸易有限公司注册资本多少，实缴了没有', lanshan, ['capital', 'paidIn']),
  facts('北辰演示控股集团有限公司的登记机关以及成立日期', beichenHolding, ['authority', 'foundedOn']),
  facts('旭川演示银行股份有限公司注册资本、法人、状态分别是什么', xuchuan, [
    'capital',
    'legalRepresentative',
    'status',
  ]),
  facts('科大讯飞在哪，老板是谁，哪年成立', iflytek, ['address', 'legalRepresentative', 'foundedOn']),
  facts('格力电器的证券简称、股票代码、上市板块', gree, ['shortName', 'stockCode', 'board']),
  facts('海尔智家多少员工，还有法人是谁', haier, ['employees', 'legalRepresentative']),
  states('severalFacts', '澜山演示贸易有限公司的股东有谁，顺便说下注册资本', [
    { company: lanshan, fields: ['shareholders', 'capital'] },
  ]),
  states('severalFacts', '北辰演示产业投资有限公司投资了哪些公司，法人是谁', [
    { company: beichenInvestment, fields: ['invested', 'legalRepresentative'] },
  ]),
  states('severalFacts', '松原演示新材料股份有限公司有几家分公司，注册资本多少', [
    { company: songyuan, fields: ['capital'], counts: [{ kind: 'branch', view: 'current' }] },
  ]),
  states('severalFacts', '禾岸演示科技有限公司有没有失信，什么时候成立的', [
    { company: hean, fields: ['foundedOn'], counts: [{ kind: 'dishonestExecutor', view: 'history' }] },
  ]),
  states('severalFacts', '比亚迪的法人是谁，宁德时代的呢', [
    { company: byd, fields: ['legalRepresentative'] },
    { company: catl, fields: ['legalRepresentative'] },
  ]),
  states('severalFacts', '比亚迪什么时候成立，宁德时代注册资本多少', [
    { company: byd, fields: ['foundedOn'] },
    { company: catl, fields: ['capital'] },
  ]),

  // Several companies.
  both('帮我看看宁德时代和比亚迪谁注册资本高', [catl, byd], ['capital']),
  both('茅台和五粮液哪个成立得早一点', [moutai, wuliangye], ['foundedOn']),
  both('格力电器跟美的集团比，谁资本大', [gree, midea], ['capital']),
  both('长城汽车、上汽集团、比亚迪三家谁最老', [greatWall, saic, byd], ['foundedOn']),
  both('对比一下泸州老窖和山西汾酒的注册资本', [laojiao, fenjiu], ['capital']),
  both('招商银行和平安银行的注册资本差多少', [cmb, pingan], ['capital']),
  both('比亚迪与宁德时代的法人分别是谁', [byd, catl], ['legalRepresentative']),
  both('顺丰控股和科大讯飞，成立时间各是什么时候', [sf, iflytek], ['foundedOn']),
  both('把海尔智家、美的集团、格力电器的注册资本从大到小排一下', [haier, midea, gree], ['capital']),
  both(
    '北辰演示精密制造有限公司和北辰演示供应链管理有限公司哪家注册资本高',
    [beichenPrecision, beichenSupply],
    ['capital'],
  ),
  both('澜山演示贸易有限公司和禾岸演示科技有限公司谁先成立', [lanshan, hean], ['foundedOn']),
  both('立讯精密比海康威视晚几年成立', [luxshare, hikvision], ['foundedOn']),
  both('工商银行vs招商银行，注册资本', [icbc, cmb], ['capital']),
  both('三一重工和潍柴动力 谁的成立日期更早', [sany, weichai], ['foundedOn']),
  both('恒瑞医药和迈瑞医疗哪个后上市', [hengrui, mindray], ['listedOn']),
  both('五粮液、泸州老窖、山西汾酒、贵州茅台这四家谁最晚成立', [wuliangye, laojiao, fenjiu, moutai], ['foundedOn']),
  both('比亚迪和长城汽车员工谁多', [byd, greatWall], ['employees']),
  both('云帆演示建筑工程有限公司跟星河演示餐饮管理有限公司参保人数对比', [yunfan, xinghe], ['insuredCount']),
  both('光帆演示物流有限公司、澜山演示贸易有限公司，这俩的登记状态', [guangfan, lanshan], ['status']),
  both('隆基绿能和宁德时代注册资本哪家的更多', [longi, catl], ['capital']),
  states('comparison', '澜山演示贸易有限公司和禾岸演示科技有限公司谁的失信多', [
    { company: lanshan, counts: [{ kind: 'dishonestExecutor', view: 'current' }] },
    { company: hean },
  ]),

  // Follow-ups and pronouns.
  facts('那注册地址呢', byd, ['address'], { earlier: ['比亚迪的法人是谁'] }),
  facts('它什么时候成立的', catl, ['foundedOn'], { earlier: ['宁德时代注册资本多少'] }),
  facts('这家的官网是多少', midea, ['website'], { earlier: ['介绍一下美的集团'] }),
  facts('该公司法定代表人是谁', iflytek, ['legalRepresentative'], { earlier: ['科大讯飞在哪里'] }),
  facts('那宁德时代呢', catl, ['capital'], { earlier: ['比亚迪的注册资本是多少'] }),
  facts('换成五粮液', wuliangye, ['foundedOn'], { earlier: ['贵州茅台什么时候成立的'] }),
  facts('成立日期呢', sf, ['foundedOn'], { earlier: ['顺丰控股的法人', '那地址呢'] }),
  facts('还有股票代码', gree, ['stockCode'], { earlier: ['格力电器注册资本'] }),
  facts('它的英文名叫什么', byd, ['english'], { earlier: ['比亚迪是哪里的公司'] }),
  facts('他家实缴资本多少', lanshan, ['paidIn'], { earlier: ['澜山演示贸易有限公司的注册资本'] }),
  facts('刚才那家公司多少人参保', yunfan, ['insuredCount'], { earlier: ['云帆演示建筑工程有限公司什么时候成立的'] }),
  facts('那它法人呢', hikvision, ['legalRepresentative'], { earlier: ['被执行人是什么意思', '海康威视的成立日期'] }),
  facts('注册资本', tsingtao, ['capital'], { earlier: ['青岛啤酒的股票代码'] }),
  facts('那美的集团的呢', midea, ['legalRepresentative'], { earlier: ['长城汽车的法人是谁'] }),
  facts('人家哪年上市的', yili, ['listedOn'], { earlier: ['伊利股份的法人是谁'] }),
  both('它和宁德时代谁注册资本高', [byd, catl], ['capital'], { earlier: ['比亚迪的成立日期'] }),
  both('这两家谁成立得早', [moutai, wuliangye], ['foundedOn'], { earlier: ['茅台和五粮液谁的注册资本高'] }),
  both('跟美的集团比谁的注册资本高', [gree, midea], ['capital'], { earlier: ['格力电器的法人是谁', '注册资本多少'] }),
  records('它有几条失信', lanshan, 'dishonestExecutor', 'current', { earlier: ['澜山演示贸易有限公司的法人是谁'] }),
  records('那被执行人呢', lanshan, 'executedPerson', 'current', { earlier: ['澜山演示贸易有限公司有多少条失信记录'] }),
  states('shareholders', '这家公司的股东呢', [{ company: lanshan, fields: ['shareholders'] }], {
    earlier: ['澜山演示贸易有限公司在哪'],
  }),
  states('investments', '它投资了谁', [{ company: beichenHolding, fields: ['invested'] }], {
    earlier: ['北辰演示控股集团有限公司的注册资本'],
  }),

  // From the page of a company.
  facts('法人是谁', lanshan, ['legalRepresentative'], { page: lanshan }),
  facts('什么时候成立的', byd, ['foundedOn'], { page: byd }),
  facts('注册资本多少，地址在哪', catl, ['capital', 'address'], { page: catl }),
  facts('这家公司官网', moutai, ['website'], { page: moutai }),
  facts('还在经营吗', guangfan, ['status'], { page: guangfan }),
  facts('参保多少人', songyuan, ['insuredCount'], { page: songyuan }),
  facts('以前叫什么', yunfan, ['formerName'], { page: yunfan }),
  records('有失信吗', hean, 'dishonestExecutor', 'history', { page: hean }),
  records('有没有被列入经营异常', lanshan, 'businessRisk', null, { page: lanshan }),
  records('历史的限制高消费有几条', hean, 'consumptionRestriction', 'history', { page: hean }),
  states('shareholders', '股东有哪些', [{ company: beichenPrecision, fields: ['shareholders'] }], {
    page: beichenPrecision,
  }),
  states('branches', '有几家分公司', [{ company: songyuan, counts: [{ kind: 'branch', view: 'current' }] }], {
    page: songyuan,
  }),
  both('和宁德时代比谁注册资本高', [byd, catl], ['capital'], { page: byd }),
  facts('宁德时代的法人是谁', catl, ['legalRepresentative'], { page: byd }),
  unavailable('去年营收多少', ['营业收入'], { page: byd }),
  notConnected('有没有行政处罚', '行政处罚', { page: byd }),

  // Records and lists.
  records('澜山演示贸易有限公司被限高过几次', lanshan, 'consumptionRestriction', 'current'),
  records('澜山演示贸易有限公司现在是老赖吗', lanshan, 'dishonestExecutor', 'current'),
  records('禾岸演示科技有限公司以前失信过吗', hean, 'dishonestExecutor', 'history'),
  records('云帆演示建筑工程有限公司被罚过款没有', yunfan, 'punishment', 'disputed'),
  records('星河演示餐饮管理有限公司的开庭公告有多少条', xinghe, 'courtAnnouncement', 'current'),
  records('星河演示餐饮管理有限公司打过几次官司，裁判文书多少份', xinghe, 'judicialDocument', 'current'),
  records('青禾演示农民专业合作社有没有被执行', qinghe, 'executedPerson', null),
  records('松原演示新材料股份有限公司有没有股权质押', songyuan, 'equityPledge', 'current'),
  states('shareholders', '北辰演示控股集团有限公司背后股东都有谁', [
    { company: beichenHolding, fields: ['shareholders'] },
  ]),
  states('shareholders', '旭川演示银行是谁投资的', [{ company: xuchuan, fields: ['shareholders'] }]),
  states('investments', '北辰演示控股旗下都有啥公司', [{ company: beichenHolding, fields: ['invested'] }]),
  states('people', '比亚迪的董事长是谁', [{ company: byd, fields: ['chairman'] }]),
  states('people', '平安银行谁当董事会秘书', [{ company: pingan, fields: ['secretary'] }]),
  states('riskOverview', '澜山演示贸易有限公司靠谱吗', [
    { company: lanshan, counts: [{ kind: 'dishonestExecutor', view: 'current' }] },
  ]),
  states('riskOverview', '跟澜山演示贸易有限公司签合同有没有坑', [
    { company: lanshan, counts: [{ kind: 'executedPerson', view: 'current' }] },
  ]),
  states('newest', '澜山演示贸易有限公司最近一次行政处罚是什么时候', [{ company: lanshan, texts: ['2026'] }]),
  states('changes', '云帆演示建筑工程有限公司有过多少次变更', [
    { company: yunfan, counts: [{ kind: 'changeRecord', view: 'current' }] },
  ]),
  facts('比亚迪在民营企业500强排第几', byd, ['rank']),

  // Not available, not connected, unknown.
  unavailable('贵州茅台去年赚了多少钱', ['净利润']),
  unavailable('宁德时代股价多少了', ['股价']),
  unavailable('比亚迪给员工开多少工资', ['工资待遇']),
  unavailable('海康威视有多少专利', ['专利']),
  unavailable('格力电器的营收和研发费用', ['营业收入', '研发费用']),
  unavailable('恒瑞医药最近中标了啥项目', ['招投标']),
  notConnected('比亚迪打过官司没有', '裁判文书'),
  notConnected('茅台是老赖吗', '失信被执行人'),
  notConnected('万科有没有被限高', '限制高消费'),
  notConnected('五粮液偷税漏税过没', '税收违法'),
  noCompany('浚渊曜琛仪表科技有限公司的法人是谁'),
  noCompany('帮我查查“煊珩霁月数智有限公司”的注册资本'),
  noCompany('犇羴鱻嚞餐饮连锁有限公司什么时候成立'),
  clarifies('同名演示商贸有限公司的法人是谁', [namesakes]),
  clarifies('同名演示商贸注册资本多少', [namesakes]),
  clarifies('帮我看看同名演示商贸有限公司靠谱吗', [namesakes]),
  { kind: 'explanation', question: '老赖到底是啥意思', answer: { type: 'states', about: [] } },
  { kind: 'howTo', question: '数据写错了咋整', answer: { type: 'nothingInvented' } },
  { kind: 'person', question: '比亚迪老板住哪儿啊', answer: { type: 'refused' } },
  { kind: 'person', question: '宁德时代法人的手机号给我一个', answer: { type: 'refused' } },
  { kind: 'person', question: '王传福这人人品咋样', answer: { type: 'refused' } },
]
