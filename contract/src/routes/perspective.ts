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
