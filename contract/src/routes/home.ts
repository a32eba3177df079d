import * as z from 'zod/mini'
import { companySummaryCodec } from '../company-summary.ts'
import { homeConfigSchema, recentListingsSchema } from '../home.ts'
import { summary } from '../openapi/samples.ts'
import { nothing, page, type RouteDocs, route } from './route.ts'

export const homeRoutes = {
  homeConfig: route(
    { method: 'GET', path: '/operation-config/index/config', access: 'open', load: 'copies' },
    nothing,
    homeConfigSchema,
  ),
  recentRegisterList: route(
    { method: 'GET', path: '/v1/index/recent/register/list', access: 'open', load: 'copies' },
    nothing,
    z.array(companySummaryCodec),
  ),
  recentListingList: route(
    { method: 'GET', path: '/v1/index/recent/listing/list', access: 'open', load: 'copies' },
    nothing,
    recentListingsSchema,
  ),
  recentRegisterDetail: route(
    { method: 'GET', path: '/v1/index/recent/register/detail', access: 'open', load: 'copies' },
    page,
    z.array(companySummaryCodec),
  ),
} as const

export const homeDocs = (): RouteDocs<typeof homeRoutes> => ({
  homeConfig: {
    summary: '首页公告与轮播',
    answer: {
      noticeList: [
        {
          id: 'n-example',
          title: '数据更新至 2026-06，来源与日期逐条可查',
          content: '未收录不代表不存在。',
          type: 'info',
          link: null,
          startAt: null,
          endAt: null,
        },
      ],
      bannerList: [
        {
          id: 'b-example',
          url: '/banners/search.svg',
          title: '支持拼音、简称与代码',
          subtitle: '试试搜索：比亚迪',
          jumpType: 0,
          jumpUrl: '比亚迪',
          login: false,
        },
      ],
      examples: [{ id: summary.id, name: summary.name }],
      jumpHosts: ['www.example.com'],
    },
  },
  recentRegisterList: { summary: '最新注册企业，首页十家', answer: [summary] },
  recentListingList: {
    summary: '最近上市的企业，首页十家',
    answer: {
      asOf: '2026-06',
      list: [
        {
          id: summary.id,
          name: summary.name,
          logoText: summary.logoText,
          shortName: '澜山演示',
          code: '999001',
          exchange: 'SZSE',
          board: '主板',
          listedOn: '2026-05-20',
        },
      ],
    },
  },
  recentRegisterDetail: { summary: '最新注册企业，一页', example: { page: 1, pageSize: 20 }, answer: [summary] },
})
