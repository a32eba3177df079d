import { amount, certificate, day, inList, line, officer, percent, type RecordFields, textOf, word } from '../fields.ts'
import { officialSites } from '../official-sites.ts'
import { defineKind } from '../record-kind.ts'

function shareBandOf({ percent: share }: RecordFields): string | null {
  if (typeof share !== 'number') return null
  if (share >= 100) return '100%'
  return share > 50 ? '大于 50%' : '50% 及以下'
}

/** 对外投资, PRODUCT B12. */
export const outwardInvestment = defineKind({
  key: 'overseasInvest',
  heading: 'name',
  withinCompany: 'byKey',
  identity: ['name'],
  linkedNames: { name: 'creditCode' },
  isHolding: true,
  published: ['investDate', 'foundedDate'],
  severity: () => null,
  facets: {
    status: { label: '登记状态', of: (fields) => textOf(fields, 'status') },
    share: { label: '持股比例', of: shareBandOf },
    region: { label: '地区', of: (fields) => textOf(fields, 'region') },
  },
  officialSite: officialSites.register,
  fields: {
    name: line('被投资企业名称', inList),
    legalRep: officer('法定代表人', inList),
    status: line('登记状态', inList),
    percent: percent('持股比例', inList),
    subscribedAmount: amount('认缴出资额', '万元', inList),
    regCapital: amount('注册资本', '万元', inList),
    foundedDate: day('成立日期', inList),
    investDate: day('投资日期', inList),
    region: line('地区', inList),
    industry: line('行业', inList),
    creditCode: certificate('统一社会信用代码', inList),
    /** Tag of investees outside the mainland. */
    territory: word('所在地', ['境内', '境外'], { ...inList, aliases: { 中国大陆: '境内', 海外: '境外' } }),
  },
})
