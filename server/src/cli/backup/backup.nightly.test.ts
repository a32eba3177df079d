import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { describeDatabases, emptyStore, type TestDatabase } from '../../../test/databases/databases.ts'
import { schemaStatements, tableContents } from '../../../test/databases/table-contents.ts'
import { usePostgresPrograms } from '../../../test/engines/built-tool.ts'
import { call, openTestApp, signIn } from '../../../test/http/app.ts'
import { fillWithRecord, objection } from '../../../test/http/corrections.ts'
import { report } from '../../../test/http/feedback.ts'
import { buildPicture, upload, withoutReEncoding } from '../../../test/http/uploads.ts'
import { temporaryFolder } from '../../../test/process/server-process.ts'
import { buildTrackedEvent } from '../../../test/tracking/events.ts'
import { openEventStore } from '../../features/tracking/open-event-store.ts'
import type { TrackedEvent } from '../../features/tracking/tracked-event.ts'
import { hmacKeyFileIn, loadHmacKey } from '../../platform/crypto/hmac.ts'
import { type DatabaseLocation, openDatabase } from '../../platform/database/open-database.ts'
import { createPictureFiles, uploadsDirectory } from '../../platform/uploads/picture-files.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import { runStoreCommand } from './run-store-command.ts'

beforeAll(usePostgresPrograms)

const DAYS = ['2026-06-29', '2026-06-30']
const noonOf = (day: string) => Date.parse(`${day}T12:00:00+08:00`)
const picturesOf = ({ dataDir }: DatabaseLocation) => createPictureFiles(uploadsDirectory(dataDir))

/** Runs the command in this process. Returns what it printed, or the sentence of its refusal. */
async function run(words: readonly string[], { dataDir, databaseUrl }: DatabaseLocation): Promise<string> {
  const lines: string[] = []
  const location = { dataDir, databaseUrl, trackingUrl: undefined, files: picturesOf({ dataDir }) }
  try {
    await runStoreCommand(words, { location, operator: 'cli:tester', print: (line) => lines.push(line) })
  } catch (error) {
    if (!(error instanceof AdminRefused)) throw error
    return error.message
  }
  return lines.join('\n')
}

async function eventsIn(location: DatabaseLocation): Promise<TrackedEvent[]> {
  const database = openDatabase(location)
  const store = openEventStore(location, database)
  const events: TrackedEvent[] = []
  for (const day of await store.days()) for await (const event of (await store.readDay(day)) ?? []) events.push(event)
  await store.close()
  await database.close()
  return events
}

async function contentsOf(location: DatabaseLocation) {
  const database = openDatabase(location)
  const contents = await tableContents(database)
  await database.close()
  return contents
}

/** Tables, constraints, indexes, sequences and triggers of PostgreSQL; null for SQLite, which is copied as a file. */
async function schemaOf({ databaseUrl }: DatabaseLocation) {
  if (databaseUrl === undefined) return null
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { before, after } = await schemaStatements(client)
  await client.end()
  // Partitions are made a day ahead.
  return { before: before.filter((statement) => !statement.includes('tracked_event_2026_07_01')), after }
}

const cellsOf = (row: string) => Object.entries<unknown>(JSON.parse(row)).map((cell) => JSON.stringify(cell))

/** The order of columns differs between the databases. */
const withSortedColumns = (contents: Record<string, string[]>) =>
  Object.entries(contents).map(([table, rows]) => [table, rows.map((row) => cellsOf(row).toSorted().join()).toSorted()])

