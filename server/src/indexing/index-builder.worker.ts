import { parentPort, workerData } from 'node:worker_threads'
import type { IndexableCompany } from '../domain/indexable-company.ts'
import { type BuildTarget, createIndexBuilder } from './index-builder.ts'
import type { IndexHeader } from './index-format.ts'

/** `companies` is JSON: one text crosses threads far faster than its objects. */
export type BuildOrder = { type: 'companies'; companies: string } | { type: 'finish' }
export type BuildReport = { type: 'ready' } | { type: 'finished'; header: IndexHeader }

/** One thread that builds one index file. Started by index-building.ts with the target. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const tell = (report: BuildReport) => port.postMessage(report)

const target: BuildTarget = workerData
const builder = await createIndexBuilder(target)

port.on('message', (order: BuildOrder) => {
  if (order.type === 'finish') {
    tell({ type: 'finished', header: builder.finish() })
    port.close()
    return
  }
  const companies: IndexableCompany[] = JSON.parse(order.companies)
  builder.add(companies)
  tell({ type: 'ready' })
})
tell({ type: 'ready' })
