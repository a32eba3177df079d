import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { composeTools } from '../app/assistant-tools.ts'
import { createMcpServer } from '../app/mcp/mcp-server.ts'
import type { McpToolDeps } from '../app/mcp/mcp-tools.ts'
import { startSearch } from '../app/start-search.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import { systemClock } from '../domain/clock.ts'
import { parsePhoneNumber, readNumberKey } from '../domain/contacts/contact-value.ts'
import { createAboutRepository } from '../features/about/about.repository.ts'
import { readProductVersion } from '../features/about/product.ts'
import { createCurrentNames } from '../features/assistant/question/link/current-names.ts'
import { createBestKnownCompanies, readCompanyRevision } from '../features/company/best-known.repository.ts'
import { createCompanyRepository } from '../features/company/company.repository.ts'
import { createCompanySearchService } from '../features/company/company-search.service.ts'
import { createCompanySource } from '../features/company/company-source.repository.ts'
import { createIndexableRecordsRepository } from '../features/company/indexable-records.repository.ts'
import { createRecordRepository } from '../features/records/records.repository.ts'
import { createRecordService } from '../features/records/records.service.ts'
import { loadHmacKey } from '../platform/crypto/hmac.ts'
import { describeDatabaseFailure } from '../platform/database/describe-failure.ts'
import { migrateStore } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createLogger, type Logger } from '../platform/log/logger.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { createServiceStates } from '../platform/service-states.ts'
import { createHiddenNumbersOf } from '../records/hidden-numbers.ts'
import { createCompanyRecords } from '../records/record-counts.ts'
import { createRecordCoverage } from '../records/record-coverage.ts'

/** The services of the pages over a store, without a server: for an agent on the machine of its operator. */
async function openLocalTools(config: Config, log: Logger): Promise<McpToolDeps & { close: () => Promise<void> }> {
  const clock = systemClock
  const { index, follow } = await startSearch(config, log, createServiceStates(clock))
  const database = openDatabase(config)
  const { db } = database
  await migrateStore(database, config)
  follow(db)
  const reference = loadReferenceData({ demo: config.demoData })
  const hiddenNumbers = createHiddenNumbersOf(loadHmacKey(config.dataDir))
  const readers = { db, clock, includeDemo: config.demoData }
  const companies = createCompanyRepository({ ...readers, reference, records: createCompanyRecords(readers) })
  const companySearch = createCompanySearchService({
    index,
    companies,
    records: createIndexableRecordsRepository(db, clock),
    isHiddenNumber: async (typed) => {
      const numberKey = parsePhoneNumber(typed) === null ? null : readNumberKey(typed)
      return numberKey !== null && (await hiddenNumbers.isHidden(db, numberKey))
    },
  })
  const coverage = () => companies.coverage()
  const coverages = createRecordCoverage(db, clock)
  const about = createAboutRepository({ db, clock, coverage, coverages })
  const currentNames = createCurrentNames({
    source: createCompanySource({ ...readers, reference }),
    readRevision: () => readCompanyRevision(db),
    listBestKnown: createBestKnownCompanies(readers),
    clock,
    log,
  })
  const { runTool } = composeTools(
    { clock, index, reference },
    {
      companies,
      records: createRecordService({ records: createRecordRepository(readers), clock, reference }),
      companySearch,
      coverage,
      currentNames,
      listKindCoverage: () => about.listKindCoverage(),
      feedsCovering: (...asked) => coverages.feedsCovering(...asked),
    },
  )
  return {
    runTool,
    search: (query) => companySearch.search(query),
    regions: reference.regions,
    async close() {
      await index.close()
      await database.close()
    },
  }
}

/** `npm run -s mcp`: the tools over stdin and stdout, on the store of DATA_DIR or DATABASE_URL. The log is stderr. */
async function run() {
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel, (line) => process.stderr.write(line))
  const { close, ...tools } = await openLocalTools(config, log).catch((error: unknown) => {
    throw new Error(describeDatabaseFailure(error, config) ?? String(error), { cause: error })
  })
  const server = createMcpServer({
    ...tools,
    version: readProductVersion(),
    origin: config.publicOrigins[0] ?? `http://localhost:${config.port}`,
    spend: async () => null,
    log,
  })
  let isClosing = false
  const stop = async () => {
    if (isClosing) return
    isClosing = true
    await server.close()
    await close()
    process.exit(0)
  }
  process.stdin.once('end', () => void stop())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  await server.connect(new StdioServerTransport())
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
