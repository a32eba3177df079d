import { spawnSync } from 'node:child_process'
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { publicFolder } from '../databases/postgres-server.ts'
import { freePort } from '../process/free-port.ts'
import { serviceUser } from './child-processes.ts'
import { PostgresServer, startReplicatedPostgres } from './postgres-replicas.ts'

function run(program: string, words: readonly string[]) {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

async function own(file: string) {
  const user = serviceUser()
  if ('uid' in user) await chown(file, user.uid, user.gid)
}

export type ArchivedPostgres = Awaited<ReturnType<typeof startArchivedPostgres>>

/** A server that copies every finished file of its log into a folder (docs/scaling-backup.md, Point in time). */
export async function startArchivedPostgres() {
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
