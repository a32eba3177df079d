import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { bin, root } from './lib/paths.mjs'

// `npm run record-release`: keeps the store and the statements of this version in server/test/release/<last migration>, for the
// tests of later versions. The integration tests run once, to collect the statements that they compile.
await installIfNeeded()
const folder = mkdtempSync(join(tmpdir(), 'baiqicha-release-'))
const env = { ...process.env, NIGHTLY: '1', RECORD_STATEMENTS: join(folder, 'statements.ndjson') }
const vitest = bin('vitest', 'vitest.mjs')
const run = (project) =>
  spawnSync(nodePath(), [vitest, 'run', '--project', project], { cwd: root, stdio: 'inherit', env }).status ?? 1
// A test that fails has compiled its statements too; the release tests judge them.
run('integration')
process.exitCode = run('release')
rmSync(folder, { recursive: true })
