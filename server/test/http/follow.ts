import { createCompanyEventRepository } from '../../src/features/follow/company-event.repository.ts'
import { createFollowRepository } from '../../src/features/follow/follow.repository.ts'
import { createFollowRetention } from '../../src/features/follow/follow.retention.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createCompanySubjects } from '../../src/records/company-subjects.ts'

/** The maintenance of follows, as the jobs of the server run it. */
export const followRetention = (db: Database, clock: { now: () => number }) =>
  createFollowRetention({
    db,
    clock,
    subjects: createCompanySubjects(db, true),
    follows: createFollowRepository(db),
    events: createCompanyEventRepository(db),
  })
