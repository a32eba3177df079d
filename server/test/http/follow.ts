import { createCompanyEventRepository } from '../../src/features/follow/company-event.repository.ts'
import { createFollowRepository } from '../../src/features/follow/follow.repository.ts'
import { createFollowUpkeep } from '../../src/features/follow/follow-upkeep.service.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createCompanySubjects } from '../../src/records/company-subjects.ts'

/** The maintenance of follows, as the jobs of the server run it. */
export const followUpkeep = (db: Database, clock: { now: () => number }) =>
  createFollowUpkeep({
    db,
    clock,
    subjects: createCompanySubjects(db, true),
    follows: createFollowRepository(db),
    events: createCompanyEventRepository(db),
  })
