import type { AdminAction } from './admin-action.ts'
import { agreementCommands } from './agreements.ts'
import { alertCommands } from './alerts.ts'
import { auditActions } from './audit.ts'
import { companyActions, inclusionActions, updateActions } from './companies.ts'
import { contactActions, contentActions } from './content.ts'
import { correctionActions } from './corrections.ts'
import { feedbackActions } from './feedback.ts'
import { importActions } from './imports.ts'
import { alarmCommands, backupCommands, checkCommands, operationCommands, updateCheckCommands } from './operations.ts'
import { operatorActions } from './operators.ts'
import { sourceCommands } from './sources.ts'
import { numberActions, suppressActions } from './suppress.ts'
import { figureCommands, trackingActions } from './tracking.ts'
import { uploadCommands } from './uploads.ts'
import { membershipCommands, userCommands } from './users.ts'

/** Every action of an operator: the source of the help and of the test that each one is audited. */
export const adminActions: readonly AdminAction[] = [
  ...feedbackActions,
  ...correctionActions,
  ...suppressActions,
  ...numberActions,
  ...importActions,
  ...uploadCommands,
  ...companyActions,
  ...sourceCommands,
  ...updateActions,
  ...inclusionActions,
  ...contentActions,
  ...contactActions,
  ...agreementCommands,
  ...membershipCommands,
  ...figureCommands,
  ...operationCommands,
  ...trackingActions,
  ...userCommands,
  ...alertCommands,
  ...operatorActions,
  ...checkCommands,
  ...backupCommands,
  ...alarmCommands,
  ...updateCheckCommands,
  ...auditActions,
]
