import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../domain/clock.ts'
import { createCompanySource } from '../features/company/company-source.repository.ts'
import { type DatabaseLocation, openDatabase } from '../platform/database/open-database.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { loadPronunciation } from '../search/analysis/pronunciation.ts'
import { SegmentPart } from '../search/segment/segment-part.ts'

/** Data that the thread is started with. */
export type SegmentPartData = { location: DatabaseLocation; demoData: boolean }

type Assignment = SegmentPartData & { file: string; from: string }

/** Collects the companies from an id on for the index. Started by the follower, for a large index. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const { location, demoData, file, from }: Assignment = workerData

const pronunciation = loadPronunciation()
const reference = loadReferenceData({ demo: demoData })
const database = openDatabase(location)
const source = createCompanySource({ db: database.db, clock: systemClock, reference, includeDemo: demoData })
const part = new SegmentPart(file)
for await (const company of source.companies({ from })) part.add(company, pronunciation)
part.finish()
await database.close()
port.postMessage(part.send(), [])
