import * as z from 'zod/mini'
import { nameKey } from '../../domain/names/company-name.ts'
import { appendToAudit, type OperatorStep } from '../../platform/audit.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import { type BulkSession, replacedRows } from '../../platform/database/bulk-session.ts'
import { countRows } from '../../platform/database/portable-sql.ts'
import type { CompanyTable } from '../../platform/database/tables/company.ts'
import type { CompanyRemovalTable, CompanyStatementTable } from '../../platform/database/tables/import.ts'
import type { StoredCompany } from '../company/resolve/company-draft.ts'
import { statementsOfStored } from '../company/resolve/statement-changes.ts'
import { lookupInStore } from '../company/store/company-lookup.ts'
import { loadCompanyStatements, readStatement, sourcesOfStatements } from '../company/store/company-statements.ts'
import { loadByIds } from '../company/store/company-store.ts'
import { rebuildCompanies } from '../company/store/rebuild-companies.ts'
import { recordRestatements } from '../company/store/row-fingerprints.ts'
import { SEVERAL_RUNS, withBulkSession } from '../file/import-run.ts'
import { ImportRefused } from '../input/import-refused.ts'
import type { UndoDeps } from './undo-import.ts'

/** `hide` keeps what was stated for the day it is lifted; `remove` deletes it. */
export type RemovalMode = 'hide' | 'remove'
/** `company`: id, credit code, registration number or whole name. */
export type RemovalRequest = { company: string; mode: RemovalMode; reason: string; operator: string }

/** A company and what users have about it; that is kept, and shown again when the company returns. */
export type RemovalPreview = Pick<CompanyTable, 'id' | 'name'> & {
  creditCode: string | null
  follows: number
  views: number
  records: number
}

/** Companies of a page, newest first. `next`: id after which the next page begins; null: none. */
export type RemovalPage = { items: CompanyRemovalTable[]; total: number; next: string | null }

const removalTable = replacedRows('company_removal', 'company_id')

/** Rows of a page of the list. */
const PAGE = 50
/** Companies of one name that a refusal names. */
const SHOWN_NAMESAKES = 5

const contentSchema = z.object({
  isDemo: z.union([z.literal(0), z.literal(1)]),
  statements: z.array(z.object({ run: z.number(), place: z.string(), content: z.string() })),
})

async function statementsOf(session: BulkSession, company: StoredCompany): Promise<CompanyStatementTable[]> {
  const { id, only_run: run } = company.state.row
  return run === SEVERAL_RUNS ? loadCompanyStatements(session, [id]) : statementsOfStored(company, id)
}

