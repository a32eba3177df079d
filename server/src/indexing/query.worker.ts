import { parentPort, workerData } from 'node:worker_threads'
import { IndexDamaged } from './bytes.ts'
import { type IndexReader, openIndex } from './index-reader.ts'
import type { Answer, Question, WorkerMessage } from './query-worker-messages.ts'
import { createSearcher } from './searcher.ts'

/** One thread that answers questions from one index file, in order. Started by query-pool.ts with the path of the file. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const file: unknown = workerData
const tell = (message: WorkerMessage) => port.postMessage(message)

function serve(index: IndexReader) {
  const searcher = createSearcher(index)

  const answer = (question: Question): Answer => {
    switch (question.type) {
      case 'search':
        return { type: 'search', hits: searcher.search(question.query, question.now) }
      case 'suggest':
        return { type: 'suggest', hits: searcher.suggest(question.keyword, question.limit, question.now) }
      default:
        return question satisfies never
    }
  }

  port?.on('message', (question: Question) => {
    try {
      tell({ type: 'answer', answer: answer(question) })
    } catch (error) {
      if (!(error instanceof IndexDamaged)) throw error
      tell({ type: 'answer', answer: { type: 'damaged', message: error.message } })
    }
  })
  tell({ type: 'ready', header: index.header })
}

try {
  serve(openIndex(String(file)))
} catch (error) {
  tell({ type: 'unusable', message: error instanceof Error ? error.message : String(error) })
}
