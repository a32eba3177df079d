import { normaliseQuestion } from '../question/normalise-question.ts'
import { numberOf } from '../question/numerals.ts'
import type { Days, QuestionPart } from '../question/parsed-question.ts'
import { mayBePerson } from '../question/person-name.ts'
import { REVENUE } from '../question/words/uncollected-words.ts'
import { supposedIn } from './supposed.ts'

/** Why somebody asks about a company: to work for it, or to deal with it. */
export type Situation = 'job' | 'supplier' | 'general'
/** A yes-or-no question about the holder of an office: 董事长是刘畅吗. */
export type Claim = {
  office: string
  name: string
  /** Whether the name is a surname alone: 法人姓王吗. */
  isSurname?: true
}

export const isClaimed = ({ name, isSurname }: Claim, holders: readonly string[]): boolean =>
  holders.some((holder) => holder === name || (isSurname === true && holder.startsWith(name)))

/** What the wording of a question wants of the figures and facts that answer it. */
export type Asked = Readonly<ReturnType<typeof readAsked>>

const job =
  /offer|入职|上班|面试|工资|薪资|薪水|月薪|年薪|求职|应聘|跳槽|实习|录用|录取|打工|做工|校招|社招|试用期|裁员|加班|社保|(?:去|到|在).{0,12}(?:工作|干活)|劳动合同|跳过去|报到/iu
const supplier =
  /供货|供应商|合作|合同|打款|付款|汇款|预付|货款|尾款|定金|订金|欠款|欠我|欠钱|欠了|账期|赊|拖欠|订单|采购|投标|垫资|垫付|发货|进货|客户|甲方|乙方|代理|加盟|借钱|担保|入股|投钱|要债|讨债|回款|结款|给钱|不给钱|靠得住/u

/** Kinds of staff that annual reports break down and no source here states. */
export const staffKinds: readonly string[] =
  '技术人员 研发人员 科研人员 销售人员 生产人员 行政人员 财务人员 管理人员 工程师 博士 硕士 研究生 本科 大专 女员工 男员工 女性员工 外籍员工 退休人员 离退休职工 残疾人 海外员工 外籍 女职工 一线工人 程序员 应届生 实习生 派遣 外包 厨师 服务员 保安 保洁 快递员 司机 当地员工'.split(
    ' ',
  )

const counts = '多少|几个|几名|几位|几人|几成|人数|数量|占比|比例|占|多不多|多[吗么嘛]|呢'
/** Whether a kind of staff is what is counted; 我是程序员 is no count of them. */
const isCounted = (text: string, kind: string) =>
  new RegExp(
    `(?<![是当做])${kind}[^,。?;!\\s]{0,8}?(?:${counts})|(?:多少|几个|几名|几位)[^,。?;!\\s]{0,4}${kind}`,
    'u',
  ).test(text)
/** 在武汉有多少员工; 在职, 在全国 and 现在 are no place. */
const ofPlace =
  /(?<![现正存所])在(?![职岗册编这那该它他她全]|公司|企业|集团)[^有多少几的,。?;!\s]{2,4}?(?:那边|当地|地区)?的?(?:分公司|工厂|基地|总部)?(?:大概|大约|一共|总共|到底)?有?(?:多少|几[个百千万]?)(?:名|位|万|千)?(?:员工|职工|人)/u
/** 搞研发的有多少人 */
const byWork =
  /(?:搞|做|干|从事)(?<work>技术|研发|科研|销售|生产|行政|财务|管理)的?(?:人员?|员工)?(?:大概|一共|总共)?有?(?:多少|几[个人名位成])/u
function staffKindOf(text: string, unnamed: string): string | null {
  const work = byWork.exec(text)?.groups?.['work']
  if (work !== undefined) return `${work}人员`
  return staffKinds.find((kind) => isCounted(text, kind)) ?? (ofPlace.test(unnamed) ? '当地员工' : null)
}

/** Who leads a company, whether or not as its legal representative. */
export const CHAIR = '董事长'
export const LEADERS = [CHAIR, '总经理'] as const

const offices =
  '副董事长|董事长|法定代表人|法人代表|法人|总经理|总裁|首席执行官|ceo|监事会主席|监事|董事会秘书|董秘|董事|行长|财务总监|财务负责人|老板|老总|当家人|掌门人|掌门|一把手|话事人|当家的|负责人'
