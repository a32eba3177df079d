import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { giveUp } from './lib/report.ts'
import { defaultRegisterFolder } from './lib/stores.ts'

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
const runs = [
  ['relevance', ...seed],
  ['assistant', ...seed],
  ['import', ...data],
  ['search', ...data, ...seed],
  ['relevance', ...data, ...seed],
  ['http', ...data, ...seed],
  ['start', ...data, ...seed],
]
const names = new Set(runs.map(([name = '']) => name))
const only = values.only?.split(',') ?? [...names]
const unknown = only.filter((name) => !names.has(name))
if (unknown.length > 0) giveUp(`There is no bench ${unknown.join(', ')}: there are ${[...names].join(', ')}.`)
for (const [name = '', ...words] of runs) {
  if (!only.includes(name)) continue
  console.log(`\n── bench:${name}`)
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  if (spawnSync(process.execPath, [file, ...words], { stdio: 'inherit' }).status !== 0) process.exitCode = 1
}
