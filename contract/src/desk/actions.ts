import type * as z from 'zod/mini'
import { keysOf } from '../keys-of.ts'
import type { OperatorRole } from './action.ts'
import { agreementActions } from './agreements.ts'
import { alertActions } from './alerts.ts'
import { auditTable } from './audit.ts'
import { companyManagement } from './companies.ts'
import { contentTable } from './content.ts'
import { correctionTable, suppressionActions } from './corrections.ts'
import { feedbackTable } from './feedback.ts'
import { figureActions } from './figures.ts'
import { membershipActions } from './membership.ts'
import { alarmActions, backupActions, checkActions, operationActions } from './operations.ts'
import { operatorManagement } from './operators.ts'
import { sourceActions } from './sources.ts'
import { importTable, uploadActions } from './uploads.ts'
import { userTable } from './users.ts'

/** Every action of the desk, by the name of the command that does the same: the source of routes and tests. */
export const deskActions = {
  ...correctionTable,
  ...suppressionActions,
  ...feedbackTable,
  ...userTable,
  ...alertActions,
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

type Subject = DeskActionName extends `${infer First} ${string}` ? First : never
const rolesBySubject: Readonly<Record<Subject, readonly OperatorRole[]>> = {
  corrections: ['review'],
  suppress: ['review'],
  numbers: ['review'],
  feedback: ['support'],
  users: ['support'],
  alerts: ['support'],
  updates: ['data'],
  inclusions: ['data'],
  companies: ['data'],
  imports: ['data'],
  uploads: ['data'],
  sources: ['data'],
  figures: ['content', 'data'],
  agreements: ['content'],
  content: ['content'],
  membership: ['content'],
  operations: [],
  operators: [],
  checks: [],
  backups: [],
  alarms: ['data'],
  audit: [],
}
const subjectRoles: ReadonlyMap<string, readonly OperatorRole[]> = new Map(Object.entries(rolesBySubject))

/** Roles that may run the action, beside an administrator, who may run each. */
export const rolesOf = (name: DeskActionName): readonly OperatorRole[] =>
  subjectRoles.get(name.slice(0, name.indexOf(' '))) ?? []

export const deskActionNames = keysOf(deskActions)

export const DESK_API = '/api/desk'
/** A form and a page of another origin cannot send this header without the permission of the desk. */
export const DESK_HEADER = 'x-baiqicha-desk'

export const deskPath = (name: DeskActionName): string => `${DESK_API}/${name.replace(' ', '/')}`

export const mayRun = (roles: readonly OperatorRole[], name: DeskActionName): boolean =>
  roles.some((role) => role === 'administrator' || rolesOf(name).includes(role))
