import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { setMail } from '../../../test/http/alerts.ts'
import { call, openTestApp, signIn, type TestApp } from '../../../test/http/app.ts'
import { fillWithRecord, objection } from '../../../test/http/corrections.ts'
import { testProbes } from '../../../test/http/desk.ts'
import { report, reportAsVisitor } from '../../../test/http/feedback.ts'
import { buildPicture, upload, withoutReEncoding } from '../../../test/http/uploads.ts'
import { testHiddenNumbers } from '../../../test/importers/hidden-numbers.ts'
import { importRows } from '../../../test/importers/import-tables.ts'
import { buildTrackedEvent, createMemoryEventStore } from '../../../test/tracking/events.ts'
import { chinaDay } from '../../domain/clock.ts'
import { createAgreementRepository } from '../../features/agreements/agreement.repository.ts'
import { createContentRepository } from '../../features/content/content.repository.ts'
import { parseFunnel } from '../../features/tracking/figures/funnel.rules.ts'
import { rollUpDay } from '../../features/tracking/figures/roll-up.ts'
import type { DayRun } from '../../features/tracking/figures/roll-up-days.ts'
import { registerSources, shippedSources } from '../../importers/file/sources.ts'
import { createOperatorAudit } from '../../platform/audit.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import { readAgreementFiles, readFunnelFile } from '../../platform/reference-data.ts'
import { createPictureFiles, uploadsDirectory } from '../../platform/uploads/picture-files.ts'
import type { RunBackupTask } from '../backup/backup.admin.service.ts'
import { adminHelp } from './admin-action.ts'
import { type AdminServicesDeps, createAdminServices } from './admin-services.ts'
import { adminActions, runAdmin } from './run-admin.ts'

type Store = {
  test: TestApp
  db: TestDatabase['db']
  /** A company and one of its records. */
  companyId: string
  recordId: string
  /** Imports a file and returns its number. */
  importOne: (...more: object[]) => Promise<number>
  /** Runs a command and returns its output. */
  admin: (...words: string[]) => Promise<string>
}

/** Prepares the store and returns the words after the name, for a run of the action that succeeds. */
type Scenario = (store: Store) => Promise<string[]>

const none = async () => []
const REASON = ['--reason', '演示：核对身份'] as const

async function openCorrection({ test, companyId, recordId }: Store) {
  const { token } = await signIn(test)
  const sent = await call(test.app, 'submitCorrection', objection({ companyId, recordId }), { token })
  return sent.data?.number ?? ''
}

const correctionScenarios: Record<string, Scenario> = {
  'corrections list': none,
  'corrections show': async (store) => [await openCorrection(store)],
  async 'corrections picture'(store) {
    const { test, companyId, recordId } = store
    const { token } = await signIn(test)
    const { data: picture } = await upload(test, await buildPicture(), { token })
    const evidence = [picture?.imageId ?? '']
    const sent = await call(test.app, 'submitCorrection', objection({ companyId, recordId, evidence }), { token })
    return [sent.data?.number ?? '', ...evidence, '--out', await outFile('evidence.jpg')]
  },
  async 'corrections reopen'(store) {
    const number = await openCorrection(store)
    await store.admin('corrections', 'decide', number, '--result', '已移除')
    return [number, ...REASON]
  },
  'corrections examine': async (store) => [await openCorrection(store), '--note', '演示：已函询来源。'],
  'corrections decide': async (store) => [await openCorrection(store), '--result', '已移除', '--note', '演示：核实'],
}

/** Feedback of a visitor who left a number. */
const openFeedback = async ({ test }: Store) =>
  (await reportAsVisitor(test, { contact: '13800009876' })).data?.number ?? ''

