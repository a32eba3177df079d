import { type AgreementType, agreementTypes } from '@baiqicha/contract/agreements'
import * as z from 'zod/mini'
import {
  type AgreementSource,
  type AgreementSources,
  type Agreements,
  fillFields,
} from '../../domain/account/agreements.ts'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import { createStaleIfErrorCache } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow } from '../../platform/database/portable-sql.ts'
import type { AgreementVersionTable } from '../../platform/database/tables/account.ts'
import { type AgreementFilling, completeSources } from '../../platform/reference-data.ts'

const fieldsSchema = z.record(z.string(), z.string())
const valuesIn = (json: string): Record<string, string> => z.parse(fieldsSchema, JSON.parse(json))

/** The text of a version with the values of its placeholders. */
export const filledText = ({ text, fields }: Pick<AgreementVersionTable, 'text' | 'fields'>) =>
  fillFields(text, valuesIn(fields))

/** Author of the texts of files. */
const PRODUCT = 'product'

const sourceOf = (row: AgreementVersionTable): AgreementSource => ({
  title: row.title,
  version: row.version,
  consentVersion: row.consent_version,
  effectiveDate: row.effective_on,
  changeSummary: row.change_summary,
  markdown: filledText(row),
})

const newest = (db: Database, type: AgreementType) =>
  db
    .selectFrom('agreement_version')
    .selectAll()
    .where('type', '=', type)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Versions of the agreements. `db` may be a transaction. */
export const createAgreementRepository = (clock: Clock) => ({
  newest,

  /** Number of the version in force of each type that has one; the first version is in force before its day, too. */
  async numbersInForce(db: Database): Promise<ReadonlyMap<AgreementType, number>> {
    const rows = await db
      .selectFrom('agreement_version')
      .select((one) => ['type', one.fn.max('number').as('number')])
      .where((row) => row.or([row('effective_on', '<=', chinaDay(clock.now())), row('number', '=', 1)]))
      .groupBy('type')
      .execute()
    return new Map(rows.map(({ type, number }) => [type, number]))
  },

  /** One version; null: there is none. */
  async find(db: Database, type: AgreementType, number: number): Promise<AgreementVersionTable | null> {
    const row = await db
      .selectFrom('agreement_version')
      .selectAll()
      .where('type', '=', type)
      .where('number', '=', number)
      .executeTakeFirst()
    return row ?? null
  },

  /** Adds a version. false: it exists already, because another publication was faster. */
  async add(db: Database, row: Omit<AgreementVersionTable, 'published_at'>): Promise<boolean> {
    return db
      .insertInto('agreement_version')
      .values({ ...row, published_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['type', 'number']).doNothing())
      .$call(changesRow)
  },

  /** The texts in force; the files where a type has no version. */
  async sourcesInForce(db: Database, files: AgreementSources): Promise<AgreementSources> {
    const numbers = await this.numbersInForce(db)
    const inForce = async (type: AgreementType) => {
      const row = await this.find(db, type, numbers.get(type) ?? 0)
      return row === null ? files[type] : sourceOf(row)
    }
    return {
      user_protocol: await inForce('user_protocol'),
      privacy_policy: await inForce('privacy_policy'),
      membership: await inForce('membership'),
    }
  },

  /**
   * Stores the files as the first version, and changed files as the next one until an operator publishes. Several processes may do so
   * at once.
   */
  async storeFiles(db: Database, files: AgreementSources): Promise<void> {
    for (const type of agreementTypes) {
      const { title, version, consentVersion, effectiveDate, changeSummary, markdown } = files[type]
      const last = await newest(db, type)
      const isPublished = last !== undefined && last.author !== PRODUCT
      const isOlder = last !== undefined && version < last.version
      const isStored = last?.version === version && last.text === markdown && last.title === title
      if (isPublished || isOlder || isStored) continue
      await this.add(db, {
        type,
        number: (last?.number ?? 0) + 1,
        title,
        version,
        consent_version: consentVersion,
        effective_on: effectiveDate,
        change_summary: changeSummary,
        text: markdown,
        fields: '{}',
        author: PRODUCT,
      })
    }
  },
})

/** Interval at which a process reads the numbers of the versions in force. */
const TTL_MS = 2_000

type PublishedAgreementsDeps = {
  db: Database
  clock: Clock
  files: AgreementSources
  filling: AgreementFilling
  /** What is returned until the database answers for the first time. */
  initial: Agreements
  onStale?: (error: unknown) => void
}

/**
 * Reads the agreements in force. Each load reads their numbers only; the texts are read and parsed again when one has changed. The last
 * copy is returned while the database is away.
 */
export function createPublishedAgreements(deps: PublishedAgreementsDeps): () => Promise<Agreements> {
  const { db, clock, files, filling, initial, onStale } = deps
  const repository = createAgreementRepository(clock)
  const cached = createStaleIfErrorCache<Agreements>({
    clock,
    ttlMs: TTL_MS,
    ...(onStale !== undefined && { onStale }),
  })
  let read = { key: '', agreements: initial }

  async function load(): Promise<Agreements> {
    const numbers = await repository.numbersInForce(db)
    const key = agreementTypes.map((type) => numbers.get(type) ?? 0).join(' ')
    if (numbers.size > 0 && read.key !== key) {
      read = { key, agreements: completeSources(await repository.sourcesInForce(db, files), filling) }
    }
    return read.agreements
  }

  // The first copy, so that a call never waits for a database that is away.
  void cached('agreements', async () => initial)
  return () => cached('agreements', load)
}
