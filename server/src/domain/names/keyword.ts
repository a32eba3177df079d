import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { searchKey } from './company-name.ts'

export type Keyword = {
  /** The text to search for. */
  text: string
  /** Set when the typed keyword was longer than the limit. */
  cut?: string
}

// Invisible characters left by input methods, pasting or scanners.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const searchable = /[\p{L}\p{N}]/u

/** Cleans a typed keyword; null when it contains neither letters nor digits. */
export function cleanKeyword(typed: string): Keyword | null {
  const characters = Array.from(typed.normalize('NFKC').replace(invisible, '').trim())
  const text = characters.slice(0, KEYWORD_LIMIT).join('').trimEnd()
  if (!searchable.test(text)) return null
  return characters.length > KEYWORD_LIMIT ? { text, cut: text } : { text }
}

/**
 * Query relaxation: people write words around a name (腾讯公司官网, 帮我查下万科怎么样) and codes within text
 * (芯能科技(603105)). These functions only propose shorter keywords; the search decides which of them finds a company.
 */

/** Bounds the look-ups of one keyword. */
const MOST_KEYWORDS = 16
const SHORTEST = 2

const longestFirstPattern = (words: string) =>
  words
    .trim()
    .split(/\s+/u)
    .sort((a, b) => b.length - a.length)
    .join('|')

/** Requests, and labels in front of a name or a code. A keyword may begin with several of them. */
const heads = longestFirstPattern(`
  请问一下 请问 请帮我 请 帮我 帮忙 麻烦 劳烦 给我 我想 我要 我们 想要 想 你好 您好 大家 谁知道 有人知道 有没有人知道 哪位知道
  查一下 查下 查查 查询一下 查询 搜一下 搜索 搜搜 找一下 找找 看一下 看看 看下 了解一下 了解下 了解 问一下 问下 打听一下 打听 咨询 关于
  公司名称 企业名称 单位名称 机构名称 客户名称 供应商名称 公司全称 企业全称 公司名 企业名 名称 全称 简称 户名 抬头 发票抬头 开票单位 收款单位
  付款单位 收款方 付款方 购买方 销售方 甲方 乙方 丙方 丁方 买方 卖方 发包方 承包方 供应商 客户 招标人 投标人 中标人 中标单位 被告 原告
  纳税人识别号 纳税识别号 统一社会信用代码 社会信用代码 信用代码 税务登记号 组织机构代码 注册号 工商注册号 税号
  股票名称 股票简称 股票代码 证券简称 证券代码 上市公司 股票 代码
`)
const headPattern = new RegExp(`^(?:${heads})(?:是|为)?`, 'iu')
/** Also first characters of names, so they are taken off last. */
const shortHeadPattern = /^[查找搜问看]/u

const questions = `
  怎么样 怎样 咋样 如何 好不好 好吗 行吗 可靠吗 可靠不 靠谱吗 靠谱不 靠不靠谱 正规吗 正不正规 安全吗 可信吗 值得去吗 能去吗 能入职吗 可以吗 可以买吗 能买吗
  是真的吗 是真是假 真的假的 是骗子吗 是不是骗子 倒闭了吗 破产了吗 倒闭了 还在吗 上市了吗 上市没有 上市了没 是上市公司吗 是不是上市公司 是国企吗 是央企吗 是民企吗
  是国企还是民企 是外企吗 是什么性质 是什么企业 是什么公司 是什么 是哪家公司 是哪个公司 是哪家 是哪里的 是哪的 是谁的 是谁 是多少 是干什么的 是干嘛的 是做什么的
  做什么的 干什么的 干嘛的 有多少人 有多少 有哪些 在哪里 在哪儿 在哪 多少钱 多少人 多少 几个人 哪一年成立 什么时候成立 什么时候上市 哪年成立 哪里 哪家 谁 呢 吗 啊 吧 呀 么 嘛 了 的
`
const facts = `
  官网首页 官网入口 官网 官方网站 官方网址 官方 网站 网址 主页 首页 入口 电话号码 联系电话 客服电话 服务电话 投诉电话 招聘电话 电话 座机 手机号 客服热线 服务热线 客服 热线
  联系方式 联系人 传真 邮箱 公司地址 注册地址 办公地址 详细地址 总部地址 地址 总部 位置 法定代表人 法人代表 法人 老板 董事长 董事会秘书 董秘 总经理 总裁 负责人 创始人
  实际控制人 实控人 控股股东 大股东 股东 高管 注册资本 注册资金 成立时间 成立日期 经营范围 主营业务 主营 业务 简介 介绍 公司简介 公司介绍 企业简介 概况 资料 工商信息
  工商登记 工商 企业信息 公司信息 基本信息 登记信息 信息 营业执照 税号 纳税人识别号 开票信息 开票资料 统一社会信用代码 信用代码 组织机构代码 信用 征信 背景 规模 实力
  风险 诉讼 官司 纠纷 失信 被执行人 处罚 行政处罚 经营异常 劳动争议 财报 财务报表 年报 季报 年度报告 营收 利润 业绩 市值 市盈率 估值 股价 股票代码 股票 代码 行情 走势 公告 分红
  a股 b股 h股 港股 美股 上市 招聘信息 招聘官网 校园招聘 校招 社招 招聘 招人 面试 待遇 工资 工资待遇 薪资 薪水 员工人数 员工 人数 评价 口碑 名声 最新消息 消息 新闻 动态
  查询 企业查询 公司查询 信息查询 查一下 爱企查 企查查 天眼查 启信宝 百度百科 百科 知乎 贴吧 小红书 脉脉 app 客户端 小程序 公众号 产品 品牌
`
const companyWords = `
  有限责任公司 有限公司 总公司 上市公司 公司 集团 企业 股份
  这家公司 那家公司 这个公司 那个公司 这家企业 这个企业 这家 该公司 该企业
  company group corporation corp inc limited ltd co official website stock
`
const tailPattern = new RegExp(
  `(?:${longestFirstPattern(`${questions} ${facts} ${companyWords}`)}|(?:19|20)\\d{2}年?度?)$`,
  'iu',
)

