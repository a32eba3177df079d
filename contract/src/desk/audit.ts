import * as z from 'zod/mini'
import { defineActions, instant, noFields, operatorRoleLabels, textOrNone } from './action.ts'

const filter = z._default(z.nullable(z.string().check(z.trim(), z.maxLength(64))), null)

const row = z.object({
  number: z.int(),
  at: instant,
  operator: z.string(),
  origin: textOrNone,
  action: z.string(),
  subject: z.string(),
  /** JSON of the changed fields. */
  before: textOrNone,
  after: textOrNone,
  reason: textOrNone,
  previousHash: z.string(),
})
export type AuditRow = z.infer<typeof row>

const day = z._default(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), null)
/** null: any. */
const filters = {
  /** A name, or with the place of the action, as in `desk:演示甲`. */
  operator: filter,
  action: filter,
  subject: filter,
  /** First and last day in China, as in 2026-11-30. */
  from: day,
  to: day,
  /** Part of the subject, the reason or a changed field; without a first day in the last 30 days. */
  search: filter,
}

export const auditTable = defineActions({
  'audit list': {
    /** `before`: number of the last row of the page before; null: the first page. `next`: as `before`; null: this is the last page. */
    input: z.object({ ...filters, before: z._default(z.nullable(z.int()), null) }),
    output: z.object({ rows: z.array(row), next: z.nullable(z.int()) }),
  },
  'audit export': {
    deadlineMs: 20_000,
    input: z.object(filters),
    output: z.object({ csv: z.string(), rows: z.int() }),
  },
  'audit verify': {
    // Reads the whole chain.
    deadlineMs: 120_000,
    input: noFields,
    output: z.object({ isWhole: z.boolean(), sentence: z.string() }),
  },
})

/** Actions that write a row of the audit, as operators read them. */
export const auditActionLabels = {
  correctionExamined: '核查异议',
  correctionDecided: '决定异议',
  correctionReopened: '重新核查',
  suppressionAdded: '屏蔽',
  suppressionRemoved: '解除屏蔽',
  evidenceShown: '查看图片',
  updatesDone: '办结更新申请',
  inclusionsDone: '办结收录申请',
  contentPublished: '发布内容',
  contentRestored: '恢复内容',
  contentDrafted: '起草内容',
  contentPictureAdded: '上传图片',
  membershipChanged: '更改会员',
  agreementDrafted: '起草协议',
  agreementPublished: '发布协议',
  feedbackContactShown: '显示联系方式',
  feedbackTaken: '处理反馈',
  feedbackAnswered: '回复反馈',
  feedbackWithdrawn: '撤回回复',
  feedbackClosed: '关闭反馈',
  feedbackReopened: '重新打开反馈',
  sourceAdded: '添加来源',
  importUploaded: '上传导入文件',
  importMappingSaved: '保存对应列',
  importUploadDiscarded: '放弃上传',
  importStopRequested: '停止导入',
  importFinished: '导入完成',
  importStopped: '导入中止',
  importUndone: '撤销导入',
  importRejectsExported: '导出未收录的行',
  companyHidden: '隐藏企业',
  companyRemoved: '移除企业',
  companyLifted: '恢复企业',
  numberHidden: '隐藏号码',
  numberShown: '恢复号码',
  alertStopped: '停止推送',
  alertResumed: '恢复推送',
  trackingExported: '导出统计',
  trackingDayExported: '导出行为事件',
  trackingRolledUp: '重算统计',
  trackingDropped: '删除行为事件',
  storeBackedUp: '备份',
  storeRestored: '恢复备份',
  backupTested: '恢复演练',
  operatorAdded: '添加操作员',
  operatorRolesChanged: '更改角色',
  operatorTotpReset: '重置验证器',
  operatorSessionsEnded: '结束登录',
  operatorSetUp: '完成设置',
  operatorSignedIn: '登录',
  operatorSignInFailed: '登录失败',
  operatorCodeRefused: '动态码错误',
  userShown: '查看用户',
  userSessionsEnded: '结束用户登录',
  userLocked: '停用账户',
  userUnlocked: '恢复账户',
  auditExported: '导出审计',
  serviceTested: '测试服务',
} as const
export type OperatorAction = keyof typeof auditActionLabels

/** Fields of audit rows as operators read them; a field that is missing here keeps its name. */
const fieldLabels: Readonly<Record<string, string>> = {
  state: '状态',
  result: '结果',
  note: '理由',
  reason: '理由',
  text: '回复',
  suppression: '屏蔽编号',
  recordId: '记录',
  person: '人员',
  subjectKeys: '企业',
  picture: '图片',
  contact: '联系方式',
  roles: '角色',
  sessions: '登录',
  requests: '申请人数',
  until: '停用至',
  hidden: '隐藏',
  isShown: '显示',
  version: '版本',
  effectiveOn: '生效日期',
  memberUntil: '会员至',
  shownFrom: '显示时间',
  needsConsent: '须重新同意',
  textHash: '文本摘要',
  to: '发到',
  folder: '目录',
  files: '文件',
  bytes: '字节',
  pictures: '图片',
  isPassed: '通过',
  rows: '行数',
  number: '编号',
  created: '新增',
  changed: '更新',
  unchanged: '无变化',
  pending: '待对应',
  excluded: '不收录',
  rejected: '未收录',
  rowsRead: '读取',
  resumedAt: '接着第几行',
  fileHash: '文件摘要',
}

const labelOf = (name: string) => (Object.hasOwn(fieldLabels, name) ? (fieldLabels[name] ?? name) : name)
const roleLabels: Readonly<Record<string, string>> = operatorRoleLabels
const wordOf = (text: string) => (Object.hasOwn(roleLabels, text) ? (roleLabels[text] ?? text) : text)

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '无'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string') return value === '' ? '无' : wordOf(value)
  if (Array.isArray(value)) return value.length === 0 ? '无' : value.map(valueText).join('、')
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

const stored = z.record(z.string(), z.unknown())

function fieldsOf(json: string | null): Record<string, unknown> {
  if (json === null) return {}
  try {
    return z.safeParse(stored, JSON.parse(json)).data ?? {}
  } catch {
    return {}
  }
}

/** A changed field of an audit row. null: the side does not state it. */
type AuditChange = { label: string; before: string | null; after: string | null }

/** The fields of a row before and after, in words. */
export function changesOf({ before, after }: { before: string | null; after: string | null }): AuditChange[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].map((name) => ({
    label: labelOf(name),
    before: Object.hasOwn(from, name) ? valueText(from[name]) : null,
    after: Object.hasOwn(to, name) ? valueText(to[name]) : null,
  }))
}

/** As in `状态：核查中 → 已办结，结果：维持`. Fields that did not change are left out. */
export const changesText = (change: { before: string | null; after: string | null }): string =>
  changesOf(change)
    .filter(({ before, after }) => after !== null && after !== (before ?? '无'))
    .map(({ label, before, after }) => `${label}：${before === null || before === '无' ? '' : `${before} → `}${after}`)
    .join('，')

const actionLabels: Readonly<Record<string, string>> = auditActionLabels
export const auditActionLabel = (action: string): string =>
  Object.hasOwn(actionLabels, action) ? (actionLabels[action] ?? action) : action
