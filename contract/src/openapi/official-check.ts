import { checkedSites } from '../official-check.ts'
import { officialCheckRoutes } from '../routes/official-check.ts'
import { type RouteDocs } from './route-docs.ts'
import { summary } from './samples.ts'

const checks = {
  companyId: 'c-example',
  name: summary.name,
  creditCode: summary.creditCode,
  isDemo: true,
  sites: [{ site: 'register', ...checkedSites.register, result: 'none', checkedOn: '2026-11-26' }],
} as const

export const officialCheckDocs: RouteDocs<typeof officialCheckRoutes> = {
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
