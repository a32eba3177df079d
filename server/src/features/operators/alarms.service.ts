import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { type CheckKey, checkKeys } from '@baiqicha/contract/desk/operations'
import type { Database } from '../../platform/database/database.ts'

type AlarmList = Pick<DeskOutput<'alarms list'>, 'imports' | 'services'>

const isCheckKey = (key: string): key is CheckKey => checkKeys.some((one) => one === key)

/** What an operator has to look after beside the queues. */
export const createAlarms = (db: Database) => ({
  /** The newest first. */
  async list(): Promise<AlarmList> {
    const imports = await db
      .selectFrom('import_history as failed')
      .select(['number', 'file_name', 'source_id', 'state', 'ended_at'])
      .where('state', 'in', ['stopped', 'undoing'])
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('import_history as later')
              .select('later.number')
              .whereRef('later.source_id', '=', 'failed.source_id')
              .whereRef('later.kind', '=', 'failed.kind')
              .whereRef('later.number', '>', 'failed.number')
              .where('later.state', '=', 'done'),
          ),
        ),
      )
      .orderBy('number', 'desc')
      .limit(20)
      .execute()
    const states = await db
      .selectFrom('service_state')
      .selectAll()
      .where('failed_at', 'is not', null)
      .orderBy('failed_at', 'desc')
      .execute()
    return {
      imports: imports.map(({ number, file_name: fileName, source_id: sourceId, state, ended_at: endedAt }) => ({
        number,
        fileName,
        sourceId,
        state: state === 'undoing' ? 'undoing' : 'stopped',
        endedAt,
      })),
      services: states.flatMap(({ service, failed_at: failedAt, succeeded_at: succeededAt, cause }) =>
        isCheckKey(service) && failedAt !== null && failedAt >= (succeededAt ?? 0)
          ? [{ key: service, failedAt, cause: cause ?? '' }]
          : [],
      ),
    }
  },
})
export type Alarms = ReturnType<typeof createAlarms>
