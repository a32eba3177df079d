import { checkTexts } from '@baiqicha/contract/desk/operations'
import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, countRows } from '../../platform/database/run-query.ts'
import type { ServiceStates } from '../../platform/service-states.ts'
import type { Alarms } from './alarms.service.ts'

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
