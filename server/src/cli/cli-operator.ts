import { userInfo } from 'node:os'

/** Who runs a command, as in `cli:zhang`, for the audit. The user of a container has a number only. */
export function cliOperator(read: () => { username: string } = userInfo): string {
  try {
    return `cli:${read().username}`
  } catch {
    return `cli:${process.getuid?.() ?? 'unknown'}`
  }
}
