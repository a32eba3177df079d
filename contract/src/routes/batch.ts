import {
  batchIdQuery,
  batchJobSchema,
  batchListSchema,
  batchRowsQuery,
  batchRowsSchema,
  chooseBatchBody,
} from '../batch.ts'
import { done, nothing, route } from './route.ts'

/** Path of the call that receives a list as a form. */
export const CREATE_BATCH_PATH = '/v1/batch/create'
/** Path of the results as a file, which answers no envelope. */
export const BATCH_FILE_PATH = '/v1/batch/file'

export const batchRoutes = {
  batchList: route({
    method: 'GET',
    path: '/v1/batch/list',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: batchListSchema,
  }),
  batchStatus: route({
    method: 'GET',
    path: '/v1/batch/status',
    access: 'session',
    load: 'reads',
    input: batchIdQuery,
    output: batchJobSchema,
  }),
  batchRows: route({
    method: 'GET',
    path: '/v1/batch/rows',
    access: 'session',
    load: 'reads',
    input: batchRowsQuery,
    output: batchRowsSchema,
  }),
  chooseBatch: route({
    method: 'POST',
    path: '/v1/batch/choose',
    access: 'session',
    load: 'credentials',
    input: chooseBatchBody,
    output: batchJobSchema,
  }),
  cancelBatch: route({
    method: 'POST',
    path: '/v1/batch/cancel',
    access: 'session',
    load: 'credentials',
    input: batchIdQuery,
    output: batchJobSchema,
  }),
  deleteBatch: route({
    method: 'POST',
    path: '/v1/batch/delete',
    access: 'session',
    load: 'credentials',
    input: batchIdQuery,
    output: done,
  }),
} as const