/** A store with a user, a correction with evidence, feedback with a picture, an unused picture and events. */
async function fill({ db, location, ...rest }: TestDatabase) {
  const files = picturesOf(location)
  const test = await openTestApp(db, { pictureFiles: files, reEncodeImage: withoutReEncoding })
  const { company, record } = await fillWithRecord(db)
  const { token } = await signIn(test)
  const picture = async () => (await upload(test, await buildPicture(), { token })).data?.imageId ?? ''
  const evidence = [await picture()]
  await call(test.app, 'submitCorrection', objection({ companyId: company.id, recordId: record.id, evidence }), {
    token,
  })
  await call(test.app, 'saveFeedback', report({ imageIds: [await picture()] }), { token })
  await picture()
  const store = openEventStore(location, { db, ...rest })
  await store.append(DAYS.flatMap((day) => [1n, 2n].map((device) => buildTrackedEvent({ at: noonOf(day), device }))))
  await store.close()
  loadHmacKey(location.dataDir)
  const ids = (await db.selectFrom('upload').select('id').orderBy('id').execute()).map(({ id }) => id)
  return { ids, files }
}

async function open(freshDatabase: () => Promise<TestDatabase>) {
  const database = await freshDatabase()
  const { ids, files } = await fill(database)
  const folder = path.join(temporaryFolder(), 'backup')
  return { database, location: database.location, folder, ids, files }
}

/** A whole backup, and an empty place to restore it to. */
async function backedUp(freshDatabase: () => Promise<TestDatabase>) {
  const opened = await open(freshDatabase)
  await run(['backup', opened.folder], opened.location)
  const target = await emptyStore(opened.database.kind)
  const restore = (...words: string[]) => run(['restore', opened.folder, ...words], target)
  return { ...opened, target, restore }
}

describeDatabases('a backup', (freshDatabase) => {
  it('restores every table row by row, the pictures, the events and the key', async () => {
    const { database, location, folder, ids, files } = await open(freshDatabase)
    const before = await tableContents(database)
    const events = await eventsIn(location)
    const printed = await run(['backup', folder], location)
    expect(printed).toMatch(/^已备份到 .+：\d+ 个文件，[\d.]+ MB，其中图片 3 张。\n密钥另存于 .+backup\.key，/)
    const target = await emptyStore(database.kind)
    expect(await run(['restore', folder], target)).toMatch(/^已恢复 .+ 的备份，图片 3 张。/)

    const { operator_audit: audit = [], operator_audit_head: _, ...after } = await contentsOf(target)
    const { operator_audit: auditBefore = [], operator_audit_head: __, ...rest } = before
    expect(after).toEqual(rest)
    expect(audit.filter((row) => !auditBefore.includes(row))).toEqual([expect.stringContaining('storeRestored')])
    expect(await eventsIn(target)).toEqual(events)
    expect(events).toHaveLength(4)
    expect(await schemaOf(target)).toEqual(await schemaOf(location))
    for (const id of ids) expect(await picturesOf(target).read(id)).toEqual(await files.read(id))
    expect(loadHmacKey(target.dataDir)).toEqual(loadHmacKey(location.dataDir))
    const rows = await database.db.selectFrom('operator_audit').select(['operator', 'action']).execute()
    expect(rows).toContainEqual({ operator: 'cli:tester', action: 'storeBackedUp' })
  })

  it('continues the numbers of the restored store', async () => {
    const { database, target, restore } = await backedUp(freshDatabase)
    await restore()
    const restored = openDatabase(target)
    const change = { company_id: 'c-next', at: 1 }
    const next = await restored.db.insertInto('company_change').values(change).returning('seq').executeTakeFirst()
    await restored.close()
    const expected = await database.db.insertInto('company_change').values(change).returning('seq').executeTakeFirst()
    expect(next).toEqual(expected)
  })

  it('of PostgreSQL is not restored into SQLite, and one of SQLite moves to PostgreSQL', async () => {
    const { database, location, folder, ids } = await open(freshDatabase)
    await run(['backup', folder], location)
    const target = await emptyStore(database.kind === 'sqlite' ? 'postgres' : 'sqlite')
    if (database.kind === 'postgres') {
      expect(await run(['restore', folder], target)).toBe('备份来自 PostgreSQL，请设置 DATABASE_URL。')
      return
    }
    const before = await contentsOf(location)
    expect(await run(['restore', folder], target)).toMatch(/^已恢复/)
    const { operator_audit: _, operator_audit_head: _head, tracked_event: __, ...after } = await contentsOf(target)
    const { operator_audit: ___, operator_audit_head: _headBefore, sqlite_sequence: ____, ...rest } = before
    expect(withSortedColumns(after)).toEqual(withSortedColumns(rest))
    expect(await eventsIn(target)).toEqual(await eventsIn(location))
    expect((await picturesOf(target).read(ids[0] ?? ''))?.length).toBeGreaterThan(100)
    const moved = openDatabase(target)
    const change = { company_id: 'c-next', at: 1 }
    const next = await moved.db.insertInto('company_change').values(change).returning('seq').executeTakeFirst()
    await moved.close()
    expect(next).toEqual(
      await database.db.insertInto('company_change').values(change).returning('seq').executeTakeFirst(),
    )
  })

  it('replaces rows and events only when asked, and keeps the key that was there', async () => {
    const { location, target, restore } = await backedUp(freshDatabase)
    await restore()
    const { operator_audit: _, operator_audit_head: _head, ...whole } = await contentsOf(location)
    expect(await restore()).toMatch(/已有数据，没有恢复。要用备份替换其中的全部数据，请加 --replace。$/)
    const changed = openDatabase(target)
    await changed.db.deleteFrom('feedback_entry').execute()
    await changed.close()
    const otherKey = '11'.repeat(32)
    await writeFile(hmacKeyFileIn(target.dataDir), otherKey)
    expect(await restore('--replace')).toMatch(/^已恢复/)
    const { operator_audit: __, operator_audit_head: _headRestored, ...restored } = await contentsOf(target)
    expect(restored).toEqual(whole)
    expect(await eventsIn(target)).toHaveLength(4)
    expect(await readFile(`${hmacKeyFileIn(target.dataDir)}.before-restore`, 'utf8')).toBe(otherKey)
  })

  it('is not restored into a store that a server uses', async () => {
    const { target, restore } = await backedUp(freshDatabase)
    await restore()
    const used = openDatabase(target)
    await used.db.selectFrom('company').select('id').execute()
    expect(await restore('--replace')).toMatch(/请先停止(所有)?服务，再恢复。$/)
    await used.close()
    expect(await restore('--replace')).toMatch(/^已恢复/)
  })
})

