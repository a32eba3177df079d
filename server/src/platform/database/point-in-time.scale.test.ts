import { spawnSync } from 'node:child_process'
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { publicFolder } from '../../../test/databases/postgres-server.ts'
import { serviceUser } from '../../../test/engines/child-processes.ts'
import { PostgresServer, startReplicatedPostgres } from '../../../test/engines/postgres-replicas.ts'
import { freePort } from '../../../test/process/free-port.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

function run(program: string, words: readonly string[]) {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

async function own(file: string) {
  const user = serviceUser()
  if ('uid' in user) await chown(file, user.uid, user.gid)
}

type ArchivedPostgres = Awaited<ReturnType<typeof startArchivedPostgres>>

/** A server that copies every finished file of its log into a folder (docs/scaling-backup.md, Point in time). */
async function startArchivedPostgres() {
  const home = await mkdtemp(path.join(await publicFolder(), 'baiqicha-archive-'))
  await own(home)
  const archive = path.join(home, 'wal')
  run('mkdir', [archive])
  await own(archive)
  const engine = await startReplicatedPostgres({
    replicas: 0,
    settings: {
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
      full_page_writes: 'on',
    },
  })
  const { primary } = engine
  const settingOf = async (text: string) => (await primary.query<{ value: string }>(text))[0]?.value ?? ''
  const binaries = await settingOf(`select setting as value from pg_config where name = 'BINDIR'`)
  const dataFolder = await settingOf(`select current_setting('data_directory') as value`)
  const recovered: PostgresServer[] = []
  let copies = 0

  return {
    primary,

    /** Copies the data folder while the server runs. */
    async takeBaseBackup() {
      const copy = path.join(home, `base-${(copies += 1)}`)
      // The connection that begins a base backup must end it.
      const client = new Client({ connectionString: primary.url })
      await client.connect()
      try {
        await client.query(`select pg_backup_start('test', true)`)
        run('cp', ['-a', dataFolder, copy])
        const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
        const label = path.join(copy, 'backup_label')
        await writeFile(label, rows[0]?.labelfile ?? '')
        await own(label)
      } finally {
        await client.end()
      }
      // Its log comes from the archive.
      for (const name of ['postmaster.pid', 'pg_wal']) await rm(path.join(copy, name), { recursive: true, force: true })
      run('mkdir', ['-m', '700', path.join(copy, 'pg_wal')])
      await own(path.join(copy, 'pg_wal'))
      return copy
    },

    /** Finishes the current file of the log and waits until it is in the archive. */
    async archiveLog() {
      const [file] = await primary.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
      for (let attempt = 0; attempt < 200; attempt += 1) {
        const [last] = await primary.query<{ name: string }>(
          `select coalesce(last_archived_wal, '') as name, pg_sleep(0.05) from pg_stat_archiver`,
        )
        if (last !== undefined && file !== undefined && last.name >= file.name) return
      }
      throw new Error('The log was not archived.')
    },

    /** Starts a server on a base backup, which replays the archive until the target. `target` is a line of postgresql.conf. */
    async recover(baseBackup: string, target: string) {
      const folder = `${baseBackup}-recovered-${recovered.length}`
      run('cp', ['-a', baseBackup, folder])
      const lines = [`restore_command = 'cp ${archive}/%f %p'`, target, `recovery_target_action = 'promote'`, '']
      await appendFile(path.join(folder, 'postgresql.auto.conf'), lines.join('\n'))
      const signal = path.join(folder, 'recovery.signal')
      await writeFile(signal, '')
      await own(signal)
      const password = new URL(primary.url).password
      const port = await freePort()
      const server = new PostgresServer({ binaries, dataFolder: folder, port, password, settings: {} })
      recovered.push(server)
      await server.start()
      return server
    },

    async stop() {
      for (const server of recovered) await server.kill()
      await engine.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

let engine: ArchivedPostgres
beforeAll(async () => {
  engine = await startArchivedPostgres()
})
afterAll(() => engine?.stop())

const open = (server: PostgresServer) => openDatabase({ databaseUrl: server.url, dataDir: '' })

async function add(server: PostgresServer, id: string) {
  const database = open(server)
  await insertCompanies(database.db, [buildCompany({ id })])
  await database.close()
}

const instant = async (expression: string) =>
  (await engine.primary.query<{ value: string }>(`select ${expression}::text as value`))[0]?.value ?? ''

describe('a PostgreSQL store with an archived log', () => {
  it('is recovered to any instant after its base backup, and takes writes', async () => {
    const database = open(engine.primary)
    await migrate(database.db)
    await database.close()
    await add(engine.primary, 'c-in-the-copy')
    const base = await engine.takeBaseBackup()
    await add(engine.primary, 'c-before-the-target')
    const [time, position] = [await instant('clock_timestamp()'), await instant('pg_current_wal_insert_lsn()')]
    await add(engine.primary, 'c-after-the-target')
    await engine.archiveLog()
    // The machine is lost: only the base backup and the archive remain.
    await engine.primary.kill()

    for (const target of [`recovery_target_time = '${time}'`, `recovery_target_lsn = '${position}'`]) {
      const server = await engine.recover(base, target)
      await expect
        .poll(async () => (await server.query<{ busy: boolean }>('select pg_is_in_recovery() as busy'))[0]?.busy, {
          timeout: 60_000,
        })
        .toBe(false)
      const recovered = open(server)
      const ids = await recovered.db.selectFrom('company').select('id').orderBy('id').execute()
      await recovered.close()
      expect(ids).toEqual([{ id: 'c-before-the-target' }, { id: 'c-in-the-copy' }])
      await add(server, 'c-written-later')
    }
  })
})