const asksYesOrNo =
  /[吗么嘛吧]|是不是|是否|对不对|对吗|没错|在不在位|[长人理事]没(?:有)?(?=[,，。?？\s]|$)|(?:了|[董理法裁]\p{Script=Han}{1,3})\?$|还(?:是|由|归)[^,。;?!]{3,8}\?/u
const holderLast = new RegExp(
  `(?<office>${offices})[,\\s]*(?:现在|目前|如今|还|仍然|仍|依然|依旧|就)*(?:是不是|是否是|是否为|是|为|叫|换成|换了)(?:还|仍)?(?<name>\\p{Script=Han}{2,4}?)(?:先生|女士)?(?:了?[吗]|了\\?|么|嘛|吧|对吗|对吧|对不|没错吧|[?？。]|$)`,
  'iu',
)
const holderFirst = new RegExp(
  `(?:^|[的叫,，。;；!?？\\s]|请问|听说)(?<name>(?!的)\\p{Script=Han}{2,4}?)(?:先生|女士)?[,，\\s]?(?:他|她)?(?:现在|目前|如今|真的?|还|仍然|仍|依然|依旧)*(?:是不是|是否是|是否为|是|担任|任|当)[着了]?(?:还|仍)?[^,，。?？谁哪什]{0,24}?(?<office>${offices})(?:[对是]|没错)?(?:吗|么|嘛|吧|啊|没有?|不对|[?？。,，\\s]|$)`,
  'iu',
)

/** 抬头写吴学群董事长没错吧. */
const titled = new RegExp(
  `(?:^|[写叫称是为给致寄:,，。\\s])(?<name>\\p{Script=Han}{2,4}?)(?<office>${offices})(?:这样)?(?:写)?(?:没错|没问题|对|可以|是)?(?:吗|么|嘛|吧|对不对)`,
  'iu',
)

/** 马相杰 双汇董事长? */
const titledBehind = new RegExp(`^(?<name>\\p{Script=Han}{2,4}?)[,，\\s]+(?<office>${offices})[?？]$`, 'iu')

/** 现在还是王某当家吗. */
const inCharge =
  /(?:是|由|归)(?<name>\p{Script=Han}{2,3}?)(?:先生|女士)?(?<office>当家|管事|说了算|掌舵|做主|掌权|主事|管(?=[吗么嘛吧?。,]|$))/u

/** 法人是不是姓王. */
const bySurname = new RegExp(
  `(?<office>${offices})(?:是不是|是否|是)?姓(?<name>\\p{Script=Han}{1,2}?)(?:吗|么|嘛|吧|[?？。,，]|$)`,
  'iu',
)

/** Offices as records name them. Sources name the head of a bank as a general manager. */
const officeNames = [
  ['法定代表人', /^(?:法人|法人代表|老板|老总|负责人)$/u],
  [CHAIR, /^(?:管|当家|当家人|当家的|掌门人|掌门|一把手|话事人|管事|说了算|掌舵|做主|掌权|主事)$/u],
  ['董事会秘书', /^董秘$/u],
  ['总经理', /^(?:总裁|行长|首席执行官|ceo)$/iu],
] as const
export const officeNamed = (word: string): string => officeNames.find(([, words]) => words.test(word))?.[0] ?? word

/** 董事长和总经理是同一个人吗, 董事长兼总经理吗. */
const joint = new RegExp(
  `(?<one>${offices})(?:(?:和|与|跟|同|、)(?:现任)?(?<other>${offices}).{0,6}?(?:同一|一个人|一人)|(?:是不是|是否)?(?:还|也|同时)*(?:兼任|兼|也是|还是|又是)(?<also>${offices}))`,
  'iu',
)
function sameOfficesIn(text: string): readonly [string, string] | null {
  const { one = '', other, also } = joint.exec(text.replaceAll('老总', '总经理'))?.groups ?? {}
  const second = other ?? also
  if (second === undefined) return null
  const both = [officeNamed(one), officeNamed(second)] as const
  return both.includes('法定代表人') ? null : both
}

function claimOf(text: string): Claim | null {
  if (!asksYesOrNo.test(text)) return null
  const { name: surname = '', office: held = '' } = bySurname.exec(text)?.groups ?? {}
  // A surname with any given name may be a person.
  if (mayBePerson(`${surname}某`)) return { office: officeNamed(held), name: surname, isSurname: true }
  for (const pattern of [inCharge, holderLast, holderFirst, titled, titledBehind]) {
    const { name = '', office = '' } = pattern.exec(text)?.groups ?? {}
    if (mayBePerson(name)) return { office: officeNamed(office), name }
  }
  return null
}

