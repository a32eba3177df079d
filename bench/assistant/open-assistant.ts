import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Sqlite from 'better-sqlite3'
import { composePipeline } from '../../server/src/app/answer-pipeline.ts'
import { readConfig } from '../../server/src/config/read-config.ts'
import { systemClock } from '../../server/src/domain/clock.ts'
import type { AnswerPipeline, AnswerProgress, EarlierTurn } from '../../server/src/features/assistant/pipeline.ts'
import { loadStarter } from '../../server/src/importers/starter/load-starter.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { loadReferenceData } from '../../server/src/platform/reference-data.ts'
import { createLyingModel } from '../../server/test/assistant/model-answers.ts'
import { openTools } from '../../server/test/assistant/open-tools.ts'
import { startPostgres } from '../../server/test/databases/postgres-server.ts'
import { testHiddenNumbers } from '../../server/test/importers/hidden-numbers.ts'
import { openStoreSearch } from '../../server/test/relevance/store-search.ts'
import { loadInjectedRecords } from './adversarial/injected-records.ts'
import type { AssistantCase, SeenAnswer } from './case.ts'

/** What is asked of a case. */
export type Played = Pick<AssistantCase, 'earlier' | 'companyId' | 'question'>

/** 百言 over the store of a first start with the injected records, in this process. */
export type OpenAssistant = {
  /** Plays the earlier questions of a case and its question, as the service does. */
  play: (one: Played) => Promise<SeenAnswer>
  /** The store, for queries that share no code with the product. */
  store: Sqlite.Database
  /** Of the table of names and the intent model. */
  memoryMiB: number
  close: () => Promise<void>
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const heapInUse = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const reference = loadReferenceData({ demo: true })

/** A database with the starter and demonstration sets and the injected records. */
async function openFilled(location: Parameters<typeof openDatabase>[0]) {
  const database = openDatabase(location)
  await migrate(database.db)
  await loadStarter({ database, clock: systemClock, reference, hiddenNumbers: testHiddenNumbers, demo: true })
  await loadInjectedRecords(database)
  return database
}

/**
 * `isPostgres`: the tools read a PostgreSQL database that is started for it. `lyingSeed`: a model orders and joins the sentences, and lies
 * in one of five lines; null: none does. Ids are derived from the data, so the expected values and
 * the index are those of the SQLite store.
 */
export async function openAssistant({
  isPostgres,
  lyingSeed,
}: {
  isPostgres: boolean
  lyingSeed: number | null
}): Promise<OpenAssistant> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-bench-assistant-'))
  const ofStore = await openFilled({ dataDir })
  const server = isPostgres ? await startPostgres() : null
  const database = server === null ? ofStore : await openFilled({ dataDir, databaseUrl: server.url })
  const index = await openStoreSearch(dataDir, { demo: true })
  const { runTool, answerableOf, companies, currentNames } = openTools(database.db, {
    clock: systemClock,
    index: index.search,
  })
  const heapBefore = heapInUse()
  await currentNames.prepare()
  const config = readConfig({})
  const pipeline = composePipeline({
    clock: systemClock,
    companies,
    currentNames,
    config,
    reference,
    model: lyingSeed === null ? null : createLyingModel(lyingSeed),
    metrics: { rejected: () => undefined },
    runTool,
    answerableOf,
  })
  const memoryMiB = (heapInUse() - heapBefore) / 2 ** 20
  const store = new Sqlite(path.join(dataDir, 'baiqicha.sqlite'), { readonly: true })
  return {
    play: (one) => play(pipeline, one),
    store,
    memoryMiB,
    close: async () => {
      store.close()
      await index.close()
      await ofStore.close()
      if (database !== ofStore) await database.close()
      await server?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function play(pipeline: AnswerPipeline, one: Played): Promise<SeenAnswer> {
  const earlier: EarlierTurn[] = []
  for (const question of one.earlier) {
    const { subject } = await ask(pipeline, { question, companyId: one.companyId, earlier })
    earlier.push({ question, companies: subject })
  }
  const { seen } = await ask(pipeline, { question: one.question, companyId: one.companyId, earlier })
  return seen
}

type Asked = { question: string; companyId: string | null; earlier: readonly EarlierTurn[] }

async function ask(pipeline: AnswerPipeline, asked: Asked) {
  const shown: AnswerProgress[] = []
  const startedAt = performance.now()
  const control = {
    signal: new AbortController().signal,
    emit: (progress: AnswerProgress) => void shown.push(progress),
  }
  const outcome = await pipeline({ ...asked, userId: 'u-1' }, control)
  const subject = shown.findLast((one) => one.type === 'subject')?.companies ?? []
  const sentences = shown.flatMap((one) => {
    if (one.type !== 'segment') return []
    const companyIds = one.citations.flatMap(({ companyId }) => companyId ?? [])
    return [{ text: one.text, companyIds, citedTypes: one.citations.map(({ citedType }) => citedType) }]
  })
  if (outcome.type === 'refused' || outcome.type === 'failed') {
    sentences.push({ text: outcome.message, companyIds: [], citedTypes: [] })
  }
  const seen: SeenAnswer = {
    status: outcome.type === 'clarification' ? 'clarified' : outcome.type,
    sentences,
    rows: shown.flatMap(rowsOf),
    candidates: shown.flatMap((one) => (one.type === 'choice' ? one.candidates.map(({ companyId }) => companyId) : [])),
    subjectIds: subject.map(({ id }) => id),
    milliseconds: performance.now() - startedAt,
  }
  return { seen, subject }
}

function rowsOf(one: AnswerProgress): string[] {
  if (one.type === 'table') {
    const header = one.columns.map(({ label }) => label).join('｜')
    return [header, ...one.rows.map(({ label, cells }) => [label, ...cells].join('｜'))]
  }
  return one.type === 'bars' ? [one.title, ...one.bars.map(({ label, count }) => `${label} ${count} 家`)] : []
}
