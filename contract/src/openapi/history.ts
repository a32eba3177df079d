import { historyRoutes } from '../routes/history.ts'
import { type RouteDocs } from './route-docs.ts'
import { at, summary } from './samples.ts'

const viewed = { ...summary, viewedAt: at }

export const historyDocs: RouteDocs<typeof historyRoutes> = {
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
