import * as z from 'zod/mini'
import { keysOf } from '../keys-of.ts'
import { defineActions, instant, noFields, textOrNone } from './action.ts'

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

const textsOf = <K extends string>(texts: Readonly<Record<K, CheckText>>) => texts
/** What a production server needs, then what it may have; in the order of the page. */
export const checkTexts = textsOf({
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
})
export type CheckKey = keyof typeof checkTexts
export const checkKeys = keysOf(checkTexts)

const checkStates = ['unset', 'untested', 'passed', 'failed'] as const

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

/** Periods of the page, and the minutes of one point of its charts. */
export const operationRanges = {
  hour: { title: '1 小时', hours: 1, pointMinutes: 1 },
  day: { title: '24 小时', hours: 24, pointMinutes: 10 },
  month: { title: '30 天', hours: 720, pointMinutes: 360 },
} as const
export type OperationRange = keyof typeof operationRanges

/** Load classes of requests as operators call them; `none`: pages and other addresses. */
export const loadLabels: Readonly<Record<string, string>> = {
  search: '搜索',
  reads: '详情与列表',
  graph: '股权与关系',
  credentials: '登录与验证',
  copies: '内容',
  assistant: '百言',
  tracking: '行为上报',
  none: '页面与其他',
}

export const smsOutcomeLabels = { sent: '已发送', refused: '服务商拒绝', failed: '失败' } as const
export type SmsOutcome = keyof typeof smsOutcomeLabels

/** What stands on 待办 while it lasts. */
const alarmKeys = ['lag', 'errors', 'overdue', 'disk'] as const
export type AlarmKey = (typeof alarmKeys)[number]
export const alarmLabels: Readonly<Record<AlarmKey, string>> = {
  lag: '搜索索引落后',
  errors: '服务错误',
  overdue: '纠错逾期',
  disk: '磁盘空间不足',
}
const operationAlarm = z.object({ key: z.enum(alarmKeys), text: z.string() })

/** null: no request in the period. Milliseconds. */
const percentile = z.nullable(z.number())
const latency = { perSecond: z.number(), p50: percentile, p95: percentile, p99: percentile }

const point = z.object({
  at: instant,
  ...latency,
  loads: z.array(z.object({ load: z.string(), ...latency })),
  /** Percent of answers with a status of 5xx; null as above. */
  errorPercent: percentile,
  /** Seconds; null: no process reported. */
  lagSeconds: z.nullable(z.number()),
  segments: z.nullable(z.int()),
  waiting: z.nullable(z.int()),
  /** Bytes of all processes. */
  memory: z.nullable(z.number()),
  /** null: no message. */
  smsSentPercent: percentile,
})
export type OperationPoint = z.output<typeof point>

export const operationsShown = z.object({
  at: instant,
  points: z.array(point),
  /** The newest figures of each process: of this one at most 10 seconds old, of others a minute. */
  processes: z.array(
    z.object({
      name: z.string(),
      isHere: z.boolean(),
      at: instant,
      perSecond: z.number(),
      p99: percentile,
      errors: z.int(),
      lagSeconds: z.number(),
      segments: z.int(),
      waiting: z.int(),
      memory: z.number(),
    }),
  ),
  /** Limits in force, and how often each refused in the period. */
  limits: z.array(
    z.object({ name: z.string(), label: z.string(), rule: z.string(), refused: z.int(), lastAt: z.nullable(instant) }),
  ),
  sms: z.array(z.object({ scene: z.string(), sent: z.int(), refused: z.int(), failed: z.int() })),
  sessions: z.int(),
  imports: z.array(z.object({ fileName: z.string(), rowsRead: z.int(), rowsPerSecond: z.int() })),
  alarms: z.array(operationAlarm),
  /** Why there are no points; null: there are. */
  note: textOrNone,
})
export type OperationsShown = z.output<typeof operationsShown>

export const operationActions = defineActions({
  'operations show': {
    deadlineMs: 10_000,
    input: z.object({ range: z._default(z.enum(['hour', 'day', 'month']), 'hour') }),
    output: operationsShown,
  },
})

export const alarmActions = defineActions({
  'alarms list': {
    input: noFields,
    output: z.object({
      /** Stopped imports and undos, until a later import of the source is complete. */
      imports: z.array(
        z.object({
          number: z.int(),
          fileName: z.string(),
          sourceId: z.string(),
          state: z.enum(['stopped', 'undoing']),
          endedAt: instant,
        }),
      ),
      /** What the figures of the last minutes say. */
      operations: z.array(operationAlarm),
      /** Version of a newer release at UPDATE_URL; null: none, or the address is not set. */
      newRelease: textOrNone,
      /** Services whose last use failed. */
      services: z.array(z.object({ key: z.enum(checkKeys), failedAt: instant, cause: z.string() })),
    }),
  },
})

const backup = z.object({
  id: z.string(),
  at: instant,
  operator: z.string(),
  /** null: a backup of a version that did not store it. */
  folder: textOrNone,
  files: z.int(),
  bytes: z.int(),
  /** Newest test of this backup; null: it was not tested. */
  tested: z.nullable(z.object({ at: instant, isPassed: z.boolean(), sentence: z.string() })),
})

/** Work that goes on in this process. */
const task = z.enum(['backup', 'test'])

export const backupActions = defineActions({
  'backups list': {
    input: noFields,
    output: z.object({
      /** Folder of new backups; null: BACKUP_DIR is not set. */
      root: textOrNone,
      /** `bytes`: written so far; 0 of a test. `expected`: bytes of the newest backup; null: there is none. */
      running: z.nullable(z.object({ task, startedAt: instant, bytes: z.int(), expected: z.nullable(z.int()) })),
      /** Why the newest work of this process failed. */
      failure: z.nullable(z.object({ task, at: instant, cause: z.string() })),
      /** Newest first. */
      items: z.array(backup),
    }),
  },
  'backups start': { input: noFields, output: noFields },
  'backups test': { input: noFields, output: noFields },
})
