import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { imageFiles } from './image-files.mjs'
import { nodePath } from './node.mjs'
import { root } from './paths.mjs'

/** Number of the ordinary user. */
const USER = 65_532

/**
 * Shared libraries of this machine that Node and the packages of the image load, with the loader itself, and their sizes.
 * @returns {{ file: string, bytes: number }[]}
 */
export function baseLibraries() {
  const addons = imageFiles().flatMap(({ file }) => (file.endsWith('.node') ? [join(root, file)] : []))
  const { stdout, status } = spawnSync('ldd', [nodePath(), ...addons], { encoding: 'utf8' })
  if (status !== 0) throw new Error('ldd does not name the shared libraries of Node and of the packages')
  const found = new Set(Array.from(stdout.matchAll(/(\/\S+) \(0x/g), ([, file]) => file))
  return [...found].map((file) => ({ file, bytes: statSync(file).size }))
}

/**
 * Writes the base of the image: the libraries, the ordinary user, the order in which names of hosts are resolved, and a
 * folder for temporary files.
 * @param {string} folder
 */
export function writeBase(folder) {
  for (const { file } of baseLibraries()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(file, join(folder, file))
  }
  for (const name of ['etc', 'tmp']) mkdirSync(join(folder, name), { recursive: true })
  chmodSync(join(folder, 'tmp'), 0o1777)
  writeFileSync(join(folder, 'etc', 'passwd'), `baiqicha:x:${USER}:${USER}::/data:/sbin/nologin\n`)
  writeFileSync(join(folder, 'etc', 'nsswitch.conf'), 'hosts: files dns\n')
}
