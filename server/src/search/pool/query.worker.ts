import { parentPort } from 'node:worker_threads'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import { createSearcher } from '../ranking/searcher.ts'
import type { OpenableIndex, OpenableSegment } from '../refresh/index-directory.ts'
import { FileCorrupted } from '../segment/checksummed-file.ts'
import { deletedDocsOf } from '../segment/deleted-docs.ts'
import { openSegment, type SegmentReader } from '../segment/segment-reader.ts'
import type { Corruption, QueryRequest, QueryResponse, WorkerRequest, WorkerResponse } from './query-pool.ts'

/** A worker thread that runs requests in order, on the index of the last `use`. query-pool.ts starts it. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const post = (message: WorkerResponse) => port.postMessage(message)

const pronunciation = loadPronunciation()
let readers = new Map<string, SegmentReader>()
let version = ''
let searcher: ReturnType<typeof createSearcher> | null = null
let corruption: Corruption | null = null

/** Opens the segments of `index`; those that are open already stay open. @throws FileCorrupted */
function switchTo(index: OpenableIndex) {
  const before = readers
  readers = new Map()
  version = index.version
  corruption = null
  searcher = null
  const open = ({ file, deletedDocs }: OpenableSegment) => {
    const segment = before.get(file) ?? openSegment(file)
    readers.set(file, segment)
    return { segment, deleted: deletedDocsOf(segment.header.companies, deletedDocs) }
  }
  try {
    searcher = createSearcher(index.segments.map(open), pronunciation)
  } finally {
    for (const [file, reader] of before) if (!readers.has(file)) reader.close()
  }
}

function runQuery(query: QueryRequest): QueryResponse {
  if (searcher === null) return { type: 'corrupted', version, file: null, message: 'no index is open', ...corruption }
  switch (query.type) {
    case 'search':
      return { type: 'search', hits: searcher.search(query.query, query.now) }
    case 'suggest':
      return { type: 'suggest', hits: searcher.suggest(query.keyword, query.limit, query.now) }
    case 'count':
      return { type: 'count', count: searcher.count(query.query, query.now) }
    default:
      return query satisfies never
  }
}

function handle(request: WorkerRequest): WorkerResponse {
  if (request.type !== 'use') return { type: 'response', response: runQuery(request) }
  switchTo(request.index)
  return { type: 'switched', version }
}

port.on('message', (request: WorkerRequest) => {
  try {
    post(handle(request))
  } catch (error) {
    if (request.type !== 'use' && !(error instanceof FileCorrupted)) throw error
    // Refuses queries until the next `use`.
    searcher = null
    const file = error instanceof FileCorrupted ? error.file : null
    corruption = { version, file, message: error instanceof Error ? error.message : String(error) }
    post(
      request.type === 'use'
        ? { type: 'switch-failed', ...corruption }
        : { type: 'response', response: { type: 'corrupted', ...corruption } },
    )
  }
})
