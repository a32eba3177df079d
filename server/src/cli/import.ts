import { constants, setPriority } from 'node:os'
import { systemClock } from '../domain/clock.ts'
import { rejectsPathOf } from '../importers/file/rejects.ts'
import { registerSources, shippedSources, statedCoverage } from '../importers/file/sources.ts'
import { CoverageNotStated, ImportRefused } from '../importers/input/import-refused.ts'
import { createImport, type OneFile } from './import/create-import.ts'
import { showColumns, writeTemplates } from './import-columns.ts'
import { askCoverage, readOptions } from './import-options.ts'
import { createProgressLine, describeImport, exitCodeOf } from './import-report.ts'
import { cliOperator, describeStore, hasStore, readLocation, reportFailure, withStore } from './store-command.ts'

async function run(words: string[]) {
  if (words[0] === 'columns') return showColumns(words.slice(1))
  if (words[0] === 'template') return writeTemplates(words.slice(1))
  const options = readOptions(words)
  const { kind, source } = options
  const location = readLocation()
  if (!options.create && !hasStore(location))
    throw new ImportRefused(
      `${describeStore(location)} 还不存在。请检查 DATA_DIR（默认与服务相同）；确实要新建，请加 --create。`,
    )
  console.log(`${options.dryRun ? '只检查，不写入' : '写入'} ${describeStore(location)}`)
  await withStore(async (database, dataDir) => {
    const importOne = createImport(database, dataDir, { ...options, operator: cliOperator() })
    const sources = await registerSources(database.db, shippedSources)
    if (options.sources !== undefined) sources.unshift(...(await registerSources(database.db, options.sources)))
    let covers = options.covers ?? (kind === null ? undefined : statedCoverage(sources, source, kind.key))
    /** On a terminal, asks what the source covers when that must be stated first. */
    const importAsking = async (one: Omit<OneFile, 'covers'>) => {
      try {
        return await importOne({ ...one, covers })
      } catch (error) {
        if (!(error instanceof CoverageNotStated) || !process.stdin.isTTY) throw error
        covers = await askCoverage({ reason: error.message, input: process.stdin, output: process.stdout })
        return importOne({ ...one, covers })
      }
    }
    for (const file of options.files) {
      const progress = createProgressLine(process.stdout, systemClock)
      const rejectsFile = rejectsPathOf(options.dryRun ? `${file}.dry-run` : file, options.rejectsFolder)
      try {
        const startedAt = systemClock.now()
        const summary = await importAsking({ file, rejectsFile, onProgress: progress.show })
        progress.end()
        const milliseconds = systemClock.now() - startedAt
        console.log(describeImport(summary, { rejectsFile, dryRun: options.dryRun, milliseconds, kind }))
        process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodeOf(summary))
      } finally {
        progress.end()
      }
    }
  })
}

// A server on this machine answers first. Threads that start later have the same priority.
setPriority(constants.priority.PRIORITY_LOW)
try {
  await run(process.argv.slice(2))
} catch (error) {
  reportFailure(error, (one) => one instanceof ImportRefused)
}
