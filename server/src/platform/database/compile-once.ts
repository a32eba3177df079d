import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/** `valueIndexes`: for each parameter of the query the index of its value, or -1 for a constant of the query. */
type Compiled<Row> = { query: CompiledQuery<Row>; valueIndexes: readonly number[] }

const placeholder = (at: number) => `\0${at}`

/**
 * A query that is built and compiled once for each number of values, and then executed with new values: building it takes
 * longer than running it. `build` must use its values unchanged, since they are placeholders.
 */
export function compileOnce<Row>(
  db: Database,
  build: (values: readonly string[]) => Compilable<Row>,
): (values: readonly string[]) => Promise<Row[]> {
  const byCount = new Map<number, Compiled<Row>>()

  function compileFor(count: number): Compiled<Row> {
    const placeholders = Array.from({ length: count }, (_, at) => placeholder(at))
    const query = build(placeholders).compile()
    const valueIndexes = query.parameters.map((parameter) => placeholders.findIndex((value) => value === parameter))
    return { query, valueIndexes }
  }

  return async (values) => {
    const compiled = byCount.get(values.length) ?? compileFor(values.length)
    byCount.set(values.length, compiled)
    const { query, valueIndexes } = compiled
    const parameters = valueIndexes.map((index, at) => (index === -1 ? query.parameters[at] : values[index]))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
