import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** `npm run bench`: every bench that needs no browser, one after another. Exits with 1 when one did not meet its targets. */
const benches = ['relevance', 'start']

let missed = 0
for (const name of benches) {
  console.log(`\n── bench:${name}`)
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  if (spawnSync(process.execPath, [file], { stdio: 'inherit' }).status !== 0) missed += 1
}
process.exitCode = missed > 0 ? 1 : 0
