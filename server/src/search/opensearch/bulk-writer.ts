import { setTimeout as wait } from 'node:timers/promises'
import { type Client, errors } from '@opensearch-project/opensearch'
import type { ServiceOutage } from '../../platform/log/service-outage.ts'
import type { IndexDocument } from './index-document.ts'
import { writeAliasOf } from './index-set.ts'
import { statusOf } from './request-failure.ts'

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
  checkLeader: () => void | Promise<void>
  /** Ends waiting and retrying. */
  signal: AbortSignal
  outage: ServiceOutage
  /** Milliseconds before the first retry. */
  retryMs?: number | undefined
}

export type BulkWriter = {
  /**
   * Resolves when every operation is written, or refused because the index has a newer version. OpenSearch that is
   * away or refuses for lack of room is retried until it accepts. @throws BulkRefused, or the error of `checkLeader`
   */
  write(index: string, operations: readonly Operation[]): Promise<void>
}

/** OpenSearch refuses a document, or fails repeatedly. */
class BulkRefused extends Error {}

const RETRY_MS = 250
const MAX_RETRY_MS = 5_000
/** Tries of an operation that fails within OpenSearch: the failure may be that of a document. */
const FAILURE_TRIES = 5
const REQUEST_TIMEOUT = 30_000

type Outcome = {
  /** Operations to send again. */
  rest: Operation[]
  /** Whether only the lack of room or of a connection prevented them. */
  isBusy: boolean
  /** Why `rest` was not written; null: everything was. */
  problem: Error | null
}

const done: Outcome = { rest: [], isBusy: false, problem: null }
const busyStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

export function createBulkWriter({
  client,
  checkLeader,
  signal,
  outage,
  retryMs = RETRY_MS,
}: BulkWriterOptions): BulkWriter {
  const send = async (index: string, operations: Operation[]): Promise<Outcome> => {
    await checkLeader()
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
      const { body } = await untilAborted(request, signal)
      return body.errors ? readItems(operations, body.items) : done
    } catch (error) {
      return readFailure(operations, error)
    }
  }

  return {
    async write(index, operations) {
      let rest = [...operations]
      let failures = 0
      for (let attempt = 0; rest.length > 0; attempt += 1) {
        if (attempt > 0) await wait(Math.min(MAX_RETRY_MS, retryMs * 2 ** (attempt - 1)), undefined, { signal })
        const outcome = await send(index, rest)
        if (outcome.rest.length === 0) return outage.worked('bulk')
        rest = outcome.rest
        outage.failed(outcome.problem, 'bulk')
        if (!outcome.isBusy) failures += 1
        if (failures >= FAILURE_TRIES) throw new BulkRefused(outcome.problem?.message)
      }
    },
  }
}

const linesOf = ({ id, version, document }: Operation): object[] => {
  const target = { _id: id, version, version_type: 'external' as const }
  return document === null ? [{ delete: target }] : [{ index: target }, document]
}

/** Rejects once the signal aborts, without waiting for a server that does not answer. */
async function untilAborted<T>(request: Promise<T> & { abort?: () => void }, signal: AbortSignal): Promise<T> {
  const abort = () => {
    // Not returned: Node throws the rejection of a promise that a listener returns.
    request.abort?.()
  }
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await request
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

type Item = { status?: number; error?: { type?: string; reason?: string | null } }

/** @throws BulkRefused when a document can never be written */
function readItems(
  operations: readonly Operation[],
  items: readonly { [operation: string]: Item | undefined }[],
): Outcome {
  const outcome = { ...done, rest: new Array<Operation>(), isBusy: true }
  operations.forEach((operation, at) => {
    const [item] = Object.values(items[at] ?? {})
    const status = item?.status ?? 0
    // A conflict: the index has this version or a newer one. An item without an error is written, or was never there.
    if (status === 409 || (status !== 0 && item?.error === undefined)) return
    const problem = `${operation.id}: ${status} ${item?.error?.type ?? ''} ${item?.error?.reason ?? ''}`
    if (status < 500 && !busyStatuses.has(status)) throw new BulkRefused(problem)
    outcome.rest.push(operation)
    outcome.problem = new Error(problem)
    outcome.isBusy &&= busyStatuses.has(status)
  })
  return outcome
}

/** @throws the error when trying again is useless */
function readFailure(operations: Operation[], error: unknown): Outcome {
  if (error instanceof BulkRefused || error instanceof errors.RequestAbortedError) throw error
  const status = statusOf(error)
  if (status !== null && status < 500 && !busyStatuses.has(status)) throw error
  if (!(error instanceof errors.OpenSearchClientError)) throw error
  return { rest: operations, isBusy: status === null || busyStatuses.has(status), problem: error }
}
