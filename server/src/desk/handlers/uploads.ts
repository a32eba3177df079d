import { AdminRefused } from '../../cli/admin/admin-refused.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

/** Runs the work; a refusal of a command is one of the desk. @throws Refusal */
export async function refusedByCommand<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof AdminRefused ? actionRefused(error.message) : error
  }
}

async function finished(work: Promise<unknown>) {
  await refusedByCommand(work)
  return {}
}

export const createUploadHandlers = ({
  uploads,
  log,
}: DeskServices & { log: Pick<Logger, 'error'> }): DeskHandlers<ActionsOf<'uploads'>> => ({
  'uploads list': () => uploads.list(),
  'uploads show': ({ id }) => refusedByCommand(uploads.show(id)),
  'uploads begin': (file, operator) => refusedByCommand(uploads.begin({ ...file, operator })),
  'uploads columns': ({ id, kind }) => refusedByCommand(uploads.columns(id, kind)),
  'uploads save': (step, operator) => finished(uploads.save({ ...step, operator })),
  async 'uploads run'(step, operator) {
    const { done } = await refusedByCommand(uploads.run({ ...step, operator }))
    // The page reads the state; a refusal stands there.
    done.catch((error: unknown) => {
      if (!(error instanceof AdminRefused)) log.error('an import failed', { error })
    })
    return {}
  },
  'uploads stop': (step, operator) => finished(uploads.stop({ ...step, operator })),
  'uploads discard': (step, operator) => finished(uploads.discard({ ...step, operator })),
})
