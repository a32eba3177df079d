import { statSync, writeFileSync } from 'node:fs'
import { createLayerBuilder } from '../server/src/indexing/layer-builder.ts'
import { loadReadings } from '../server/src/indexing/readings.ts'
import { type CompanyOrigin, companiesOf } from './lib/company-sources.ts'
import { type BuildFigures, indexStoreFiles } from './lib/index-store.ts'

/**
 * `node bench/build-index.ts <folder> <origin as JSON>`: builds one index. A process of its own, so that its memory is the builder's. bench:search starts it.
 */
const [folder = '', originText = ''] = process.argv.slice(2)
const origin: CompanyOrigin = JSON.parse(originText)
const files = indexStoreFiles(folder)

const startedAt = performance.now()
const builder = createLayerBuilder({ file: files.layer, builtAt: Date.now() }, loadReadings())
for await (const company of companiesOf(origin)) builder.add(company)
const { companies } = await builder.finish()
const seconds = (performance.now() - startedAt) / 1000

const figures: BuildFigures = {
  companies,
  seconds,
  // Linux and macOS tell the largest resident size in KiB.
  peakMemoryMib: process.resourceUsage().maxRSS / 1024,
  fileBytes: statSync(files.layer).size,
}
writeFileSync(files.figures, JSON.stringify(figures))
