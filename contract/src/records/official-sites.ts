export type OfficialSite = {
  name: string
  /** Label of a button; absent: the name fits one line. */
  label?: string
  url: string
}

/** Official sites where the public can look records up. */
export const officialSites = {
  execution: { name: '中国执行信息公开网', url: 'https://zxgk.court.gov.cn/' },
  hearings: { name: '中国审判流程信息公开网', url: 'https://splcgk.court.gov.cn/' },
  notices: { name: '人民法院公告网', url: 'https://rmfygg.court.gov.cn/' },
  judgments: { name: '中国裁判文书网', url: 'https://wenshu.court.gov.cn/' },
  register: { name: '国家企业信用信息公示系统', label: '企业信用公示系统', url: 'https://www.gsxt.gov.cn/' },
  credit: { name: '信用中国', url: 'https://www.creditchina.gov.cn/' },
  disclosure: { name: '巨潮资讯网', url: 'http://www.cninfo.com.cn/' },
  tax: { name: '国家税务总局', url: 'https://www.chinatax.gov.cn/' },
} as const satisfies Readonly<Record<string, OfficialSite>>
