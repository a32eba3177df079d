import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { loadPronunciation } from '../server/src/search/analysis/pronunciation.ts'
import { createSegmentBuilder } from '../server/src/search/segment/segment-builder.ts'
import { decodeFooter, decodeTail, TAIL } from '../server/src/search/segment/segment-format.ts'
import { type CompanyOrigin, companiesOf } from './lib/company-sources.ts'
import { type BuildFigures, indexStoreFiles } from './lib/index-store.ts'

/**
 * `node bench/build-index.ts <folder> <origin as JSON>`: builds one index. A process of its own, so that its memory is
 * the builder's. bench:search starts it.
 */
const [folder = '', originText = ''] = process.argv.slice(2)
const origin: CompanyOrigin = JSON.parse(originText)
const files = indexStoreFiles(folder)

const DISK_LOOK_MS = 500
let peakDiskBytes = 0
const lookAtDisk = () => {
  const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size)
  peakDiskBytes = Math.max(
    peakDiskBytes,
    sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
  )
}
const looking = setInterval(lookAtDisk, DISK_LOOK_MS)

const startedAt = performance.now()
const builder = createSegmentBuilder({ file: files.segment, builtAt: Date.now() }, loadPronunciation())
for await (const company of companiesOf(origin)) builder.add(company)
const { companies } = await builder.finish()
const seconds = (performance.now() - startedAt) / 1000
clearInterval(looking)

const figures: BuildFigures = {
  companies,
  seconds,
  // Linux and macOS tell the largest resident size in KiB.
  peakMemoryMib: process.resourceUsage().maxRSS / 1024,
  peakDiskBytes,
  fileBytes: statSync(files.segment).size,
  residentBytes: residentBytesOf(files.segment),
}
writeFileSync(files.figures, JSON.stringify(figures))

/** What whoever opens the segment holds in memory, besides blocks it has read: where terms and blocks begin. */
function residentBytesOf(segment: string): number {
  const handle = openSync(segment, 'r')
  const { size } = fstatSync(handle)
  const read = (at: number, length: number) => {
    const bytes = Buffer.alloc(length)
    readSync(handle, bytes, 0, length, at)
    return bytes
  }
  const footerLength = decodeTail(read(size - TAIL, TAIL))
  const { tables, firstTerms } = decodeFooter(read(size - TAIL - footerLength, footerLength))
  closeSync(handle)
  return Object.values(tables).reduce((sum, { length }) => sum + length, firstTerms.length)
}
