import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { type CheckKey, checkKeys, checkTexts } from '@baiqicha/contract/desk/operations'
import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, countRows } from '../../platform/database/portable-sql.ts'
import type { ServiceStates } from '../../platform/service-states.ts'

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
type Alarms = ReturnType<typeof createAlarms>

type WorkNoticeDeps = {
  db: Database
  clock: Clock
  alarms: Alarms
  /** @throws Error that names the targets which failed */
  send: (text: string) => Promise<void>
  states: Pick<ServiceStates, 'record'>
  /** Address of the desk, which ends the text; undefined: none. */
  origin: string | undefined
}

const HOUR = 3_600_000
/** Written out: an index over one part of the rows is not used for a parameter. */
const undecided = sql<boolean>`state <> '已办结'`

/** Announcements of new work to operators: for all processes together once an hour at most. */
export function createWorkNotice({ db, clock, alarms, send, states, origin }: WorkNoticeDeps) {
  const corrections = db.selectFrom('correction').where(undecided)
  const feedback = db.selectFrom('feedback').where('state', 'in', ['已提交', '处理中'])

  /** Counts alone: no name, number or text leaves the desk. */
  async function newWork(since: number): Promise<string[]> {
    const { imports, services } = await alarms.list()
    const failed = imports.filter(({ endedAt }) => endedAt > since).length
    // A failed announcement is no work of its own.
    const failing = services.filter(({ key, failedAt }) => failedAt > since && key !== 'notice')
    const counted: [count: number, text: string][] = [
      [await countRows(corrections.where('submitted_at', '>', since)), '件新异议'],
      [await countRows(corrections.where('due_at', '>', since).where('due_at', '<=', clock.now())), '件异议逾期'],
      [await countRows(feedback.where('created_at', '>', since)), '条新反馈'],
      [failed, '次导入失败'],
    ]
    return [
      ...counted.flatMap(([count, text]) => (count > 0 ? [`${count} ${text}`] : [])),
      ...failing.map(({ key }) => `${checkTexts[key].label}失败`),
    ]
  }

  /** Whether this process may announce now: the others see its attempt. */
  async function claim(): Promise<boolean> {
    const now = clock.now()
    return db
      .updateTable('work_notice')
      .set({ attempted_at: now })
      .where('attempted_at', '<=', now - HOUR)
      .$call(changesRow)
  }

  return {
    /** Announces what came since the last announcement; nothing new: sends nothing. */
    async run(): Promise<void> {
      await db
        .insertInto('work_notice')
        .values({ only_row: 1, attempted_at: 0, announced_up_to: 0 })
        .onConflict((conflict) => conflict.column('only_row').doNothing())
        .execute()
      const { announced_up_to: since } = await db.selectFrom('work_notice').selectAll().executeTakeFirstOrThrow()
      const now = clock.now()
      const work = await newWork(since)
      if (work.length === 0 || !(await claim())) return
      try {
        await send(`百企查后台：${work.join('，')}。${origin ?? ''}`)
        await db.updateTable('work_notice').set({ announced_up_to: now }).execute()
        states.record('notice', null)
      } catch (error) {
        states.record('notice', error)
      }
    },
  }
}