/** Takes single companies out of everything that readers see. Imports leave out their rows until they are lifted. */
export function createCompanyRemovals(deps: UndoDeps) {
  const { database, clock, industries, hiddenNumbers, origin } = deps
  const { db } = database

  async function find(company: string) {
    const wanted = company.normalize('NFKC').trim()
    const code = wanted.toUpperCase()
    const [found, ...others] = await db
      .selectFrom('company')
      .select(['id', 'name', 'credit_code'])
      .where((of) =>
        of.or([
          of('id', '=', wanted),
          of('credit_code', '=', code),
          of('registration_number', '=', code),
          of('name_key', '=', nameKey(wanted)),
        ]),
      )
      .limit(SHOWN_NAMESAKES)
      .execute()
    if (found === undefined) {
      throw new ImportRefused('未找到该企业，应为企业 id、统一社会信用代码、注册号或全称，且未被隐藏或移除。')
    }
    if (others.length === 0) return found
    const codes = [found, ...others].map(({ id, credit_code }) => credit_code ?? id)
    throw new ImportRefused(`有多家企业叫此名，请用代码或 id：${codes.join('、')}。`)
  }

  /** @throws ImportRefused for an unknown company */
  async function preview(company: string): Promise<RemovalPreview> {
    const { id, name, credit_code } = await find(company)
    return {
      id,
      name,
      creditCode: credit_code,
      follows: await countRows(db.selectFrom('follow').where('company_id', '=', id)),
      views: await countRows(db.selectFrom('view_history').where('company_id', '=', id)),
      records: await countRows(db.selectFrom('record_subject').where('subject_key', '=', `c:${credit_code ?? ''}`)),
    }
  }

  const common = (session: BulkSession) => ({ session, database, hiddenNumbers, industries, at: clock.now() })

  const audit = (session: BulkSession, step: Omit<OperatorStep, 'before' | 'after'> & { isTakenOut: boolean }) => {
    const { isTakenOut, ...rest } = step
    const states = { before: { isShown: isTakenOut }, after: { isShown: !isTakenOut } }
    const auditDeps = { clock, random: systemRandom, ...(origin !== undefined && { origin }) }
    return appendToAudit(db, (query) => session.query(query), auditDeps, { ...rest, ...states })
  }

  async function takeOut(session: BulkSession, { id, mode, reason, operator }: RemovalRequest & { id: string }) {
    const [company] = await loadByIds({ reader: session, lookup: lookupInStore(session) }, [id])
    if (company === undefined) return
    const { row, keys, knownNames } = company.state
    const statements = await statementsOf(session, company)
    const stored = statements.map(({ run, place, content }) => ({ run, place, content }))
    const content = mode === 'remove' ? null : JSON.stringify({ isDemo: row.is_demo, statements: stored })
    await session.write(removalTable, [
      {
        company_id: id,
        name: row.name,
        name_keys: JSON.stringify([...knownNames]),
        credit_code: row.credit_code,
        registration_number: row.registration_number,
        source_keys: JSON.stringify([...keys]),
        content,
        reason,
        operator,
        created_at: clock.now(),
      },
    ])
    await rebuildCompanies(
      { ...common(session), startedAtOf: () => row.created_at },
      {
        ids: [id],
        isDemo: row.is_demo === 1,
        // A pending row does not join another company because this one is hidden.
        keeps: ({ companyIds }) => companyIds.length > 0 && !companyIds.includes(id),
      },
    )
    await recordRestatements(session, sourcesOfStatements(statements.map((one) => readStatement(one, row.is_demo))))
    const action = mode === 'hide' ? 'companyHidden' : 'companyRemoved'
    await audit(session, { operator, action, subject: id, reason, isTakenOut: true })
  }

  async function storeAgain(session: BulkSession, { company_id, content, created_at }: CompanyRemovalTable) {
    if (content === null) return
    const { isDemo, statements } = z.parse(contentSchema, JSON.parse(content))
    const runs = await db.selectFrom('import_history').select(['number', 'state', 'started_at']).execute()
    const undone = new Set(runs.flatMap(({ number, state }) => (state === 'undone' ? number : [])))
    const startedAt = new Map(runs.map((run) => [run.number, run.started_at]))
    const added = statements
      .filter(({ run }) => !undone.has(run))
      .map((statement) => readStatement({ company_id, ...statement }, isDemo))
    await rebuildCompanies(
      { ...common(session), startedAtOf: (run) => startedAt.get(run) ?? created_at },
      { ids: [], isDemo: isDemo === 1, keeps: () => true, added },
    )
  }

  async function lift(session: BulkSession, { id, operator }: { id: string; operator: string }) {
    const [removal] = await session.selectIn<CompanyRemovalTable>('company_removal', 'company_id', [id])
    if (removal === undefined) throw new ImportRefused('这家企业没有被隐藏或移除。')
    await session.transaction(async () => {
      await session.remove(removalTable, [{ company_id: id }])
      await storeAgain(session, removal)
      await audit(session, { operator, action: 'companyLifted', subject: id, reason: null, isTakenOut: false })
    })
    return { name: removal.name, isStored: removal.content !== null }
  }

  return {
    async list(after: string | null): Promise<RemovalPage> {
      const all = db.selectFrom('company_removal')
      const from = after === null ? undefined : await all.selectAll().where('company_id', '=', after).executeTakeFirst()
      const rows = await all
        .selectAll()
        .$if(from !== undefined, (query) =>
          query.where((of) =>
            of(of.refTuple('created_at', 'company_id'), '<', of.tuple(from?.created_at ?? 0, from?.company_id ?? '')),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('company_id', 'desc')
        .limit(PAGE + 1)
        .execute()
      const items = rows.slice(0, PAGE)
      const next = rows.length > PAGE ? (items.at(-1)?.company_id ?? null) : null
      return { items, total: await countRows(all), next }
    },
    preview,
    /** One transaction. @throws ImportRefused */
    takeOut: async (request: RemovalRequest): Promise<RemovalPreview> => {
      const before = await preview(request.company)
      await withBulkSession(database, false, (session) =>
        session.transaction(() => takeOut(session, { ...request, id: before.id })),
      )
      return before
    },
    /** Stores a hidden company again; a removed one returns with the next import. @throws ImportRefused */
    lift: (request: { id: string; operator: string }): Promise<{ name: string; isStored: boolean }> =>
      withBulkSession(database, false, (session) => lift(session, request)),
  }
}
