import { statSync, writeFileSync } from 'node:fs'
import { loadPronunciation } from '../server/src/search/analysis/pronunciation.ts'
import { createSegmentBuilder } from '../server/src/search/segment/segment-builder.ts'
import { type CompanyOrigin, companiesOf } from './lib/company-sources.ts'
import { type BuildFigures, indexFiles } from './lib/index-store.ts'
import { drawSample } from './lib/sample.ts'

/** `node bench/build-index.ts <folder> <origin as JSON>`: builds one index, for bench:search. */
const [folder = '', originText = ''] = process.argv.slice(2)
const origin: CompanyOrigin = JSON.parse(originText)
const files = indexFiles(folder)

const startedAt = performance.now()
const builder = createSegmentBuilder({ file: files.index, builtAt: Date.now() }, loadPronunciation())
for await (const company of companiesOf(origin)) builder.add(company)
const { companies } = await builder.finish()
const figures: BuildFigures = {
  companies,
  seconds: (performance.now() - startedAt) / 1000,
  // maxRSS is in KiB.
  peakMib: process.resourceUsage().maxRSS / 1024,
  fileBytes: statSync(files.index).size,
}
writeFileSync(files.figures, JSON.stringify(figures))
writeFileSync(files.sample, JSON.stringify(await drawSample(origin)))
