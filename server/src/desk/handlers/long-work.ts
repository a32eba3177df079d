import { AdminRefused } from '../../cli/admin/admin-refused.ts'
import { kindTitle } from '../../cli/admin/imports.ts'
import type { NumberedImport } from '../../importers/file/import-run.ts'
import { readCounts } from '../../importers/undo/undo-import.ts'
import type { UndoInThread } from '../../importers/undo/undo-thread.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'

/** Milliseconds for a result or a refusal; the work then goes on, and the page shows its state. */
const UNDO_WAIT_MS = 1_500
const BACKUP_WAIT_MS = 500

/** The result of the work; null: it goes on. */
async function resultWithin<T>(work: Promise<T>, waitMs: number): Promise<T | null> {
  const { promise: waited, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, waitMs, null)
  return Promise.race([work, waited]).finally(() => clearTimeout(timer))
}

const rowOf = (row: NumberedImport) => ({
  number: row.number,
  state: row.state,
  kind: kindTitle(row.kind),
  sourceId: row.source_id,
  fileName: row.file_name,
  operator: row.operator,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  ...readCounts(row.counts),
})

async function done(work: Promise<unknown>) {
  await work
  return {}
}

type LongWorkDeps = DeskServices & { undoInThread: UndoInThread; origin: () => string; log: Pick<Logger, 'error'> }

/** Imports, uploads and backups, whose work may outlast the call that starts it. */
export function createLongWorkHandlers({
  imports,
  importRejects,
  uploads,
  backups,
  undoInThread,
  origin,
  log,
}: LongWorkDeps): DeskHandlers<ActionsOf<'imports' | 'uploads' | 'backups'>> {
  async function beginBackup(work: Promise<string>) {
    work.catch((error: unknown) => {
      if (!(error instanceof AdminRefused)) log.error('a backup failed', { error })
    })
    return done(resultWithin(work, BACKUP_WAIT_MS))
  }

  return {
    async 'imports list'({ before }) {
      const { items, next } = await imports.list(before)
      return { items: items.map(rowOf), next }
    },
    async 'imports show'({ number }) {
      const { numbered, effects } = await imports.show(number)
      return {
        ...rowOf(numbered),
        fileHash: numbered.file_hash,
        rejectsFile: numbered.rejects_file,
        effects: numbered.state === 'undone' ? null : effects,
      }
    },
    async 'imports undo'({ number, dryRun }, operator) {
      await imports.check(number)
      if (dryRun) return { isDone: false, unmatched: null }
      const undo = undoInThread({ number, operator, origin: origin() })
      undo.catch((error: unknown) => log.error('an undo of an import failed', { error }))
      const undone = await resultWithin(undo, UNDO_WAIT_MS)
      return { isDone: undone !== null, unmatched: undone?.unmatched ?? null }
    },
    'imports rejects': (step, operator) => importRejects.export({ ...step, operator }),

    'uploads list': () => uploads.list(),
    'uploads show': ({ id }) => uploads.show(id),
    'uploads begin': (file, operator) => uploads.begin({ ...file, operator }),
    'uploads columns': ({ id, kind }) => uploads.columns(id, kind),
    'uploads save': (step, operator) => done(uploads.save({ ...step, operator })),
    async 'uploads run'(step, operator) {
      const run = await uploads.run({ ...step, operator })
      // The page reads the state; a refusal stands there.
      run.done.catch((error: unknown) => {
        if (!(error instanceof AdminRefused)) log.error('an import failed', { error })
      })
      return {}
    },
    'uploads stop': (step, operator) => done(uploads.stop({ ...step, operator })),
    'uploads discard': (step, operator) => done(uploads.discard({ ...step, operator })),

    'backups list': () => backups.list(),
    'backups start': (_input, operator) => beginBackup(backups.start({ operator })),
    'backups test': (_input, operator) => beginBackup(backups.test({ operator })),
  }
}
