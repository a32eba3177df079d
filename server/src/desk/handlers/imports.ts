import { kindTitle } from '../../cli/admin/imports.ts'
import type { NumberedImport } from '../../importers/file/import-history.ts'
import { readCounts } from '../../importers/undo/undo-import.ts'
import type { UndoInThread } from '../../importers/undo/undo-thread.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { refusedByImport } from '../desk-refusals.ts'

/** An undo that takes longer goes on while the page shows its state. */
const WAIT_MS = 1_500

const rowOf = ({
  number,
  state,
  kind,
  source_id,
  file_name,
  operator,
  started_at,
  ended_at,
  counts,
}: NumberedImport) => ({
  number,
  state,
  kind: kindTitle(kind),
  sourceId: source_id,
  fileName: file_name,
  operator,
  startedAt: started_at,
  endedAt: ended_at,
  ...readCounts(counts),
})

type ImportHandlerDeps = DeskServices & { undoInThread: UndoInThread; origin: () => string; log: Pick<Logger, 'error'> }

export const createImportHandlers = ({
  imports,
  importRejects,
  undoInThread,
  origin,
  log,
}: ImportHandlerDeps): DeskHandlers<ActionsOf<'imports'>> => ({
  async 'imports list'({ before }) {
    const { items, next } = await imports.list(before)
    return { items: items.map(rowOf), next }
  },
  async 'imports show'({ number }) {
    const { numbered, effects } = await refusedByImport(imports.show(number))
    return {
      ...rowOf(numbered),
      fileHash: numbered.file_hash,
      rejectsFile: numbered.rejects_file,
      effects: numbered.state === 'undone' ? null : { ...effects, later: [...effects.later] },
    }
  },
  async 'imports undo'({ number, dryRun }, operator) {
    await refusedByImport(imports.check(number))
    if (dryRun) return { isDone: false, unmatched: null }
    const undo = undoInThread({ number, operator, origin: origin() })
    undo.catch((error: unknown) => log.error('an undo of an import failed', { error }))
    const { promise: waited, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(resolve, WAIT_MS, null)
    const done = await refusedByImport(Promise.race([undo, waited])).finally(() => clearTimeout(timer))
    return { isDone: done !== null, unmatched: done?.unmatched ?? null }
  },
  'imports rejects': (step, operator) => refusedByImport(importRejects.export({ ...step, operator })),
})
