import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../../test/http/app.ts'
import { testProbes } from '../../../test/http/desk.ts'
import { report, reportAsVisitor } from '../../../test/http/feedback.ts'
import { buildPicture, upload, withoutReEncoding } from '../../../test/http/uploads.ts'
import { testHiddenNumbers } from '../../../test/importers/hidden-numbers.ts'
import { withoutTracking } from '../../../test/tracking/events.ts'
import { createPictureFiles, uploadsDirectory } from '../../platform/uploads/picture-files.ts'
import { AdminRefused } from './admin-refused.ts'
import { runAdmin } from './run-admin.ts'

const DAY = 86_400_000

describeDatabases('the feedback commands', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const { db, location } = database
    const files = createPictureFiles(uploadsDirectory(location.dataDir))
    const test = await openTestApp(db, { pictureFiles: files, reEncodeImage: withoutReEncoding })
    const adminOf =
      (operator: string) =>
      async (...words: string[]) => {
        const lines: string[] = []
        try {
          const print = (line: string) => lines.push(line)
          await runAdmin(['feedback', ...words], {
            database,
            clock: test.clock,
            tracking: withoutTracking,
            hiddenNumbers: testHiddenNumbers,
            readProbes: testProbes,
            files,
            operator,
            print,
          })
        } catch (error) {
          if (!(error instanceof AdminRefused)) throw error
          return error.message
        }
        return lines.join('\n')
      }
    return { db, test, app: test.app, files, adminOf, admin: adminOf('cli:tester') }
  }

  it('list requests about personal data first, then the oldest, page by page and with masked contacts', async () => {
    const { test, admin } = await open()
    const { token } = await signIn(test)
    const numbers: string[] = []
    for (let at = 0; at < 22; at += 1) {
      const kind = at === 20 ? '隐私与删除' : '产品建议'
      const sent = report({ kind, content: `演示：第 ${at} 条建议内容。`, contact: '13800009876' })
      numbers.push((await call(test.app, 'saveFeedback', sent, { token })).data?.number ?? '')
      test.clock.time += 1000
    }
    const first = (await admin()).split('\n')
    expect(first[0]).toBe('共 22 件：')
    const listed = first.slice(1, 21).map((line) => line.slice(0, 19))
    expect(listed).toEqual([numbers[20], ...numbers.slice(0, 19)].map((number) => number?.slice(0, 19)))
    expect(first[1]).toContain('已提交  隐私与删除  2026-06-30 08:00  138****9876  演示：第 20 条建议内容。')
    expect(first[21]).toBe(`下一页：feedback list --after ${numbers[18]}`)
    const second = (await admin('list', '--after', numbers[18] ?? '')).split('\n')
    expect(second.slice(1).map((line) => line.slice(0, 19))).toEqual([numbers[19], numbers[21]])
    expect(await admin('--kind', '隐私与删除')).toMatch(/^共 1 件：/)
    expect(await admin('--state', '已关闭')).toBe('没有符合条件的反馈。')
    expect(await admin('--state', '关闭')).toBe('--state 应为 已提交、处理中、已回复、已关闭之一。')
  })

  it('show the thread and the files, with the contact masked and control characters escaped', async () => {
    const { test, app, files, admin } = await open()
    const { token } = await signIn(test)
    const picture = (await upload(test, await buildPicture(), { token })).data?.imageId ?? ''
    const content = '演示：<script>alert(1)</script>\n编号：伪造\u001b[2J\u202e末尾'
    const sent = report({ content, imageIds: [picture], contact: 'yanshi@example.com', context: '首页 · 1.0.0 · web' })
    const number = (await call(app, 'saveFeedback', sent, { token })).data?.number ?? ''
    const shown = await admin('show', number.toLowerCase())
    expect(shown).toContain('联系方式：ya***@example.com')
    expect(shown).toContain('诊断信息：首页 · 1.0.0 · web')
    expect(shown).toContain(`图片：${files.placeOf(picture)}`)
    expect(shown).toContain('  | 演示：<script>alert(1)</script>\n  | 编号：伪造\\u001b[2J\\u202e末尾')
    expect(await admin()).not.toMatch(/[\p{Cc}\u202e](?<!\n)/u)
    expect(await admin('show', 'FB20260630-22222222')).toBe('没有这个编号。')
  })

  it('take, answer, close and reopen, and refuse what the state does not allow', async () => {
    const { test, app, admin } = await open()
    const number = (await reportAsVisitor(test)).data?.number ?? ''
    const reason = ['--reason', '演示：重复'] as const
    expect(await admin('take', number)).toBe(`${number}：处理中。`)
    expect(await admin('take', number)).toBe('该反馈已在处理中。')
    expect(await admin('answer', number)).toBe('须用 --text 填写回复。')
    expect(await admin('answer', number, '--text', '演示：<b>已修复</b>。')).toBe(`${number}：已回复。`)
    expect((await call(app, 'feedbackDetail', { number })).data?.entries.at(-1)).toMatchObject({
      from: 'operator',
      content: '演示：<b>已修复</b>。',
    })
    expect(await admin('close', number)).toBe('须用 --reason 说明理由。')
    expect(await admin('reopen', number, ...reason)).toBe('该反馈没有关闭。')
    expect(await admin('close', number, ...reason)).toBe(`${number}：已关闭。`)
    expect(await admin('answer', number, '--text', '演示')).toBe('该反馈已关闭，须先用 feedback reopen 重新打开。')
    expect(await admin('reopen', number, ...reason)).toBe(`${number}：处理中。`)
    expect(await admin('take', 'FB20260630-22222222')).toBe('没有这个编号。')
  })

  it('show a whole contact 20 times a day to each operator, each time with an audited reason', async () => {
    const { db, test, admin, adminOf } = await open()
    const number = (await reportAsVisitor(test, { contact: '13800009876' })).data?.number ?? ''
    expect(await admin('contact', number)).toBe('须用 --reason 说明理由。')
    const look = (by = admin) => by('contact', number, '--reason', '演示：回拨 13800009876')
    for (let turn = 0; turn < 20; turn += 1) expect(await look()).toBe(`${number}：13800009876`)
    expect(await look()).toBe('今天查看完整联系方式已达 20 次。')
    expect(await look(adminOf('cli:another'))).toBe(`${number}：13800009876`)
    const rows = await db.selectFrom('operator_audit').selectAll().execute()
    expect(rows).toHaveLength(21)
    expect(JSON.stringify(rows)).not.toContain('13800009876')
    expect(rows[0]).toMatchObject({ after: '{"contact":"138****9876"}', reason: '演示：回拨 138****9876' })
    test.clock.time += DAY
    expect(await look()).toBe(`${number}：13800009876`)
    const without = (await reportAsVisitor(test, { content: '演示：没有联系方式的反馈。' })).data?.number ?? ''
    expect(await admin('contact', without, '--reason', '演示')).toBe('提交人没有留下联系方式，或已按期删除。')
  })

  it('write audit rows that cannot be changed', async () => {
    const { db, test, admin } = await open()
    const number = (await reportAsVisitor(test)).data?.number ?? ''
    await admin('take', number)
    await expect(db.updateTable('operator_audit').set({ operator: 'cli:another' }).execute()).rejects.toThrow(
      'append-only',
    )
    expect(await db.selectFrom('operator_audit').selectAll().execute()).toMatchObject([
      { operator: 'cli:tester', before: '{"state":"已提交"}', after: '{"state":"处理中"}' },
    ])
  })
})
