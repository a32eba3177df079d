import type { PersonTraces, RecordEffects, Suppression } from '@baiqicha/contract/desk/corrections'
import type { Clock } from '../../domain/clock.ts'
import { createPersonMasks } from '../../domain/masking/person-mask.ts'
import { type Random, randomId } from '../../domain/random.ts'
import { personKey } from '../../domain/records/person-name.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import { type AppendOperatorAudit, type Audit, lockAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { type OffsetPage, readOffsetPage, rowsByKey } from '../../platform/database/portable-sql.ts'
import { updateRepresentatives } from '../../records/hidden-representatives.ts'
import { updateMarks } from '../../records/record-marks.ts'
import { subjectKeysOfCompany } from '../../records/subject-rows.ts'
import { findRecordEffects, findTraces } from './suppression-effects.repository.ts'

/** `operator`: as in `cli:zhang`. */
type SuppressionStep = { reason: string; operator: string }

export type SuppressionAdded = {
  id: string
  /** Number of the record, or of the company's records, that are hidden now. */
  recordsHidden: number
}
export type PersonSuppressed = SuppressionAdded & { traces: PersonTraces }
export type SuppressionError =
  | { type: 'noCompany' }
  | { type: 'noPerson' }
  /** An operator has suppressed the same already. `id`: of that suppression. */
  | { type: 'suppressed'; id: string }
/** A person at one company. `company` is an id, a credit code or a registration number. */
export type PersonAtCompany = { person: string; company: string }

type SuppressionWriterDeps = { clock: Clock; random: Random }
type SuppressionDeps = SuppressionWriterDeps & {
  db: Database
  audit: Audit
  operatorAudit: AppendOperatorAudit
}

const OPERATOR = { address: '' }

const auditedPerson = (name: string, subjectKeys: readonly (string | null)[]) => ({
  person: createPersonMasks([name]).name(name),
  subjectKeys,
})

/** Adds a record to the list and returns the id of the entry. The caller updates the marks afterwards. */
export async function suppressRecord(
  tx: Database,
  { clock, random }: SuppressionWriterDeps,
  recordId: string,
  reason: string,
) {
  const id = randomId(random, 's')
  await tx
    .insertInto('suppression')
    .values({ id, record_id: recordId, person_name: null, subject_key: null, reason, created_at: clock.now() })
    .execute()
  return id
}

/** Id of the suppression of a record by an operator. One that a decision caused ends with the decision, so it does not count. */
const suppressionOfRecord = (tx: Database, recordId: string) =>
  tx
    .selectFrom('suppression')
    .select('id')
    .where('record_id', '=', recordId)
    .where((of) =>
      of.not(
        of.exists(
          of.selectFrom('correction').select('number').whereRef('correction.number', '=', 'suppression.reason'),
        ),
      ),
    )
    .executeTakeFirst()

/** Id of the suppression of a person under all keys of a company. */
const suppressionOfPerson = (tx: Database, name: string, keys: readonly string[]) =>
  tx
    .selectFrom('suppression')
    .select('id')
    .where('person_name', '=', name)
    .where('subject_key', 'in', keys)
    .groupBy('id')
    .having((of) => of.fn.countAll(), '=', keys.length)
    .executeTakeFirst()

async function recordsUnder(db: Database, subjectKeys: readonly string[]): Promise<string[]> {
  if (subjectKeys.length === 0) return []
  const rows = await db
    .selectFrom(rowsByKey(db, 'record_subject', JSON.stringify(subjectKeys)).as('subject'))
    .select('record_id')
    .distinct()
    .execute()
  return rows.map(({ record_id }) => record_id)
}

async function findCompany(db: Database, company: string) {
  const wanted = company.normalize('NFKC').trim()
  const code = wanted.toUpperCase()
  const found = await db
    .selectFrom('company')
    .select(['id', 'name', 'credit_code', 'registration_number', 'name_key'])
    .where((of) => of.or([of('id', '=', wanted), of('credit_code', '=', code), of('registration_number', '=', code)]))
    .executeTakeFirst()
  return found === undefined ? null : { id: found.id, name: found.name, keys: subjectKeysOfCompany(found) }
}

