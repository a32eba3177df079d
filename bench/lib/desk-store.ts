import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { auditHash } from '../../server/src/platform/audit.ts'

export type DeskSizes = { corrections: number; feedback: number; users: number; audit: number }

const HOUR = 3_600_000
const started = Date.parse('2025-01-01T00:00:00+08:00')
const numbered = (prefix: string, at: number) => `${prefix}20250101-${String(at).padStart(8, '0')}`

/** Fills the SQLite store of a stopped server. Half of the corrections and of the feedback are open. */
export function fillDeskStore(dataDir: string, { corrections, feedback, users, audit }: DeskSizes): void {
  const db = new Sqlite(path.join(dataDir, 'baiqicha.sqlite'))
  for (const setting of ['journal_mode = wal', 'synchronous = off', 'cache_size = -200000']) db.pragma(setting)
  const all = (rows: number, insert: (at: number) => void) =>
    db.transaction(() => {
      for (let at = 0; at < rows; at += 1) insert(at)
    })()

  const addUser = db.prepare('insert into user_account (id, mobile, created_at) values (?, ?, ?)')
  all(users, (at) => addUser.run(`u-${at}`, String(13_000_000_000 + at), started + at))

  const company = db.prepare('select id from company limit 1').pluck().get()
  const addCorrection = db.prepare(`insert into correction
    (number, company_id, record_kind, record_id, title, company_name, reason, content, statement, claimant, user_id, state,
      result, is_shielding, submitted_at, due_at, decided_at)
    values (?, ?, null, null, '企业登记信息', '演示企业', '信息有误', ?, '', '本企业', ?, ?, ?, 0, ?, ?, ?)`)
  const addStep = db.prepare(`insert into correction_step (id, correction_number, at, label, actor)
    values (?, ?, ?, '已受理', 'applicant')`)
  all(corrections, (at) => {
    const [number, at0, isOpen] = [numbered('JC', at), started + at * 60_000, at % 2 === 0]
    const content = `演示：第 ${at} 件，登记信息有误，请核实后更正。`
    const result = [isOpen ? '已受理' : '已办结', isOpen ? null : '维持']
    const times = [at0, at0 + 480 * HOUR, isOpen ? null : at0 + HOUR]
    addCorrection.run(number, company, content, `u-${at % users}`, ...result, ...times)
    addStep.run(`st-${at}`, number, at0)
  })

  const addFeedback = db.prepare(`insert into feedback
    (number, kind, priority, state, user_id, contact, content, created_at, is_unread) values (?, ?, ?, ?, ?, ?, ?, ?, 0)`)
  const addEntry = db.prepare(`insert into feedback_entry (id, feedback_number, at, author, content)
    values (?, ?, ?, 'operator', '演示：已修复，请刷新页面。')`)
  all(feedback, (at) => {
    const number = numbered('FB', at)
    const state = at % 2 === 0 ? '已提交' : '已回复'
    const kind = at % 50 === 0 ? '隐私与删除' : '功能异常'
    const content = `演示：第 ${at} 条，搜索以后结果页是空白的，切换筛选条件再返回就会出现，每次都是这样，请检查。`
    const priority = kind === '功能异常' ? 1 : 0
    addFeedback.run(number, kind, priority, state, `u-${at % users}`, '15400009876', content, started + at * 60_000)
    if (state === '已回复') addEntry.run(`e-${at}`, number, started + at * 60_000 + HOUR)
  })

  const addAudit = db.prepare(`insert into operator_audit
    (id, at, operator, origin, action, subject, before, after, reason, number, previous_hash)
    values (@id, @at, @operator, @origin, @action, @subject, @before, @after, @reason, @number, @previous_hash)`)
  const head = db.prepare<[], { number: number; hash: string }>('select number, hash from operator_audit_head').get()
  let { number, hash } = head ?? { number: 0, hash: '' }
  const actions = ['correctionExamined', 'correctionDecided', 'feedbackAnswered', 'evidenceShown'] as const
  all(audit, (at) => {
    number += 1
    const row = {
      id: `p-bench-${at}`,
      at: started + at * 30_000,
      operator: `desk:演示${at % 20}`,
      origin: '10.8.0.12',
      action: actions[at % actions.length] ?? 'evidenceShown',
      subject: numbered('JC', at % corrections),
      before: '{"state":"核查中","result":null}',
      after: '{"state":"已办结","result":"维持"}',
      reason: '演示：来源确认无误。',
      number,
      previous_hash: hash,
    }
    hash = auditHash(row)
    addAudit.run(row)
  })
  db.prepare('update operator_audit_head set number = ?, hash = ?').run(number, hash)
  db.exec('analyze')
  db.close()
}
