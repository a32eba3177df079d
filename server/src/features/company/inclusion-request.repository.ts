import type { Clock } from '../../domain/clock.ts'
import { searchKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { changedRows, countRows, type OffsetPage, readOffsetPage } from '../../platform/database/portable-sql.ts'

/** A keyword with open requests. `since` and `last` are in milliseconds. */
export type RequestedInclusion = { keyword: string; requests: number; since: number; last: number }

type InclusionDeps = { db: Database; clock: Clock }

export function createInclusionRequestRepository({ db, clock }: InclusionDeps) {
  return {
    /** Stores a user's request, once until it is done. Returns the number of users with an open request. */
    async add(userId: string, keyword: string): Promise<number> {
      const key = searchKey(keyword)
      const at = clock.now()
      await db
        .insertInto('inclusion_request')
        .values({ keyword_key: key, user_id: userId, keyword, at, done_at: null })
        .onConflict((conflict) =>
          conflict
            .columns(['keyword_key', 'user_id'])
            .doUpdateSet({ keyword, at, done_at: null })
            .where('inclusion_request.done_at', 'is not', null),
        )
        .execute()
      return countRows(db.selectFrom('inclusion_request').where('keyword_key', '=', key).where('done_at', 'is', null))
    },

    /** Most requested first. */
    async list(after: string | null): Promise<OffsetPage<RequestedInclusion>> {
      const page = await readOffsetPage(after, ({ offset, limit }) =>
        db
          .selectFrom('inclusion_request')
          .select((of) => [
            of.fn.min('keyword').as('keyword'),
            of.fn.countAll<number>().as('requests'),
            of.fn.min('at').as('since'),
            of.fn.max('at').as('last'),
          ])
          .where('done_at', 'is', null)
          .groupBy('keyword_key')
          .orderBy('requests', 'desc')
          .orderBy('since')
          .orderBy('keyword_key')
          .limit(limit)
          .offset(offset)
          .execute(),
      )
      const { total } = await db
        .selectFrom('inclusion_request')
        .select((of) => of.fn.count<number>('inclusion_request.keyword_key').distinct().as('total'))
        .where('done_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { ...page, total }
    },

    /** Closes all requests for a keyword and returns their number. */
    finish(tx: Database, keyword: string): Promise<number> {
      return tx
        .updateTable('inclusion_request')
        .set({ done_at: clock.now() })
        .where('keyword_key', '=', searchKey(keyword))
        .where('done_at', 'is', null)
        .$call(changedRows)
    },
  }
}
export type InclusionRequestRepository = ReturnType<typeof createInclusionRequestRepository>
