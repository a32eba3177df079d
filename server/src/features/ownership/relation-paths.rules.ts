/** Two nodes that a statement joins, by keys. */
export type Joined = { above: string; company: string }

export type FoundPath<Link extends Joined> = { nodes: readonly string[]; links: readonly Link[] }

/** Links that are tried; beyond, longer paths may be missing. */
const MOST_TRIED = 100_000

/** Distance of every node to one, over links in both directions. */
function distancesTo<Link extends Joined>(byNode: ReadonlyMap<string, readonly Link[]>, to: string) {
  const distances = new Map([[to, 0]])
  for (let level = [to], distance = 1; level.length > 0; distance += 1) {
    const next: string[] = []
    for (const node of level) {
      for (const link of byNode.get(node) ?? []) {
        const other = otherEnd(link, node)
        if (distances.has(other)) continue
        distances.set(other, distance)
        next.push(other)
      }
    }
    level = next
  }
  return distances
}

const otherEnd = ({ above, company }: Joined, node: string): string => (above === node ? company : above)

/** Links of each node. */
function linksByNode<Link extends Joined>(links: Iterable<Link>): Map<string, Link[]> {
  const byNode = new Map<string, Link[]>()
  const add = (node: string, link: Link) => {
    const own = byNode.get(node)
    if (own === undefined) byNode.set(node, [link])
    else own.push(link)
  }
  for (const link of links) {
    if (link.above === link.company) continue
    add(link.above, link)
    add(link.company, link)
  }
  return byNode
}

type PathRequest = { from: string; to: string; hops: number; most: number }

/** Paths without a node twice, the shortest first. */
export function shortestPaths<Link extends Joined>(
  links: Iterable<Link>,
  { from, to, hops, most }: PathRequest,
): { paths: FoundPath<Link>[]; isCut: boolean } {
  const byNode = linksByNode(links)
  const distances = distancesTo(byNode, to)
  const paths: FoundPath<Link>[] = []
  let tried = 0
  const walk = (nodes: readonly string[], way: readonly Link[], left: number) => {
    const node = nodes.at(-1) ?? from
    for (const link of byNode.get(node) ?? []) {
      tried += 1
      if (paths.length >= most || tried > MOST_TRIED) return
      const next = otherEnd(link, node)
      if (nodes.includes(next) || (distances.get(next) ?? Number.POSITIVE_INFINITY) > left - 1) continue
      const [longer, further] = [
        [...nodes, next],
        [...way, link],
      ]
      if (next !== to) walk(longer, further, left - 1)
      else if (left === 1) paths.push({ nodes: longer, links: further })
    }
  }
  for (let length = distances.get(from) ?? hops + 1; length <= hops && paths.length < most; length += 1) {
    walk([from], [], length)
  }
  return { paths, isCut: tried > MOST_TRIED }
}
