import { AdminRefused } from '../../cli/admin/admin-refused.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

/** Milliseconds for a refusal; the work then goes on, and the list shows its state. */
const WAIT_MS = 500

export function createBackupHandlers({
  backups,
  log,
}: DeskServices & { log: Pick<Logger, 'error'> }): DeskHandlers<ActionsOf<'backups'>> {
  async function begin(work: Promise<string>) {
    const { promise: waited, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(resolve, WAIT_MS, null)
    const observed = work.catch((error: unknown) => {
      if (error instanceof AdminRefused) throw actionRefused(error.message)
      log.error('a backup failed', { error })
      throw error
    })
    observed.catch(() => {})
    await Promise.race([observed, waited]).finally(() => clearTimeout(timer))
    return {}
  }
  return {
    'backups list': () => backups.list(),
    'backups start': (_input, operator) => begin(backups.start({ operator })),
    'backups test': (_input, operator) => begin(backups.test({ operator })),
  }
}
