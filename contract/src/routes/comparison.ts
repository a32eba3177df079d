import { companyComparisonQuery, companyComparisonSchema } from '../company-comparison.ts'
import { source } from '../openapi/samples.ts'
import { type RouteDocs, route } from './route.ts'

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
