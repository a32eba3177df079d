import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installIfNeeded } from './install.mjs'
import { nodePath } from './node.mjs'
import { bin, root } from './paths.mjs'
import { run } from './run.mjs'

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
