import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../domain/clock.ts'
import { loadHmacKey } from '../../platform/crypto/hmac.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { createHiddenNumbersOf } from '../../records/hidden-numbers.ts'
import { ImportRefused } from '../input/import-refused.ts'
import { createImportUndo } from './undo-import.ts'
import type { UndoAnswer, UndoTask } from './undo-thread.ts'

/** Worker thread that undoes one import and ends. Started by undo-thread.ts. */
const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const { location, number, operator, origin }: UndoTask = workerData
const database = openDatabase(location)
const answer = (result: UndoAnswer) => port.postMessage(result)
try {
  const { industries } = loadReferenceData({ demo: true })
  const hiddenNumbers = createHiddenNumbersOf(loadHmacKey(location.dataDir))
  const imports = createImportUndo({ database, clock: systemClock, industries, hiddenNumbers, origin: () => origin })
  const { unmatched } = await imports.undo({ number, operator })
  answer({ unmatched })
} catch (error) {
  if (!(error instanceof ImportRefused)) throw error
  answer({ refused: error.message })
} finally {
  await database.close()
}
