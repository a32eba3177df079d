import { statSync, writeFileSync } from 'node:fs'
import { loadPronunciation } from '../server/src/search/analysis/pronunciation.ts'
import { MIDDLE_ID } from '../server/src/search/refresh/segment-set.ts'
import { createSegmentBuilder } from '../server/src/search/segment/segment-builder.ts'
import { collectInThread } from '../server/src/search/segment/segment-part.ts'
import { type CompanyOrigin, companiesOf, drawSample } from './lib/generated-companies.ts'
import { type BuildFigures, indexFiles } from './lib/index-store.ts'

/** `node bench/build-index.ts <folder> <origin as JSON>`: builds one index, for bench:search. */
const [folder = '', originText = ''] = process.argv.slice(2)
const origin: CompanyOrigin = JSON.parse(originText)
const files = indexFiles(folder)
const partModule = new URL('../server/src/app/segment-part.worker.ts', import.meta.url)

const startedAt = performance.now()
const builder = createSegmentBuilder({ file: files.index, builtAt: Date.now() }, loadPronunciation())
// The server builds the index of a store in two threads; generated companies have no store to read from.
const partFile = `${files.index}.part`
const part =
  origin.from === 'store'
    ? collectInThread(partModule, { location: origin, demoData: true })(partFile, MIDDLE_ID)
    : null
for await (const company of companiesOf(origin, { before: MIDDLE_ID })) builder.add(company)
if (part !== null) builder.addPart(partFile, await part.sent)
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
