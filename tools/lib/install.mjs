import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { linkPostgresLibraries } from './postgres.mjs'
import { run } from './run.mjs'

const stamp = join(root, 'node_modules', '.installed')

/**
 * Installs the versions of the lock file unless they are installed already for this platform.
 * Install scripts are off (.npmrc). Only that of PostgreSQL is needed; `linkPostgresLibraries` does its work.
 */
export async function installIfNeeded() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('安装依赖（首次约一分钟）……')
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  await (npm ? run(process.execPath, [npm, ...args]) : run('npm', args, { shell: process.platform === 'win32' }))
  linkPostgresLibraries()
  writeFileSync(stamp, wanted)
}