/** 春秋航空的王总是谁, 有个姓刘的副总叫啥. */
const titledSurname =
  /(?:^|[的,，\s])(?:(?<one>\p{Script=Han})(?:总|董)|(?:有个|那个)?姓(?<other>\p{Script=Han})的)[^,。;?!]{0,6}(?:是谁|叫啥|叫什么|全名|啥名|什么职|啥职|哪位)/u
function surnameIn(text: string): string | null {
  const { one, other } = titledSurname.exec(text)?.groups ?? {}
  const surname = one ?? other ?? ''
  return mayBePerson(`${surname}某`) ? surname : null
}

/** A change of the short name of a stock: what the new name has, or any, and which of several. */
export type Renaming = { to: 'special' | 'starred' | 'plain' | 'delisting' | 'any'; nth: number | null }

/** How a change of the short name is said: 第二回摘帽, 戴星号帽子, 啥时候开始叫ST, 简称加了退市. */
const renamings = [
  ['plain', /摘[^,。]{0,3}[帽星]|摘[掉了去]*\*?st|脱帽|\*?st[^,。]{0,3}(?:去掉|摘|没了)/u],
  ['delisting', /(?:简称|名字|名称)[^,。;?!]{0,10}退市/u],
  ['starred', /\*st|星号?st|星号?帽|[戴披]星/u],
  ['special', /(?<![a-z])st(?![a-z])|[戴扣][^,。]{0,3}帽/u],
  [
    'any',
    /(?:名字|名称|简称|后[面头])[^,。;?!]{0,4}(?:拖|带|加|挂|多)[了着]?[^,。;?!]{0,2}[-a-z*]|简称[^,。;?!]{0,6}(?:[改变换]成|[改变]为|开始叫|改叫)/u,
  ],
] as const
const asksTime = /时候|何时|时间|几时|日期|[哪几](?:一)?[年天日月]|哪[一]?回|多久/u

/** The change that is asked for; null: none. Without a time or a yes-or-no question it is background. */
function renamingIn(text: string): Renaming | null {
  if (!asksTime.test(text) && !asksYesOrNo.test(text) && !/[了过]没|有没有/u.test(text)) return null
  for (const clause of text.split(/[,。;?!]/u).toReversed()) {
    const to = renamings.find(([, pattern]) => pattern.test(clause))?.[0]
    const nth = /第(?<nth>[一二三四五1-5])[次回遍]/u.exec(clause)?.groups?.['nth']
    // 听说戴过ST帽子，现在摘了没: both.
    const isBoth = to !== 'plain' && /摘/u.test(text)
    if (to !== undefined) return { to: isBoth ? 'any' : to, nth: nth === undefined ? null : numberOf(nth) }
  }
  return null
}

/** Longest range of years that is read year by year. */
const MOST_YEARS = 30
const range = /(?<!\d)(?<from>(?:19|20)\d{2})年?(?:-|~|–|—|至|到)(?<to>(?:19|20)\d{2})(?!\d)/gu
/** No part of a date, an amount or a code. */
const year = /(?<![\d-])(?:19|20)\d{2}(?![\d.]|-\d|万|亿|元|家|人|条|名)/gu

const yearsFrom = (from: number, to: number) =>
  Array.from({ length: Math.min(Math.max(0, to - from + 1), MOST_YEARS) }, (_, at) => from + at)

function yearsIn(question: string): number[] {
  const ranges = [...question.matchAll(range)].flatMap(({ groups }) =>
    yearsFrom(Number(groups?.['from']), Number(groups?.['to'])),
  )
  const written = [...question.matchAll(year)].map(([found]) => Number(found))
  const years = [...new Set([...ranges, ...written])].toSorted((a, b) => a - b)
  const [first, last, ...more] = years
  // 2019年和2021年是一个人吗,中间换过谁
  const isBetween = more.length === 0 && /中间|期间/u.test(question)
  return isBetween && first !== undefined && last !== undefined ? yearsFrom(first, last) : years
}

/**
 * Reads the wording of a question. `names`: of its companies, whose characters are no words: 甲劳务合作有限公司. `isRegion`: whether a
 * text is the name of a province, city or county. Pure.
 */
