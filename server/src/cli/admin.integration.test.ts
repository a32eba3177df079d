import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import {
  demoCode,
  fillWithRecord,
  markedAt,
  marksOf,
  objection,
  proveContact,
  unmarked,
} from '../../test/http/corrections.ts'
import { testProbes } from '../../test/http/desk.ts'
import { buildPicture, upload, withoutReEncoding } from '../../test/http/uploads.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { withoutTracking } from '../../test/tracking/events.ts'
import { createPictureFiles, uploadsDirectory } from '../platform/uploads/picture-files.ts'
import { AdminRefused } from './admin/admin-refused.ts'
import { runAdmin } from './admin/run-admin.ts'

const DAY = 86_400_000
const program = fileURLToPath(new URL('./admin.ts', import.meta.url))

async function runProgram(words: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const append = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  await once(child, 'close')
  return { code: child.exitCode, output }
}

/** Runs the command in this process. Returns its output, and code 1 when it refused. */
async function runInProcess(words: string[], deps: Omit<Parameters<typeof runAdmin>[1], 'print'>) {
  const lines: string[] = []
  try {
    await runAdmin(words, { ...deps, print: (line) => lines.push(line) })
  } catch (error) {
    if (!(error instanceof AdminRefused)) throw error
    return { code: 1, output: `${error.message}\n` }
  }
  return { code: 0, output: lines.map((line) => `${line}\n`).join('') }
}

