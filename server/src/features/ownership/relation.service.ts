import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type HoldingNode,
  RELATION_PATHS,
  type Relation,
  type RelationKind,
  type RelationLink,
} from '@baiqicha/contract/ownership'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { resultCode } from '@baiqicha/contract/result-codes'
import { Refusal } from '../../platform/http/refusal.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { companyOfRecordFrom } from '../../records/company-subjects.ts'
import { newestAsOf, shownFeeds } from '../../records/record-coverage.ts'
import {
  companyNode,
  type HoldingCompanies,
  type HoldingGraphReader,
  type StatedOffice,
} from './holding-graph.repository.ts'
import { mergeHoldings, type StatedEdge, shortestPaths } from './ownership.rules.ts'

/** Nodes whose neighbours are read at one step. */
const MOST_NODES = 500

const recordKindsOf: Readonly<Record<RelationKind | 'both', readonly RecordKindKey[]>> = {
  holding: ['shareholderInfo', 'overseasInvest'],
  office: ['keyPerson'],
  both: ['shareholderInfo', 'overseasInvest', 'keyPerson'],
}

export type RelationDeps = {
  graph: HoldingGraphReader
  reference: ReferenceData
  limiter: Limiter
  levelOf: (userId: string) => Promise<'registered' | 'vip'>
}
type RelationRequest = { from: string; to: string; hops: number; kinds: RelationKind | 'both' }

const linkOfOffice = ({ person, company, offices, isDisputed, asOf, sources }: StatedOffice): RelationLink => ({
  kind: 'office',
  above: person.key,
  company: company.key,
  share: null,
  offices: [...offices],
  isDisputed,
  asOf,
  sources,
})

/** Links of everything that was read, each pair of nodes once per kind. */
function linksOf(edges: Iterable<StatedEdge>, offices: Iterable<StatedOffice>): RelationLink[] {
  const holdings = [...mergeHoldings([...edges]).holdings.values()].flat()
  const persons = new Map([...offices].map((office) => [`${office.person.key} ${office.company.key}`, office]))
  return [
    ...holdings.map(
      ({ holder, company, share, isDisputed, asOf, sources }): RelationLink => ({
        kind: 'holding',
        above: holder,
        company,
        share,
        offices: [],
        isDisputed,
        asOf,
        sources,
      }),
    ),
    ...[...persons.values()].map(linkOfOffice),
  ]
}

const sameCompany = () => new Refusal({ code: resultCode.badRequest, message: '请选择两家不同的企业' })

/** Finds how two companies are joined by holdings and offices. */
export function createRelationService({ graph, reference, limiter, levelOf }: RelationDeps) {
  /** Reads from both companies towards each other, from the side with fewer nodes. */
  async function search([from, to]: readonly [HoldingNode, HoldingNode], { hops, kinds }: RelationRequest) {
    const recordKinds = recordKindsOf[kinds]
    const nodes = new Map([from, to].map((node) => [node.key, node]))
    const edges = new Map<string, StatedEdge>()
    const offices = new Map<string, StatedOffice>()
    const hubs = new Set<string>()
    const known: HoldingCompanies = new Map()
    const sides = [from, to].map((node) => ({ level: [node], seen: new Set([node.key]), reached: new Set([node.key]) }))
    for (const hub of await graph.hubsAmong([from, to], recordKinds, known)) hubs.add(hub)
    let found = shortestPaths<RelationLink>([], { from: from.key, to: to.key, hops, most: RELATION_PATHS })
    let isCut = false
    for (let step = 1; step <= hops && found.paths.length < RELATION_PATHS; step += 1) {
      // A step may read thousands of records on the thread of all requests: others come between two of them.
      await nextTurn()
      const [side] = sides.toSorted((one, other) => one.level.length - other.level.length)
      const level = side?.level.filter(({ key }) => !hubs.has(key)) ?? []
      if (side === undefined || level.length === 0) break
      const read = await graph.neighboursOf(level, recordKinds, known)
      isCut ||= read.isCut
      const reached = new Map<string, HoldingNode>()
      for (const edge of read.edges) {
        edges.set(edge.recordId, edge)
        for (const node of [edge.holder, edge.company]) reached.set(node.key, node)
      }
      for (const office of read.offices) {
        offices.set(office.recordId, office)
        for (const node of [office.person, office.company]) reached.set(node.key, node)
      }
      for (const key of reached.keys()) side.reached.add(key)
      const added = [...reached.values()].filter(({ key }) => !nodes.has(key))
      for (const node of added) nodes.set(node.key, node)
      for (const hub of await graph.hubsAmong(added, recordKinds, known)) hubs.add(hub)
      const next = [...reached.values()].filter(({ key }) => !side.seen.has(key))
      side.level = next.slice(0, MOST_NODES)
      isCut ||= side.level.length < next.length
      for (const { key } of side.level) side.seen.add(key)
      const [near, far] = sides.map((one) => one.reached)
      // Paths are searched only once both sides have reached a node: merging what was read takes longer than reading it.
      if (near === undefined || far === undefined || ![...near].some((key) => far.has(key))) continue
      const isCrossed = (key: string) => hubs.has(key) && key !== from.key && key !== to.key
      const links = linksOf(edges.values(), offices.values()).filter(
        ({ above, company }) => !isCrossed(above) && !isCrossed(company),
      )
      found = shortestPaths(links, { from: from.key, to: to.key, hops: step, most: RELATION_PATHS })
    }
    return { ...found, nodes, hubs: [...hubs], isPartial: isCut || found.isCut || hubs.size > 0 }
  }

  /** null: readers do not see one of the companies. @throws Refusal for one company twice, and when no search is left */
  return async (userId: string, request: RelationRequest): Promise<Relation | null> => {
    if (request.from === request.to) throw sameCompany()
    const limit = (await levelOf(userId)) === 'vip' ? 'relationsPerMember' : 'relationsPerUser'
    await takeOrRefuse(limiter, [{ limit, subject: userId }])
    const [from, to] = [await graph.find(request.from), await graph.find(request.to)]
    if (from === undefined || to === undefined) return null
    const ends = [from.company.id, to.company.id]
    if (ends[0] === ends[1]) throw sameCompany()
    const [{ paths, nodes, hubs, isPartial }, coverage, ...covered] = await Promise.all([
      search([companyNode(from), companyNode(to)], request),
      graph.coverageOf(from),
      ...[from, to].map((end) => graph.isCovered(end, recordKindsOf[request.kinds])),
    ])
    const links = [...new Set(paths.flatMap((path) => path.links))]
    const shown = new Set([...ends, ...hubs, ...paths.flatMap((path) => path.nodes)])
    return {
      from: companyOfRecordFrom(from.company, reference),
      to: companyOfRecordFrom(to.company, reference),
      nodes: [...nodes.values()].filter(({ key }) => shown.has(key)),
      links,
      paths: paths.map((path) => ({ nodes: [...path.nodes], links: path.links.map((link) => links.indexOf(link)) })),
      unconnected: paths.length > 0 ? [] : ends.filter((_, at) => covered[at] === false),
      hubs,
      isPartial,
      asOf: newestAsOf(shownFeeds(coverage, true)),
      hops: request.hops,
    }
  }
}
export type FindRelation = ReturnType<typeof createRelationService>
