import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { ImportProgress } from '../file/import-request.ts'
import type { ImportSummary } from '../file/import-summary.ts'
import { type RegisteredSource, statedCoverage } from '../file/sources.ts'
import { createRecordImporter, type RecordImporterDeps } from '../records/import-records.ts'
import { loadRecordMapping } from '../records/record-mapping.ts'

/** Folders of files `<source>/<kind>.<format>`, and `<source>/<kind>.removals.<format>` with withdrawals. */
const starterFolder = fileURLToPath(new URL('../../../../data/starter/records', import.meta.url))
const demoFolder = fileURLToPath(new URL('../../../../data/demo/records', import.meta.url))

type RecordFile = { file: string; sourceId: string; kind: RecordKindKey; isRemoval: boolean }

const isKind = (word: string): word is RecordKindKey => recordKindKeys.some((key) => key === word)

/** Withdrawals come after the records. */
function filesIn(folder: string): RecordFile[] {
  const files = readdirSync(folder).flatMap((sourceId) =>
    readdirSync(path.join(folder, sourceId)).map((name): RecordFile => {
      const [kind = '', mark] = name.split('.')
      const file = path.join(folder, sourceId, name)
      if (!isKind(kind)) throw new Error(`${file} is named after no kind of record`)
      return { file, sourceId, kind, isRemoval: mark === 'removals' }
    }),
  )
  return files.toSorted((a, b) => Number(a.isRemoval) - Number(b.isRemoval) || (a.file < b.file ? -1 : 1))
}

/**
 * Imports the records that ship, with `demo` also those of the demonstration companies. Their sources must be registered.
 */
export async function loadStarterRecords(
  { sources, ...deps }: RecordImporterDeps & { sources: readonly RegisteredSource[] },
  demo: boolean,
  onProgress?: (progress: ImportProgress) => void,
): Promise<ImportSummary[]> {
  const importer = createRecordImporter(deps)
  const summaries: ImportSummary[] = []
  for (const { file, sourceId, kind: key, isRemoval } of [
    ...filesIn(starterFolder),
    ...(demo ? filesIn(demoFolder) : []),
  ]) {
    const kind = recordKinds[key]
    const summary = await importer.run({
      kind,
      file,
      sourceId,
      mapping: loadRecordMapping(kind, 'canonical'),
      rejectsFile: null,
      skipIfDone: true,
      withoutEvents: true,
      removals: isRemoval,
      covers: statedCoverage(sources, sourceId, key),
    })
    summaries.push(summary)
  }
  const rowsRead = summaries.reduce((sum, summary) => sum + (summary.skipped ? 0 : summary.rowsRead), 0)
  if (rowsRead > 0) onProgress?.({ fileName: '自带记录', rowsRead, rejected: 0, share: 1 })
  return summaries
}
