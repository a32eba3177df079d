import { expect, it } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { fillWithRecord, objection } from '../../test/http/corrections.ts'
import { act, addOperator, openTestDesk } from '../../test/http/desk.ts'
import { reportAsVisitor } from '../../test/http/feedback.ts'
import { createAlarms, createWorkNotice } from '../features/operators/alarms.service.ts'
import type { ImportState } from '../platform/database/tables/import.ts'
import { createServiceStates } from '../platform/service-states.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const insertImport = ({ db }: TestDatabase, number: number, state: ImportState, at: number) =>
  db
    .insertInto('import_history')
    .values({
      number,
      run_id: `run-${number}`,
      kind: 'companies',
      source_id: 'demo',
      sources: '["demo"]',
      operator: 'cli:tester',
      file_name: `演示-${number}.csv`,
      file_hash: '',
      state,
      counts: '{}',
      repeated: 0,
      feed: null,
      imported_before: null,
      rejects_file: null,
      started_at: at,
      ended_at: at,
    })
    .execute()

describeDatabases('alarms', (freshDatabase) => {
  it('are stopped imports without a later complete one, and services whose last use failed', async () => {
    const database = await freshDatabase()
    const desk = await openTestDesk(database)
    const operator = await addOperator(desk, ['data'])
    const states = createServiceStates(desk.clock)
    states.record('sms', new Error('aliyun refused', { cause: new Error('HTTP 500') }))
    states.record('model', new Error('late'))
    await states.flush(database.db)
    desk.clock.time += MINUTE
    states.record('model', null)
    await states.flush(database.db)
    await insertImport(database, 1, 'stopped', 1)
    const list = async () => (await act(desk, operator, 'alarms list')).data
    expect(await list()).toEqual({
      operations: [],
      newRelease: null,
      imports: [{ number: 1, fileName: '演示-1.csv', sourceId: 'demo', state: 'stopped', endedAt: 1 }],
      services: [{ key: 'sms', failedAt: desk.clock.time - MINUTE, cause: 'aliyun refused：HTTP 500' }],
    })
    await insertImport(database, 2, 'done', 2)
    expect(await list()).toMatchObject({ imports: [] })
  })
})

describeDatabases('new work', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const test = await openTestApp(database.db)
    const { company, record } = await fillWithRecord(database.db)
    const sent: string[] = []
    let failure: Error | null = null
    const states = createServiceStates(test.clock)
    const deps = {
      db: database.db,
      clock: test.clock,
      alarms: createAlarms(database.db),
      async send(text: string) {
        sent.push(text)
        if (failure !== null) throw failure
      },
      states,
      origin: 'https://desk.example.com',
    }
    const object = async () => {
      const { token } = await signIn(test)
      await call(test.app, 'submitCorrection', objection({ companyId: company.id, recordId: record.id }), { token })
    }
    const failWith = (error: Error | null) => {
      failure = error
    }
    return { database, test, sent, deps, states, object, failWith }
  }

  it('is announced in counts, without a name or number, once an hour at most and by one process', async () => {
    const { test, sent, deps, object } = await open()
    const [first, second] = [createWorkNotice(deps), createWorkNotice(deps)]
    await first.run()
    expect(sent).toEqual([])
    await object()
    await reportAsVisitor(test, { contact: '13800009876' })
    test.clock.time += MINUTE
    await Promise.all([first.run(), second.run()])
    expect(sent).toEqual(['百企查后台：1 件新异议，1 条新反馈。https://desk.example.com'])
    test.clock.time += MINUTE
    await object()
    test.clock.time += HOUR - 2 * MINUTE
    await first.run()
    expect(sent).toHaveLength(1)
    test.clock.time += MINUTE
    await first.run()
    expect(sent[1]).toBe('百企查后台：1 件新异议。https://desk.example.com')
    test.clock.time += HOUR
    await first.run()
    expect(sent).toHaveLength(2)
  })

  it('is announced again an hour after a failure, which the checks show', async () => {
    const { database, test, sent, deps, states, object, failWith } = await open()
    const notice = createWorkNotice(deps)
    await object()
    test.clock.time += MINUTE
    failWith(new Error('钉钉：回应 310000'))
    await notice.run()
    await states.flush(database.db)
    const state = await database.db.selectFrom('service_state').selectAll().executeTakeFirst()
    expect(state).toMatchObject({ service: 'notice', failed_at: test.clock.time, cause: '钉钉：回应 310000' })
    failWith(null)
    test.clock.time += HOUR
    await notice.run()
    expect(sent).toEqual([sent[0], sent[0]])
  })

  it('names objections that became overdue, failed imports and failing services', async () => {
    const { database, test, sent, deps, states, object } = await open()
    const notice = createWorkNotice(deps)
    await object()
    test.clock.time += MINUTE
    await notice.run()
    test.clock.time += 21 * 24 * HOUR
    await insertImport(database, 1, 'stopped', test.clock.time)
    states.record('sms', new Error('HTTP 500'))
    await states.flush(database.db)
    await notice.run()
    expect(sent.at(-1)).toBe('百企查后台：1 件异议逾期，1 次导入失败，短信失败。https://desk.example.com')
  })
})
