import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { loadReadings } from '../analysis/pronunciation.ts'
import { createSearcher } from '../ranking/searcher.ts'
import type { OpenableIndex, OpenableSegment } from '../refresh/index-manifest.ts'
import { deletedDocsOf } from '../segment/deleted-docs.ts'
import { FileCorrupted, openNamedSegment } from '../segment/index-corruption.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import type { Answer, Damage, Question, WorkerMessage, WorkerOrder } from './query-worker-messages.ts'

/** One thread that answers questions in order, from the index it was last told to use. Started by query-pool.ts. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const tell = (message: WorkerMessage) => port.postMessage(message)

const pronunciation = loadReadings()
let readers = new Map<string, SegmentReader>()
let version = ''
let searcher: ReturnType<typeof createSearcher> | null = null
let damage: Damage | null = null

/** Files that stay in use stay open. @throws FileCorrupted */
function switchTo(index: OpenableIndex) {
  const before = readers
  readers = new Map()
  version = index.version
  damage = null
  searcher = null
  const open = ({ file, gone }: OpenableSegment) => {
    const segment = before.get(file) ?? openNamedSegment(file)
    readers.set(file, segment)
    return { segment, gone: deletedDocsOf(segment.header.companies, gone) }
  }
  try {
    searcher = createSearcher(index.segments.map(open), pronunciation)
  } finally {
    for (const [file, reader] of before) if (!readers.has(file)) reader.close()
  }
}

function answer(question: Question): Answer {
  if (searcher === null) return { type: 'damaged', version, file: null, message: 'no index is open', ...damage }
  switch (question.type) {
    case 'search':
      return { type: 'search', hits: searcher.search(question.query, question.now) }
    case 'suggest':
      return { type: 'suggest', hits: searcher.suggest(question.keyword, question.limit, question.now) }
    default:
      return question satisfies never
  }
}

function obey(order: WorkerOrder): WorkerMessage {
  if (order.type !== 'use') return { type: 'answer', answer: answer(order) }
  switchTo(order.index)
  return { type: 'using', version }
}

port.on('message', (order: WorkerOrder) => {
  try {
    tell(obey(order))
  } catch (error) {
    if (order.type !== 'use' && !(error instanceof FileCorrupted)) throw error
    // From here on nothing is answered from this index.
    searcher = null
    const file = error instanceof FileCorrupted ? error.file : null
    damage = { version, file, message: error instanceof Error ? error.message : String(error) }
    tell(
      order.type === 'use'
        ? { type: 'unusable', ...damage }
        : { type: 'answer', answer: { type: 'damaged', ...damage } },
    )
  }
})
flushCompileCache()
