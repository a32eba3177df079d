import { appendFileSync } from 'node:fs'
import { DefaultQueryCompiler, PostgresQueryCompiler } from 'kysely'

/**
 * Setup of tests that are run to record a release: writes each statement that Kysely compiles into the file that
 * RECORD_STATEMENTS names, once for each database and process.
 */
const file = process.env['RECORD_STATEMENTS']
if (file !== undefined) {
  const seen = new Set<string>()
  const compile = DefaultQueryCompiler.prototype.compileQuery
  DefaultQueryCompiler.prototype.compileQuery = function compileAndRecord(...request) {
    const compiled = compile.apply(this, request)
    const kind = this instanceof PostgresQueryCompiler ? 'postgres' : 'sqlite'
    const line = `${JSON.stringify({ kind, text: compiled.sql })}\n`
    if (!seen.has(line)) {
      seen.add(line)
      appendFileSync(file, line)
    }
    return compiled
  }
}
