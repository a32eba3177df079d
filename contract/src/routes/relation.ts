import { asOf, source } from '../openapi/samples.ts'
import { relationQuery, relationSchema } from '../relation.ts'
import { type RouteDocs, route } from './route.ts'

export const relationRoutes = {
  relationPaths: route(
    { method: 'GET', path: '/v1/relation/paths', access: 'session', load: 'graph' },
    relationQuery,
    relationSchema,
  ),
} as const

const company = (id: string, name: string) => ({ id, name, region: null, creditCode: null, isDemo: true })

export function relationDocs(): RouteDocs<typeof relationRoutes> {
  const [from, to] = [company('c-example', '澜山演示贸易有限公司'), company('c-other', '云岚演示软件有限公司')]

  return {
    relationPaths: {
      summary: '找关系：两家企业之间的持股与任职路径，最短的在前',
      example: { from: from.id, to: to.id, hops: 6, kinds: 'both' },
      answer: {
        from,
        to,
        nodes: [from, to].map(({ id, name }) => ({ key: id, name, companyId: id, kind: 'company', isAbroad: false })),
        links: [
          {
            kind: 'holding',
            above: from.id,
            company: to.id,
            share: 60,
            offices: [],
            isDisputed: false,
            asOf,
            sources: [source],
          },
        ],
        paths: [{ nodes: [from.id, to.id], links: [0] }],
        unconnected: [],
        hubs: [],
        isPartial: false,
        asOf,
        hops: 6,
      },
    },
  }
}
