import { parseArgs } from 'node:util'
import { withEmptyFolder } from './lib/cached-store.ts'
import { commonOptions } from './lib/options.ts'
import { importRegisterFile, registerFiles, registerPaths } from './lib/register.ts'
import { createReport, formatNumber, giveUp, type Row } from './lib/report.ts'

/**
 * `npm run bench:import [-- --data <folder> --only listed,nameChanges]`: the import command on the files of a register,
 * into an empty SQLite store and then once more unchanged. `--only` reduces the run to some of the files.
 */
const { data, only } = parseArgs({ options: { data: commonOptions.data, only: { type: 'string' } } }).values
const GIBIBYTES = 4

registerPaths(data)
const files = registerFiles.filter((file) => only === undefined || only.split(',').includes(file))
if (files.length === 0) giveUp(`There is no file ${only}: there are ${registerFiles.join(', ')}.`)
const report = createReport({ name: 'import', isWhole: only === undefined, settings: { files: files.join(', ') } })
const table: Row[] = [['run', 'file', 'rows', 'seconds', 'rows/s', 'peak MiB']]
const targets = { 'first load': 20_000, 'unchanged again': 100_000 }
let peak = 0

await withEmptyFolder('import', GIBIBYTES, async (dataDir) => {
  for (const [run, target] of Object.entries(targets)) {
    for (const file of files) {
      const { rows, seconds, peakMib } = await importRegisterFile(file, dataDir, data)
      const numbers = [rows, seconds, rows / seconds, peakMib].map(formatNumber)
      table.push([run, file, ...numbers])
      peak = Math.max(peak, peakMib)
      if (file === 'core') report.atLeast(`${run}, ${rows} rows`, rows / seconds, target, 'rows/s')
    }
  }
})
report.atMost('memory, the largest of all runs', peak, 300, 'MiB')
report.table('Runs', table)
report.finish()
