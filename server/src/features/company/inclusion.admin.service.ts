import type { Database } from '../../platform/database/database.ts'
import type { OffsetPage } from '../../platform/database/offset-page.ts'
import type { AppendOperatorAudit } from '../../platform/operator-audit.ts'
import type { InclusionRequestRepository, RequestedInclusion } from './inclusion-request.repository.ts'

/** The operator's work on requests for companies that are not in the store. */
export interface InclusionAdmin {
  /** Most requested first. */
  list(after: string | null): Promise<OffsetPage<RequestedInclusion>>
  /** Closes all requests for a keyword and returns their number. */
  finish(keyword: string, operator: string): Promise<number>
}

type InclusionAdminDeps = {
  db: Database
  requests: InclusionRequestRepository
  audit: (tx: Database, kind: 'inclusionsDone', who: { address: string; subject: string }) => Promise<void>
  operatorAudit: AppendOperatorAudit
}

export const createInclusionAdmin = ({ db, requests, audit, operatorAudit }: InclusionAdminDeps): InclusionAdmin => ({
  list: (after) => requests.list(after),

  finish: (keyword, operator) =>
    db.transaction().execute(async (tx) => {
      const finished = await requests.finish(tx, keyword)
      if (finished === 0) return 0
      const subject = keyword
      await audit(tx, 'inclusionsDone', { address: '', subject })
      const states = { before: { requests: finished }, after: { requests: 0 } }
      await operatorAudit(tx, { operator, action: 'inclusionsDone', subject, ...states, reason: null })
      return finished
    }),
})
