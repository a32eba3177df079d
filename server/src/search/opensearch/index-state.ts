import type { Client } from '@opensearch-project/opensearch'
import type { ServiceOutage } from '../../platform/log/service-outage.ts'
import type { CompanyChange } from '../company-source.ts'
import { INDEX_FORMAT, type IndexOrigin, SEARCH_ALIAS, STATE_INDEX } from './index-mapping.ts'
import { loggedFailureOf, statusOf } from './request-failure.ts'

/** How far a complete index is. Only the leader writes it. */
export type IndexProgress = {
  /** The newest change in the index; null: the change table was empty. */
  position: CompanyChange | null
  /** Milliseconds; when the filling of the index began. */
  builtAt: number
}

export type IndexInUse = IndexProgress & {
  /** Name of the index behind the alias. */
  name: string
  /** Documents that can be found. */
  documents: number
  shards: number
}

export type PreparingReason =
  /** No index has the alias. */
  | 'missing'
  /** The index is of another database, scope or format. */
  | 'foreign'
  /** No leader has written how far the index is. */
  | 'unfinished'
  /** A shard does not answer. */
  | 'silent'
  | 'unreachable'

export type IndexState =
  | ({ status: 'ready' } & IndexInUse)
  /** `isNewer`: a newer release has built the index. */
  | { status: 'preparing'; reason: PreparingReason; isNewer?: boolean }

/** What the index must come from to be used. */
export type ExpectedOrigin = Pick<IndexOrigin, 'scope' | 'store'>

/** Whether queries may use the index. Costs three small requests. Never throws: a failed request is `unreachable`. */
export async function readIndexState(
  client: Client,
  expected: ExpectedOrigin,
  outage?: ServiceOutage,
): Promise<IndexState> {
  try {
    const state = await inspectIndex(client, expected)
    outage?.worked('state')
    return state
  } catch (error) {
    outage?.failed(loggedFailureOf(error), 'state')
    return { status: 'preparing', reason: 'unreachable' }
  }
}

const preparing = (reason: PreparingReason): IndexState => ({ status: 'preparing', reason })

/** Like `readIndexState`. @throws the error of a failed request */
export async function inspectIndex(client: Client, { scope, store }: ExpectedOrigin): Promise<IndexState> {
  const { body, statusCode } = await client.indices.get({ index: SEARCH_ALIAS }, { ignore: [404] })
  // Two indices have the alias only while one request replaces one by the other.
  const [entry] = statusCode === 404 ? [] : Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1))
  if (entry === undefined) return preparing('missing')
  const [name, { mappings, settings }] = entry
  const origin: Partial<IndexOrigin> = mappings?._meta ?? {}
  if (origin.format !== INDEX_FORMAT || origin.scope !== scope || origin.store !== store) {
    return { status: 'preparing', reason: 'foreign', isNewer: (origin.format ?? 0) > INDEX_FORMAT }
  }
  const progress = await readProgress(client, name)
  if (progress === null) return preparing('unfinished')
  const documents = await countDocuments(client, name)
  if (documents === null) return preparing('silent')
  return { status: 'ready', name, shards: Number(settings?.index?.number_of_shards ?? 1), documents, ...progress }
}

/** Documents that can be found; null when a shard does not answer. */
async function countDocuments(client: Client, index: string): Promise<number | null> {
  try {
    const { body } = await client.count({ index })
    return body._shards.failed > 0 || body._shards.successful < body._shards.total ? null : body.count
  } catch (error) {
    // No shard answers, or the index has just been removed.
    if (statusOf(error) === 503 || statusOf(error) === 404) return null
    throw error
  }
}

async function readProgress(client: Client, index: string): Promise<IndexProgress | null> {
  const { body, statusCode } = await client.get({ index: STATE_INDEX, id: index }, { ignore: [404] })
  const stored: unknown = statusCode === 404 || !body.found ? null : body._source
  if (typeof stored !== 'object' || stored === null || !('progress' in stored)) return null
  return typeof stored.progress === 'string' ? JSON.parse(stored.progress) : null
}

/**
 * Writes the progress of an index in the name of the leader with this fencing token. The token is the version of the
 * document: after a newer leader has written, every write of an older one is refused.
 * @returns false when a newer leader has written
 */
export async function writeProgress(
  client: Client,
  { index, token, progress }: { index: string; token: number; progress: IndexProgress },
): Promise<boolean> {
  const { statusCode } = await client.index(
    {
      index: STATE_INDEX,
      id: index,
      version: token,
      version_type: 'external_gte',
      body: { progress: JSON.stringify(progress) },
    },
    { ignore: [409] },
  )
  return statusCode !== 409
}
