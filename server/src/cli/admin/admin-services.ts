import { hostname } from 'node:os'
import { PRODUCT_VERSION } from '@baiqicha/contract/about'
import type { Clock } from '../../domain/clock.ts'
import { createSourceAdmin } from '../../features/about/source.admin.service.ts'
import { createSessionService } from '../../features/account/session.service.ts'
import { createUserAdmin } from '../../features/account/user.admin.service.ts'
import { createAgreementAdmin } from '../../features/agreements/agreement.admin.service.ts'
import { createAlertAdmin } from '../../features/alerts/alert.admin.service.ts'
import { createCompanySources } from '../../features/company/company-sources.admin.service.ts'
import { createInclusionRequestRepository } from '../../features/company/inclusion-request.repository.ts'
import { createContentService } from '../../features/content/content.service.ts'
import { createUpdateRequestRepository } from '../../features/correction/correction.repository.ts'
import { createReviewService } from '../../features/correction/review.service.ts'
import { createSuppressionService } from '../../features/correction/suppression.service.ts'
import { createFeedbackAdmin } from '../../features/feedback/feedback.admin.service.ts'
import { createHiddenNumberAdmin } from '../../features/leads/hidden-number.admin.service.ts'
import { createMembershipAdmin } from '../../features/membership/membership.admin.service.ts'
import { createAlarms } from '../../features/operators/alarms.service.ts'
import { createAuditLog } from '../../features/operators/audit-log.service.ts'
import { createEvidence } from '../../features/operators/evidence.service.ts'
import { createOperationFigures } from '../../features/operators/operation-figures.service.ts'
import { createOperatorAdmin } from '../../features/operators/operator.admin.service.ts'
import { createRequestAdmin } from '../../features/operators/request.admin.service.ts'
import { createServiceChecks, type ServiceProbes } from '../../features/operators/service-checks.service.ts'
import { createUpdateCheck } from '../../features/operators/update-check.service.ts'
import { createTrackingAdmin, type TrackingAdminDeps } from '../../features/tracking/figures/tracking.admin.service.ts'
import { createCompanyRemovals } from '../../importers/undo/company-removal.ts'
import { createImportRejects } from '../../importers/undo/import-rejects.ts'
import { createImportUndo } from '../../importers/undo/undo-import.ts'
import { createAudit, createOperatorAudit } from '../../platform/audit.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import { systemRandom as random } from '../../platform/crypto/system-random.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import type { PictureFiles } from '../../platform/uploads/picture-files.ts'
import { createImageReEncoder } from '../../platform/uploads/re-encode-image.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { createBackupAdmin, type RunBackupTask } from '../backup/backup.admin.service.ts'
import type { ImportProcess } from '../import/import-process.ts'
import { createImportUploads } from '../import/import-upload.admin.service.ts'
import { createUploadFiles } from '../import/upload-files.ts'

export type AdminServices = ReturnType<typeof createAdminServices>

export type AdminServicesDeps = {
  tracking: Pick<TrackingAdminDeps, 'store' | 'rollUpDay'>
  database: OpenDatabase
  clock: Clock
  hiddenNumbers: HiddenNumbers
  /** Finds the addresses of alerts; absent: only their references are found. */
  hmac?: Hmac
  /** Hosts that published banners and notices may open; absent: none. */
  jumpHosts?: readonly string[]
  files: Pick<PictureFiles, 'read'>
  /** What is set, and how it is tested. @throws ConfigError */
  readProbes: () => ServiceProbes
  /** Absent: no backup is made or tested. */
  backups?: { root: string | null; runTask: RunBackupTask }
  /** Figures of this process and the limits in force; absent: a command. */
  operations?: Pick<Parameters<typeof createOperationFigures>[0], 'monitor' | 'limits'>
  /** Address of the newest release; absent: nothing is asked. */
  updateUrl?: string | undefined
  /** Where uploaded files are, and what imports them; absent: none are. */
  uploads?: { dataDir: string; process: ImportProcess }
  /** Where steps are taken; absent: the name of this machine. */
  origin?: () => string
}

const withoutBackups = { root: null, runTask: async () => '' }

const noProcess = () => {
  throw new Error('no process imports files')
}
const withoutUploads = { dataDir: '', process: { readColumns: noProcess, run: noProcess } }

/** The services of operators. */
export function createAdminServices({
  database,
  clock,
  tracking,
  hiddenNumbers,
  files,
  jumpHosts = [],
  readProbes,
  backups = withoutBackups,
  uploads = withoutUploads,
  operations = { monitor: null, limits: null },
  updateUrl,
  origin,
  hmac,
}: AdminServicesDeps) {
  const { db } = database
  const audit = createAudit({ clock, random })
  const operatorAudit = createOperatorAudit({ clock, random, ...(origin !== undefined && { origin }) })
  const { industries, regions } = loadReferenceData({ demo: true })
  const ofImports = { database, clock, industries, hiddenNumbers, ...(origin !== undefined && { origin }) }
  const common = { db, clock, random, audit, operatorAudit }
  const sessions = createSessionService({ ...common, log: { warn() {} } })
  return {
    tracking: createTrackingAdmin({ ...common, ...tracking }),
    feedbackAdmin: createFeedbackAdmin(common),
    agreements: createAgreementAdmin({ ...common, isProduction: () => readProbes().isProduction }),
    memberships: createMembershipAdmin(common),
    content: createContentService({ ...common, jumpHosts, reEncode: createImageReEncoder() }),
    reviews: createReviewService(common),
    suppressions: createSuppressionService(common),
    numbers: createHiddenNumberAdmin({ ...common, hiddenNumbers }),
    imports: createImportUndo(ofImports),
    importRejects: createImportRejects({ db, operatorAudit }),
    uploads: createImportUploads({
      ...common,
      origin: origin ?? hostname,
      files: createUploadFiles(uploads.dataDir),
      process: uploads.process,
    }),
    companies: createCompanyRemovals(ofImports),
    sources: createSourceAdmin({ ...common, regions }),
    companySources: createCompanySources(db),
    operators: createOperatorAdmin(common),
    auditLog: createAuditLog(common),
    users: createUserAdmin({ ...common, listSessions: (userId) => sessions.list(userId) }),
    alarms: createAlarms(db),
    alerts: createAlertAdmin({ ...common, hmac }),
    updateCheck: createUpdateCheck({ url: updateUrl, version: PRODUCT_VERSION, clock }),
    operations: createOperationFigures({ ...common, ...operations }),
    checks: createServiceChecks({ ...common, readProbes }),
    backups: createBackupAdmin({ ...common, ...backups, origin: origin ?? hostname }),
    evidence: createEvidence({ ...common, files }),
    updates: createRequestAdmin({ ...common, requests: createUpdateRequestRepository(common), action: 'updatesDone' }),
    inclusions: createRequestAdmin({
      ...common,
      requests: createInclusionRequestRepository(common),
      action: 'inclusionsDone',
    }),
  }
}
