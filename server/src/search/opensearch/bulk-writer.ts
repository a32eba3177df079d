import { setTimeout as wait } from 'node:timers/promises'
import { type Client, errors, type Types } from '@opensearch-project/opensearch'
import type { ServiceOutage } from '../../platform/log/service-outage.ts'
import { statusOf, withAbort } from './client.ts'
import type { IndexDocument } from './index-mapping.ts'
import { writeAliasOf } from './index-state.ts'

/** Writes a document, or deletes it when `document` is null. */
export type Operation = {
  id: string
  /** `seq` of a change that the document contains. An older document is never written over a newer one. */
  version: number
  document: IndexDocument | null
}

export type BulkWriterOptions = {
  client: Client
  /** Called before each request. @throws when this process must no longer write */
  checkLeader: () => void
  /** Ends waiting and retrying. */
  signal: AbortSignal
  outage: ServiceOutage
  /** Milliseconds before the first retry. */
  retryMs?: number | undefined
}

const RETRY_MS = 250
const MAX_RETRY_MS = 5_000
const REQUEST_TIMEOUT = 30_000
/** Operations and characters of a request. Scopes and names of members make some companies hundreds of times longer. */
const BATCH = 500
const BATCH_CHARACTERS = 4_000_000

/** Away, overloaded, or failing within; any other status is an answer to these documents. */
const isPassing = (status: number | null) => status === null || status === 408 || status === 429 || status >= 500

/**
 * Writes operations in requests of bounded size; one is written while the next one is prepared. Resolves when each is written,
 * or refused because the index has a newer version. OpenSearch that is away or fails is retried until it accepts.
 * @throws when a document is refused, and the error of `checkLeader`
 */
export function createBulkWriter(options: BulkWriterOptions) {
  const { client, checkLeader, signal, outage, retryMs = RETRY_MS } = options

  /** @returns the operations to send again */
  async function send(index: string, operations: readonly Operation[]): Promise<readonly Operation[]> {
    checkLeader()
    const request = client.bulk(
      {
        index: writeAliasOf(index),
        // Otherwise OpenSearch would create an index that has been removed, with a mapping that it guesses.
        require_alias: true,
        body: operations.flatMap(linesOf),
        filter_path: 'errors,items.*.status,items.*.error.type,items.*.error.reason',
      },
      { requestTimeout: REQUEST_TIMEOUT, maxRetries: 0 },
    )
    try {
      const { body } = await withAbort(request, signal)
      if (!body.errors) return []
      return operations.filter(({ id }, at) => isRefused(id, Object.values(body.items[at] ?? {})[0]))
    } catch (error) {
      if (!(error instanceof errors.OpenSearchClientError) || !isPassing(statusOf(error))) throw error
      outage.failed(error, 'bulk')
      return operations
    }
  }

  /** Whether the operation has to be sent again. @throws when it can never be written */
  function isRefused(id: string, item: Types.Core_Bulk.ResponseItem | undefined): boolean {
    const status = item?.status ?? null
    // A conflict: the index has this version or a newer one. An item without an error is written, or was never there.
    if (status === 409 || (status !== null && item?.error === undefined)) return false
    const problem = new Error(`${id}: ${status} ${item?.error?.type ?? ''} ${item?.error?.reason ?? ''}`)
    if (!isPassing(status)) throw problem
    outage.failed(problem, 'bulk')
    return true
  }

  async function writeBatch(index: string, operations: readonly Operation[]) {
    let rest = operations
    for (let attempt = 0; rest.length > 0; attempt += 1) {
      if (attempt > 0) await wait(Math.min(MAX_RETRY_MS, retryMs * 2 ** (attempt - 1)), undefined, { signal })
      rest = await send(index, rest)
    }
    outage.worked('bulk')
  }

  return async (index: string, operations: AsyncIterable<Operation>): Promise<void> => {
    let running = Promise.resolve()
    let batch: Operation[] = []
    let characters = 0
    const flush = async () => {
      await running
      running = writeBatch(index, batch)
      // A failure is thrown where it is awaited next.
      running.catch(() => {})
      batch = []
      characters = 0
    }
    for await (const operation of operations) {
      characters += (operation.document?.long_text.length ?? 0) + (operation.document?.terms.length ?? 0)
      batch.push(operation)
      if (batch.length >= BATCH || characters >= BATCH_CHARACTERS) await flush()
    }
    await flush()
    await running
  }
}

const linesOf = ({ id, version, document }: Operation): object[] => {
  const target = { _id: id, version, version_type: 'external' as const }
  return document === null ? [{ delete: target }] : [{ index: target }, document]
}
