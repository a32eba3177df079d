import { type StartedOpenSearch, startOpenSearch } from '../../../tools/lib/opensearch.mjs'

let started: Promise<StartedOpenSearch> | undefined

/** One server for all files of a run; it ends with the process of the tests. OPENSEARCH_URL names another one. */
function sharedServer(): Promise<Pick<StartedOpenSearch, 'url'>> {
  const given = process.env['OPENSEARCH_URL']?.trim()
  if (given) return Promise.resolve({ url: given })
  started ??= startOpenSearch()
  return started
}

async function remove(url: string, path: string) {
  const response = await fetch(new URL(path, url), { method: 'DELETE' })
  if (!response.ok && response.status !== 404) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** Names of the indices that the product creates. */
async function ownIndices(url: string): Promise<string[]> {
  const response = await fetch(new URL('/_cat/indices/baiqicha-*?h=index&expand_wildcards=all', url))
  return (await response.text()).split('\n').filter((name) => name !== '')
}

/** A real OpenSearch without indices of the product. */
export async function takeOpenSearch(): Promise<{ url: string }> {
  const { url } = await sharedServer()
  for (const name of await ownIndices(url)) await remove(url, `/${name}`)
  return { url }
}
