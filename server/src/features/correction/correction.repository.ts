import type { CorrectionStatus } from '@baiqicha/contract/correction'
import { type Clock, isoOf } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'
import { changedRows, countRows, type OffsetPage, readOffsetPage } from '../../platform/database/portable-sql.ts'
import type { CorrectionStepTable, CorrectionTable } from '../../platform/database/tables/submission.ts'

type SubmittedColumn = 'reason' | 'content' | 'statement' | 'claimant'
export type Step = Omit<CorrectionStepTable, 'id' | 'correction_number'>

const noSubmission = { reason: null, content: null, statement: null, claimant: null }

/** Appends a step to the history of a correction, after the steps of the same millisecond. */
export async function addStep(
  tx: Database,
  random: Random,
  number: string,
  step: Omit<Step, SubmittedColumn> & Partial<Pick<Step, SubmittedColumn>>,
): Promise<void> {
  const last = (await findSteps(tx, [number])).get(number)?.at(-1)
  const at = last === undefined ? step.at : Math.max(step.at, last.at + 1)
  await tx
    .insertInto('correction_step')
    .values({ id: randomId(random, 'o'), correction_number: number, ...noSubmission, ...step, at })
    .execute()
}

/** Steps by correction number, oldest first. */
export async function findSteps(db: Database, numbers: readonly string[]): Promise<Map<string, Step[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('correction_step')
    .select(['correction_number', 'at', 'label', 'note', 'actor', 'reason', 'content', 'statement', 'claimant'])
    .where('correction_number', 'in', numbers)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.correction_number)
}

const LISTED = 100
/** The public status: it contains neither the applicant nor the content nor the evidence. */
const statusOf = (row: CorrectionTable, steps: readonly Step[]): CorrectionStatus => ({
  number: row.number,
  state: row.state,
  title: row.title,
  companyName: row.company_name,
  reason: row.reason,
  submittedAt: isoOf(row.submitted_at),
  dueAt: isoOf(row.due_at),
  steps: steps.map(({ at, label, note }) => ({ at: isoOf(at), label, note })),
  result: row.result,
  note: row.note,
})

export function createCorrectionRepository(db: Database) {
  async function withSteps(rows: readonly CorrectionTable[]): Promise<CorrectionStatus[]> {
    const steps = await findSteps(
      db,
      rows.map(({ number }) => number),
    )
    return rows.map((row) => statusOf(row, steps.get(row.number) ?? []))
  }

  return {
    /** null for an unknown number. */
    async findStatus(number: string): Promise<CorrectionStatus | null> {
      const [status] = await withSteps(
        await db.selectFrom('correction').selectAll().where('number', '=', number).execute(),
      )
      return status ?? null
    },

    /** The newest 100, newest first. */
    listOf: async (userId: string): Promise<CorrectionStatus[]> =>
      withSteps(
        await db
          .selectFrom('correction')
          .selectAll()
          .where('user_id', '=', userId)
          .orderBy('submitted_at', 'desc')
          .orderBy('number')
          .limit(LISTED)
          .execute(),
      ),
  }
}
export type CorrectionRepository = ReturnType<typeof createCorrectionRepository>

/** A company with open requests for newer data. `since` is in milliseconds. */
type RequestedUpdate = { companyId: string; companyName: string; requests: number; since: number }

export function createUpdateRequestRepository({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Stores a user's request, once until the company is updated. Returns the number of open requests. */
    async add(userId: string, companyId: string): Promise<number> {
      await db
        .insertInto('update_request')
        .values({ company_id: companyId, user_id: userId, at: clock.now(), done_at: null })
        .onConflict((conflict) =>
          conflict
            .columns(['company_id', 'user_id'])
            .doUpdateSet({ at: clock.now(), done_at: null })
            .where('update_request.done_at', 'is not', null),
        )
        .execute()
      return countRows(db.selectFrom('update_request').where('company_id', '=', companyId).where('done_at', 'is', null))
    },

    /** Most requested first. */
    async list(after: string | null): Promise<OffsetPage<RequestedUpdate>> {
      const page = await readOffsetPage(after, ({ offset, limit }) =>
        db
          .selectFrom('update_request')
          .innerJoin('company', 'company.id', 'update_request.company_id')
          .select((of) => [
            'company.id as companyId',
            'company.name as companyName',
            of.fn.countAll<number>().as('requests'),
            of.fn.min('update_request.at').as('since'),
          ])
          .where('update_request.done_at', 'is', null)
          .groupBy(['company.id', 'company.name'])
          .orderBy('requests', 'desc')
          .orderBy('since')
          .orderBy('company.id')
          .limit(limit)
          .offset(offset)
          .execute(),
      )
      const { total } = await db
        .selectFrom('update_request')
        .innerJoin('company', 'company.id', 'update_request.company_id')
        .select((of) => of.fn.count<number>('update_request.company_id').distinct().as('total'))
        .where('done_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { ...page, total }
    },

    /** Closes all requests for a company and returns their number. */
    finish(tx: Database, companyId: string): Promise<number> {
      return tx
        .updateTable('update_request')
        .set({ done_at: clock.now() })
        .where('company_id', '=', companyId)
        .where('done_at', 'is', null)
        .$call(changedRows)
    },
  }
}
export type UpdateRequestRepository = ReturnType<typeof createUpdateRequestRepository>
