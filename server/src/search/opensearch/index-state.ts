import type { Client } from '@opensearch-project/opensearch'
import type { ServiceOutage } from '../../platform/log/service-outage.ts'
import type { CompanyChange } from '../company-source.ts'
import { INDEX_FORMAT, type IndexOrigin, SEARCH_ALIAS, STATE_INDEX } from './index-mapping.ts'
import { loggedFailureOf, statusOf } from './request-failure.ts'

/** How far an index is. Only the leader writes it. */
export type IndexProgress = {
  /** Whether the index contains every company up to its position. */
  complete: boolean
  /** The index has at least this many documents; fewer have been lost. */
  companies: number
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
  /** The index was not filled to its end. */
  | 'unfinished'
  /** Documents are missing. */
  | 'damaged'
  /** A shard does not answer. */
  | 'silent'
  | 'unreachable'

export type IndexState = ({ status: 'ready' } & IndexInUse) | { status: 'preparing'; reason: PreparingReason }

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
export async function inspectIndex(client: Client, expected: ExpectedOrigin): Promise<IndexState> {
  const index = await readAliasedIndex(client)
  if (index === null) return preparing('missing')
  const { name, shards, origin } = index
  if (!isExpected(origin, expected)) return preparing('foreign')
  const progress = await readProgress(client, name)
  if (progress?.complete !== true) return preparing('unfinished')
  const documents = await countDocuments(client, name)
  if (documents === null) return preparing('silent')
  if (documents < progress.companies) return preparing('damaged')
  return { status: 'ready', name, shards, documents, ...progress }
}

const isExpected = (origin: Partial<IndexOrigin>, { scope, store }: ExpectedOrigin) =>
  origin.format === INDEX_FORMAT && origin.scope === scope && origin.store === store

export type AliasedIndex = { name: string; shards: number; origin: Partial<IndexOrigin> }

/** The index behind the alias; null when there is none. */
export async function readAliasedIndex(client: Client): Promise<AliasedIndex | null> {
  const { body, statusCode } = await client.indices.get({ index: SEARCH_ALIAS }, { ignore: [404] })
  if (statusCode === 404) return null
  // Two indices have the alias only while one request replaces one by the other.
  const [entry] = Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1))
  if (entry === undefined) return null
  const [name, { mappings, settings }] = entry
  return { name, shards: Number(settings?.index?.number_of_shards ?? 1), origin: mappings?._meta ?? {} }
}

/** Documents that can be found; null when a shard does not answer. */
export async function countDocuments(client: Client, index: string): Promise<number | null> {
  try {
    const { body } = await client.count({ index })
    return body._shards.failed > 0 || body._shards.successful < body._shards.total ? null : body.count
  } catch (error) {
    // No shard answers, or the index has just been removed.
    if (statusOf(error) === 503 || statusOf(error) === 404) return null
    throw error
  }
}

/** null: no leader has written the progress of this index. */
async function readProgress(client: Client, index: string): Promise<IndexProgress | null> {
  const { body, statusCode } = await client.get({ index: STATE_INDEX, id: index }, { ignore: [404] })
  if (statusCode === 404 || !body.found) return null
  return readStoredProgress(body._source)
}

/** null for a document that no release has written. */
function readStoredProgress(stored: unknown): IndexProgress | null {
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
