import * as z from 'zod/mini'
import { viewedCompanyCodec } from '../company-summary.ts'
import * as history from '../history.ts'
import { at, summary } from '../openapi/samples.ts'
import { done, nothing, page, type RouteDocs, route } from './route.ts'

export const historyRoutes = {
  recentBrowseList: route({
    method: 'GET',
    path: '/v1/index/recent/browse/list',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: nothing,
    output: z.array(viewedCompanyCodec),
  }),
  recentBrowseDetail: route({
    method: 'GET',
    path: '/v1/index/recent/browse/detail',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: page,
    output: z.array(viewedCompanyCodec),
  }),
  historyCounts: route({
    method: 'GET',
    path: '/v1/user/history/count',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: nothing,
    output: history.historyCountsSchema,
  }),
  searchHistory: route({
    method: 'GET',
    path: '/v1/user/history/searchViewHistoryList',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: history.searchHistoryQuery,
    output: history.searchHistorySchema,
  }),
  saveSearchHistory: route({
    method: 'POST',
    path: '/v1/user/history/saveSearchHistory',
    access: 'session',
    load: 'reads',
    input: history.saveSearchHistoryBody,
    output: done,
  }),
  deleteViewHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteViewHistory',
    access: 'session',
    load: 'reads',
    input: history.deleteViewHistoryBody,
    output: done,
  }),
  deleteSearchHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteSearchHistory',
    access: 'session',
    load: 'reads',
    input: history.deleteSearchHistoryBody,
    output: done,
  }),
  deleteAllViewHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteAllViewHistory',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: done,
  }),
  deleteAllSearchHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteAllSearchHistory',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: done,
  }),
} as const

export function historyDocs(): RouteDocs<typeof historyRoutes> {
  const viewed = { ...summary, viewedAt: at }

  return {
    recentBrowseList: {
      summary: '最近浏览，首页十家',
      answer: [viewed],
    },
    recentBrowseDetail: {
      summary: '最近浏览，一页',
      example: { page: 1, pageSize: 20 },
      answer: [viewed],
    },
    historyCounts: {
      summary: '最近浏览与搜索历史的数量',
      answer: { viewed: 12, searched: 3 },
    },
    searchHistory: {
      summary: '搜索历史',
      example: { type: 'search' },
      answer: { viewHistoryList: [{ id: 's-example', companyName: '比亚迪', searchedAt: at }] },
    },
    saveSearchHistory: {
      summary: '保存搜索记录',
      example: { companyName: '比亚迪' },
      answer: null,
    },
    deleteViewHistory: {
      summary: '删除一条浏览记录',
      example: { companyId: 'c-example' },
      answer: null,
    },
    deleteSearchHistory: {
      summary: '删除一条搜索记录',
      example: { id: 's-example' },
      answer: null,
    },
    deleteAllViewHistory: {
      summary: '清空浏览记录',
      answer: null,
    },
    deleteAllSearchHistory: {
      summary: '清空搜索记录',
      answer: null,
    },
  }
}
