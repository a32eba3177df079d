import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { nodePath } from './node.mjs'
import { root } from './paths.mjs'
import { readLock } from './production-packages.mjs'

/** Packages that are bundled into server/dist (server/vite.config.ts). */
const bundled = /^(@baiqicha\/|kysely$|lru-cache$|zod$)/

/** Folders and files of the repository that a running server reads. */
const own = [
  'LICENSE',
  'package.json',
  'server/package.json',
  'server/dist',
  'server/src/importers/file/mappings',
  'web/dist',
  'web/dist-desk',
  'data',
]

/** Own files that only build, explain or test. */
const notRead = /(^|\/)(\.built|tsconfig\.json|README\.md|[a-z-]*phrasings\.json)$|\.ts$/

/** Files of packages that no server loads: texts about them, types, sources of native code, builds for browsers. */
const unused = [
  /\.(md|markdown|map|[cm]?ts|flow|tsbuildinfo)$/i,
  /(^|\/)\.[^/]+$/,
  /^better-sqlite3\/(deps|src)\//,
  /^@opentelemetry\/[^/]+\/build\/(esm|esnext)\//,
  /^dejavu-fonts-ttf\/(?!package\.json|LICENSE|ttf\/DejaVuSans-Bold\.ttf)/,
]
const licence = /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i

/** Builds of better-sqlite3 for other platforms lie beside the one that is needed. */
const isForeignBuild = (path, { os, cpu }) =>
  path.startsWith('better-sqlite3/prebuilds/') && !path.endsWith(`/${os}-${cpu}.node`)

const isForPlatform = ({ os, cpu, libc }, platform) =>
  [
    [os, platform.os],
    [cpu, platform.cpu],
    [libc, 'glibc'],
  ].every(([allowed, is]) => allowed === undefined || allowed.includes(is))

/** Place of a dependency as Node finds it: in the folder of the package, then in the folders around it. */
function resolve(name, from, packages) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '.') return undefined
  }
}

/** Paths of the packages that server/dist loads on a platform. */
function packagePaths(platform) {
  const { packages } = readLock()
  const found = new Set()
  function visit(path, isOwn) {
    const { dependencies, optionalDependencies } = packages[path]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (isOwn && bundled.test(name)) continue
      const target = resolve(name, path, packages)
      if (target === undefined || found.has(target) || !isForPlatform(packages[target], platform)) continue
      found.add(target)
      visit(target, false)
    }
  }
  visit('server', true)
  return [...found]
}

const filesIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))

function filesOfPackage(path, platform) {
  const start = path.lastIndexOf('node_modules/') + 'node_modules/'.length
  return filesIn(path).filter((file) => {
    const inPackages = file.slice(start)
    // A package inside the package is listed by itself.
    if (file.slice(path.length).includes('/node_modules/') || isForeignBuild(inPackages, platform)) return false
    return licence.test(file) || !unused.some((pattern) => pattern.test(inPackages))
  })
}

/**
 * Files of the container image for a platform, relative to the top folder of the repository, with their sizes. The web app
 * and the server have to be built.
 */
export function imageFiles(platform = { os: 'linux', cpu: process.arch }) {
  const ownFiles = own.flatMap((path) => (statSync(join(root, path)).isFile() ? [path] : filesIn(path)))
  const packageFiles = packagePaths(platform).flatMap((path) => filesOfPackage(path, platform))
  return [...ownFiles.filter((file) => !notRead.test(file)), ...packageFiles].map((file) => ({
    file,
    bytes: statSync(join(root, file)).size,
  }))
}

/** Copies the files of the image into a folder. */
export function copyImageFiles(folder, platform) {
  for (const { file } of imageFiles(platform)) {
    const target = join(folder, file)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(root, file), target)
  }
}

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