const feedbackScenarios: Record<string, Scenario> = {
  'feedback list': none,
  'feedback show': async (store) => [await openFeedback(store)],
  async 'feedback picture'(store) {
    const { test } = store
    const { token } = await signIn(test)
    const { data: picture } = await upload(test, await buildPicture(), { token })
    const imageIds = [picture?.imageId ?? '']
    const sent = await call(test.app, 'saveFeedback', report({ imageIds }), { token })
    return [sent.data?.number ?? '', ...imageIds, '--out', await outFile('picture.jpg')]
  },
  'feedback contact': async (store) => [await openFeedback(store), ...REASON],
  'feedback take': async (store) => [await openFeedback(store)],
  'feedback answer': async (store) => [await openFeedback(store), '--text', '演示：已修复，请刷新页面。'],
  async 'feedback withdraw'(store) {
    const number = await openFeedback(store)
    await store.admin('feedback', 'answer', number, '--text', '演示：已修复。')
    return [number]
  },
  'feedback close': async (store) => [await openFeedback(store), ...REASON],
  async 'feedback reopen'(store) {
    const number = await openFeedback(store)
    await store.admin('feedback', 'close', number, ...REASON)
    return [number, ...REASON]
  },
}

const suppressScenarios: Record<string, Scenario> = {
  'suppress list': none,
  'suppress add': async ({ recordId }) => ['--record', recordId, '--reason', '演示：法院来函'],
  async 'suppress remove'({ admin, recordId }) {
    const added = await admin('suppress', 'add', '--record', recordId, '--reason', '演示：法院来函')
    return [added.slice(0, 22), '--reason', '演示：来函撤回']
  },
}

const numberScenarios: Record<string, Scenario> = {
  'numbers list': none,
  'numbers add': async () => ['0990-2345678', '--reason', '演示：来函申请'],
  async 'numbers remove'({ admin }) {
    await admin('numbers', 'add', '15400000001', '--reason', '演示：来函申请')
    return ['+86 154 0000 0001', '--reason', '演示：来函撤回']
  },
}

/** The reference of the mail address that a user has set. */
async function openAlert({ test, db }: Store) {
  const { token } = await signIn(test)
  await setMail(test, token, 'li@example.com')
  return (await db.selectFrom('alert_target').select('id').executeTakeFirstOrThrow()).id
}

const alertScenarios: Record<string, Scenario> = {
  'alerts list': none,
  'alerts stop': async (store) => [await openAlert(store), ...REASON],
  async 'alerts resume'(store) {
    const reference = await openAlert(store)
    await store.admin('alerts', 'stop', reference, ...REASON)
    return [reference, ...REASON]
  },
}

const importScenarios: Record<string, Scenario> = {
  'imports list': none,
  'imports show': async ({ importOne }) => [String(await importOne())],
  'imports undo': async ({ importOne }) => [String(await importOne())],
  'imports rejects': async ({ importOne }) => [
    String(await importOne({ name: '' })),
    '--out',
    await outFile('rejects.csv'),
  ],
}

/** Uploads a file, and returns its id. */
async function uploadOne({ admin }: Store): Promise<string> {
  const file = await outFile('companies.csv')
  await writeFile(file, '企业名称\n演示上传有限公司\n')
  return (await admin('uploads', 'begin', file)).slice(0, 23)
}

/** Uploads a file and saves what it contains. */
async function saveOne(store: Store): Promise<string> {
  const id = await uploadOne(store)
  await registerSources(store.db, shippedSources)
  await store.admin('uploads', 'save', id, '--kind', 'companies', '--source', 'demo')
  return id
}

const uploadScenarios: Record<string, Scenario> = {
  'uploads list': none,
  'uploads show': async (store) => [await uploadOne(store)],
  async 'uploads begin'() {
    const file = await outFile('companies.csv')
    await writeFile(file, '企业名称\n演示上传有限公司\n')
    return [file]
  },
  'uploads columns': async (store) => [await uploadOne(store), '--kind', 'companies'],
  async 'uploads save'(store) {
    await registerSources(store.db, shippedSources)
    return [await uploadOne(store), '--kind', 'companies', '--source', 'demo']
  },
  'uploads run': async (store) => [await saveOne(store)],
  async 'uploads stop'(store) {
    const id = await saveOne(store)
    const touched_at = store.test.clock.time
    await store.db.updateTable('import_upload').set({ state: 'running', touched_at }).where('id', '=', id).execute()
    return [id]
  },
  'uploads discard': async (store) => [await uploadOne(store)],
}

