import { pino } from 'pino'
import { maskMobilesIn } from '../../domain/mask.ts'
import { escapeTreacherous } from './escape.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Everything a line may say. A value that is none of these cannot be logged, and so cannot leak. */
export type LogFields = {
  requestId?: string
  method?: string
  route?: string
  /** Redacted (redact.ts). */
  url?: string
  status?: number
  code?: number
  milliseconds?: number
  address?: string
  userId?: string
  limit?: string
  detail?: string
  count?: number
  error?: unknown
}

export interface Logger {
  /** Whether lines of this level are written. Check it where building the line is expensive. */
  tells(level: Exclude<LogLevel, 'silent'>): boolean
  error(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  debug(event: string, fields?: LogFields): void
}

const knownKeys = [
  'requestId',
  'method',
  'route',
  'url',
  'status',
  'code',
  'milliseconds',
  'address',
  'userId',
  'limit',
  'detail',
  'count',
] as const satisfies readonly (keyof LogFields)[]

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: maskMobilesIn(String(error)) }
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  return { error: maskMobilesIn(error.message), stack: maskMobilesIn(error.stack ?? ''), ...cause }
}

function knownFields(fields: LogFields): Record<string, unknown> {
  const known: Record<string, unknown> = {}
  for (const key of knownKeys) {
    const value = fields[key]
    if (value !== undefined) known[key] = typeof value === 'string' ? maskMobilesIn(value) : value
  }
  return fields.error === undefined ? known : { ...known, ...describeError(fields.error) }
}

/** One JSON object a line, known keys only, mobiles masked, nothing that a terminal would obey. */
export function createLogger(level: LogLevel, write: (line: string) => void): Logger {
  const log = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => write(escapeTreacherous(line)) },
  )
  return {
    tells: (asked) => log.isLevelEnabled(asked),
    error: (event, fields = {}) => log.error(knownFields(fields), event),
    warn: (event, fields = {}) => log.warn(knownFields(fields), event),
    info: (event, fields = {}) => log.info(knownFields(fields), event),
    debug: (event, fields = {}) => log.debug(knownFields(fields), event),
  }
}
