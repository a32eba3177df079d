import * as z from 'zod/mini'
import { viewedCompanyCodec } from '../company-summary.ts'
import * as history from '../history.ts'
import { done, nothing, page, route } from './route.ts'

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
