import { pino } from 'pino'
import { maskMobilesIn } from '../../domain/masking/masking.ts'

/** A shorter text would hide letters of the message itself. */
const MIN_LENGTH = 2

/** All texts within a parsed query or body. */
export function allTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allTexts) : []
}

/** Returns the text without the given ones. The longest goes first: a text may be a part of another one. */
const withoutTexts = (text: string, texts: readonly string[]): string =>
  texts
    .filter(({ length }) => length >= MIN_LENGTH)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, next) => rest.replaceAll(next, '[redacted]'), text)

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** All fields of a log line. Any other value cannot be logged, and so cannot leak. */
export type LogFields = {
  requestId?: string
  /** Trace of the request; only while it is traced. */
  traceId?: string
  method?: string
  /** Name or pattern of the route. An address is never logged: it has keywords, names, numbers and tokens of users. */
  route?: string
  status?: number
  code?: number
  milliseconds?: number
  address?: string
  detail?: string
  count?: number
  error?: unknown
  /** Texts of the request, which the message of `error` may quote. Not logged. */
  hidden?: readonly string[]
}

export interface Logger {
  /** Whether lines of this level are written. Check it where building the line is expensive. */
  isLevelEnabled(level: Exclude<LogLevel, 'silent'>): boolean
  error(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
}

const declaredKeys = [
  'requestId',
  'traceId',
  'method',
  'route',
  'status',
  'code',
  'milliseconds',
  'address',
  'detail',
  'count',
] as const satisfies readonly (keyof LogFields)[]

function describeError(error: unknown, hidden: readonly string[]): Record<string, unknown> {
  const clean = (text: string) => maskMobilesIn(withoutTexts(text, hidden))
  if (!(error instanceof Error)) return { error: clean(String(error)) }
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause, hidden) }
  return { error: clean(error.message), stack: clean(error.stack ?? ''), ...cause }
}

function declaredFields(fields: LogFields): Record<string, unknown> {
  const declared: Record<string, unknown> = {}
  for (const key of declaredKeys) {
    const value = fields[key]
    if (value !== undefined) declared[key] = typeof value === 'string' ? maskMobilesIn(value) : value
  }
  return fields.error === undefined ? declared : { ...declared, ...describeError(fields.error, fields.hidden ?? []) }
}

export type LoggerOptions = {
  /** Trace of the current request. Lines within a traced request name it. */
  currentTraceId?: (() => string | undefined) | undefined
}

/** Writes one JSON object per line: declared fields only, mobile numbers masked, control characters escaped. */
export function createLogger(
  level: LogLevel,
  write: (line: string) => void,
  { currentTraceId }: LoggerOptions = {},
): Logger {
  const withTrace = (fields: LogFields): LogFields => {
    const traceId = currentTraceId?.()
    return traceId === undefined ? fields : { traceId, ...fields }
  }
  const log = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => write(escapeUnsafeCharacters(line)) },
  )
  return {
    isLevelEnabled: (queried) => log.isLevelEnabled(queried),
    error: (event, fields = {}) => log.error(declaredFields(withTrace(fields)), event),
    warn: (event, fields = {}) => log.warn(declaredFields(withTrace(fields)), event),
    info: (event, fields = {}) => log.info(declaredFields(withTrace(fields)), event),
  }
}

// Control characters that JSON does not escape, line separators and bidirectional control characters. In a terminal they
// can hide or forge log lines.
const unsafeCharacters = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Escapes these characters in a line of JSON. The parsed value stays the same. */
const escapeUnsafeCharacters = (jsonLine: string) =>
  jsonLine.replace(unsafeCharacters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const controlCharacters = /\p{Cc}/gu

/** Text of a person as one line for a terminal: no control or bidirectional character takes effect. */
export const escapeForTerminal = (text: string) =>
  escapeUnsafeCharacters(text).replace(
    controlCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
