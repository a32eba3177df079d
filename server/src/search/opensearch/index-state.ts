import { randomBytes } from 'node:crypto'
import type { Client } from '@opensearch-project/opensearch'
import { z } from 'zod'
import type { ServiceOutage } from '../../platform/log/service-outage.ts'
import type { CompanyChange } from '../company-source.ts'
import { loggedFailureOf, type SearchIndexSettings, statusOf } from './client.ts'
import { createIndexBody, INDEX_FORMAT, INDEX_PREFIX, type IndexOrigin, SEARCH_ALIAS } from './index-mapping.ts'

/** Index with one document per index of companies: its position in the change table. */
export const STATE_INDEX = 'baiqicha-search-state'

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

/**
 * `missing`: no index has the alias. `newer`: a newer release has built it. `foreign`: it is of another database, scope or
 * older format. `unfinished`: no leader has written how far it is. `silent`: a shard does not answer.
 */
export type PreparingReason = 'missing' | 'newer' | 'foreign' | 'unfinished' | 'silent' | 'unreachable'

export type IndexState = ({ status: 'ready' } & IndexInUse) | { status: 'preparing'; reason: PreparingReason }

/** What the index must come from to be used. */
export type ExpectedOrigin = Pick<IndexOrigin, 'scope' | 'store'>

/** Whether queries may use the index. Costs three small requests. Never throws: a failed request is `unreachable`. */
export async function readIndexState(client: Client, expected: ExpectedOrigin, outage?: ServiceOutage) {
  try {
    const state = await inspectIndex(client, expected)
    outage?.worked('state')
    return state
  } catch (error) {
    outage?.failed(loggedFailureOf(error), 'state')
    return preparing('unreachable')
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
  if ((origin.format ?? 0) > INDEX_FORMAT) return preparing('newer')
  if (origin.format !== INDEX_FORMAT || origin.scope !== scope || origin.store !== store) return preparing('foreign')
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

const storedProgress = z.object({ progress: z.string() })

async function readProgress(client: Client, index: string): Promise<IndexProgress | null> {
  const { body } = await client.get({ index: STATE_INDEX, id: index }, { ignore: [404] })
  const stored = storedProgress.safeParse(body._source)
  return stored.success ? JSON.parse(stored.data.progress) : null
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
  await client.indices.create({ index: STATE_INDEX, body }, { ...slow, ignore: [400] })
}

/** Creates an empty index. @returns its name, which no index has had */
export async function createIndex(client: Client, token: number, shards: number, origin: IndexOrigin) {
  const name = `${INDEX_PREFIX}${token}-${randomBytes(4).toString('hex')}`
  const body = { ...createIndexBody(shards, origin), aliases: { [writeAliasOf(name)]: {} } }
  await client.indices.create({ index: name, body }, slow)
  return name
}

/** Makes a filled index searchable and orders its copies. They are made while the index is in use. */
export async function finishIndex(client: Client, name: string, settings: SearchIndexSettings): Promise<void> {
  const index = { number_of_replicas: settings.replicas, refresh_interval: `${settings.refreshSeconds}s` }
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
