import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { resultCode } from '@baiqicha/contract/result-codes'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { usePostgresPrograms } from '../../test/engines/postgres-programs.ts'
import {
  act,
  addOperator,
  answerOf,
  auditOf,
  openTestDesk,
  type TestDesk,
  type TestOperator,
} from '../../test/http/desk.ts'
import { backupInThread } from '../cli/backup/backup-thread.ts'
import { loadHmacKey } from '../platform/crypto/hmac.ts'

async function listOf(desk: TestDesk, operator: TestOperator) {
  return answerOf(desk, operator, 'backups list')
}

describeDatabases('backups at the desk', (freshDatabase, kind) => {
  beforeAll(() => {
    if (kind === 'postgres') usePostgresPrograms()
  })

  it('are made in a folder of their own in a thread, tested by a restoration, and listed with both', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'baiqicha-backups-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const database = await freshDatabase()
    const { dataDir, databaseUrl } = database.location
    loadHmacKey(dataDir)
    const runTask = backupInThread({ dataDir, databaseUrl, trackingUrl: undefined, files: null })
    const desk = await openTestDesk(database, { backups: { root, runTask } })
    const operator = await addOperator(desk, ['administrator'])

    expect((await act(desk, operator, 'backups test')).message).toBe('还没有可以演练的备份。')
    expect((await act(desk, operator, 'backups start')).code).toBe(0)
    const made = async () => (await listOf(desk, operator)).running === null
    await expect.poll(made, { timeout: 60_000 }).toBe(true)
    expect((await act(desk, operator, 'backups test')).code).toBe(0)
    await expect.poll(async () => (await listOf(desk, operator)).items[0]?.tested, { timeout: 60_000 }).not.toBe(null)

    const { items, failure } = await listOf(desk, operator)
    expect(failure).toBe(null)
    expect(items).toMatchObject([{ operator: `desk:${operator.name}`, tested: { isPassed: true } }])
    const folder = items[0]?.folder ?? ''
    expect(path.dirname(folder)).toBe(root)
    // Neither the test nor its folder is left.
    expect((await readdir(root)).toSorted()).toEqual([path.basename(folder), `${path.basename(folder)}.key`])
    const { origin } = await auditOf(database.db, 'storeBackedUp').select('origin').executeTakeFirstOrThrow()
    expect(origin).toBe('10.8.0.12')
  })

  it('are refused without BACKUP_DIR', async () => {
    const desk = await openTestDesk(await freshDatabase())
    const operator = await addOperator(desk, ['administrator'])
    const { code, message } = await act(desk, operator, 'backups start')
    expect([code, message]).toEqual([resultCode.actionRefused, expect.stringContaining('BACKUP_DIR')])
  })
})
