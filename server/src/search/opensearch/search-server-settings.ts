import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isLocalHost } from '../../platform/http/local-host.ts'
import type { SearchIndexSettings } from './index-mapping.ts'

/** The OpenSearch of an operator. */
export type SearchServerSettings = {
  /** Addresses of the nodes by comma, with user and password. */
  url: string
  /** Certificate of the authority of the nodes; undefined: an authority that Node knows. */
  caFile: string | undefined
  index: SearchIndexSettings
}

/** Environment variables; undefined: not set. */
type SearchVariables = {
  SEARCH_URL: string | undefined
  SEARCH_CA_FILE: string | undefined
  SEARCH_SHARDS?: number | undefined
  SEARCH_REPLICAS: number
  SEARCH_REFRESH_SECONDS: number
}

const isPlain = ({ protocol, search, hash }: URL) => /^https?:$/.test(protocol) && search + hash === ''

/** The nodes of a SEARCH_URL. @throws Error for what is no list of addresses of http */
export function searchNodes(url: string): URL[] {
  const nodes = url.split(',').map((node) => new URL(node.trim()))
  if (!nodes.every(isPlain)) throw new Error('no addresses of http')
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
  const { SEARCH_URL: url, SEARCH_CA_FILE: caFile } = values
  if (url === undefined) {
    if (caFile !== undefined) problems.push('SEARCH_URL 未设置：SEARCH_CA_FILE 需要它')
    return null
  }
  const inClear = searchNodes(url).find(({ protocol, hostname }) => protocol === 'http:' && !isLocalHost(hostname))
  // A password must not travel to another machine in the clear.
  if (inClear !== undefined && url.includes('@')) problems.push('SEARCH_URL 无效：有密码时须以 https:// 开头')
  if (caFile !== undefined && !isCertificate(caFile)) problems.push(`SEARCH_CA_FILE=${caFile} 无效：应为 PEM 证书文件`)
  return {
    url,
    caFile,
    index: {
      shards: values.SEARCH_SHARDS ?? null,
      replicas: values.SEARCH_REPLICAS,
      refreshSeconds: values.SEARCH_REFRESH_SECONDS,
    },
  }
}

function isCertificate(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== ''
  } catch {
    return false
  }
}
