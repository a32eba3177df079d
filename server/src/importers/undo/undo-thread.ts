import { Worker } from 'node:worker_threads'
import type { DatabaseLocation } from '../../platform/database/open-database.ts'
import { ImportRefused } from '../input/import-refused.ts'
import type { UndoRequest } from './undo-import.ts'

type UndoOfDesk = Pick<UndoRequest, 'number' | 'operator'> & { origin: string }
export type UndoTask = UndoOfDesk & { location: DatabaseLocation }
export type UndoAnswer = { unmatched: number } | { refused: string }

/**
 * Undoes an import in a thread of its own: a server that undoes a large one continues to answer. Returns the number of statements
 * that no company matches. @throws ImportRefused
 */
export type UndoInThread = (request: UndoOfDesk) => Promise<{ unmatched: number }>

export const undoInThread =
  ({ databaseUrl, dataDir }: DatabaseLocation): UndoInThread =>
  (request) => {
    const workerData: UndoTask = { ...request, location: { databaseUrl, dataDir } }
    const worker = new Worker(new URL('./undo.worker.ts', import.meta.url), { workerData })
    return new Promise((resolve, reject) => {
      worker.on('message', (answer: UndoAnswer) => {
        if ('refused' in answer) reject(new ImportRefused(answer.refused))
        else resolve(answer)
      })
      worker.on('error', reject)
      worker.on('exit', () => reject(new Error('the thread of an undo ended')))
    })
  }
