import { type Handlers, noData } from '../../platform/http/handler.ts'
import type { BatchService } from './batch.service.ts'

export const batchHandlers = (batches: BatchService) =>
  ({
    batchList: ({ session }) => batches.list(session),
    batchStatus: ({ session, input }) => batches.status(session, input.id),
    batchRows: ({ session, input }) => batches.rows(session, input),
    chooseBatch: ({ session, input }) => batches.choose(session, input),
    cancelBatch: ({ session, input }) => batches.cancel(session, input.id),
    deleteBatch: ({ session, input }) => noData(batches.remove(session, input.id)),
  }) satisfies Partial<Handlers>
