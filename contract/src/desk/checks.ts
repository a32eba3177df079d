import * as z from 'zod/mini'
import { defineActions, instant, noFields, textOrNone } from './action.ts'

/** What a production server needs, then what it may have; in the order of the page. */
export const checkKeys = [
  'sms',
  'agreements',
  'origin',
  'database',
  'backup',
  'mail',
  'notice',
  'model',
  'files',
  'search',
] as const
export type CheckKey = (typeof checkKeys)[number]

type CheckText = {
  label: string
  purpose: string
  isRequired: boolean
  /** What a test costs. */
  cost: string
  /** Tests a day of all operators together; null: any number. */
  perDay: number | null
  /** Text of the button. */
  test: string
  /** What a test asks for; null: nothing. */
  to: '手机号' | '邮箱' | null
}

const free = { cost: '免费', perDay: null, to: null } as const

export const checkTexts: Readonly<Record<CheckKey, CheckText>> = {
  sms: {
    label: '短信',
    purpose: '登录、隐藏号码、异议查询',
    isRequired: true,
    cost: '按条计费，每次一条',
    perDay: 5,
    test: '发到我的手机',
    to: '手机号',
  },
  agreements: { label: '协议', purpose: '用户协议、隐私政策、会员协议', isRequired: true, test: '再查', ...free },
  origin: { label: '对外地址', purpose: '二维码、分享链接', isRequired: true, test: '从外部访问', ...free },
  database: { label: '数据库', purpose: '企业、账户、审计', isRequired: true, test: '往返', ...free },
  backup: { label: '备份', purpose: '数据与密钥分开存放', isRequired: true, test: '核对备份', ...free },
  mail: {
    label: '邮件',
    purpose: '每日简报、新事项通知',
    isRequired: false,
    cost: '免费',
    perDay: 10,
    test: '发一封',
    to: '邮箱',
  },
  notice: {
    label: '新事项通知',
    purpose: '邮箱、企业微信、钉钉或飞书',
    isRequired: false,
    cost: '免费',
    perDay: 10,
    test: '发一条',
    to: null,
  },
  model: {
    label: '模型',
    purpose: '百言的措辞',
    isRequired: false,
    cost: '按用量计费，每次约 30 字',
    perDay: 20,
    test: '问一句',
    to: null,
  },
  files: { label: '文件桶', purpose: '多台服务器共用的图片', isRequired: false, test: '写读删', ...free },
  search: { label: '搜索集群', purpose: '超出一台机器的企业搜索', isRequired: false, test: '搜一次', ...free },
}

export const checkStates = ['unset', 'untested', 'passed', 'failed'] as const

const item = z.object({
  key: z.enum(checkKeys),
  state: z.enum(checkStates),
  /** What is set now, or what its absence means. */
  value: z.string(),
  succeededAt: z.nullable(instant),
  failedAt: z.nullable(instant),
  cause: textOrNone,
  /** null: any number. */
  testsLeft: z.nullable(z.int()),
})
export type CheckItem = z.infer<typeof item>

export const checkActions = defineActions({
  'checks list': { input: noFields, output: z.object({ isProduction: z.boolean(), items: z.array(item) }) },
  'checks test': {
    deadlineMs: 20_000,
    input: z.object({
      key: z.enum(checkKeys),
      /** A mobile number or a mail address, where the test sends something. */
      to: z._default(z.string().check(z.trim(), z.maxLength(128)), ''),
    }),
    /** `sentence`: what was found, or the cause of the failure. */
    output: z.object({ isPassed: z.boolean(), sentence: z.string() }),
  },
})
