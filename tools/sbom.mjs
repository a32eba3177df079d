import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/paths.mjs'
import { productionPackages, readLock } from './lib/production-packages.mjs'
import { createSbom, licenceFaults } from './lib/sbom.mjs'

// `npm run sbom`: writes the packages of the running product and their licences; fails on a licence that is copyleft or
// unknown. Reads the lock file only. `npm run check` runs it.
const lock = readLock()
const packages = productionPackages(lock)
const sbom = createSbom(lock)
const lines = packages.map(({ name, version, licence }) => `${name}\t${version}\t${licence ?? ''}`)
const folder = join(root, 'dist')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
writeFileSync(join(folder, 'licences.tsv'), `${[...new Set(lines)].sort().join('\n')}\n`)
const faults = licenceFaults(packages)
for (const fault of faults) console.error(fault)
console.log(`${sbom.components.length} 个依赖：dist/sbom.cdx.json、dist/licences.tsv`)
process.exitCode = faults.length > 0 ? 1 : 0
