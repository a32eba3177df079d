import type * as z from 'zod/mini'
import type { DeskAction } from './action.ts'
import { agreementActions } from './agreements.ts'
import { alarmActions } from './alarms.ts'
import { alertActions } from './alerts.ts'
import { auditTable } from './audit.ts'
import { backupActions } from './backups.ts'
import { checkActions } from './checks.ts'
import { companyManagement } from './companies.ts'
import { contentTable } from './content.ts'
import { correctionTable } from './corrections.ts'
import { feedbackTable } from './feedback.ts'
import { figureActions } from './figures.ts'
import { importTable } from './imports.ts'
import { membershipActions } from './membership.ts'
import { numberTable } from './numbers.ts'
import { operationActions } from './operations.ts'
import { operatorManagement } from './operators.ts'
import { requestActions } from './requests.ts'
import type { OperatorRole } from './roles.ts'
import { sourceActions } from './sources.ts'
import { suppressionActions } from './suppressions.ts'
import { uploadActions } from './uploads.ts'
import { userTable } from './users.ts'

/** Every action of the desk, by the name of the command that does the same: the source of routes, roles and tests. */
export const deskActions = {
  ...correctionTable,
  ...suppressionActions,
  ...numberTable,
  ...feedbackTable,
  ...userTable,
  ...alertActions,
  ...requestActions,
  ...companyManagement,
  ...importTable,
  ...uploadActions,
  ...sourceActions,
  ...figureActions,
  ...agreementActions,
  ...contentTable,
  ...membershipActions,
  ...operationActions,
  ...operatorManagement,
  ...checkActions,
  ...backupActions,
  ...alarmActions,
  ...auditTable,
}
type DeskActions = typeof deskActions
export type DeskActionName = keyof DeskActions
export type DeskInput<K extends DeskActionName> = z.input<DeskActions[K]['input']>
export type ParsedDeskInput<K extends DeskActionName> = z.output<DeskActions[K]['input']>
export type DeskOutput<K extends DeskActionName> = z.output<DeskActions[K]['output']>

const isDeskAction = (name: string): name is DeskActionName => Object.hasOwn(deskActions, name)
export const deskActionNames: readonly DeskActionName[] = Object.keys(deskActions).filter(isDeskAction)

export const DESK_API = '/api/desk'
/** A form and a page of another origin cannot send this header without the permission of the desk. */
export const DESK_HEADER = 'x-baiqicha-desk'

export const deskPath = (name: DeskActionName): string => `${DESK_API}/${name.replace(' ', '/')}`

export function mayRun(roles: readonly OperatorRole[], name: DeskActionName): boolean {
  const action: DeskAction = deskActions[name]
  return roles.some((role) => role === 'administrator' || action.roles.includes(role))
}
