import { agreementTypes } from '@baiqicha/contract/agreements'
import type { AgreementSources, Agreements } from '../../domain/account/agreements.ts'
import type { Clock } from '../../domain/clock.ts'
import { createStaleIfErrorCache } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import { type AgreementFilling, completeSources } from '../../platform/reference-data.ts'
import { createAgreementRepository } from './agreement.repository.ts'

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
