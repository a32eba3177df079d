import { companyComparisonQuery, companyComparisonSchema } from '../company-comparison.ts'
import { companyPerspectiveQuery, companyPerspectiveSchema } from '../company-perspective.ts'
import { source } from '../openapi/samples.ts'
import { type RouteDocs, route } from './route.ts'

export const perspectiveRoutes = {
  companyPerspective: route(
    { method: 'GET', path: '/v1/company/perspective', access: 'allowance', load: 'reads', reading: 'lists' },
    companyPerspectiveQuery,
    companyPerspectiveSchema,
  ),
} as const

export const perspectiveDocs = (): RouteDocs<typeof perspectiveRoutes> => ({
  companyPerspective: {
    summary: '求职视角与合作视角',
    example: { id: 'c-example', perspective: 'jobSeeker' },
    answer: {
      id: 'c-example',
      perspective: 'jobSeeker',
      rows: [
        {
          fact: 'age',
          label: '状态年限',
          tone: null,
          sentence: [
            { text: '存续，成立 ', mark: null },
            { text: '6 年', mark: 'strong' },
            { text: '（2020-01-02）。', mark: null },
          ],
          sources: [source],
          list: null,
          people: null,
          cases: null,
          note: null,
        },
      ],
      unconnected: [{ fact: 'wageArrears', label: '拖欠工资' }],
      unrecorded: [],
    },
  },
})

export const comparisonRoutes = {
  companyComparison: route(
    { method: 'GET', path: '/v1/company/compare', access: 'allowance', load: 'reads', reading: 'details' },
    companyComparisonQuery,
    companyComparisonSchema,
  ),
} as const

const company = (id: string, name: string) => ({
  id,
  name: `${name}有限公司`,
  briefName: name,
  logo: null,
  logoText: name.slice(0, 4),
  isDemo: true,
  code: null,
})

export function comparisonDocs(): RouteDocs<typeof comparisonRoutes> {
  return {
    companyComparison: {
      summary: '企业对比',
      example: { ids: 'c-example,c-other' },
      answer: {
        companies: [company('c-example', '澜山演示贸易'), company('c-other', '云岚演示软件')],
        facts: [
          {
            fact: 'employees',
            label: '员工人数',
            isByPeriod: true,
            kind: null,
            cells: [{ state: 'stated', text: '120 人', note: '2024 年末', source }, { state: 'unrecorded' }],
          },
        ],
        absent: ['实缴资本'],
        risks: [
          {
            fact: 'risk',
            label: '行政处罚',
            isByPeriod: false,
            kind: 'punishment',
            cells: [{ state: 'stated', text: '1 条', note: null, source: null }, { state: 'unconnected' }],
          },
        ],
        employees: [],
        insured: [],
      },
    },
  }
}
