import { companyIdQuery } from '../company-detail.ts'
import { asOf, onePage, source } from '../openapi/samples.ts'
import {
  companyGroupQuery,
  companyGroupSchema,
  type HoldingNode,
  ownershipTreeQuery,
  ownershipTreeSchema,
  relationQuery,
  relationSchema,
  type StatedHolding,
  type StatedParent,
  ultimateHoldersSchema,
} from '../ownership.ts'
import { type RouteDocs, route } from './route.ts'

const common = { method: 'GET', access: 'allowance', load: 'graph', reading: 'lists' } as const

export const ownershipRoutes = {
  ownershipTree: route({ ...common, path: '/v1/ownership/tree' }, ownershipTreeQuery, ownershipTreeSchema),
  ultimateHolders: route({ ...common, path: '/v1/ownership/ultimate' }, companyIdQuery, ultimateHoldersSchema),
  companyGroup: route({ ...common, path: '/v1/ownership/group' }, companyGroupQuery, companyGroupSchema),
} as const

export function ownershipDocs(): RouteDocs<typeof ownershipRoutes> {
  const company = {
    id: 'c-example',
    name: '澜山演示贸易有限公司',
    region: '演示省演示一市',
    creditCode: '91990001MA0TE5T16H',
    isDemo: true,
  }
  const person: HoldingNode = { key: 'p:example', name: '演示甲', companyId: null, kind: 'person', isAbroad: false }
  const nodes: HoldingNode[] = [
    person,
    { key: company.id, name: company.name, companyId: company.id, kind: 'company', isAbroad: false },
  ]
  const holdings: StatedHolding[] = [
    {
      holder: person.key,
      company: company.id,
      share: 60,
      basis: '工商登记',
      amount: { value: 180, unit: '万元' },
      isDisputed: false,
      asOf,
      sources: [source],
    },
  ]

  const parents: StatedParent[] = [{ role: '上级机构', name: '澜山演示控股有限公司', companyId: null, source }]

  return {
    ownershipTree: {
      summary: '股权穿透：股东或对外投资，逐层，最多 500 个节点',
      example: { id: company.id, direction: 'up', depth: 6 },
      answer: {
        company,
        nodes,
        holdings,
        connected: true,
        sources: [source],
        parents,
        rows: [{ node: person.key, parent: null, holding: 0, isCircular: false, hidden: 0 }],
        hidden: 0,
        isPartial: false,
      },
    },
    ultimateHolders: {
      summary: '最终持股、疑似实际控制人与受益所有人（疑似），附路径',
      example: { id: company.id },
      answer: {
        company,
        nodes,
        holdings,
        connected: true,
        sources: [source],
        holders: [
          {
            node: person.key,
            share: 60,
            isPartial: false,
            paths: [{ holdings: [0], share: 60 }],
            hiddenPaths: 0,
            asOf,
          },
        ],
        holdersTotal: 1,
        knownShare: 60,
        unassigned: [{ node: company.id, share: 40 }],
        controller: { node: person.key, holdings: [0] },
        parents,
        statedControllers: [],
        circles: [],
        overDeclared: [],
        isPartial: false,
      },
    },
    companyGroup: {
      summary: '同一控制：同一疑似实际控制人逐层持股超过 50% 的企业',
      example: { id: company.id, page: 1, pageSize: 20 },
      answer: {
        list: [{ id: company.id, name: company.name, share: 60, shares: [60], asOf }],
        ...onePage,
        company,
        controller: person,
        isSelf: false,
        connected: true,
        isPartial: false,
      },
    },
  }
}

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