export function readAsked(
  question: string,
  names: readonly string[] = [],
  isRegion: (name: string) => boolean = () => false,
) {
  const text = normaliseQuestion(question)
  const without = (put: string) => names.reduce((rest, name) => rest.replaceAll(normaliseQuestion(name), put), text)
  const unnamed = without('')
  const spaced = without(' ')
  const situation: Situation = job.test(unnamed) ? 'job' : supplier.test(unnamed) ? 'supplier' : 'general'
  return {
    situation,
    /** Years that the question writes, ascending; a range has all its years. */
    years: yearsIn(text),
    /** Whether it asks how figures develop: 这几年增长了吗. */
    asksTrend:
      /增长|增加|增多|减少|下降|下滑|变化|变动|上升|上涨|涨了|扩张|扩招|缩减|缩水|缩招|趋势|走势|逐年|变多|变少|[在是](?:涨|增|减|跌)|多了还是少了|是多了|是少了|越来越|怎么变|涨没涨|增没增|减没减/u.test(
        unnamed,
      ),
    /** Whether it asks by how much values differ: 多了多少, 早几年, 差多少; not 最多多少. */
    asksDifference:
      /(?<![最至])[多少大小高低早晚增减涨降](?:了|出|加|加了|少了|[招裁添走雇]了?)?(?:多少|几(?!家))|[多少]了(?:将近|快|差不多|大概|大约|近)?[\d一二三四五六七八九两]+[十百千万]*[来多]?(?:号|个)?人|差(?:了|出)?(?:多少|几)|相差|差距|差额/u.test(
        unnamed,
      ),
    /** Whether it asks about the newest year and the one before: 比去年, 最近一年. */
    asksLastStep: /同比|环比|(?:上|去)一?年|前一年|(?:最?近|过去)[一1]年/u.test(unnamed),
    /** Whether it compares the newest year with one that it names: 比前年, 跟19年比. */
    comparesWithYear: /比(?:大?前年|(?:20)?\d\d年)|[跟和与](?:大?前年|(?:20)?\d\d年)相?比/u.test(unnamed),
    /** Whether it also asks for the newest value beside that of a year: 19年是谁,现在呢. */
    asksNow: /现在|目前|如今|现任/u.test(unnamed),
    /** Whether it asks if a value is that of another year: 是否相同, 换过吗. */
    asksSame:
      /相同|一样|(?:一直|始终)都?是|一致|同一|换过|换了|换人|换没换|变过|变了|没变|有没有变|有变(?!化|动)|都是(?:谁|他|她|同)/u.test(
        unnamed,
      ),
    /** Whether it asks if values of two companies are the same: 法人是不是同一个人, 在一个城市吗. */
    asksIfShared:
      /同一?个?(?:人|城市|省|市|地方|地区)|(?<![有那这几])一个(?:人|城市|省份?|市|地方)(?:吗|么|嘛|不|的|[?。]|$)|一样吗|相同吗/u.test(
        unnamed,
      ),
    supposed: supposedIn(spaced, isRegion),
    /** Two offices of which it asks whether one person holds both: 董事长和总经理是同一个人吗. */
    sameOffices: sameOfficesIn(unnamed),
    /** Whether it asks for the sum of shares: 前三大股东合计持股. */
    asksSum: /合计|一共|总共|加起来|共(?:持|占)|总和/u.test(unnamed),
    /** Whether the person that it names is left out: 除了他还有谁. */
    asksOthers: /(?:除了?|除开)[^,。;?!]{2,12}(?:还有|其他|别的|另外)/u.test(unnamed),
    /** Whether it asks for a number of years: 成立多少年了. */
    asksAge:
      /(?:成立|上市|开|创立|创办|办|经营|存在|注册)[^,。;?!]{0,4}(?:多少年|几年|多久|多长时间)(?!的员工)|多少年(?:了|历史)|年限|多大年纪|年龄/u.test(
        unnamed,
      ),
    claim: claimOf(spaced),
    /** A surname before a title: 王总是谁. */
    surname: surnameIn(spaced),
    /** Whether it asks for amounts: 失信的欠多少. */
    asksAmount: /欠[^,。;?!税]{0,4}(?:多少|几[十百千万])|多少(?:钱|金额|元|万)|金额|标的/u.test(unnamed),
    /** Whether it asks for a person: 限高的是哪个人. */
    asksPerson: /[哪那][一几]?个人|哪位|什么人|啥人|是谁|谁被/u.test(unnamed),
    /** Whether it asks for the short name of the stock, which a question for the whole name (全称) does not. */
    asksShortName: /简称|(?:证券|股票)(?:名|叫)/u.test(unnamed),
    /** Whether it asks when, which a question for the code or the exchange does not. */
    asksWhen: /时候|何时|时间|几时|日期|(?:哪|哪一|几|几几|多少)年|哪[一]?天|多久|多长|年份|年限/u.test(unnamed),
    /** A kind of staff that no source counts: 技术人员, 博士. */
    staffKind: staffKindOf(text, unnamed),
    /** Whether it asks for records of persons or companies beside the one that it names: 老板是老赖吗, 子公司被罚过吗; not 法人和失信. */
    ofOthers:
      /(?:[子分母总]公司|旗下|下属|股东|老板|法人|法定代表人|董事长|高管|实控人|实际控制人|关联公司)[^,。?;!\s和与及、跟让叫我说欠]{0,8}?(?:失信|老赖|执行|限高|限制消费|处罚|被罚|罚过|官司|起诉|立案|违规|异常)/u.test(
        unnamed,
      ),
    /** Whether it asks for who held an office before: 前任董事长是谁. */
    asksFormer: /前任|之前[的那](?:个|位|任)|上一?任|历任|前一任|原(?:董事长|总经理|总裁)/u.test(unnamed),
    /** Whether it asks for fines: 一共罚了多少. */
    asksFine: /罚[^,。;?!次回条张项起笔]{0,6}(?:多少|几)(?![次回条张项起笔份年家])|罚金/u.test(unnamed),
    /** Whether it asks for names of companies that it counts: 有几家，报名字. */
    asksNames: /名字|叫(?:什么|啥)|哪[几些]|分别[是有叫]|有谁|列[出个一]|名单|点名/u.test(unnamed),
    /** Whether it asks which of the yearly reports names a person: 是哪一年年报写的. */
    asksReport: /年报|年度报告/u.test(unnamed) && /哪一?年|哪年|几几年|时候/u.test(unnamed),
    /** Whether it asks for the code of the stock. */
    asksCode: /代码|代号|股号|code|ticker/iu.test(unnamed),
    /** Whether it asks if records still hold: 这罚款还算数不, 结了没. */
    asksValidity: /撤[销了没掉]|算数|作数|作废|失效|有效|生效|挂着|还在|结了|结案|[还交缴]清|履行完/u.test(unnamed),
    renaming: renamingIn(unnamed.toLowerCase()),
  }
}

