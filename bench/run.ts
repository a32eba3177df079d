import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultRegisterFolder } from './lib/register.ts'
import { giveUp } from './lib/report.ts'

/**
 * `npm run bench [-- --only search,start --data <folder> --seed N]`: every bench that needs no browser, one after
 * another. Exits with 1 when one missed a target.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    data: { type: 'string', default: defaultRegisterFolder },
    seed: { type: 'string' },
  },
})
const seed = values.seed === undefined ? [] : ['--seed', values.seed]
const data = ['--data', values.data]
const both = [...data, ...seed]
const benches = [
  { name: 'relevance', words: seed },
  { name: 'import', words: data },
  { name: 'search', words: both },
  { name: 'relevance', words: both },
  { name: 'http', words: both },
  { name: 'records', words: [] },
  { name: 'start', words: both },
  { name: 'during-import', words: both },
  { name: 'credentials', words: [] },
  { name: 'captcha', words: [] },
]

const names = new Set(benches.map(({ name }) => name))
const only = values.only?.split(',') ?? [...names]
const unknown = only.filter((name) => !names.has(name))
if (unknown.length > 0) giveUp(`There is no bench ${unknown.join(', ')}: there are ${[...names].join(', ')}.`)

const missed: string[] = []
for (const { name, words } of benches.filter((bench) => only.includes(bench.name))) {
  console.log(`\n── bench:${name}`)
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  if (spawnSync(process.execPath, [file, ...words], { stdio: 'inherit' }).status !== 0) missed.push(name)
}
if (missed.length > 0) {
  console.log(`\nTargets missed by ${missed.join(', ')}`)
  process.exitCode = 1
}
