import type { ObserveQuery } from '../database/observed-dialect.ts'
import type { Traces } from './traces.ts'

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
