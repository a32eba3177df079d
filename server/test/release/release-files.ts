import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import * as z from 'zod/mini'
import type { OpenDatabase } from '../../src/platform/database/open-database.ts'

const folder = import.meta.dirname
const isRelease = (name: string) => /^\d{4}$/.test(name)

/** Recorded releases by the number of their last migration, oldest first. `npm run record-release` writes them. */
export const releases: readonly string[] = readdirSync(folder).filter(isRelease).toSorted()

/** The release before this version. */
export const lastRelease = releases.at(-1) ?? ''

const fileOf = (release: string, name: string) => path.join(folder, release, name)

export function writePacked(release: string, name: string, content: Uint8Array) {
  mkdirSync(path.join(folder, release), { recursive: true })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  writeFileSync(fileOf(release, `${name}.br`), brotliCompressSync(content, { params }))
}

export const readPacked = (release: string, name: string): Buffer =>
  brotliDecompressSync(readFileSync(fileOf(release, `${name}.br`)))

export function writeText(release: string, name: string, content: unknown) {
  mkdirSync(path.join(folder, release), { recursive: true })
  writeFileSync(fileOf(release, name), `${JSON.stringify(content, null, 2)}\n`)
}

const readJson = <T>(schema: z.ZodMiniType<T>, text: string): T => z.parse(schema, JSON.parse(text))

const dumpSchema = z.object({
  before: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.string() })),
  after: z.array(z.string()),
})
/** Statements that create a schema, rows in the text format of COPY, and statements that need the rows. */
export type PostgresDump = z.output<typeof dumpSchema>

const valueSchema = z.union([z.string(), z.number(), z.null(), z.boolean()])
const stepSchema = z.union([
  z.object({ on: z.int(), do: z.enum(['begin', 'commit', 'rollback']) }),
  z.object({ on: z.int(), text: z.int(), values: z.array(valueSchema), rows: z.int() }),
])
const traceSchema = z.object({ texts: z.array(z.string()), steps: z.array(stepSchema) })
export type Trace = z.output<typeof traceSchema>
export type TraceStep = z.output<typeof stepSchema>

const factsSchema = z.object({
  /** Time of the recording in milliseconds. */
  at: z.int(),
  /** Session, mobile number and password of the user. */
  token: z.string(),
  mobile: z.string(),
  password: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  correction: z.string(),
  feedback: z.string(),
  answerId: z.string(),
  day: z.iso.date(),
})
export type ReleaseFacts = z.output<typeof factsSchema>

type Kind = OpenDatabase['kind']

export const readFacts = (release: string, kind: Kind) =>
  readJson(factsSchema, readFileSync(fileOf(release, `facts.${kind}.json`), 'utf8'))
export const readDump = (release: string) => readJson(dumpSchema, readPacked(release, 'store.postgres.json').toString())
export const readTrace = (release: string, kind: Kind) =>
  readJson(traceSchema, readPacked(release, `trace.${kind}.json`).toString())
export const readStatements = (release: string, kind: Kind) =>
  readJson(z.array(z.string()), readPacked(release, `statements.${kind}.json`).toString())
