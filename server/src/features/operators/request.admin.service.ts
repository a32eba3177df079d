import type { AppendOperatorAudit, Audit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { OffsetPage } from '../../platform/database/portable-sql.ts'

type RequestAdminDeps<Row> = {
  db: Database
  requests: {
    list(after: string | null): Promise<OffsetPage<Row>>
    finish(tx: Database, subject: string): Promise<number>
  }
  action: 'inclusionsDone' | 'updatesDone'
  audit: Audit
  operatorAudit: AppendOperatorAudit
}

/** The operator's work on what several users requested: companies that the store lacks, or newer data of a company. */
export const createRequestAdmin = <Row>({ db, requests, action, audit, operatorAudit }: RequestAdminDeps<Row>) => ({
  /** Most requested first. */
  list: (after: string | null) => requests.list(after),

  /** Closes all requests for a keyword or a company and returns their number. */
  finish: (subject: string, operator: string) =>
    db.transaction().execute(async (tx) => {
      const finished = await requests.finish(tx, subject)
      if (finished === 0) return 0
      await audit(tx, action, { address: '', subject })
      const states = { before: { requests: finished }, after: { requests: 0 } }
      await operatorAudit(tx, { operator, action, subject, ...states })
      return finished
    }),
})
