import { recordKinds } from '@baiqicha/contract/records/kinds'
import { type Clock, chinaDay } from '../domain/clock.ts'
import { sharesReading } from '../domain/names/pinyin.ts'
import type { CurrentNames } from '../features/assistant/question/link/current-names.ts'
import { readAnswerable } from '../features/assistant/tools/answerable.ts'
import { createTools } from '../features/assistant/tools/create-tools.ts'
import type { ToolDeps } from '../features/assistant/tools/tool-deps.ts'
import type { CompanyRepository } from '../features/company/company.repository.ts'
import type { CompanySearchService } from '../features/company/company-search.service.ts'
import type { RecordService } from '../features/records/records.service.ts'
import type { ReferenceData } from '../platform/reference-data.ts'
import type { CoverageReader } from '../records/record-coverage.ts'
import { loadPronunciation } from '../search/analysis/pronunciation.ts'
import type { CompanySearch } from '../search/company-search.ts'

type AssistantToolDeps = { clock: Clock; index: CompanySearch; reference: ReferenceData }
type AssistantToolServices = {
  companies: CompanyRepository
  records: RecordService
  companySearch: CompanySearchService
  coverage: ToolDeps['coverage']
  listKindCoverage: ToolDeps['listKindCoverage']
  feedsCovering: CoverageReader['feedsCovering']
  currentNames: Pick<CurrentNames, 'current'>
}

/** Codes of GB/T 2260 have six digits; those of filters are their prefixes. */
const REGION_DIGITS = 6

/** The tools of 百言 over the services of the pages. */
export function composeTools({ clock, index, reference }: AssistantToolDeps, services: AssistantToolServices) {
  const { companies, records, companySearch, coverage, listKindCoverage, feedsCovering, currentNames } = services
  const { regions, industries } = reference
  const regionChoices = regions.choices()
  const industryChoices = industries.choices()
  const childrenOf = (choices: typeof regionChoices, within: string | undefined) =>
    within === undefined ? choices : (choices.find(({ code }) => code === within)?.children ?? [])
  const { readings } = loadPronunciation()
  const deps: ToolDeps = {
    today: () => chinaDay(clock.now()),
    findDetail: (id) => companies.findDetail(id),
    findBusinessInfo: (id) => companies.findBusinessInfo(id),
    listRecords: ({ kind, ...request }) => records.list({ ...request, kind: recordKinds[kind] }),
    findRecord: (record) => records.detail(record),
    listSummaries: (ids) => companies.listSummaries(ids),
    soundsAlike: (one, other) => sharesReading(one, other, readings),
    search: (query) => companySearch.search(query),
    count: (query) => companySearch.count(query),
    rankedCompanies: async () => (await currentNames.current())?.ranked ?? null,
    isIndexReady: () => index.state().ready,
    coverage,
    listKindCoverage,
    coversAll: async (kind, { population, ...of }) =>
      (await feedsCovering(kind, { ...of, is_demo: population === 'demo' ? 1 : 0 })).length > 0,
    regionName: (code) => regions.nameOf(code.padEnd(REGION_DIGITS, '0'), 'county'),
    industryName: (code) => industries.nameOf(code),
    regionGroups: (within) => childrenOf(regionChoices, within),
    industryGroups: (within) => childrenOf(industryChoices, within),
  }
  return { runTool: createTools(deps), answerableOf: (companyId: string) => readAnswerable(deps, companyId) }
}
