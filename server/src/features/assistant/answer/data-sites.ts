import { officialSites } from '@baiqicha/contract/records/official-sites'

/** Requested data of which a kind of staff is a part. */
export const EDUCATION = '学历构成'

const reports = `${officialSites.disclosure.name}查阅上市公司年报`
const recruiting = '招聘平台查看'
const ownSite = '企业官网查看'

/** Where data that no source of the database has can be looked up, by the names of `uncollectedWords`. */
const namesBySite: Readonly<Record<string, string>> = {
  [reports]:
    '营业收入 净利润 毛利率 净利率 研发费用 每股收益 净资产收益率 分红 资产负债 总资产 净资产 资产负债率 现金流 年度报告 客户与供应商 产能与销量 学历构成 岗位构成',
  证券交易所网站查看: '股价 市值 市盈率 市净率',
  国家知识产权局查询: '专利 商标',
  中国版权保护中心查询: '著作权',
  [`${officialSites.register.name}查询`]: '动产抵押 股权冻结',
  [`${officialSites.credit.name}查询`]: '资质证书',
  [`${officialSites.execution.name}查询`]: '终本案件',
  [`${officialSites.tax.name}查询`]: '纳税信息',
  全国企业破产重整案件信息网查询: '破产重整',
  全国排污许可证管理信息平台查询: '环保信息',
  中国政府采购网查询: '招投标',
  中国货币网查询: '债券',
  中国土地市场网查询: '土地房产',
  中国海关企业进出口信用信息公示平台查询: '进出口数据',
  国家市场监督管理总局网站查看抽查结果: '产品质量',
  国家市场监督管理总局消费投诉信息公示平台查看: '用户评价与投诉',
  [recruiting]: '工资待遇 加班情况 食宿福利 招聘信息 员工评价',
  [ownSite]: '产品价格 新闻舆情 裁员信息 融资信息',
}

/** 巨潮资讯网查阅上市公司年报, by the name of the data. */
export const dataSites: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(namesBySite).flatMap(([site, names]) => names.split(' ').map((name) => [name, site])),
)