const companyScenarios: Record<string, Scenario> = {
  'sources list': none,
  'sources add': async () => [
    'demo-new',
    '--name',
    '演示来源',
    '--scope',
    '演示',
    '--licence',
    'Apache-2.0',
    '--kind',
    'own',
  ],
  'companies list': none,
  'companies show': async ({ companyId }) => [companyId],
  'companies hide': async ({ companyId }) => [companyId, '--reason', '演示：企业来函'],
  'companies remove': async ({ companyId }) => [companyId, '--reason', '演示：企业来函'],
  async 'companies lift'({ admin, companyId }) {
    await admin('companies', 'hide', companyId, '--reason', '演示：企业来函')
    return [companyId]
  },
}

const requestScenarios: Record<string, Scenario> = {
  'updates list': none,
  async 'updates done'({ test, companyId }) {
    await call(test.app, 'requestUpdate', { companyId }, { token: (await signIn(test)).token })
    return [companyId]
  },
  'inclusions list': none,
  async 'inclusions done'({ test }) {
    await call(test.app, 'requestInclusion', { keyword: '云岚演示集团' }, { token: (await signIn(test)).token })
    return ['云岚演示集团']
  },
}

async function outFile(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return path.join(folder, name)
}

/** Words that publish a file with this content. */
async function publication(content: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-content-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'content.json')
  await writeFile(file, content)
  return ['--file', file, '--base', '1', '--reason', '演示：更新']
}

const contentScenarios: Record<string, Scenario> = {
  'content show': async () => ['faq'],
  'content publish': async () => ['faq', ...(await publication('{"list":[]}'))],
  'content versions': async () => ['faq'],
  async 'content draft'() {
    const file = await outFile('draft.json')
    await writeFile(file, '{"list":[]}')
    return ['faq', '--file', file, '--base', '1']
  },
  'content compare': async () => ['faq', '1', '1'],
  async 'content restore'({ admin }) {
    await admin('content', 'publish', 'faq', ...(await publication('{"list":[]}')))
    return ['faq', '1', '--reason', '演示：恢复']
  },
  async 'content picture'() {
    const file = await outFile('banner.png')
    await writeFile(file, await buildPicture({ width: 300, height: 100, type: 'png' }))
    return [file]
  },
  'contact show': none,
  'contact publish': async () => publication('{"email":"a@example.com"}'),
  'contact versions': none,
  async 'contact restore'({ admin }) {
    await admin('contact', 'publish', ...(await publication('{}')))
    return ['1', '--reason', '演示：恢复']
  },
}

async function agreementDraft(): Promise<string[]> {
  const file = await outFile('membership.md')
  await writeFile(file, '## 一、演示\n\n由【运营者名称】提供。\n')
  return ['membership', '--file', file]
}

const agreementScenarios: Record<string, Scenario> = {
  'agreements list': none,
  'agreements show': async () => ['membership'],
  'agreements draft': agreementDraft,
  async 'agreements publish'({ admin }) {
    await admin('agreements', 'draft', ...(await agreementDraft()))
    return ['membership', '--effective', '2026-12-01', '--reason', '演示：更新']
  },
}

const membershipScenarios: Record<string, Scenario> = {
  'membership grants': async () => ['138****0000'],
  async 'membership change'({ test }) {
    const { token, userDetail } = await signIn(test)
    const choices = { careerIdStr: 'legal', industryIdStr: 'software' }
    await call(test.app, 'saveIndustryCareer', choices, { token })
    return [userDetail.userId, '--until', '2030-12-31', ...REASON]
  },
}

