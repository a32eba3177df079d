import { appendFileSync } from 'node:fs'
import { DefaultQueryCompiler, PostgresQueryCompiler } from 'kysely'
import { afterEach, vi } from 'vitest'

/**
 * Setup of tests that are run to record a release: writes each statement that Kysely compiles into the file that
 * RECORD_STATEMENTS names, once for each database and test file.
 */
const file = process.env['RECORD_STATEMENTS'] ?? ''
const compiling = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery')
const seen = new Set<string>()

afterEach(() => {
  const { contexts, results } = compiling.mock
  for (const [at, result] of results.entries()) {
    if (result.type !== 'return') continue
    const kind = contexts[at] instanceof PostgresQueryCompiler ? 'postgres' : 'sqlite'
    const line = `${JSON.stringify({ kind, text: result.value.sql })}\n`
    if (seen.has(line)) continue
    seen.add(line)
    appendFileSync(file, line)
  }
  compiling.mockClear()
})
