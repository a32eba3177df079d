import { rm } from 'node:fs/promises'
import { composeTools } from '../../src/app/assistant-tools.ts'
import { type Clock, systemClock } from '../../src/domain/clock.ts'
import { createAboutRepository } from '../../src/features/about/about.repository.ts'
import type { ToolArguments, ToolCall, ToolName } from '../../src/features/assistant/evidence/tool-call.ts'
import type { ToolResult } from '../../src/features/assistant/evidence/tool-result.ts'
import { type CurrentNames, createCurrentNames } from '../../src/features/assistant/question/link/current-names.ts'
import { createBestKnownCompanies, readCompanyRevision } from '../../src/features/company/best-known.repository.ts'
import { createCompanyRepository } from '../../src/features/company/company.repository.ts'
import { createCompanySearchService } from '../../src/features/company/company-search.service.ts'
import { createCompanySource } from '../../src/features/company/company-source.repository.ts'
import { createIndexableRecordsRepository } from '../../src/features/company/indexable-records.repository.ts'
import { createRecordRepository } from '../../src/features/records/records.repository.ts'
import { createRecordService } from '../../src/features/records/records.service.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { createCompanyRecords } from '../../src/records/record-counts.ts'
import { createRecordCoverage } from '../../src/records/record-coverage.ts'
import type { CompanySearch } from '../../src/search/company-search.ts'
import { openStoreSearch } from '../relevance/store-search.ts'
import { copyStarterStore } from '../search/starter-store.ts'

const reference = loadReferenceData({ demo: true })

/** The tools of 百言 over the services of a database and a search. */
export function openTools(
  db: Database,
  { clock, index, ...given }: { clock: Clock; index: CompanySearch; currentNames?: CurrentNames },
) {
  const records = createRecordRepository({ db, clock, includeDemo: true })
  const recordCounts = createCompanyRecords({ db, clock, includeDemo: true })
  const companies = createCompanyRepository({ db, clock, reference, includeDemo: true, records: recordCounts })
  const coverage = () => companies.coverage()
  const coverages = createRecordCoverage(db, clock)
  const about = createAboutRepository({ db, clock, coverage, coverages })
  const currentNames =
    given.currentNames ??
    createCurrentNames({
      source: createCompanySource({ db, clock, reference, includeDemo: true }),
      readRevision: () => readCompanyRevision(db),
      listBestKnown: createBestKnownCompanies({ db, includeDemo: true }),
      clock,
      log: { warn: () => undefined },
    })
  const { runTool, answerableOf } = composeTools(
    { clock, index, reference },
    {
      companies,
      records: createRecordService({ records, clock, reference }),
      companySearch: createCompanySearchService({
        index,
        companies,
        records: createIndexableRecordsRepository(db, clock),
        isHiddenNumber: async () => false,
      }),
      coverage,
      listKindCoverage: () => about.listKindCoverage(),
      feedsCovering: (kind, of) => coverages.feedsCovering(kind, of),
      currentNames,
    },
  )
  return {
    runTool,
    answerableOf,
    companies,
    currentNames,
    run: <Name extends ToolName>(tool: Name, args: ToolArguments[Name]): Promise<ToolResult> =>
      runTool(callOf(tool, args)),
  }
}

export function callOf<Name extends ToolName>(tool: Name, args: ToolArguments[Name]): ToolCall {
  const call: { part: number; tool: ToolName; arguments: unknown } = { part: 0, tool, arguments: args }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parameters tie the arguments to the tool; a union does not
  return call as ToolCall
}

/** Narrowing of a list that narrows nothing. */
export const wholeList = (companyId: string) =>
  ({ companyId, view: null, days: null, amount: null, order: null, limit: 10 }) as const

/** Shown values of an evidence, by field name. */
export const valuesOf = (evidence: ToolResult['evidence'][number] | undefined) =>
  Object.fromEntries(
    Object.entries(evidence?.fields ?? {}).map(([name, { value }]) => [
      name,
      value.type === 'number'
        ? `${value.number}${value.unit}`
        : value.type === 'texts'
          ? value.texts.join('、')
          : value.type === 'date'
            ? value.date
            : value.text,
    ]),
  )

/** The tools of 百言 over the store of a first start, with the demonstration companies. */
export async function openStarterTools() {
  const dataDir = await copyStarterStore({ demo: true })
  const database = openDatabase({ dataDir })
  const store = await openStoreSearch(dataDir, { demo: true })
  const tools = openTools(database.db, { clock: systemClock, index: store.search })
  await tools.currentNames.prepare()
  return {
    ...tools,
    reference: loadReferenceData({ demo: true }),
    companyIds: store.companies.map(({ id }) => id),
    close: async () => {
      await store.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type StarterTools = Awaited<ReturnType<typeof openStarterTools>>