/** What does not depend on the database: the folder, its manifest and the key. */
describeDatabases(
  'the folder of a backup',
  (freshDatabase) => {
    it('is readable by its owner only, and has the key in no file', async () => {
      const { location, folder } = await backedUp(freshDatabase)
      expect((await stat(folder)).mode & 0o077).toBe(0)
      expect((await stat(`${folder}.key`)).mode & 0o077).toBe(0)
      const key = (await readFile(hmacKeyFileIn(location.dataDir), 'utf8')).trim()
      expect((await readFile(`${folder}.key`, 'utf8')).trim()).toBe(key)
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const file = path.join(entry.parentPath, entry.name)
        expect.soft((await stat(file)).mode & 0o077, file).toBe(0)
        const content = await readFile(file)
        expect.soft(content.includes(key) || content.includes(Buffer.from(key, 'hex')), file).toBe(false)
      }
    })

    it('leaves out a picture that was erased since, and says so', async () => {
      const { location, folder, ids, files } = await open(freshDatabase)
      await files.remove(ids[0] ?? '')
      expect(await run(['backup', folder], location)).toContain('有 1 张图片没有文件')
    })

    it('is written only into an empty folder, and never over a key', async () => {
      const { location, folder } = await backedUp(freshDatabase)
      expect(await run(['backup', folder], location)).toMatch(/不是空的，请为每次备份使用新的文件夹。$/)
      await rm(folder, { recursive: true })
      await writeFile(`${folder}.key`, '00'.repeat(32))
      expect(await run(['backup', folder], location)).toMatch(/\.key 已存在，且不是这个数据目录的密钥，没有备份。$/)
      await writeFile(`${folder}.key`, await readFile(hmacKeyFileIn(location.dataDir)))
      expect(await run(['backup', folder], location)).toMatch(/^已备份到/)
      expect(await run(['backup'], location)).toMatch(/^用法：/)
      expect(await run(['backup', folder, '--replace'], location)).toMatch(/^用法：/)
    })

    it('that is torn is refused at every file, and changes nothing', async () => {
      const { folder, target, restore } = await backedUp(freshDatabase)
      const whole = `${folder}-whole`
      await cp(folder, whole, { recursive: true })
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const names = entries.flatMap((entry) => {
        return entry.isFile() ? [path.relative(folder, path.join(entry.parentPath, entry.name))] : []
      })
      expect(names.length).toBe(8)
      for (const name of names) {
        const file = path.join(folder, name)
        const content = await readFile(file)
        await writeFile(file, content.subarray(0, Math.floor(content.length / 2)))
        expect.soft(await restore(), name).toMatch(/^备份已损坏：/)
        const changed = Buffer.from(content)
        changed[Math.floor(changed.length / 2)] = (changed[Math.floor(changed.length / 2)] ?? 0) ^ 1
        await writeFile(file, changed)
        expect.soft(await restore(), name).toMatch(/^备份已损坏：/)
        await rm(file)
        expect.soft(await restore(), name).toMatch(/不是完整的备份：缺少|^备份不完整：缺少/)
        await cp(path.join(whole, name), file)
      }
      expect(existsSync(hmacKeyFileIn(target.dataDir))).toBe(false)
      expect(await restore()).toMatch(/^已恢复/)
    })

    it('of another product or a newer version is refused', async () => {
      const { folder, restore } = await backedUp(freshDatabase)
      const file = path.join(folder, 'manifest.json')
      const text = await readFile(file, 'utf8')
      const rewrite = async (from: RegExp, to: string) => {
        const changed = text.replace(from, to)
        expect(changed).not.toBe(text)
        await writeFile(file, changed)
        const sha256 = createHash('sha256').update(changed).digest('hex')
        await writeFile(`${file}.sha256`, `${sha256}  manifest.json\n`)
        return restore()
      }
      expect(await rewrite(/"baiqicha-backup"/, '"other"')).toMatch(/不是百企查的备份。$/)
      expect(await rewrite(/"version": 2/, '"version": 3')).toMatch(/^备份由更新的版本生成/)
      expect(await rewrite(/("\d{4}-[a-z-]+")(\s*\])/, '$1, "9999-next"$2')).toMatch(/^备份来自更新的版本（9999-next）/)
      expect(await rewrite(/"path": "/, '"path": "../')).toMatch(/不是百企查的备份。$/)
    })

    it('needs its own key', async () => {
      const { folder, target, restore } = await backedUp(freshDatabase)
      await rm(`${folder}.key`)
      expect(await restore()).toMatch(/^缺少这个备份的密钥 .+backup\.key，请用 --key 指定密钥文件。$/)
      const other = path.join(temporaryFolder(), 'other.key')
      await writeFile(other, '00'.repeat(32))
      expect(await restore('--key', other)).toBe(`${other} 不是这个备份的密钥。`)
      expect(existsSync(hmacKeyFileIn(target.dataDir))).toBe(false)
    })

    it('of a store that does not exist, or whose database is damaged, is refused', async () => {
      const { database, location, folder } = await open(freshDatabase)
      expect(await run(['backup', folder], { dataDir: `${location.dataDir}-none` })).toMatch(/^没有可备份的数据/)
      expect(await run(['backup', `${folder}-2`], await emptyStore('postgres'))).toMatch(/^没有可备份的数据/)
      const damaged = path.join(temporaryFolder(), 'damaged')
      await mkdir(damaged)
      await database.remove()
      await writeFile(path.join(damaged, 'baiqicha.sqlite'), 'no database '.repeat(1_000))
      await expect(run(['backup', folder], { dataDir: damaged })).rejects.toMatchObject({ code: 'SQLITE_NOTADB' })
    })
  },
  ['sqlite'],
)
