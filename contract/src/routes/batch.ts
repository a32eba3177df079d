import {
  type BatchJob,
  batchIdQuery,
  batchJobSchema,
  batchListSchema,
  batchRowsQuery,
  batchRowsSchema,
  chooseBatchBody,
} from '../batch.ts'
import { at, summary } from '../openapi/samples.ts'
import { done, nothing, type RouteDocs, route } from './route.ts'

/** Path of the call that receives a list as a form. */
export const CREATE_BATCH_PATH = '/v1/batch/create'
/** Path of the results as a file, which answers no envelope. */
export const BATCH_FILE_PATH = '/v1/batch/file'

export const batchRoutes = {
  batchList: route(
    { method: 'GET', path: '/v1/batch/list', access: 'session', load: 'reads' },
    nothing,
    batchListSchema,
  ),
  batchStatus: route(
    { method: 'GET', path: '/v1/batch/status', access: 'session', load: 'reads' },
    batchIdQuery,
    batchJobSchema,
  ),
  batchRows: route(
    { method: 'GET', path: '/v1/batch/rows', access: 'session', load: 'reads' },
    batchRowsQuery,
    batchRowsSchema,
  ),
  chooseBatch: route(
    { method: 'POST', path: '/v1/batch/choose', access: 'session', load: 'credentials' },
    chooseBatchBody,
    batchJobSchema,
  ),
  cancelBatch: route(
    { method: 'POST', path: '/v1/batch/cancel', access: 'session', load: 'credentials' },
    batchIdQuery,
    batchJobSchema,
  ),
  deleteBatch: route(
    { method: 'POST', path: '/v1/batch/delete', access: 'session', load: 'credentials' },
    batchIdQuery,
    done,
  ),
} as const

export function batchDocs(): RouteDocs<typeof batchRoutes> {
  const job: BatchJob = {
    id: 'b-example',
    listName: '客户名单.csv',
    encoding: 'GB18030',
    state: 'done',
    total: 1,
    done: 1,
    counts: { matched: 1, open: 0, chosen: 0, missing: 0, invalid: 0 },
    createdAt: at,
    finishedAt: at,
    keptUntil: '2026-11-29T02:00:00.000Z',
  }
  const example = { id: job.id }

  return {
    batchList: {
      summary: '批量查询的名单与今日剩余额度',
      answer: { list: [job], allowance: { rowsLeft: 8000, listsLeft: 4 } },
    },
    batchStatus: { summary: '一份名单的进度与各类行数', example, answer: job },
    batchRows: {
      summary: '一份名单的结果，按原顺序',
      example,
      answer: {
        list: [
          {
            number: 1,
            input: summary.name,
            result: '唯一匹配',
            why: '企业全称一致',
            company: {
              id: summary.id,
              name: summary.name,
              creditCode: summary.creditCode,
              status: summary.status,
              region: summary.region,
              foundedOn: summary.foundedOn,
              stockCode: null,
              isDemo: summary.isDemo,
              risk: { high: 0, medium: 0, notice: 0, asOf: null, isWhole: false },
            },
            candidates: [],
            isChosen: false,
          },
        ],
        total: 1,
        page: 1,
        pageSize: 50,
      },
    },
    chooseBatch: {
      summary: '为一行选择候选企业；`companyId` 为 null 表示都不是',
      example: { id: job.id, number: 1, companyId: summary.id },
      answer: job,
    },
    cancelBatch: { summary: '停止查询，已有结果保留', example, answer: job },
    deleteBatch: { summary: '删除名单与结果', example, answer: null },
  }
}
