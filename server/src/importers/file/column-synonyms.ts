import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { headerKey } from '../input/header.ts'

/**
 * Names that exports and public tables give the columns of our formats; a record has the labels of its fields besides. Sources: exports
 * of 企查查, 天眼查, 爱企查 and 启信宝, and the tables of 国家企业信用信息公示系统, 信用中国 and 中国执行信息公开网.
 */
const companyColumns = {
  name: '企业名称 公司名称 单位名称 机构名称 主体名称 名称 企业名 公司名 企业全称 公司全称',
  creditCode:
    '统一社会信用代码 社会信用代码 信用代码 统一信用代码 统一社会信用代码/注册号 统一代码 社会统一信用代码 统一社会信用码 纳税人识别号 税号',
  registrationNumber: '工商注册号 注册号 企业注册号 营业执照注册号',
  nameEnglish: '英文名 英文名称 企业英文名 公司英文名',
  formerNames: '曾用名 历史名称 企业曾用名 公司曾用名',
  aliases: '别名 企业简称 公司简称 简称 品牌',
  status: '登记状态 经营状态 企业状态 公司状态 状态 企业登记状态 存续状态 开业状态 营业状态',
  businessType: '企业类型 公司类型 企业(机构)类型 企业性质 机构类型 市场主体类型 主体类型 公司类型(企业类型)',
  foundedOn: '成立日期 成立时间 注册日期 注册时间 成立年月日',
  approvedOn: '核准日期 核准时间 发照日期',
  term: '营业期限 经营期限 营业期限自至',
  termFrom: '营业期限自 经营期限自 营业期限起 营业期限始 经营期限起始',
  termTo: '营业期限至 经营期限至 营业期限止 营业期限终 经营期限终止',
  authority: '登记机关 发照机关 注册机关',
  region: '行政区划代码 区划代码 地区代码 行政区划 所属地区 所在地区 地区 所属区域 省市区',
  province: '所属省份 省份 省 所在省份 省(市)',
  city: '所属城市 城市 市 所在城市 所属市',
  county: '所属区县 区县 所属区 所在区县 县区 区',
  industry:
    '国标行业 国标行业小类 国标行业中类 国标行业大类 所属行业 行业 行业分类 国民经济行业 行业小类 行业中类 行业大类 国标行业门类 行业门类',
  scope: '经营范围 业务范围 经营(业务)范围',
  taxpayerType: '纳税人资质 纳税人类型',
  endedOn: '注销日期 吊销日期 注销时间 吊销时间 注销/吊销日期',
  endedReason: '注销原因 吊销原因',
  legalRepresentative:
    '法定代表人 法人 法人代表 法人姓名 负责人 法定代表人/负责人 法定代表人姓名 企业法人 法定代表人(负责人)',
  capitalValue: '注册资本 注册资金 注册资本(金) 认缴资本',
  capitalCurrency: '注册资本币种 币种 注册币种',
  capitalUnit: '注册资本单位 资本单位',
  paidInValue: '实缴资本 实收资本 实缴资金',
  address: '企业地址 注册地址 地址 住所 公司地址 企业注册地址 经营场所 营业场所 登记住所 企业住所',
  mailAddress: '通信地址 通讯地址 最新年报地址 办公地址 联系地址',
  website: '网址 官网 企业网址 公司网址 官方网站 网站',
  email: '邮箱 电子邮箱 企业邮箱 联系邮箱 最新年报邮箱 电子邮件 email',
  phones: '电话 联系电话 企业电话 公司电话 有效手机号 手机号 手机 电话号码 企业联系电话 最新年报电话 可用电话',
  morePhones: '更多电话 其他电话 其它电话 更多号码 其他号码',
  staffSize: '人员规模 企业规模(人) 员工人数',
  insuredCount: '参保人数 社保人数 缴纳社保人数',
  insuredYear: '参保人数所属年报 参保年份 参保人数年份',
  stockCode: '股票代码 证券代码',
  shortName: '股票简称 证券简称',
  asOf: '数据更新日期 更新日期 更新时间 数据截止日期',
  listProvince: '榜单所在省份',
  investorAuthority: '出资人职责机构',
  customsCode: '进出口企业代码',
  endedOffice: '注销机关 吊销机关',
  legalRepresentativeTitle: '法定代表人职务',
  paidInUnit: '实缴资本单位',
  paidInCurrency: '实缴资本币种',
  staffYear: '人员规模所属年报',
  formerShortNames: '证券曾用简称',
  jointStockType: '股份类型',
  oldStockCode: '原证券代码',
  exchange: '交易所 上市交易所',
  board: '板块 上市板块',
  listingState: '上市状态',
  listedOn: '上市日期 上市时间',
  delistedOn: '退市日期',
}

const ofAllKinds = {
  companyName:
    '企业名称 公司名称 单位名称 主体名称 当事人 当事人名称 行政相对人名称 相对人名称 纳税人名称 被执行企业 所属企业 企业',
  companyCreditCode:
    '统一社会信用代码 社会信用代码 信用代码 行政相对人代码_1(统一社会信用代码) 行政相对人代码(统一社会信用代码) 行政相对人代码',
  companyRegistrationNumber: '工商注册号 注册号 行政相对人代码_2(工商注册号)',
  sourceUrl: '来源网址 详情链接 链接 原文链接',
  asOf: '数据更新日期 数据更新时间 更新日期',
  displayUntil: '公示截止期 公示截止日期 公示期限至',
}

