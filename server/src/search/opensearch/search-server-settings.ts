import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isLocalHost } from '../../platform/http/local-host.ts'
import type { SearchIndexSettings } from './index-mapping.ts'

/** How an OpenSearch is reached. */
export type SearchServer = {
  /** Addresses of the nodes by comma, the first with user and password. */
  url: string
  /** PEM file of the authority that signed the certificates of the nodes; absent: an authority that Node knows. */
  caFile?: string | undefined
}

/** The OpenSearch of an operator. */
export type SearchServerSettings = SearchServer & { index: SearchIndexSettings }

/** undefined: not set. */
type SearchVariables = {
  searchUrl: string | undefined
  searchCaFile: string | undefined
  searchShards?: number | undefined
  searchReplicas: number
  searchRefreshSeconds: number
}

/** The nodes of a SEARCH_URL. @throws Error for what is no list of addresses of http */
export function searchNodes(url: string): URL[] {
  const nodes = url.split(',').map((node) => new URL(node.trim()))
  if (nodes.some(({ protocol, search, hash }) => !/^https?:$/.test(protocol) || search + hash !== '')) {
    throw new Error('no addresses of http')
  }
  return nodes
}

/** @throws Error unless each node has an address */
export function parseSearchUrl(text: string): string | undefined {
  if (text === '') return undefined
  searchNodes(text)
  return text
}

/** null: the index is in DATA_DIR, or `problems` got a sentence. */
export function readSearchServer(values: SearchVariables, problems: string[]): SearchServerSettings | null {
  const { searchUrl: url, searchCaFile: caFile, searchShards: shards = null } = values
  if (url === undefined) {
    if (caFile !== undefined) problems.push('SEARCH_URL 未设置：SEARCH_CA_FILE 需要它')
    return null
  }
  const inClear = searchNodes(url).find(({ protocol, hostname }) => protocol === 'http:' && !isLocalHost(hostname))
  // A password must not travel to another machine in the clear.
  if (inClear !== undefined && url.includes('@')) problems.push('SEARCH_URL 无效：有密码时须以 https:// 开头')
  if (caFile !== undefined && !isCertificate(caFile)) problems.push(`SEARCH_CA_FILE=${caFile} 无效：应为 PEM 证书文件`)
  const index = { shards, replicas: values.searchReplicas, refreshSeconds: values.searchRefreshSeconds }
  return { url, caFile, index }
}

function isCertificate(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== ''
  } catch {
    return false
  }
}
