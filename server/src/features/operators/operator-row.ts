import { OPERATOR_NAME_MAX, type OperatorRole, operatorRoles } from '@baiqicha/contract/desk/action'
import * as z from 'zod/mini'
import type { Database } from '../../platform/database/database.ts'
import type { OperatorTable } from '../../platform/database/tables/operator.ts'

const rolesJson = z.array(z.enum(operatorRoles))

export const parseRoles = (text: string): OperatorRole[] => z.parse(rolesJson, JSON.parse(text))

/** Each role once, in the order of the list. */
export const rolesText = (roles: readonly OperatorRole[]): string =>
  JSON.stringify(operatorRoles.filter((role) => roles.includes(role)))

/** A name as it is stored; null: empty, too long, or with characters that a command or a log cannot show. */
export function parseOperatorName(typed: string): string | null {
  const name = typed.normalize('NFKC').trim()
  const { length } = Array.from(name)
  return length > 0 && length <= OPERATOR_NAME_MAX && /^[\p{L}\p{N}._-]+$/u.test(name) ? name : null
}

/** Whether an operator can sign in: the set-up is complete and the operator has a role. */
export const canSignIn = (row: OperatorTable): boolean =>
  row.setup_hash === null && row.password_hash !== null && row.totp_secret !== null && row.roles !== '[]'

export const findByName = (db: Database, name: string) =>
  db.selectFrom('operator').selectAll().where('name', '=', name).executeTakeFirst()
