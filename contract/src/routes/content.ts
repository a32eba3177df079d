import { aboutSchema } from '../about.ts'
import { contactConfigSchema, faqSchema, mineConfigSchema } from '../content.ts'
import { homeDocs } from './home.ts'
import { nothing, type RouteDocs, route } from './route.ts'

export const contentRoutes = {
  mineConfig: route(
    { method: 'GET', path: '/operation-config/center/config', access: 'open', load: 'copies' },
    nothing,
    mineConfigSchema,
  ),
  contactConfig: route(
    { method: 'GET', path: '/v1/config/getContactConfig', access: 'open', load: 'copies' },
    nothing,
    contactConfigSchema,
  ),
  faq: route({ method: 'GET', path: '/v1/config/faq', access: 'open', load: 'copies' }, nothing, faqSchema),
  about: route({ method: 'GET', path: '/v1/config/about', access: 'open', load: 'copies' }, nothing, aboutSchema),
} as const

export function contentDocs(): RouteDocs<typeof contentRoutes> {
  const { noticeList, bannerList, jumpHosts } = homeDocs().homeConfig.answer

  return {
    mineConfig: { summary: '我的：公告与轮播', answer: { noticeList, bannerList, jumpHosts } },
    contactConfig: {
      summary: '联系方式；未提供的为 null',
      answer: {
        servicePhone: '400-000-0000',
        serviceHours: '工作日 9:00–18:00',
        email: 'service@example.com',
        wechatQr: null,
        complaintChannel: '帮助与反馈',
        privacyOfficer: 'privacy@example.com',
        address: '北京市演示区演示路 1 号',
        icp: '京ICP备00000000号-1',
      },
    },
    faq: {
      summary: '常见问题',
      answer: {
        list: [{ question: '未接入是什么意思？', answer: '该类数据的来源尚未接入，不代表企业没有该类记录。' }],
      },
    },
    about: {
      summary: '版本、数据来源与许可',
      answer: {
        version: '1.0.0',
        icp: '京ICP备00000000号-1',
        sources: [
          {
            id: 'exchange-list',
            name: '沪深北交易所股票列表',
            scope: 'A 股上市公司',
            licence: '交易所依法公布的单项事实',
            url: 'https://www.sse.com.cn/assortment/stock/list/share/',
            asOf: '2026-06',
            lastImport: '2026-06-30T00:00:00.000Z',
            records: [{ title: '企业', count: 5_000 }],
          },
        ],
        unconnectedKinds: ['被执行人'],
        demoKinds: ['被执行人'],
        licences: [{ name: 'react', version: '19.2.0', licence: 'MIT' }],
      },
    },
  }
}
