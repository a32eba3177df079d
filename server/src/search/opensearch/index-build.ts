import type { Client } from '@opensearch-project/opensearch'
import type { Clock } from '../../domain/clock.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { CompanyChange, CompanySource } from '../company-source.ts'
import type { BulkWriter, Operation } from './bulk-writer.ts'
import { indexDocumentOf } from './index-document.ts'
import type { IndexOrigin, SearchIndexSettings } from './index-mapping.ts'
import { createIndex, finishIndex } from './index-set.ts'
import type { IndexProgress } from './index-state.ts'

type ReadingDeps = { source: CompanySource; pronunciation: Pronunciation }

export type BuildDeps = ReadingDeps & {
  client: Client
  clock: Clock
  write: BulkWriter
  origin: IndexOrigin
  settings: SearchIndexSettings & { shards: number }
}

/** Changes per step of following; each step is searchable after its refresh. */
export const CHANGES_PER_STEP = 5_000
/** Remaining changes that the follower applies after the index is in use. */
const NEARLY_CAUGHT_UP = 1_000

/** The change table no longer contains the change at which an index stands. */
export class ChangesLost extends Error {}

export type BuiltIndex = { name: string; progress: IndexProgress }

/**
 * Builds a complete index beside the one in use, then applies the changes made meanwhile. `token`: of the leader.
 * @throws ChangesLost, or the error of a request
 */
export async function buildIndex(deps: BuildDeps, token: number): Promise<BuiltIndex> {
  const { client, source, pronunciation, clock, settings, write } = deps
  const builtAt = clock.now()
  // Companies are read after this change, so they contain it.
  let position = await source.lastChange()
  const version = position?.seq ?? 0
  const name = await createIndex(client, token, settings, deps.origin)
  async function* everything(): AsyncGenerator<Operation> {
    for await (const company of source.companies()) {
      yield { id: company.id, version, document: indexDocumentOf(company, pronunciation) }
    }
  }
  await write(name, everything())
  while (position !== null) {
    const changes = await readChanges(source, position)
    await write(name, await readChangedCompanies(deps, changes))
    position = changes.at(-1) ?? position
    if (changes.length < NEARLY_CAUGHT_UP) break
  }
  await finishIndex(client, name, settings)
  return { name, progress: { position, builtAt } }
}

/** The next changes. @throws ChangesLost */
export async function readChanges(source: CompanySource, position: CompanyChange): Promise<CompanyChange[]> {
  const last = await source.lastChange()
  const changes = await source.changesAfter(position, last?.seq ?? 0, CHANGES_PER_STEP)
  // A newest change before the position is that of another store.
  if (changes === null || (last?.seq ?? 0) < position.seq) throw new ChangesLost(`change ${position.seq}`)
  return changes
}

/** Companies of a part of the change table, as operations: those that no longer exist are deleted. */
export async function readChangedCompanies(
  { source, pronunciation }: ReadingDeps,
  changes: readonly CompanyChange[],
): Promise<Operation[]> {
  // Every company is read after the newest of these changes, so each document contains all of them.
  const version = changes.at(-1)?.seq ?? 0
  const missing = new Set(changes.map(({ companyId }) => companyId))
  const operations: Operation[] = []
  for await (const company of source.companies([...missing])) {
    missing.delete(company.id)
    operations.push({ id: company.id, version, document: indexDocumentOf(company, pronunciation) })
  }
  return [...operations, ...Array.from(missing, (id): Operation => ({ id, version, document: null }))]
}
