import { keysOf } from '@baiqicha/contract/keys-of'
import * as z from 'zod/mini'
import { parseJson } from '../json.ts'

/** All limits as operators call them. `data/limits.json` has the numbers of each. */
export const limitLabels = {
  smsPerMobile: '短信 · 每号码',
  smsPerAddress: '短信 · 每地址',
  smsPerDevice: '短信 · 每设备',
  smsOfService: '短信 · 全部',
  wrongSmsCodesPerMobileAndAddress: '错误短信码 · 每号码与地址',
  wrongSmsCodesPerMobile: '错误短信码 · 每号码',
  wrongPasswordsPerAccount: '错误密码 · 每账户',
  wrongPasswordsPerAddress: '错误密码 · 每地址',
  captchasPerAddress: '验证码图 · 每地址',
  ticketsPerPartner: '外部登录 · 每合作方',
  wechatLoginsPerAddress: '微信登录 · 每地址',
  wechatBindingsPerMobile: '微信绑定 · 每号码',
  jsConfigsPerAddress: '微信分享 · 每地址',
  listsPerUser: '列表 · 每用户',
  suggestionsPerUser: '联想 · 每用户',
  suggestionsPerVisitorAddress: '联想 · 每访客地址',
  detailsPerUser: '详情 · 每用户',
  detailsPerVisitorAddress: '详情 · 每访客地址',
  personsPerUser: '人员 · 每用户',
  relationsPerUser: '关系 · 每用户',
  relationsPerMember: '关系 · 每会员',
  correctionsPerPerson: '异议 · 每人',
  correctionLooksPerAddress: '异议查询 · 每地址',
  uploadsPerPerson: '上传图片 · 每人',
  companyReportsPerUser: '企业信息报告',
  exportsPerUser: '导出 · 每用户',
  inclusionsPerUser: '收录申请 · 每用户',
  webhooksPerUser: 'Webhook · 每用户',
  feedbackPerUser: '反馈 · 每用户',
  feedbackPerVisitorAddress: '反馈 · 每访客地址',
  eventsPerAddress: '行为上报 · 每地址',
  eventsPerDevice: '行为上报 · 每设备',
  reportsPerAddress: '错误上报 · 每地址',
  sharedAnswersPerAddress: '分享的回答 · 每地址',
  batchUploadsPerUser: '提交批量查询名单 · 每人',
  reconcileQueriesPerAddress: '批量对应 · 每地址',
} as const
export type LimitName = keyof typeof limitLabels
export const limitNames = keysOf(limitLabels)

const bucket = z.strictObject({
  count: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  seconds: z.int().check(z.minimum(1), z.maximum(31 * 86_400)),
})

const limitsFile = z.strictObject({
  /** Guesses per SMS code; the code is invalid after that. */
  guessesPerSmsCode: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  buckets: z.record(z.enum(limitNames), z.array(bucket).check(z.minLength(1), z.maxLength(8))),
  /** Calls of one API key on a day in China. */
  callsPerKeyAndDay: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
})
export type Limits = z.infer<typeof limitsFile>

/** Parses the limits file. @throws Error that names the invalid entries. */
export function parseLimits(fileText: string): Limits {
  const content = parseJson(fileText)
  if (content === undefined) throw new Error('不是合法的 JSON')
  const parsed = z.safeParse(limitsFile, content)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${issue?.path.join('.') || '内容'}：${issue?.message ?? '不合要求'}`)
}
