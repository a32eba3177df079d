import { fileURLToPath } from 'node:url'
import type { UserLevel } from '@baiqicha/contract/benefits'
import {
  type BusinessInfo,
  businessInfoSchema,
  type CompanyDetail,
  companyDetailSchema,
} from '@baiqicha/contract/company-detail'
import { type OwnershipTree, ownershipTreeSchema } from '@baiqicha/contract/ownership'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import {
  detailCodecOf,
  type RecordDetail,
  type RecordList,
  recordListOf,
  recordViews,
} from '@baiqicha/contract/records/record'
import { COMPANY_REPORT_HOURS, type CompanyReport, type ReportPart, reportPartKeys } from '@baiqicha/contract/report'
import * as z from 'zod/mini'
import { type Clock, isoOf, minuteOf } from '../../domain/clock.ts'
import { newFollowUpNumber } from '../../domain/follow-up-number.ts'
import { maskedJson } from '../../domain/masking/masking.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'
import { orNotFound } from '../../platform/http/refusal.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { runChild } from '../../platform/run-child.ts'
import type { RecordPageRequest } from '../../records/shown-record.ts'
import { type ReportContents, type ReportedList, reportChapters, TREE_DEPTH } from './report.presenter.ts'
import { type ReportDocument, typesetHeaderSchema } from './report-document.ts'
import {
  type FinishedReport,
  failedReport,
  failures,
  reportColumns,
  reportFailed,
  reportNotFound,
  reportNotInMembership,
  reportNotReady,
  reportQueueFull,
  type StoredReport,
  unfinishedReports,
} from './report-worker.ts'

/** Records of one view of a kind that are read; more do not fit on the pages. */
const MOST_RECORDS = 200
/** Reports that are unfinished at a time: one is being made, ten wait. */
const MOST_UNFINISHED = 11
const LIFE_MS = COMPANY_REPORT_HOURS * 3_600_000

export type CompanyReportDeps = {
  db: Database
  clock: Clock
  random: Random
  limiter: Limiter
  levelOf: (userId: string) => Promise<Exclude<UserLevel, 'visitor'>>
  companies: {
    findDetail: (id: string) => Promise<Omit<CompanyDetail, 'viewCount'> | null>
    findBusinessInfo: (id: string) => Promise<BusinessInfo | null>
  }
  records: {
    list: (request: RecordPageRequest) => Promise<RecordList | null>
    detail: (request: { kind: RecordKindKey; id: string; companyId: string }) => Promise<RecordDetail | null>
  }
  ownershipTree: (request: { id: string; direction: 'up' | 'down'; depth: number }) => Promise<OwnershipTree | null>
  typeset: Typeset
  /** Starts the work without waiting for its next turn. */
  onCreated: () => void
  /** Address of the web app; undefined: the operator has set none. */
  origin: string | undefined
}

/** What a reader of the pages receives: the same schema and the same masks of numbers. */
const asSent = <S extends z.core.$ZodType>(schema: S, value: z.output<S>): z.output<S> =>
  z.decode(schema, JSON.parse(maskedJson(z.encode(schema, value))))

const storedParts = z.array(z.enum(reportPartKeys))
const partsOf = ({ sections }: StoredReport): readonly ReportPart[] =>
  sections === null ? reportPartKeys : z.parse(storedParts, JSON.parse(sections))

const shownReport = (row: StoredReport): CompanyReport => ({
  id: row.id,
  number: row.number,
  companyId: row.company_id,
  companyName: row.company_name,
  state: row.state,
  reason: row.reason,
  createdAt: isoOf(row.created_at),
  expiresAt: isoOf(row.expires_at),
  pages: row.pages,
})

