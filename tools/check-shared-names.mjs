import { globSync, readFileSync } from 'node:fs'

// A step of `npm run check`: no word means two things, so an exported name has one file. `ALLOWED` may only fall.
const ALLOWED = 0

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm

/**
 * Names that at least two files declare and export with one spelling, in order of the alphabet, each with its files.
 * A re-export does not count. `sources` has a pair of path and text for each file.
 */
export function sharedNames(sources) {
  const files = new Map()
  for (const [path, text] of sources) {
    for (const name of new Set(Array.from(text.matchAll(DECLARATION), (match) => match[1]))) {
      files.set(name, [...(files.get(name) ?? []), path])
    }
  }
  return [...files]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => ({ name, paths }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

if (import.meta.main) {
  const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', {
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
  }).sort()
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
}
