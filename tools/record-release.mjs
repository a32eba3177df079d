import { spawnSync } from 'node:child_process'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { bin, root } from './lib/paths.mjs'

// `npm run record-release`: keeps the store and the statements of the calls of this version in server/test/release/<last
// migration>, for the tests of later versions.
await installIfNeeded()
const args = [bin('vitest', 'vitest.mjs'), 'run', '--project', 'release']
process.exitCode = spawnSync(nodePath(), args, { cwd: root, stdio: 'inherit' }).status ?? 1
