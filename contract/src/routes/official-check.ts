import { companyIdQuery } from '../company-detail.ts'
import { checkedSites, officialChecksSchema, saveOfficialCheckBody } from '../official-check.ts'
import { summary } from '../openapi/samples.ts'
import { type RouteDocs, route } from './route.ts'

export const officialCheckRoutes = {
  officialChecks: route(
    { method: 'GET', path: '/v1/company/officialChecks', access: 'allowance', load: 'reads', reading: 'lists' },
    companyIdQuery,
    officialChecksSchema,
  ),
  saveOfficialCheck: route(
    { method: 'POST', path: '/v1/user/saveOfficialCheck', access: 'session', load: 'reads' },
    saveOfficialCheckBody,
    officialChecksSchema,
  ),
} as const

export function officialCheckDocs(): RouteDocs<typeof officialCheckRoutes> {
  const checks = {
    companyId: 'c-example',
    name: summary.name,
    creditCode: summary.creditCode,
    isDemo: true,
    sites: [{ site: 'register', ...checkedSites.register, result: 'none', checkedOn: '2026-11-26' }],
  } as const

  return {
    officialChecks: {
      summary: '官方核查：官方网站与本人核查结果',
      example: { id: 'c-example' },
      answer: { ...checks, sites: [...checks.sites] },
    },
    saveOfficialCheck: {
      summary: '保存本人核查结果',
      example: { companyId: 'c-example', site: 'register', result: 'none' },
      answer: { ...checks, sites: [...checks.sites] },
    },
  }
}
