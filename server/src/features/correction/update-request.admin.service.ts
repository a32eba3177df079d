import type { Database } from '../../platform/database/database.ts'
import type { OffsetPage } from '../../platform/database/offset-page.ts'
import type { AppendOperatorAudit } from '../../platform/operator-audit.ts'
import type { CorrectionAudit } from './submission.service.ts'
import type { RequestedUpdate, UpdateRequestRepository } from './update-request.repository.ts'

/** The operator's work on requests for newer data. */
export interface UpdateRequestAdmin {
  /** Most requested first. */
  list(after: string | null): Promise<OffsetPage<RequestedUpdate>>
  /** Closes all requests for a company and returns their number. */
  finish(companyId: string, operator: string): Promise<number>
}

type UpdateRequestAdminDeps = {
  db: Database
  requests: UpdateRequestRepository
  audit: CorrectionAudit<'updatesDone'>
  operatorAudit: AppendOperatorAudit
}

export const createUpdateRequestAdmin = ({
  db,
  requests,
  audit,
  operatorAudit,
}: UpdateRequestAdminDeps): UpdateRequestAdmin => ({
  list: (after) => requests.list(after),

  finish: (companyId, operator) =>
    db.transaction().execute(async (tx) => {
      const finished = await requests.finish(tx, companyId)
      if (finished === 0) return 0
      const subject = companyId
      await audit(tx, 'updatesDone', { address: '', subject })
      const states = { before: { requests: finished }, after: { requests: 0 } }
      await operatorAudit(tx, { operator, action: 'updatesDone', subject, ...states, reason: null })
      return finished
    }),
})