/** The operator's list of suppressed records and persons. It applies at once, and to later imports. */
export function createSuppressionService({ db, clock, random, audit, operatorAudit }: SuppressionDeps) {
  // Runs in its own transaction after the list is committed: an import locks records before it reads the list, so the
  // reverse order could deadlock.
  const settle = (ids: readonly string[]) => db.transaction().execute((tx) => updateMarks(tx, ids, clock.now()))
  const settlePerson = async (keys: readonly string[]) => {
    await db.transaction().execute((tx) => updateRepresentatives(tx, keys, clock.now()))
    return settle(await recordsUnder(db, keys))
  }

  async function readPerson({ person, company }: PersonAtCompany) {
    const name = personKey(person)
    if (name === '') return failed({ type: 'noPerson' } as const)
    const found = await findCompany(db, company)
    return found === null ? failed({ type: 'noCompany' } as const) : ok({ name, company: found })
  }

  const tracesOf = async ({ name, company }: { name: string; company: { id: string; name: string; keys: string[] } }) =>
    findTraces(db, { name, company, recordIds: await recordsUnder(db, company.keys) })

  async function auditAdded(
    tx: Database,
    { id, after, reason, operator }: SuppressionStep & { id: string; after: Record<string, unknown> },
  ) {
    await audit(tx, 'suppressionAdded', { ...OPERATOR, subject: id })
    await operatorAudit(tx, { operator, action: 'suppressionAdded', subject: id, after, reason })
  }

  return {
    /** A record that is not stored yet is hidden when it is imported. */
    async addRecord({
      recordId,
      reason,
      operator,
    }: { recordId: string } & SuppressionStep): Promise<Result<SuppressionAdded, SuppressionError>> {
      const id = await db.transaction().execute(async (tx): Promise<Result<string, SuppressionError>> => {
        await lockAudit(tx)
        const same = await suppressionOfRecord(tx, recordId)
        if (same !== undefined) return failed({ type: 'suppressed', id: same.id })
        const added = await suppressRecord(tx, { clock, random }, recordId, reason)
        await auditAdded(tx, { id: added, after: { recordId }, reason, operator })
        return ok(added)
      })
      return id.ok ? ok({ id: id.value, recordsHidden: await settle([recordId]) }) : id
    },

    /** What `addRecord` hides; null: there is no such record. Changes nothing. */
    findRecord: (recordId: string): Promise<RecordEffects | null> => findRecordEffects(db, recordId),

    /** Everything that shows a person at a company today and that `addPerson` hides. Changes nothing. */
    async findPerson(wanted: PersonAtCompany): Promise<Result<PersonTraces, SuppressionError>> {
      const read = await readPerson(wanted)
      return read.ok ? ok(await tracesOf(read.value)) : read
    },

    /**
     * Hides a person at a company: as legal representative in its page, rows, search, suggestions and 百言, and in its records,
     * contacts and changes.
     */
    async addPerson({
      reason,
      operator,
      ...wanted
    }: PersonAtCompany & SuppressionStep): Promise<Result<PersonSuppressed, SuppressionError>> {
      const read = await readPerson(wanted)
      if (!read.ok) return read
      const { name, company } = read.value
      const { keys } = company
      const traces = await tracesOf(read.value)
      const id = randomId(random, 's')
      const common = { id, record_id: null, person_name: name, reason, created_at: clock.now() }
      const same = await db.transaction().execute(async (tx) => {
        await lockAudit(tx)
        const stored = await suppressionOfPerson(tx, name, keys)
        if (stored !== undefined) return stored
        await tx
          .insertInto('suppression')
          .values(keys.map((subject_key) => ({ ...common, subject_key })))
          .execute()
        await auditAdded(tx, { id, after: auditedPerson(name, keys), reason, operator })
        return undefined
      })
      if (same !== undefined) return failed({ type: 'suppressed', id: same.id })
      return ok({ id, recordsHidden: await settlePerson(keys), traces })
    },

    /** Newest first. */
    async list(after: string | null): Promise<OffsetPage<Suppression>> {
      const page = await readOffsetPage(after, ({ offset, limit }) =>
        db
          .selectFrom('suppression')
          .select((of) => ['id', of.fn.min('created_at').as('since')])
          .groupBy('id')
          .orderBy('since', 'desc')
          .orderBy('id')
          .limit(limit)
          .offset(offset)
          .execute(),
      )
      const ids = page.items.map(({ id }) => id)
      const rows =
        ids.length === 0 ? [] : await db.selectFrom('suppression').selectAll().where('id', 'in', ids).execute()
      const rowsOf = Map.groupBy(rows, (row) => row.id)
      const items = ids.flatMap((wanted) => {
        const same = rowsOf.get(wanted) ?? []
        const [row] = same
        if (row === undefined) return []
        const subjectKeys = same.flatMap(({ subject_key }) => (subject_key === null ? [] : [subject_key]))
        const { id, record_id: recordId, person_name: person, reason, created_at: createdAt } = row
        return [{ id, recordId, person, subjectKeys, reason, createdAt }]
      })
      const { total } = await db
        .selectFrom('suppression')
        .select((of) => of.fn.count<number>('id').distinct().as('total'))
        .executeTakeFirstOrThrow()
      return { items, total, next: page.next }
    },

    /** Shows records again that nothing else hides. False for an unknown id. */
    async remove({ id, reason, operator }: { id: string } & SuppressionStep): Promise<boolean> {
      const removed = await db.transaction().execute(async (tx) => {
        const rows = await tx
          .deleteFrom('suppression')
          .where('id', '=', id)
          .returning(['record_id', 'person_name', 'subject_key', 'reason'])
          .execute()
        const [first] = rows
        if (first === undefined) return rows
        await audit(tx, 'suppressionRemoved', { ...OPERATOR, subject: id })
        const before =
          first.record_id === null
            ? auditedPerson(
                first.person_name ?? '',
                rows.map(({ subject_key }) => subject_key),
              )
            : { recordId: first.record_id }
        await operatorAudit(tx, {
          operator,
          action: 'suppressionRemoved',
          subject: id,
          before: { ...before, reason: first.reason },
          reason,
        })
        return rows
      })
      const own = removed.flatMap(({ record_id }) => (record_id === null ? [] : [record_id]))
      const keys = removed.flatMap(({ subject_key }) => (subject_key === null ? [] : [subject_key]))
      await settle(own)
      await settlePerson(keys)
      return removed.length > 0
    },
  }
}
export type SuppressionService = ReturnType<typeof createSuppressionService>