const DAY = '2026-01-15'
const trackingScenarios: Record<string, Scenario> = {
  'figures show': async () => ['--figure', 'pages', '--from', DAY, '--to', DAY],
  'figures export': async () => ['--from', DAY, '--to', DAY, '--out', await outFile('overview.csv')],
  'tracking export': async () => ['--day', DAY, '--out', await outFile('events.csv')],
  'tracking roll-up': async () => ['--day', DAY],
  'tracking drop': async () => ['--day', DAY, '--reason', '演示：到期'],
}

const OPERATOR = '演示甲'
const addOperator = ({ admin }: Store) => admin('operators', 'add', OPERATOR, '--roles', '核查')

const userIdOf = async ({ test }: Store) => (await signIn(test)).userDetail.userId
const userScenarios: Record<string, Scenario> = {
  'users show': async (store) => [await userIdOf(store)],
  'users end-sessions': async (store) => [await userIdOf(store), ...REASON],
  'users lock': async (store) => [await userIdOf(store), ...REASON, '--until', chinaDay(store.test.clock.time)],
  async 'users unlock'(store) {
    const userId = await userIdOf(store)
    await store.admin('users', 'lock', userId, ...REASON, '--until', chinaDay(store.test.clock.time))
    return [userId, ...REASON]
  },
}

const operatorScenarios: Record<string, Scenario> = {
  'operations show': none,
  'operators list': none,
  'operators add': async () => [OPERATOR, '--roles', '核查,客服'],
  async 'operators roles'(store) {
    await addOperator(store)
    return [OPERATOR, '--roles', '客服']
  },
  async 'operators reset-totp'(store) {
    await addOperator(store)
    return [OPERATOR]
  },
  async 'operators end-sessions'(store) {
    await addOperator(store)
    return [OPERATOR]
  },
  'alarms list': none,
  'backups list': none,
  'backups start': none,
  async 'backups test'({ admin }) {
    await admin('backups', 'start')
    return []
  },
  'checks list': none,
  'checks test': async () => ['短信', '--to', '13800009876'],
  'update-check list': none,
  'audit list': none,
  'audit export': async () => ['--out', await outFile('audit.csv')],
  'audit verify': none,
}

const scenarios: Record<string, Scenario> = {
  ...operatorScenarios,
  ...userScenarios,
  ...trackingScenarios,
  ...feedbackScenarios,
  ...correctionScenarios,
  ...suppressScenarios,
  ...numberScenarios,
  ...importScenarios,
  ...uploadScenarios,
  ...companyScenarios,
  ...requestScenarios,
  ...contentScenarios,
  ...agreementScenarios,
  ...membershipScenarios,
  ...alertScenarios,
}

/** The services, with the calls of their methods added to `called`. */
function observed<T extends object>(services: T, called: string[]): T {
  const observe = <S extends object>(service: S, prefix: string): S =>
    new Proxy(service, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key)
        if (typeof key !== 'string') return member
        if (typeof member === 'function') called.push(`${prefix}${key}`)
        return typeof member === 'object' && member !== null ? observe(member, `${key}.`) : member
      },
    })
  return observe(services, '')
}

/** Backups of which only the row of the audit exists. */
const fakeBackups = ({ database: { db }, clock }: Pick<AdminServicesDeps, 'database' | 'clock'>) => ({
  root: '/backups',
  async runTask({ task, folder, operator }: Parameters<RunBackupTask>[0]) {
    const step = { operator, action: 'storeBackedUp', subject: 'b-1', before: null, reason: null } as const
    if (task === 'backup')
      await createOperatorAudit({ clock, random: systemRandom })(db, { ...step, after: { folder, files: 1, bytes: 1 } })
    return '演示'
  },
})

