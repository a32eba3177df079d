import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { findsRow } from '../../platform/database/portable-sql.ts'
import type { PictureFiles } from '../../platform/uploads/picture-files.ts'

/** Tables whose rows have pictures. */
export type PictureOwner = 'correction' | 'feedback'
type PictureView = { of: PictureOwner; number: string; picture: string; operator: string }

type EvidenceAccessDeps = { db: Database; files: Pick<PictureFiles, 'read'>; operatorAudit: AppendOperatorAudit }

/** Pictures of corrections and feedback, which only operators see. */
export const createEvidence = ({ db, files, operatorAudit }: EvidenceAccessDeps) => ({
  /** A picture of a correction or of feedback; each view is audited. `of`: where the number must be, because roles differ. */
  async show({ of: owner, number, picture, operator }: PictureView): Promise<Result<Buffer, { type: 'noPicture' }>> {
    const isStored = await db
      .selectFrom('upload')
      .where('id', '=', picture)
      .where('used_by', '=', number)
      .where((one) => one.exists(one.selectFrom(owner).select('number').where('number', '=', number)))
      .$call(findsRow)
    const jpeg = isStored ? await files.read(picture) : null
    if (jpeg === null) return failed({ type: 'noPicture' })
    await db
      .transaction()
      .execute((tx) => operatorAudit(tx, { operator, action: 'evidenceShown', subject: number, after: { picture } }))
    return ok(jpeg)
  },
})
