import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { changedRows, countRows, type OffsetPage, readOffsetPage } from '../../platform/database/run-query.ts'

/** A company with open requests for newer data. `since` is in milliseconds. */
export type RequestedUpdate = { companyId: string; companyName: string; requests: number; since: number }

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