/** Imports of which only the row of the audit exists. */
const fakeImports = ({
  database: { db, location },
  clock,
}: { database: TestDatabase } & Pick<AdminServicesDeps, 'clock'>) => ({
  dataDir: location.dataDir,
  process: {
    readColumns: async () => ({ format: '', columns: [], fields: [] }),
    run: ({ operator }: { operator: string }) => {
      const step = { operator, action: 'importFinished', subject: '演示', before: null, after: null } as const
      const counts = { rowsRead: 1, created: 1, changed: 0, unchanged: 0, pending: 0, excluded: 0, rejected: 0 }
      const more = { isDryRun: false, number: 1, milliseconds: 1, format: '', unusedColumns: [], fields: [] }
      const audit = createOperatorAudit({ clock, random: systemRandom })
      return { done: audit(db, { ...step, reason: null }).then(() => ({ ...counts, ...more })), stop() {} }
    },
  },
})

async function open(database: TestDatabase) {
  const { db, location } = database
  const files = createPictureFiles(uploadsDirectory(location.dataDir))
  const test = await openTestApp(db, { pictureFiles: files, reEncodeImage: withoutReEncoding })
  const { company, record } = await fillWithRecord(db)
  await createContentRepository(test.clock).fillIfEmpty(db)
  await createAgreementRepository(test.clock).storeFiles(db, readAgreementFiles(undefined))
  const called: string[] = []
  const { store: events } = createMemoryEventStore()
  await events.append([buildTrackedEvent({ at: Date.parse(`${DAY}T10:00:00+08:00`) })])
  const steps = parseFunnel(readFunnelFile())
  const tracking = { store: events, rollUpDay: (run: DayRun) => rollUpDay({ db, store: events, steps }, run) }
  const deps = {
    database,
    clock: test.clock,
    tracking,
    hiddenNumbers: testHiddenNumbers,
    readProbes: testProbes,
    files,
  }
  const services = observed(
    createAdminServices({ ...deps, backups: fakeBackups(deps), uploads: fakeImports(deps) }),
    called,
  )
  const admin = async (...words: string[]) => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    await runAdmin(words, {
      database,
      clock: test.clock,
      tracking,
      hiddenNumbers: testHiddenNumbers,
      readProbes: testProbes,
      files,
      operator: 'cli:tester',
      services,
      print,
    })
    return lines.join('\n')
  }
  const rows = () => db.selectFrom('operator_audit').selectAll().orderBy('at').orderBy('id').execute()
  const importOne = async (...more: object[]) =>
    (await importRows(database, [{ name: '演示导入有限公司', sourceKey: 'k1' }, ...more])).number
  const store: Store = { test, db, companyId: company.id, recordId: record.id, importOne, admin }
  return { store, rows, called, clock: test.clock }
}

describe('the list of actions', () => {
  it('names each action once and explains it in the help', () => {
    const names = adminActions.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const help = adminHelp(adminActions)
    for (const { name, help: lines } of adminActions) {
      expect.soft(lines.join('').trim(), name).not.toBe('')
      for (const line of [name.replace(/ list$/, ' [list]'), ...lines]) expect.soft(help).toContain(line)
    }
  })

  it('has a scenario for each action and no other', () => {
    expect(Object.keys(scenarios).toSorted()).toEqual(adminActions.map(({ name }) => name).toSorted())
  })
})

describeDatabases('an action of an operator', (freshDatabase) => {
  it.each(adminActions.map((action) => [action.name, action] as const))(
    '%s calls a service and writes its row',
    async (name, { audit }) => {
      const { store, rows, called, clock } = await open(await freshDatabase())
      const words = (await scenarios[name]?.(store)) ?? []
      const before = await rows()
      called.length = 0
      clock.time += 1
      await store.admin(...name.split(' '), ...words)
      expect(called).not.toEqual([])
      const written = (await rows()).slice(before.length)
      expect(written).toEqual(
        audit === undefined
          ? []
          : [
              expect.objectContaining({
                operator: 'cli:tester',
                action: audit,
                at: clock.time,
                subject: expect.any(String),
              }),
            ],
      )
    },
  )
})
