import type { OperatorRole } from '@baiqicha/contract/desk/action'
import type { OperatorRow } from '@baiqicha/contract/desk/operators'
import type { Clock } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  changedRows,
  changesRow,
  countRows,
  isPostgres,
  type OffsetPage,
  readOffsetPage,
} from '../../platform/database/portable-sql.ts'
import type { OperatorTable } from '../../platform/database/tables/operator.ts'
import { canSignIn, findByName, parseOperatorName, parseRoles, rolesText } from './operator-login.service.ts'

const SETUP_MS = 24 * 3_600_000

export type OperatorAdminError =
  | { type: 'unknown' }
  | { type: 'badName' }
  | { type: 'nameTaken' }
  /** Nobody could manage operators any more. */
  | { type: 'lastAdministrator' }
  /** Another operator changed the roles meanwhile. */
  | { type: 'changed' }

/** A one-time code with which an operator sets the password and the authenticator. */
export type SetupCode = { setupCode: string; expiresAt: number }

/** `name`: whom the step changes; `operator`: who takes it, as in `cli:zhang`. */
type StepOn = { name: string; operator: string }

type OperatorAdminDeps = { db: Database; clock: Clock; random: Random; operatorAudit: AppendOperatorAudit }

/** The management of operators. Each change is audited, and ends the sessions of the operator. */
export function createOperatorAdmin({ db, clock, random, operatorAudit }: OperatorAdminDeps) {
  function newSetup() {
    const setupCode = randomId(random, 'k')
    const expiresAt = clock.now() + SETUP_MS
    return { code: { setupCode, expiresAt }, columns: { setup_hash: sha256(setupCode), setup_expires_at: expiresAt } }
  }
  const newRow = (
    name: string | null,
    roles: readonly OperatorRole[],
    columns: ReturnType<typeof newSetup>['columns'],
  ) => ({
    id: randomId(random, 'w'),
    name,
    roles: rolesText(roles),
    password_hash: null,
    totp_secret: null,
    totp_step: 0,
    created_at: clock.now(),
    ...columns,
  })

  function stateOf(row: OperatorTable): OperatorRow['state'] {
    if (row.roles === '[]') return 'disabled'
    if (canSignIn(row)) return 'active'
    return (row.setup_expires_at ?? 0) > clock.now() ? 'pending' : 'expired'
  }

  return {
    async list(after: string | null): Promise<OffsetPage<OperatorRow>> {
      const named = db.selectFrom('operator').where('name', 'is not', null)
      const { items: rows, next } = await readOffsetPage(after, ({ offset, limit }) =>
        named.selectAll().orderBy('name').limit(limit).offset(offset).execute(),
      )
      const total = await countRows(named)
      const sessions = await db
        .selectFrom('operator_session')
        .select((of) => ['operator_id', of.fn.countAll<number>().as('count'), of.fn.max('last_used_at').as('last')])
        .where('expires_at', '>', clock.now())
        .groupBy('operator_id')
        .execute()
      const open = new Map(sessions.map((row) => [row.operator_id, row]))
      const items = rows.map((row) => ({
        name: row.name ?? '',
        roles: parseRoles(row.roles),
        state: stateOf(row),
        sessions: open.get(row.id)?.count ?? 0,
        lastUsedAt: open.get(row.id)?.last ?? null,
      }))
      return { items, total, next }
    },

    async add({
      name: typed,
      roles,
      operator,
    }: StepOn & { roles: readonly OperatorRole[] }): Promise<Result<SetupCode, OperatorAdminError>> {
      const name = parseOperatorName(typed)
      if (name === null) return failed({ type: 'badName' })
      const { code, columns } = newSetup()
      return db.transaction().execute(async (tx) => {
        const added = await tx
          .insertInto('operator')
          .values(newRow(name, roles, columns))
          .onConflict((conflict) => conflict.column('name').doNothing())
          .$call(changesRow)
        if (!added) return failed({ type: 'nameTaken' })
        await operatorAudit(tx, { operator, action: 'operatorAdded', subject: name, after: { roles } })
        return ok(code)
      })
    },

    /** No role: the operator cannot sign in. `base`: the roles that are changed; absent or null: any. */
    setRoles: ({
      name,
      roles,
      base = null,
      operator,
    }: StepOn & { roles: readonly OperatorRole[]; base?: readonly OperatorRole[] | null }): Promise<
      Result<null, OperatorAdminError>
    > =>
      db.transaction().execute(async (tx) => {
        const row = await findByName(tx, name)
        if (row === undefined) return failed({ type: 'unknown' })
        if (base !== null && rolesText(base) !== row.roles) return failed({ type: 'changed' })
        const before = parseRoles(row.roles)
        const loses = before.includes('administrator') && !roles.includes('administrator')
        if (loses && (await isLastAdministrator(tx, row))) return failed({ type: 'lastAdministrator' })
        const changed = await tx
          .updateTable('operator')
          .set({ roles: rolesText(roles) })
          .where('id', '=', row.id)
          .where('roles', '=', row.roles)
          .$call(changesRow)
        if (!changed) return failed({ type: 'changed' })
        await endAll(tx, row.id)
        const change = { before: { roles: before }, after: { roles } }
        await operatorAudit(tx, { operator, action: 'operatorRolesChanged', subject: name, ...change })
        return ok(null)
      }),

    /** The operator must set up a password and an authenticator again. */
    resetTotp: ({ name, operator }: StepOn): Promise<Result<SetupCode, OperatorAdminError>> =>
      db.transaction().execute(async (tx) => {
        const row = await findByName(tx, name)
        if (row === undefined) return failed({ type: 'unknown' })
        const { code, columns } = newSetup()
        await tx
          .updateTable('operator')
          .set({ ...columns, password_hash: null, totp_secret: null })
          .where('id', '=', row.id)
          .execute()
        await tx.deleteFrom('operator_recovery_code').where('operator_id', '=', row.id).execute()
        await endAll(tx, row.id)
        await operatorAudit(tx, { operator, action: 'operatorTotpReset', subject: name })
        return ok(code)
      }),

    /** Returns the number of sessions that were ended. */
    endSessions: ({ name, operator }: StepOn): Promise<Result<number, OperatorAdminError>> =>
      db.transaction().execute(async (tx) => {
        const row = await findByName(tx, name)
        if (row === undefined) return failed({ type: 'unknown' })
        const sessions = await endAll(tx, row.id)
        const change = { before: { sessions }, after: { sessions: 0 } }
        await operatorAudit(tx, { operator, action: 'operatorSessionsEnded', subject: name, ...change })
        return ok(sessions)
      }),

    /** A set-up code for the first administrator; null: an operator can sign in already. An earlier code ends. */
    firstAdministrator: (): Promise<SetupCode | null> =>
      db.transaction().execute(async (tx) => {
        const rows = await tx.selectFrom('operator').selectAll().execute()
        if (rows.some(canSignIn)) return null
        const { code, columns } = newSetup()
        await tx.deleteFrom('operator').where('name', 'is', null).execute()
        await tx
          .insertInto('operator')
          .values(newRow(null, ['administrator'], columns))
          .execute()
        return code
      }),
  }
}

const endAll = (tx: Database, id: string): Promise<number> =>
  tx.deleteFrom('operator_session').where('operator_id', '=', id).$call(changedRows)

async function isLastAdministrator(tx: Database, { id }: OperatorTable): Promise<boolean> {
  // Two administrators must not remove each other's role at once. SQLite has one writer.
  const rows = await tx
    .selectFrom('operator')
    .selectAll()
    .orderBy('id')
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .execute()
  const others = rows.filter((row) => row.id !== id)
  return !others.some((row) => canSignIn(row) && parseRoles(row.roles).includes('administrator'))
}
