import * as z from 'zod/mini'
import { auditActionLabels } from './audit-labels.ts'
import { operatorRoleLabels } from './roles.ts'

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
export type AuditChange = { label: string; before: string | null; after: string | null }

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
export const changesText = (row: { before: string | null; after: string | null }): string =>
  changesOf(row)
    .filter(({ before, after }) => after !== null && after !== (before ?? '无'))
    .map(({ label, before, after }) => `${label}：${before === null || before === '无' ? '' : `${before} → `}${after}`)
    .join('，')

export const auditActionLabel = (action: string): string =>
  Object.hasOwn(auditActionLabels, action) ? (auditActionLabels[action] ?? action) : action