/** Ends a name within text that no other rule explains: 腾讯 in 腾讯公司北京办公室. */
const nameEndPattern = /^(?<name>.{2,20}?)(?:股份有限公司|有限责任公司|有限公司|股份公司|集团|公司|企业|的)/u
const quotedPattern = /["“”'‘「『【《〈#](?<name>[^"“”'’」』】》〉#]{2,50})["“”'’」』】》〉#]/u
const trailingBrackets = /[([【][^()[\]【】]*[)\]】]$/u

/** A stock code with or without its exchange. Digits of a longer number, an amount or a share are none. */
const stockCodePattern =
  /(?<![0-9a-z.\-+])(?:(?<before>sh|sz|bj)[\s.:]?)?(?<digits>\d{6})(?:[\s.](?<after>sh|ss|sz|bj)|(?<after>sh|ss|sz|bj))?(?![0-9a-z%]|\.\d|[元万亿吨台件号人股米])/giu
/** Words in front of six digits that are no stock code. */
const otherNumber =
  /(?:邮政编码|邮政编号|邮编|验证码|校验码|密码|编号|工号|学号|单号|订单号|案号|尾号|[￥¥])\s*[是为:]?\s*$/u
const creditCodePattern = /(?<![0-9a-z])(?:[0-9a-z][\s-]?){17}[0-9a-z](?![0-9a-z])/giu
const registrationNumberPattern = /(?<!\d)\d{15}(?!\d)/gu
/** A code of any market, with the brackets and the label around it. */
const marketCode = String.raw`(?<![0-9a-z])(?:(?:sh|sz|bj|hk|us|nasdaq|nyse)[\s.:]*)?\d{5,6}(?:[\s.]?(?:sh|ss|sz|bj|hk|us))?(?![0-9a-z])`
const anyCode = new RegExp(
  String.raw`[([【]?\s*(?:(?:股票|证券)?代码\s*[:是]?\s*)?(?:${marketCode}|${creditCodePattern.source})\s*[)\]】]?`,
  'giu',
)

const trimSigns = (text: string) => text.replace(/^[^\p{L}\p{N}*]+|[^\p{L}\p{N}]+$/gu, '')

/**
 * Codes within a longer text, the surest first: credit code, registration number, stock code with its exchange as
 * SH603105. A keyword that is only a code has none.
 */
export function codesWithin(text: string): string[] {
  if (!/\d{6}|\d[\s-]?[0-9A-Z]{4}/iu.test(text)) return []
  const key = searchKey(text)
  const long = [...text.matchAll(creditCodePattern), ...text.matchAll(registrationNumberPattern)]
  const stocks = [...text.matchAll(stockCodePattern)].filter(({ index }) => !otherNumber.test(text.slice(0, index)))
  const codes = [
    ...long.map(([code]) => code.replace(/[\s-]/gu, '').toUpperCase()),
    ...stocks.map(({ groups = {} }) => `${groups['before'] ?? groups['after'] ?? ''}${groups['digits']}`.toUpperCase()),
  ]
  return [...new Set(codes)].filter((code) => searchKey(code) !== key)
}

/** The text, and what is left of it without the words at its end, one step at a time. */
function* withoutTails(text: string): Generator<string> {
  for (let rest = text; rest !== ''; ) {
    yield rest
    const shorter = trimSigns(rest.replace(trailingBrackets.test(rest) ? trailingBrackets : tailPattern, ''))
    if (shorter === rest) return
    rest = shorter
  }
}

function withoutHeads(text: string): string {
  for (let rest = text; ; ) {
    const shorter = trimSigns(rest.replace(headPattern, ''))
    if (shorter === rest || shorter === '') return rest
    rest = shorter
  }
}

/** 集团公司 and 股票 name no company. */
function isFrameOnly(text: string): boolean {
  const last = [...withoutTails(text)].at(-1) ?? ''
  return trimSigns(last.replace(tailPattern, '').replace(headPattern, '')) === ''
}

function* relaxationsOf(text: string): Generator<string> {
  const whole = trimSigns(text)
  const headless = withoutHeads(whole)
  for (const start of new Set([whole, headless])) yield* withoutTails(start)
  const bare = [...withoutTails(headless)].at(-1) ?? ''
  yield trimSigns(bare.replace(shortHeadPattern, ''))
  yield nameEndPattern.exec(headless)?.groups?.['name'] ?? ''
}

/**
 * Shorter keywords to try when nothing matches the whole text, in this order: a quoted name, the text without codes,
 * without requests and labels in front, and without the words behind a name, one step at a time.
 */
export function relaxedKeywords(text: string): string[] {
  const written = text.normalize('NFKC')
  const quoted = quotedPattern.exec(written)?.groups?.['name'] ?? ''
  const seen = new Set([searchKey(written)])
  const keywords: string[] = []
  for (const start of [quoted, written.replace(anyCode, ' ')]) {
    for (const keyword of relaxationsOf(start)) {
      const key = searchKey(keyword)
      if (key.length < SHORTEST || seen.has(key) || isFrameOnly(keyword)) continue
      seen.add(key)
      keywords.push(keyword)
    }
  }
  return keywords.slice(0, MOST_KEYWORDS)
}
