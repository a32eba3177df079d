/**
 * Writes the demonstration set: `node data/demo/build.ts`. All of it is invented: names hold 演示, people are called 演示甲
 * and so on, and credit codes name regions that do not exist (990001 to 990005).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type DemoSet, demoFiles, generateDemo } from './generate.ts'
import { SHIPPED_SEED } from './shipped-seed.ts'

const linesOf = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

function write(set: DemoSet, folder: string) {
  writeFileSync(path.join(folder, 'companies.ndjson'), linesOf(set.companies))
  rmSync(path.join(folder, 'records'), { recursive: true, force: true })
  for (const { file, rows } of demoFiles(set)) {
    const target = path.join(folder, 'records', file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, linesOf(rows))
    console.log(`${file}: ${rows.length} rows`)
  }
}

const made = generateDemo(SHIPPED_SEED)
write(made, import.meta.dirname)
console.log(`${made.companies.length} companies, ${made.records.length} records, seed ${SHIPPED_SEED}`)