describeDatabases('the admin command', (freshDatabase) => {
  async function open() {
    const database: TestDatabase = await freshDatabase()
    const { db, location } = database
    const pictureFiles = createPictureFiles(uploadsDirectory(location.dataDir))
    const test = await openTestApp(db, { pictureFiles, reEncodeImage: withoutReEncoding })
    const stored = await fillWithRecord(db)
    /** 31 days after the first clock. */
    const clock = { now: () => test.clock.time + 31 * DAY }
    const admin = (...words: string[]) =>
      runInProcess(words, {
        database,
        clock,
        tracking: withoutTracking,
        hiddenNumbers: testHiddenNumbers,
        readProbes: testProbes,
        files: pictureFiles,
        operator: 'cli:tester',
      })
    const audited = async () => {
      const rows = await db
        .selectFrom('audit_event')
        .select(['kind', 'subject'])
        .where('subject', 'is not', null)
        .execute()
      return rows.map(({ kind, subject }) => `${kind} ${subject}`).toSorted()
    }
    return { db, test, app: test.app, ...stored, admin, audited, pictureFiles }
  }

  it('lists, shows, examines and decides corrections while the server runs, and audits each step', async () => {
    const { db, test, app, company, record, admin, audited, pictureFiles } = await open()
    const contactToken = await proveContact(test, '13800009876')
    const { data: picture } = await upload(test, await buildPicture(), { contactToken })
    const evidence = [picture?.imageId ?? '']
    const about = { companyId: company.id, recordId: record.id }
    const sent = objection({ ...about, contactToken, evidence, statement: '演示声明：已履行完毕。' })
    const number = (await call(app, 'submitCorrection', sent)).data?.number ?? ''
    expect(await marksOf(db, record.id)).toEqual(markedAt(test.clock.time))

    const listed = await admin('corrections')
    expect(listed).toMatchObject({ code: 0, output: expect.stringContaining('待办 1 件，其中已超期 1 件：') })
    expect(listed.output).toContain(`${number}  已受理  截止 2026-07-20 08:00（已超期）  信息有误  ${company.name}`)
    const shown = await admin('corrections', 'show', number.toLowerCase())
    expect(shown.output).toContain('身份：本企业，手机 138****9876')
    expect(shown.output).toContain('当事人声明：演示声明：已履行完毕。')
    expect(shown.output).toContain(`证据：${pictureFiles.placeOf(evidence[0] ?? '')}`)
    expect(shown.output).not.toContain('13800009876')

    expect((await admin('corrections', 'examine', number, '--note', '演示：已函询。')).code).toBe(0)
    expect(await admin('corrections', 'decide', number, '--result', '维持')).toEqual({
      code: 1,
      output: '维持或无法确认，须用 --note 说明理由。\n',
    })
    const decided = await admin('corrections', 'decide', number, '--result', '维持', '--note', '演示：原文如此。')
    expect(decided).toEqual({ code: 0, output: `${number}：已办结，维持。\n` })
    expect(await marksOf(db, record.id)).toEqual(unmarked)
    const status = await call(app, 'correctionStatus', { number })
    expect(status.data).toMatchObject({ state: '已办结', result: '维持', note: '演示：原文如此。' })
    expect(await admin('corrections', 'decide', number, '--result', '已移除')).toMatchObject({ code: 1 })
    expect(await admin('corrections', 'list')).toEqual({ code: 0, output: '没有待办的纠错。\n' })
    expect(await audited()).toEqual([
      `correctionDecided ${number}`,
      `correctionExamined ${number}`,
      `correctionSubmitted ${number}`,
    ])
  })

  it('adds and removes the suppression of a record, and of a person at a company', async () => {
    const { db, record, admin, audited } = await open()
    const byPerson = ['suppress', 'add', '--person', '演示甲', '--company', demoCode, '--reason', '演示：非本人']
    const added = await admin(...byPerson)
    expect(added.output).toMatch(/^s-\w{20}：已屏蔽，涉及现有记录 1 条；/)
    const person = added.output.slice(0, 22)
    expect(await marksOf(db, record.id)).toMatchObject({ is_hidden: 1, subjects: [{ is_hidden: 1 }] })
    const hidden = (await admin('suppress', 'add', '--record', record.id, '--reason', '演示：法院来函')).output.slice(
      0,
      22,
    )
    const listed = await admin('suppress')
    expect(listed.output).toContain(`人员 演示甲（c:${demoCode}、n:`)
    expect(listed.output).toContain(`记录 ${record.id}  演示：法院来函`)
    expect((await admin('suppress', 'remove', person, '--reason', '演示：来函撤回')).code).toBe(0)
    // The record stays hidden while the second suppression exists.
    expect(await marksOf(db, record.id)).toMatchObject({ is_hidden: 1 })
    expect((await admin('suppress', 'remove', hidden, '--reason', '演示：来函撤回')).code).toBe(0)
    expect(await marksOf(db, record.id)).toEqual(unmarked)
    expect(await admin('suppress', 'remove', hidden, '--reason', '演示：来函撤回')).toEqual({
      code: 1,
      output: '没有这一条屏蔽。\n',
    })
    const steps = [person, hidden].flatMap((id) => [`suppressionAdded ${id}`, `suppressionRemoved ${id}`])
    expect(await audited()).toEqual(steps.toSorted())
  })

  it('lists what the suppression of a person will hide, and hides nothing', async () => {
    const { db, record, admin, audited } = await open()
    const byPerson = ['suppress', 'add', '--person', '演示甲', '--company', demoCode] as const
    const listed = await admin(...byPerson, '--dry-run')
    expect(listed.code).toBe(0)
    expect(listed.output).toContain('法定代表人：')
    expect(listed.output).toContain(record.id)
    expect(await marksOf(db, record.id)).toEqual(unmarked)
    expect((await admin('suppress')).output).toBe('没有屏蔽。\n')
    expect(await audited()).toEqual([])
    const byRecord = await admin('suppress', 'add', '--record', record.id, '--dry-run')
    expect(byRecord.code).toBe(0)
    expect(byRecord.output).toContain('以上为将屏蔽的内容，尚未执行。')
    expect((await admin('suppress', 'add', '--record', 'r-none', '--dry-run')).code).toBe(1)
    expect((await admin('suppress', 'add', '--person', '演示甲', '--company', 'c-none', '--dry-run')).code).toBe(1)
  })

  it('counts each user once per company that requested an update, until the update is done', async () => {
    const { test, app, company, admin, audited } = await open()
    const first = await signIn(test)
    const want = async (token: string) => (await call(app, 'requestUpdate', { companyId: company.id }, { token })).data
    await want(first.token)
    expect(await want((await signIn(test)).token)).toEqual({ updateRequests: 2 })
    expect(await want(first.token)).toEqual({ updateRequests: 2 })
    expect((await admin('updates')).output).toBe(`${company.id}  2 人  自 2026-06-30 08:00  ${company.name}\n`)
    expect((await admin('updates', 'done', company.id)).output).toContain('2 人的申请办结')
    expect(await admin('updates')).toEqual({ code: 0, output: '没有人申请更新。\n' })
    expect(await want(first.token)).toEqual({ updateRequests: 1 })
    expect(await audited()).toEqual([`updatesDone ${company.id}`])
    const unknown = await call(app, 'requestUpdate', { companyId: 'c-none' }, { token: first.token })
    expect(unknown).toMatchObject({ status: 200, code: 4040 })
  })

  it('counts each user once per company that is not in the store, until it is included', async () => {
    const { test, app, admin, audited } = await open()
    const first = await signIn(test)
    const want = async (token: string, keyword: string) =>
      (await call(app, 'requestInclusion', { keyword }, { token })).data
    await want(first.token, '云岚演示集团')
    expect(await want((await signIn(test)).token, ' 云岚演示集团')).toEqual({ requests: 2 })
    expect(await want(first.token, '云岚演示集团')).toEqual({ requests: 2 })
    expect((await admin('inclusions')).output).toBe('云岚演示集团  2 人  自 2026-06-30 08:00  最近 2026-06-30 08:00\n')
    expect((await admin('inclusions', 'done', '云岚演示集团')).output).toContain('2 人的申请办结')
    expect(await admin('inclusions')).toEqual({ code: 0, output: '没有收录申请。\n' })
    expect(await audited()).toEqual(['inclusionsDone 云岚演示集团'])
  })

  it('refuses invalid arguments with a sentence', async () => {
    const { admin } = await open()
    const wrong: [string[], RegExp][] = [
      [[], /^用法/],
      [['users'], /^用法/],
      [['corrections', 'show', 'a', 'b'], /^用法/],
      [['suppress', 'add', '--everything'], /^用法/],
      [['corrections', 'show', 'JC20261122-22222222'], /^没有这个编号。/],
      [['corrections', 'decide', 'JC20261122-22222222', '--result', '好'], /^--result 应为/],
      [['suppress', 'add', '--record', 'r-1'], /^须用 --reason/],
      [['suppress', 'remove', 's-1'], /^须用 --reason/],
      [['suppress', 'add', '--person', '演示甲', '--company', 'x', '--reason', 'y'], /^未找到该企业/],
      [['updates', 'done', 'c-none'], /^没有人申请更新这家企业。/],
    ]
    for (const [words, sentence] of wrong) {
      const { code, output } = await admin(...words)
      expect.soft({ words, code, output }).toEqual({ words, code: 1, output: expect.stringMatching(sentence) })
    }
  })

  it('runs as a process on the store of the server, and exits with 1 without a stack trace', async () => {
    const { location } = await freshDatabase()
    const env = { DATA_DIR: location.dataDir, DATABASE_URL: location.databaseUrl ?? '' }
    expect(await runProgram(['corrections'], env)).toEqual({ code: 0, output: '没有待办的纠错。\n' })
    const refused = await runProgram(['corrections', 'drop'], env)
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/^用法：npm run admin/) })
    expect(refused.output).not.toContain('    at ')
  })
})
