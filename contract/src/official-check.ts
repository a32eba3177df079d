import * as z from 'zod/mini'
import { type OfficialSite, officialSites } from './records/official-sites.ts'

/** Official sites where a user looks a company up, in the order of the card. */
export const checkSites = ['register', 'execution', 'judgments', 'credit', 'tax', 'disclosure'] as const
export type CheckSite = (typeof checkSites)[number]

/** Address of a site for a company; `{code}` is the code of its stock. */
type CheckedSite = Pick<OfficialSite, 'name' | 'url'> & { finds: string }

/** Names, default addresses, and what a user finds there. An operator may set other addresses (OFFICIAL_SITES). */
export const checkedSites: Readonly<Record<CheckSite, CheckedSite>> = {
  register: { ...officialSites.register, finds: '登记、股东、处罚、经营异常、严重违法' },
  execution: { ...officialSites.execution, finds: '失信被执行人、被执行人、限制消费' },
  judgments: { ...officialSites.judgments, finds: '判决与裁定，可搜劳动争议' },
  credit: { ...officialSites.credit, finds: '行政许可与处罚、守信与失信名单' },
  tax: { name: '税务总局重大税收违法', url: officialSites.tax.url, finds: '偷税、虚开发票等公布案件' },
  disclosure: {
    name: '巨潮资讯',
    url: `${officialSites.disclosure.url}new/fulltextSearch?notautosubmit=&keyWord={code}`,
    finds: '上市公司公告、年报、问询函',
  },
}

/** What a user found at a site: no matter, or some. The mark of the user, never a record. */
const checkResults = ['none', 'found'] as const
export type CheckResult = (typeof checkResults)[number]

const companyId = z.string().check(z.minLength(1), z.maxLength(64))
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

export const officialChecksSchema = z.object({
  companyId: z.string(),
  name: z.string(),
  creditCode: z.nullable(z.string()),
  isDemo: z.boolean(),
  /** 巨潮资讯 is among them for listed companies only. */
  sites: z.array(
    z.object({
      site: z.enum(checkSites),
      name: z.string(),
      finds: z.string(),
      url: z.string(),
      /** null: not checked by the user, or no session. */
      result: z.nullable(z.enum(checkResults)),
      /** Day of the mark in China; null without one. */
      checkedOn: z.nullable(day),
    }),
  ),
})
export type OfficialChecks = z.infer<typeof officialChecksSchema>

/** `result` null removes the mark. */
export const saveOfficialCheckBody = z.object({
  companyId,
  site: z.enum(checkSites),
  result: z.nullable(z.enum(checkResults)),
})