export const nothingAsked: Asked = readAsked('')

/** The years that yearly figures are asked for: those written, else the one of 去年; empty: every year. */
export function yearsAsked({ years }: Asked, days: Days | null): readonly number[] {
  if (years.length > 0) return years
  const [from, to] = [days?.from ?? null, days?.to ?? null]
  return from !== null && to !== null && from.slice(0, 4) === to.slice(0, 4) ? [Number(from.slice(0, 4))] : []
}

/** Whether values of each year are asked for: of a year, whether they changed, or in which report they stand. */
export const asksOfYears = (asked: Asked, days: Days | null): boolean =>
  yearsAsked(asked, days).length > 0 || asked.asksSame || asked.asksReport

/** Whether the revenue of a company is asked for, which lists of companies state. */
export const asksRevenue = ({ intent, uncollected }: QuestionPart): boolean =>
  uncollected.includes(REVENUE) && intent !== 'count' && intent !== 'list'

/** Whether it asks if a company is listed: 现在还算上市公司吗. */
export const asksIfListed = ({ facts }: QuestionPart, { asksWhen, asksCode }: Asked): boolean =>
  facts.includes('listings') && !asksWhen && !asksCode

/** Whether a part asks surely only for data that no source states: an overview of the company does not stand in for them. */
export const asksOnlyUncollected = (part: QuestionPart, { situation }: Asked, isSure: boolean): boolean =>
  isSure && situation === 'general' && part.intent === 'facts' && part.uncollected.length > 0 && isAboutWhole(part)

/**
 * Whether a part is answered with an overview of the company for the asker: it asks about all of it, or only for data that no
 * source states.
 */
export const isAboutWhole = ({ intent, facts, kinds, uncollected }: QuestionPart) =>
  intent === 'riskOverview' ||
  (intent === 'facts' && facts.length + kinds.length === 0 && !uncollected.includes(REVENUE))
