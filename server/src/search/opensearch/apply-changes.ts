import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { CompanyChange, CompanySource } from '../company-source.ts'
import type { BulkWriter, Operation } from './bulk-writer.ts'
import { indexDocumentOf } from './index-document.ts'

export type WritingDeps = { source: CompanySource; pronunciation: Pronunciation; writer: BulkWriter }

/** Documents per request. */
const BATCH = 500
/** Characters per request. Scopes and names of members make some companies hundreds of times longer than others. */
const BATCH_CHARACTERS = 4_000_000
/** Requests under way while an index is filled: one is indexed while the next one is prepared. */
const REQUESTS = 2

const lengthOf = ({ document }: Operation) =>
  document === null ? 0 : document.terms.length + document.record.length + document.long_text.length

/** Collects operations and writes them in requests of bounded size, several at a time. */
function createBatches(index: string, writer: BulkWriter) {
  let batch: Operation[] = []
  let characters = 0
  const running = new Set<Promise<void>>()

  const send = async () => {
    while (running.size >= REQUESTS) await Promise.race(running)
    const request = writer.write(index, batch)
    batch = []
    characters = 0
    running.add(request)
    // A failure is thrown where the request is awaited, in `send` or `end`.
    void request.then(
      () => running.delete(request),
      () => {},
    )
  }
  return {
    async add(operation: Operation) {
      batch.push(operation)
      characters += lengthOf(operation)
      if (batch.length >= BATCH || characters >= BATCH_CHARACTERS) await send()
    },
    async end() {
      if (batch.length > 0) await send()
      await Promise.all(running)
    },
  }
}

/** Writes every company into an empty index. @returns their number */
export async function writeAllCompanies(deps: WritingDeps, index: string, version: number): Promise<number> {
  const batches = createBatches(index, deps.writer)
  let companies = 0
  for await (const company of deps.source.companies()) {
    await batches.add({ id: company.id, version, document: indexDocumentOf(company, deps.pronunciation) })
    companies += 1
  }
  await batches.end()
  return companies
}

/** Companies of a part of the change table, as operations: those that no longer exist are deleted. */
export async function readChangedCompanies(
  { source, pronunciation }: Pick<WritingDeps, 'source' | 'pronunciation'>,
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

/** Writes operations in requests of bounded size. */
export async function writeOperations(
  writer: BulkWriter,
  index: string,
  operations: readonly Operation[],
): Promise<void> {
  const batches = createBatches(index, writer)
  for (const operation of operations) await batches.add(operation)
  await batches.end()
}