export function createCompanyReportService(deps: CompanyReportDeps) {
  const { db, clock, companies, records } = deps

  async function findDecisions(companyId: string, list: RecordList, kind: RecordKindKey) {
    const found = new Map<string, RecordDetail['decisions']>()
    const ids = list.list.map(({ id }) => id)
    if (ids.length === 0) return found
    const decided = await db
      .selectFrom('correction')
      .select('record_id')
      .distinct()
      .where('record_id', 'in', ids)
      .where('state', '=', '已办结')
      .execute()
    for (const { record_id: id } of decided) {
      const detail = id === null ? null : await records.detail({ kind, id, companyId })
      if (detail !== null) found.set(detail.id, asSent(detailCodecOf(recordKinds[kind]), detail).decisions)
    }
    return found
  }

  async function readLists(detail: CompanyDetail, chosen: ReadonlySet<ReportPart>): Promise<ReportedList[]> {
    const lists: ReportedList[] = []
    for (const { key, counts } of detail.sections) {
      for (const view of chosen.has(key) && counts !== null ? recordViews : []) {
        if (counts?.[view] === 0) continue
        const kind = recordKinds[key]
        const request = {
          companyId: detail.id,
          view,
          identity: null,
          facets: new Map(),
          page: 1,
          pageSize: MOST_RECORDS,
        }
        const found = await records.list({ kind, ...request })
        if (found === null) continue
        const list = asSent(recordListOf(kind), found)
        lists.push({ kind: key, view, list, decisions: await findDecisions(detail.id, list, key) })
      }
    }
    return lists
  }

  /** null: readers do not see the company. */
  async function readContents(companyId: string, chosen: ReadonlySet<ReportPart>): Promise<ReportContents | null> {
    const found = await companies.findDetail(companyId)
    if (found === null) return null
    const detail = asSent(companyDetailSchema, { ...found, viewCount: 0 })
    const info = chosen.has('register') ? await companies.findBusinessInfo(companyId) : null
    const [up, down] = chosen.has('ownership')
      ? await Promise.all([
          deps.ownershipTree({ id: companyId, direction: 'up', depth: TREE_DEPTH }),
          deps.ownershipTree({ id: companyId, direction: 'down', depth: 1 }),
        ])
      : [null, null]
    return {
      detail,
      info: info && asSent(businessInfoSchema, info),
      trees: up && down && { up: asSent(ownershipTreeSchema, up), down: asSent(ownershipTreeSchema, down) },
      sections: detail.sections.filter(({ key }) => chosen.has(key)),
      lists: await readLists(detail, chosen),
    }
  }

  async function make(row: StoredReport): Promise<FinishedReport> {
    const contents = await readContents(row.company_id, new Set(partsOf(row)))
    if (contents === null) return failedReport(failures.removed)
    const { name, isDemo } = contents.detail
    const made = await deps.typeset({
      number: row.number,
      companyName: name,
      isDemo,
      createdAt: minuteOf(row.created_at),
      address: deps.origin === undefined ? null : `${deps.origin}/#/company/detail?id=${row.company_id}`,
      chapters: reportChapters(contents),
    })
    if (made === null) return failedReport(failures.interrupted)
    return { state: 'done', reason: null, pages: made.pages, pdf: made.pdf.toString('base64') }
  }

  return {
    /** The file of a report, or why there is none. */
    make,

    /** @throws Refusal */
    async create(
      userId: string,
      { companyId, sections }: { companyId: string; sections?: readonly ReportPart[] | undefined },
    ) {
      if ((await deps.levelOf(userId)) !== 'vip') throw reportNotInMembership()
      const company = orNotFound(await companies.findDetail(companyId))
      const unfinished = await unfinishedReports(db).select('id').limit(MOST_UNFINISHED).execute()
      if (unfinished.length === MOST_UNFINISHED) throw reportQueueFull()
      await takeOrRefuse(deps.limiter, [{ limit: 'companyReportsPerUser', subject: userId }])
      const now = clock.now()
      const row: StoredReport = {
        id: randomId(deps.random, 'b'),
        number: newFollowUpNumber('BG', deps.random, now),
        user_id: userId,
        company_id: company.id,
        company_name: company.name,
        state: 'waiting',
        reason: null,
        created_at: now,
        expires_at: now + LIFE_MS,
        pages: null,
        sections: sections === undefined ? null : JSON.stringify(sections),
        attempts: 0,
      }
      await db
        .insertInto('company_report')
        .values({ ...row, pdf: null })
        .execute()
      deps.onCreated()
      return shownReport(row)
    },

    /** Newest first. */
    async list(userId: string): Promise<CompanyReport[]> {
      const rows = await db
        .selectFrom('company_report')
        .select(reportColumns)
        .where('user_id', '=', userId)
        .where('expires_at', '>', clock.now())
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(shownReport)
    },

    /** The PDF of an own report. @throws Refusal */
    async file(userId: string, id: string): Promise<{ number: string; pdf: Buffer }> {
      const row = await db
        .selectFrom('company_report')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      if (row === undefined) throw reportNotFound()
      if (row.state === 'failed') throw reportFailed(row.reason ?? failures.interrupted)
      if (row.pdf === null) throw reportNotReady()
      // What was removed since is not handed out.
      if ((await companies.findDetail(row.company_id)) === null) throw reportFailed(failures.removed)
      return { number: row.number, pdf: Buffer.from(row.pdf, 'base64') }
    },
  }
}
export type CompanyReportService = ReturnType<typeof createCompanyReportService>

const program = fileURLToPath(new URL('./typeset-report.child.ts', import.meta.url))

const TIMEOUT_MS = 20_000
/** Of 256 MB: the font and the PDF lie outside the heap. */
const HEAP_MB = 192

type TypesetResult = { pdf: Buffer; pages: number }
/** The PDF of a report; null: it failed, ran out of memory or time. */
export type Typeset = (report: ReportDocument) => Promise<TypesetResult | null>

/** Typesets in a process of its own. */
export const createTypesetter =
  ({ timeoutMs = TIMEOUT_MS, heapMb = HEAP_MB, file = program } = {}): Typeset =>
  async (report) => {
    const output = await runChild({ file, timeoutMs, heapMb }, [JSON.stringify(report)])
    return output === null ? null : readOutput(output)
  }

function readOutput(output: Buffer): TypesetResult {
  const end = output.indexOf('\n')
  const { pages } = z.parse(typesetHeaderSchema, JSON.parse(output.toString('utf8', 0, end)))
  return { pdf: output.subarray(end + 1), pages }
}
