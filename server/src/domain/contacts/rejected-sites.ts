/** Sites that no company may name as its own, with the reason. Subdomains are meant too. */
const rejectedSites = {
  'sse.com.cn': '上海证券交易所',
  'see.com.cn': '上海证券交易所（错写）',
  'szse.cn': '深圳证券交易所',
  'bse.cn': '北京证券交易所',
  'neeq.com.cn': '全国股转系统',
  'hkex.com.hk': '香港交易所',
  'hkexnews.hk': '香港交易所披露易',
  'hkexnews.hk2021': '香港交易所披露易（错写）',
  'cninfo.com.cn': '巨潮资讯',
  'sseinfo.com': '上证信息',
  'p5w.net': '全景网',
  'cnstock.com': '上海证券报',
  'cs.com.cn': '中国证券报',
  'stcn.com': '证券时报',
  'zqrb.cn': '证券日报',
  'gov.cn': '政府网站',
  'jd.com': '电商平台',
  'taobao.com': '电商平台',
  'tmall.com': '电商平台',
  '1688.com': '电商平台',
  'alibaba.com': '电商平台',
  'pinduoduo.com': '电商平台',
  'made-in-china.com': '电商平台',
  'weibo.com': '社交平台',
  'weixin.qq.com': '社交平台',
  'linkedin.com': '社交平台',
  'baidu.com': '搜索引擎',
  'tianyancha.com': '企业查询网站',
  'qcc.com': '企业查询网站',
  'delta.com': '其他企业（达美航空）',
} as const satisfies Readonly<Record<string, string>>

const reasons: ReadonlyMap<string, string> = new Map(Object.entries(rejectedSites))

/** A site that more companies name belongs to none of them. */
export const MOST_COMPANIES_OF_SITE = 2

/** Host of a web address without www, in small letters; empty when the text has none. */
export const siteHost = (website: string): string =>
  website
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/*/u, '')
    .replace(/[/:?#;,\s].*$/u, '')
    .replace(/^www\./u, '')

/** Why a site cannot be that of a company; null: nothing is known against it. */
export function siteFlaw(website: string): string | null {
  const labels = siteHost(website).split('.')
  for (let at = 0; at < labels.length - 1; at += 1) {
    const reason = reasons.get(labels.slice(at).join('.'))
    if (reason !== undefined) return reason
  }
  return null
}
