import { randomBytes } from 'node:crypto'
import type { Client } from '@opensearch-project/opensearch'
import type { ServiceOutage } from '../../platform/log/service-outage.ts'
import type { CompanyChange } from '../company-source.ts'
import { loggedFailureOf, statusOf } from './client.ts'
import {
  createIndexBody,
  INDEX_FORMAT,
  INDEX_PREFIX,
  type IndexOrigin,
  SEARCH_ALIAS,
  type SearchIndexSettings,
  STATE_INDEX,
} from './index-mapping.ts'

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
    return body._shards.successful < body._shards.total ? null : body.count
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

/** Changes of the set of indices take longer than queries, most of all in a large cluster. */
const slow = { requestTimeout: 60_000, maxRetries: 0 }

/** An index is written through an alias of its own, so that a write never creates an index that has been removed. */
export const writeAliasOf = (index: string) => `write-${index}`

/** Token of the leader that created an index; 0: no leader did. */
const tokenOf = (index: string) => Number(/^\d+/.exec(index.slice(INDEX_PREFIX.length))?.[0] ?? 0)

/** Creates the index of states. Does nothing when it exists. */
export async function createStateIndex(client: Client, replicas: number): Promise<void> {
  const body = {
    settings: { index: { number_of_shards: 1, number_of_replicas: replicas } },
    mappings: { dynamic: false, properties: {} },
  } as const
  const { statusCode } = await client.indices.exists({ index: STATE_INDEX })
  if (statusCode === 404) await client.indices.create({ index: STATE_INDEX, body }, { ...slow, ignore: [400] })
}

/** Creates an empty index. It is filled without copies and without being searchable, which takes half the time. */
export async function createIndex(
  client: Client,
  token: number,
  settings: SearchIndexSettings & { shards: number },
  origin: IndexOrigin,
): Promise<string> {
  // A name that no index has had.
  const name = `${INDEX_PREFIX}${token}-${randomBytes(4).toString('hex')}`
  const body = createIndexBody(settings, origin)
  const index = { ...body.settings.index, number_of_replicas: 0, refresh_interval: '-1' }
  await client.indices.create(
    { index: name, body: { mappings: body.mappings, settings: { index }, aliases: { [writeAliasOf(name)]: {} } } },
    slow,
  )
  return name
}

/** Makes a filled index searchable and orders its copies. They are made while the index is in use. */
export async function finishIndex(
  client: Client,
  name: string,
  { replicas, refreshSeconds }: SearchIndexSettings,
): Promise<void> {
  const index = { number_of_replicas: replicas, refresh_interval: `${refreshSeconds}s` }
  await client.indices.putSettings({ index: name, body: { index } }, slow)
  await client.indices.refresh({ index: name }, slow)
}

/** Points the alias to this index alone, or to none, in one step: every query sees the old index or the new one. */
export async function publishIndex(client: Client, name: string | null): Promise<void> {
  const { body, statusCode } = await client.indices.get({ index: SEARCH_ALIAS }, { ignore: [404] })
  const others = (statusCode === 404 ? [] : Object.keys(body)).filter((index) => index !== name)
  const actions = others.map((index) =>
    // An index that has the name of the alias itself is in its way.
    index === SEARCH_ALIAS ? { remove_index: { index } } : { remove: { index, alias: SEARCH_ALIAS } },
  )
  const added = name === null ? [] : [{ add: { index: name, alias: SEARCH_ALIAS } }]
  await client.indices.updateAliases({ body: { actions: [...actions, ...added] } }, slow)
}

/**
 * Removes what the alias does not use: indices that are replaced, and remains of interrupted builds. Those of a newer
 * leader stay. @returns their number
 */
export async function removeUnusedIndices(client: Client, token: number): Promise<number> {
  const { body } = await client.indices.getAlias({ index: `${INDEX_PREFIX}*` })
  const unused = Object.entries(body).filter(
    ([name, { aliases }]) => !(SEARCH_ALIAS in (aliases ?? {})) && tokenOf(name) <= token,
  )
  for (const [name] of unused) {
    await client.indices.delete({ index: name }, { ...slow, ignore: [404] })
    await client.delete({ index: STATE_INDEX, id: name }, { ignore: [404] })
  }
  return unused.length
}
