import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodePath } from './node.mjs'
import { bin, root } from './paths.mjs'
import { run } from './run.mjs'

const stamp = join(root, 'web', 'dist', '.built')

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()

function fingerprint() {
  const hash = createHash('sha256')
  const inputs = ['web/src', 'web/public', 'contract/src'].map((folder) => join(root, folder)).filter(existsSync)
  const files = [
    ...inputs.flatMap(filesBelow),
    ...['web/index.html', 'web/vite.config.ts', 'package-lock.json'].map((f) => join(root, f)),
  ]
  for (const file of files)
    hash
      .update(file.slice(root.length))
      .update(String(statSync(file).size))
      .update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds the web app when its sources changed since the last build. */
export async function buildWebIfNeeded() {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('构建网页……')
  await run(nodePath(), [bin('vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'])
  writeFileSync(stamp, wanted)
}
