import { globSync, readFileSync } from 'node:fs'
import { sharedNames } from './lib/shared-names.mjs'

// A step of `npm run check`: no word means two things, so an exported name has one file. `ALLOWED` may only fall.
const ALLOWED = 0

const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts', '**/*.test.tsx'] }).sort()
const shared = sharedNames(files.map((file) => [file, readFileSync(file, 'utf8')]))
if (shared.length !== ALLOWED) {
  for (const { name, paths } of shared) console.error(`${name}: ${paths.join(', ')}`)
  console.error(
    shared.length > ALLOWED
      ? `${shared.length} 个导出名在多个文件中同名，上限 ${ALLOWED}：请为新增的名称另取名。`
      : `导出的同名已降至 ${shared.length} 个：请将 tools/check-shared-names.mjs 的 ALLOWED 改为 ${shared.length}。`,
  )
  process.exitCode = 1
}