const recordColumns: { readonly [Key in RecordKindKey]?: Readonly<Record<string, string>> } = {
  dishonestExecutor: {
    name: '失信被执行人 被执行人姓名/名称 被执行人名称 失信被执行人名称 被执行人姓名或名称 失信人',
    certNo: '身份证号码/组织机构代码 组织机构代码 证件号码/组织机构代码 统一社会信用代码 身份证号/组织机构代码',
    legalRep: '法定代表人或者负责人姓名 法定代表人/负责人 法人 企业法人 法定代表人或负责人',
    court: '执行法院名称 法院',
    basisNo: '执行依据文号',
    basisOrg: '做出执行依据单位 作出执行依据单位 做出执行依据的单位',
    duty: '生效法律文书确定的义务 法律生效文书确定的义务',
    performance: '被执行人的履行情况 被执行人履行情况',
    conduct: '失信被执行人行为具体情形 失信行为具体情形 失信行为 行为情形',
    filedDate: '立案时间',
    publishDate: '发布时间 公布日期 公布时间',
    performedPart: '已履行',
    unperformedPart: '未履行',
    amount: '执行标的 涉及金额',
  },
  executedPerson: {
    name: '被执行人姓名/名称 被执行人名称 被执行人姓名或名称',
    certNo: '身份证号码/组织机构代码 组织机构代码 统一社会信用代码',
    court: '执行法院名称 法院',
    execAmount: '执行标的 执行金额 执行标的金额',
    filedDate: '立案时间',
    publishDate: '发布时间',
  },
  consumptionRestriction: {
    restrictedPerson: '限消人员 限制消费人员 限消令对象 限制高消费人员 被限制消费人员',
    companyName: '企业名称 公司名称 关联企业 限消企业',
    court: '执行法院名称 法院',
    filedDate: '立案时间',
    publishDate: '发布时间',
  },
  businessRisk: {
    addReason: '列入经营异常名录原因 列入异常名录原因',
    addDate: '列入时间 列入日期',
    addOffice: '作出决定机关 作出决定机关(列入) 列入决定机关 决定机关(列入)',
    removeReason: '移出经营异常名录原因 移出异常名录原因',
    removeDate: '移出时间',
    removeOffice: '作出决定机关(移出) 移出决定机关 决定机关(移出)',
  },
  punishment: {
    docNo: '行政处罚决定书文号 决定书文号 处罚决定书文号 行政处罚决定文书号 处罚文号 文书号',
    reason: '违法行为类型 处罚事由 违法行为',
    kinds: '处罚类别1 处罚种类 行政处罚种类 处罚类型',
    result: '处罚内容 行政处罚内容 处罚决定',
    fineAmount: '罚款金额 处罚金额 罚金',
    confiscatedAmount: '没收金额 没收违法所得、没收非法财物的金额 没收违法所得没收非法财物的金额',
    licenceRevoked: '暂扣或吊销证照名称及编号',
    office: '处罚机关名称 处罚单位 作出处罚机关 行政处罚机关 决定机关',
    decisionDate: '处罚决定日期 处罚日期 作出处罚决定日期 决定时间',
    publishDate: '公示时间 公开日期',
    facts: '违法行为事实 主要违法事实',
    legalRep: '法定代表人(负责人)姓名 法定代表人姓名 法人',
    legalBasis: '行政处罚依据',
    remark: '备注信息',
  },
  seriousViolation: {
    addReason: '列入严重违法失信企业名单原因 列入严重违法失信名单原因',
    addDate: '列入时间',
    addOffice: '作出决定机关 列入决定机关',
    removeDate: '移出时间',
  },
}

const wordsOf = (names: string) => names.split(' ')

/** Columns by the keys of their names. The first column keeps a name that two claim. */
function byHeader(tables: readonly Readonly<Record<string, string>>[]): Map<string, string> {
  const columns = new Map<string, string>()
  for (const table of tables) {
    for (const [column, names] of Object.entries(table)) {
      for (const name of wordsOf(names)) {
        const key = headerKey(name)
        if (!columns.has(key)) columns.set(key, column)
      }
    }
  }
  return columns
}

export const companySynonyms: ReadonlyMap<string, string> = byHeader([companyColumns])

/** `labels`: the label of each field of the kind; a name of the kind comes before one of all kinds. */
export const recordSynonyms = (
  kind: RecordKindKey,
  labels: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> => byHeader([labels, recordColumns[kind] ?? {}, ofAllKinds])

const firstName = (columns: Readonly<Record<string, string>>, column: string): string =>
  wordsOf(columns[column] ?? column)[0] ?? column

/** The name that people know a column of companies by. */
export const companyLabel = (column: string): string => firstName(companyColumns, column)

/** The same for a column of records that is no field of its kind. */
export const sharedColumnLabel = (column: string): string => firstName(ofAllKinds, column)
