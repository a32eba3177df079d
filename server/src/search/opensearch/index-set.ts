import { randomBytes } from 'node:crypto'
import type { Client } from '@opensearch-project/opensearch'
import {
  createIndexBody,
  INDEX_PREFIX,
  type IndexOrigin,
  SEARCH_ALIAS,
  type SearchIndexSettings,
  STATE_INDEX,
} from './index-mapping.ts'

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
  const isMissing = (await client.indices.exists({ index: STATE_INDEX })).statusCode === 404
  if (isMissing) await client.indices.create({ index: STATE_INDEX, body }, { ...slow, ignore: [400] })
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

/** Points the alias to this index alone, in one step: every query sees the old index or the new one. */
export async function publishIndex(client: Client, name: string): Promise<void> {
  const { body, statusCode } = await client.indices.get({ index: SEARCH_ALIAS }, { ignore: [404] })
  const others = (statusCode === 404 ? [] : Object.keys(body)).filter((index) => index !== name)
  const actions = others.map((index) =>
    // An index that has the name of the alias itself is in its way.
    index === SEARCH_ALIAS ? { remove_index: { index } } : { remove: { index, alias: SEARCH_ALIAS } },
  )
  await client.indices.updateAliases(
    { body: { actions: [...actions, { add: { index: name, alias: SEARCH_ALIAS } }] } },
    slow,
  )
}

/** Takes an index out of use. */
export async function withdrawIndex(client: Client, name: string): Promise<void> {
  await client.indices.updateAliases({ body: { actions: [{ remove: { index: name, alias: SEARCH_ALIAS } }] } }, slow)
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
