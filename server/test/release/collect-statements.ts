import { appendFileSync } from 'node:fs'
import { DefaultQueryCompiler, PostgresQueryCompiler } from 'kysely'
import * as z from 'zod/mini'

/**
 * Setup of tests that are run to record a release: writes each statement that Kysely compiles into the file that
 * RECORD_STATEMENTS names, once for each database and process.
 */
const file = process.env['RECORD_STATEMENTS'] ?? ''
const compiledSchema = z.object({ sql: z.string() })
const METHOD = 'compileQuery'
/** Test files of one process share the compiler, and each runs this setup. */
const MARK = 'isRecorded'

const seen = new Set<string>()

function record(compiler: unknown, compiled: unknown) {
  const { sql } = z.parse(compiledSchema, compiled)
  const kind = compiler instanceof PostgresQueryCompiler ? 'postgres' : 'sqlite'
  const line = `${JSON.stringify({ kind, text: sql })}\n`
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(file, line)
}

const { prototype } = DefaultQueryCompiler
const original: unknown = Reflect.get(prototype, METHOD)
if (typeof original === 'function' && !Reflect.has(prototype, MARK)) {
  Reflect.set(prototype, MARK, true)
  const recording = new Proxy(original, {
    apply(compile, compiler, request) {
      const compiled: unknown = Reflect.apply(compile, compiler, request)
      record(compiler, compiled)
      return compiled
    },
  })
  Reflect.set(prototype, METHOD, recording)
}
