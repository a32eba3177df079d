import type { Client } from '@opensearch-project/opensearch'
import type { Clock } from '../../domain/clock.ts'
import type { CompanyChange, CompanySource } from '../company-source.ts'
import { readChangedCompanies, type WritingDeps, writeAllCompanies, writeOperations } from './apply-changes.ts'
import type { IndexOrigin, IndexSettings } from './index-mapping.ts'
import { createIndex, finishIndex, indexNameOf } from './index-set.ts'
import { countDocuments, type IndexProgress } from './index-state.ts'

export type BuildDeps = WritingDeps & {
  client: Client
  clock: Clock
  origin: IndexOrigin
  settings: IndexSettings
  /** Writes the progress of an index in the name of this leader. @throws when a newer leader has written */
  saveProgress: (index: string, progress: IndexProgress) => Promise<void>
}

/** Changes per step of following; each step is searchable after its refresh. */
export const CHANGES_PER_STEP = 5_000
/** Remaining changes that the follower applies after the index is in use. */
const NEARLY_CAUGHT_UP = 1_000

/** The change table no longer contains the change at which an index stands. */
export class ChangesLost extends Error {}

/**
 * Builds a complete index beside the one in use, then applies the changes made meanwhile. @returns its name
 * @throws ChangesLost, or the error of a request
 */
export async function buildIndex(deps: BuildDeps, token: number): Promise<string> {
  const { client, source, clock, settings } = deps
  const builtAt = clock.now()
  const name = indexNameOf(token)
  // Companies are read after this change, so they contain it.
  const start = await source.lastChange()
  await createIndex(client, name, settings, deps.origin)
  const filling: IndexProgress = { complete: false, companies: 0, position: start, builtAt }
  await deps.saveProgress(name, filling)
  await writeAllCompanies(deps, name, start?.seq ?? 0)
  const position = start === null ? null : await catchUp(deps, name, start)
  await finishIndex(client, name, settings)
  const documents = await countDocuments(client, name)
  if (documents === null) throw new Error(`the shards of ${name} do not answer`)
  await deps.saveProgress(name, { complete: true, companies: documents, position, builtAt })
  return name
}

/** Applies the changes since `start`, until few are left. @returns the last applied change */
async function catchUp(deps: BuildDeps, name: string, start: CompanyChange): Promise<CompanyChange> {
  for (let position = start; ; ) {
    const changes = await readChanges(deps.source, position)
    const last = changes.at(-1)
    if (last === undefined) return position
    await writeOperations(deps.writer, name, await readChangedCompanies(deps, changes))
    position = last
    if (changes.length < NEARLY_CAUGHT_UP) return position
  }
}

/** The next changes. @throws ChangesLost */
export async function readChanges(source: CompanySource, position: CompanyChange): Promise<CompanyChange[]> {
  const last = await source.lastChange()
  const changes = await source.changesAfter(position, last?.seq ?? 0, CHANGES_PER_STEP)
  // A newest change before the position is that of another store.
  if (changes === null || (last?.seq ?? 0) < position.seq) throw new ChangesLost(`change ${position.seq}`)
  return changes
}
