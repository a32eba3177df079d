import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { giveUp } from './lib/bench-store.ts'
import { defaultDataFolder } from './lib/registry-files.ts'

/**
 * `npm run bench [-- --only search,start --data <folder>]`: every bench that needs no browser, one after another, each
 * printing its own figures. Exits with 1 when one did not meet its targets.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, data: { type: 'string', default: defaultDataFolder } },
})
const data = ['--data', values.data]
const benches = [
  { name: 'relevance', words: [] },
  { name: 'import', words: data },
  { name: 'search', words: data },
  { name: 'relevance', words: data },
  { name: 'http', words: data },
  { name: 'records', words: [] },
  { name: 'start', words: data },
  { name: 'during-import', words: data },
]

const names = new Set(benches.map(({ name }) => name))
const only = values.only?.split(',') ?? [...names]
const unknown = only.filter((name) => !names.has(name))
if (unknown.length > 0) giveUp(`There is no bench ${unknown.join(', ')}: there are ${[...names].join(', ')}.`)

const missed: string[] = []
for (const { name, words } of benches.filter((bench) => only.includes(bench.name))) {
  const title = ['bench:', name, ...words.map((word) => ` ${word}`)].join('')
  console.log(`\n── ${title}`)
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  if (spawnSync(process.execPath, [file, ...words], { stdio: 'inherit' }).status !== 0) missed.push(title)
}
if (missed.length > 0) {
  console.log(`\nnot met: ${missed.join('; ')}`)
  process.exitCode = 1
}
