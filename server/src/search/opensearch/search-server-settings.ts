/** How an OpenSearch is reached. */
export type SearchServer = {
  /** Addresses of the nodes by comma, the first with user and password. */
  url: string
  /** PEM file of the authority that signed the certificates of the nodes; absent: an authority that Node knows. */
  caFile?: string | undefined
}

/** How an operator wants the index. */
export type SearchIndexSettings = {
  /** null: one per ten million companies. */
  shards: number | null
  replicas: number
  /** Seconds until a written document can be found. */
  refreshSeconds: number
}

/** The OpenSearch of an operator. */
export type SearchServerSettings = SearchServer & { index: SearchIndexSettings }

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
