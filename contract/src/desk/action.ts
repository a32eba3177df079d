import type * as z from 'zod/mini'

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
