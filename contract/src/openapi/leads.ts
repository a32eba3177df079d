import { type ContactRow, type ContactSource, type LeadDetail } from '../leads.ts'
import { leadRoutes } from '../routes/leads.ts'
import { type RouteDocs } from './route-docs.ts'
import { asOf, matchReason, summary } from './samples.ts'

export const contactSource: ContactSource = {
  category: '年报',
  name: '2025 年度报告',
  year: 2025,
  date: '2026-03-28',
  url: null,
}
export const contactSummary = { mobileCount: 0, landlineCount: 1, emailCount: 0 }
const landline = '0990-5550000'
const owner = { mobile: '15400000000', smsCode: '123456' }

export const contactRow: ContactRow = {
  id: 'k-example',
  type: '固话',
  value: landline,
  contactName: '杨**',
  positions: ['销售'],
  sources: [contactSource],
  sourceCount: 1,
  state: '实号',
  labels: ['推荐'],
  sameNumberCount: 1,
  canListSameNumber: true,
  area: null,
  operator: null,
  updatedAt: '2026-03-28',
  canDial: false,
  dispute: null,
}
export const leadDetail: LeadDetail = {
  company: summary,
  address: '演示东省演示市演示路 1 号',
  connected: true,
  asOf,
  contacts: [contactRow],
  contactSummary,
  revealsLeft: 29,
  isRepeated: false,
  canDialMobiles: false,
  dialsLeft: 10,
}

export const leadDocs: RouteDocs<typeof leadRoutes> = {
  leadSearch: {
    summary: '找商机：按关键词、号码或条件查询公开联系方式的企业',
    example: { keyword: '演示' },
    answer: {
      list: [
        {
          ...summary,
          matchReason,
          hitRanges: [[2, 4]],
          contactSummary,
          firstContact: { type: '固话', value: landline, source: contactSource, sameNumberCount: 1 },
          updatedAt: '2026-03-28',
        },
      ],
      total: 1,
      totalCapped: false,
      page: 1,
      pageSize: 20,
      connected: true,
      asOf,
      byNumber: false,
    },
  },
  leadDetail: {
    summary: '企业公开的联系方式；每日可查看 30 家',
    example: { id: summary.id },
    answer: leadDetail,
  },
  dial: {
    summary: '拨打手机；须由运营方开启，每日 10 次',
    example: { companyId: summary.id, contactId: 'k-example' },
    answer: { number: owner.mobile, dialsLeft: 9 },
  },
  hideNumber: { summary: '隐藏本人号码，立即生效', example: owner, answer: { hidden: true } },
  showNumber: { summary: '取消隐藏本人号码', example: owner, answer: { hidden: false } },
}
