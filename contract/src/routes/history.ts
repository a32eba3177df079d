import * as z from 'zod/mini'
import { viewedCompanyCodec } from '../company-summary.ts'
import * as history from '../history.ts'
import { at, summary } from '../openapi/samples.ts'
import { done, nothing, page, type RouteDocs, route } from './route.ts'

export const historyRoutes = {
  recentBrowseList: route(
    { method: 'GET', path: '/v1/index/recent/browse/list', access: 'session', load: 'reads', reading: 'lists' },
    nothing,
    z.array(viewedCompanyCodec),
  ),
  recentBrowseDetail: route(
    { method: 'GET', path: '/v1/index/recent/browse/detail', access: 'session', load: 'reads', reading: 'lists' },
    page,
    z.array(viewedCompanyCodec),
  ),
  historyCounts: route(
    { method: 'GET', path: '/v1/user/history/count', access: 'session', load: 'reads', reading: 'lists' },
    nothing,
    history.historyCountsSchema,
  ),
  searchHistory: route(
    {
      method: 'GET',
      path: '/v1/user/history/searchViewHistoryList',
      access: 'session',
      load: 'reads',
      reading: 'lists',
    },
    history.searchHistoryQuery,
    history.searchHistorySchema,
  ),
  saveSearchHistory: route(
    { method: 'POST', path: '/v1/user/history/saveSearchHistory', access: 'session', load: 'reads' },
    history.saveSearchHistoryBody,
    done,
  ),
  deleteViewHistory: route(
    { method: 'POST', path: '/v1/user/history/deleteViewHistory', access: 'session', load: 'reads' },
    history.deleteViewHistoryBody,
    done,
  ),
  deleteSearchHistory: route(
    { method: 'POST', path: '/v1/user/history/deleteSearchHistory', access: 'session', load: 'reads' },
    history.deleteSearchHistoryBody,
    done,
  ),
  deleteAllViewHistory: route(
    { method: 'POST', path: '/v1/user/history/deleteAllViewHistory', access: 'session', load: 'reads' },
    nothing,
    done,
  ),
  deleteAllSearchHistory: route(
    { method: 'POST', path: '/v1/user/history/deleteAllSearchHistory', access: 'session', load: 'reads' },
    nothing,
    done,
  ),
} as const

export function historyDocs(): RouteDocs<typeof historyRoutes> {
  const viewed = { ...summary, viewedAt: at }

  return {
    recentBrowseList: { summary: '最近浏览，首页十家', answer: [viewed] },
    recentBrowseDetail: { summary: '最近浏览，一页', example: { page: 1, pageSize: 20 }, answer: [viewed] },
    historyCounts: { summary: '最近浏览与搜索历史的数量', answer: { viewed: 12, searched: 3 } },
    searchHistory: {
      summary: '搜索历史',
      example: { type: 'search' },
      answer: { viewHistoryList: [{ id: 's-example', companyName: '比亚迪', searchedAt: at }] },
    },
    saveSearchHistory: { summary: '保存搜索记录', example: { companyName: '比亚迪' }, answer: null },
    deleteViewHistory: { summary: '删除一条浏览记录', example: { companyId: 'c-example' }, answer: null },
    deleteSearchHistory: { summary: '删除一条搜索记录', example: { id: 's-example' }, answer: null },
    deleteAllViewHistory: { summary: '清空浏览记录', answer: null },
    deleteAllSearchHistory: { summary: '清空搜索记录', answer: null },
  }
}
