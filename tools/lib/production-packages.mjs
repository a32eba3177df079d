import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/** Licences that a package states in its texts only. */
const stated = new Map([
  ['dejavu-fonts-ttf', 'Bitstream-Vera'],
  ['mutation-observer', 'BSD-3-Clause'],
  ['png-js', 'MIT'],
])

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The lock file of the repository. */
export const readLock = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/**
 * Packages of the running product by the lock file, builds for each platform included, in the order of the lock file.
 * `npm sbom --omit dev` is no source for them: it leaves out each package that the top folder also uses for development.
 */
export function productionPackages(lock) {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const isShipped = path.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link
    if (!isShipped) return []
    const name = nameOf(path)
    return [{ path, name, version: entry.version, licence: stated.get(name) ?? entry.license, entry }]
  })
}
