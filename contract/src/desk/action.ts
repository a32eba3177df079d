import * as z from 'zod/mini'

/** One action of operators at the desk. */
export type DeskAction = {
  /** The call needs a fresh code of the authenticator; `unlessDryRun`: a dry run needs none. Absent: none is needed. */
  totp?: 'fresh' | 'unlessDryRun'
  /** Milliseconds until the call is answered with 503; absent: the time of most calls. */
  deadlineMs?: number
  /** Largest body in bytes; absent: that of most calls. */
  bodyLimit?: number
  input: z.ZodMiniType
  output: z.ZodMiniType
}

/** Lets TypeScript infer the schemas of a table of actions. */
export const defineActions = <T extends Record<`${string} ${string}`, DeskAction>>(table: T): T => table

export const number = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
export const id = z.string().check(z.minLength(1), z.maxLength(64))
export const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))
export const noFields = z.object({})
/** Milliseconds. */
export const instant = z.int()
export const textOrNone = z.nullable(z.string())
/** Key after which the next page begins; null: the first page, or no further one. */
export const pageKey = z._default(z.nullable(z.string().check(z.maxLength(64))), null)
/** A page of a list. */
export const deskPage = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), next: textOrNone })
/** Most rows that are counted for a list: `total` is at most one more. */
export const COUNTED_ROWS = 5_000
export const totalText = (total: number) => (total > COUNTED_ROWS ? `${COUNTED_ROWS}+` : String(total))
/** Newest rows that one page of a search reads: a page may have no match, and a next one. */
export const SEARCHED_ROWS = 5_000
/** A JPEG in base 64. */
export const picture = z.object({ jpeg: z.string() })

/** Roles of operators. An administrator may run every action. */
export const operatorRoles = ['review', 'support', 'content', 'data', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export const operatorRoleLabels: Readonly<Record<OperatorRole, string>> = {
  review: '核查',
  support: '客服',
  content: '运营',
  data: '数据',
  administrator: '管理员',
}

/** Characters of an operator's password; users have a shorter minimum. */
export const OPERATOR_PASSWORD_MIN = 12
export const OPERATOR_NAME_MAX = 20
