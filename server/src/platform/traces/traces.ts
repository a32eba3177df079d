import type { ObserveQuery } from '../database/observed-dialect.ts'

/** Values of a span. Statements without their parameters, kinds and counts only: nothing that a user has typed. */
export type SpanAttributes = Record<string, string | number>

export type SpanOutcome = {
  attributes?: SpanAttributes
  /** Cause of a failure in one word; absent: the work succeeded. */
  failure?: string | undefined
}

export type SpanOptions = {
  name: string
  attributes: SpanAttributes
  /** `client`: work of another process or engine. */
  kind?: 'server' | 'client'
}

/** The span of a request that is traced. */
export interface RequestSpan {
  readonly traceId: string
  /** Runs `act` as part of the request. */
  run(act: () => void): void
  /** Later calls do nothing. */
  end(outcome: SpanOutcome): void
}

export type SpanCounts = {
  /** Spans that have ended. */
  ended: number
  /** Spans that the receiver has accepted. */
  sent: number
  /** Spans that could not be sent. The rest of the ended spans waits in the queue, or was dropped because it was full. */
  failed: number
}

/** Records spans of requests and of the work within them, and sends them to an OTLP receiver in the background. */
export interface Traces {
  /** null: the request is not traced. `traceparent` is the header of a trusted caller. */
  startRequest(options: () => SpanOptions, traceparent: unknown): RequestSpan | null
  /** Runs `act` as part of no request. */
  runOutside(act: () => void): void
  /**
   * Records a span of the current request. Of a request that is not traced it only calls `act`: `options` describes the span
   * when it is needed. `describe` adds attributes of the result.
   */
  measure<T>(options: () => SpanOptions, act: () => Promise<T>, describe?: (result: T) => SpanAttributes): Promise<T>
  /** Trace of the current request, if it is traced. */
  currentTraceId(): string | undefined
  counts(): SpanCounts
  /** Sends the spans of the queue, for at most two seconds. */
  close(): Promise<void>
}

/** Names of OpenTelemetry's conventions. */
const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const

/** First word of a statement. */
const operationOf = (sql: string) => /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement'

/** Statements as spans of the current request: the text without the parameters, and the time. */
export const traceQueries =
  (traces: Pick<Traces, 'measure'>): ObserveQuery =>
  ({ kind, sql }, run) =>
    traces.measure(() => {
      const operation = operationOf(sql)
      const attributes = { 'db.system.name': systems[kind], 'db.operation.name': operation, 'db.query.text': sql }
      return { name: operation, attributes }
    }, run)
