import './small-nursery.ts'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../domain/clock.ts'
import { createCompanyImporter } from '../importers/import-companies.ts'
import { DEFAULT_MAX_REJECT_SHARE, type ImportSummary } from '../importers/import-file.ts'
import { ImportRefused } from '../importers/import-refused.ts'
import { loadMapping } from '../importers/mapping.ts'
import { rejectsPathOf } from '../importers/rejects.ts'
import { registerSources, shippedSources } from '../importers/sources.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { createProgressLine, describePace } from './progress-line.ts'

const usage = `用法：npm run import -- companies <文件…> --source <来源> [选项]

  文件                 CSV 或 NDJSON，可用 gzip 压缩
  --source <id>        数据来源，须已登记（data/sources.json 或 --sources）
  --sources <文件>     先登记这个文件里的来源
  --mapping <映射>     canonical（默认）、registry、listed-companies、
                       listed-name-changes，或自己的映射文件
  --dry-run            只检查，不写入
  --max-rejects <n%>   未收录的行超过此比例即停止，默认 ${DEFAULT_MAX_REJECT_SHARE * 100}%

格式见 docs/data-formats.md。中断后以同样的命令再运行即可继续。`

type Options = {
  files: string[]
  source: string
  sources: string | undefined
  mapping: string
  dryRun: boolean
  maxRejectShare: number
}

function readShare(text: string): number {
  const [, digits] = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text) ?? []
  const percent = Number(digits ?? Number.NaN)
  if (!(percent <= 100)) throw new ImportRefused('--max-rejects 应为百分数，如 5%。')
  return percent / 100
}

function parseWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        source: { type: 'string' },
        sources: { type: 'string' },
        mapping: { type: 'string', default: 'canonical' },
        'dry-run': { type: 'boolean', default: false },
        'max-rejects': { type: 'string', default: `${DEFAULT_MAX_REJECT_SHARE * 100}%` },
      },
    })
  } catch {
    throw new ImportRefused(usage)
  }
}

function readOptions(words: string[]): Options {
  const { values, positionals } = parseWords(words)
  const [kind, ...files] = positionals
  if (kind !== 'companies' || files.length === 0 || values.source === undefined) throw new ImportRefused(usage)
  return {
    files,
    source: values.source,
    sources: values.sources,
    mapping: values.mapping,
    dryRun: values['dry-run'],
    maxRejectShare: readShare(values['max-rejects']),
  }
}

type Told = { rejectsFile: string; dryRun: boolean; milliseconds: number }

function tell(summary: ImportSummary, { rejectsFile, dryRun, milliseconds }: Told) {
  const stored = summary.created + summary.changed + summary.unchanged
  const verb = dryRun ? '可收录' : '收录'
  const waiting = summary.waiting > 0 ? ` + 待对应 ${summary.waiting} 行` : ''
  const lines = [
    `${summary.fileName}：读取 ${summary.rowsRead} 行 = ${verb} ${stored} 行${waiting} + 未收录 ${summary.rejected} 行`,
    `  新增 ${summary.created}，更新 ${summary.changed}，无变化 ${summary.unchanged}`,
    `  ${describePace(summary.rowsRead - summary.resumedAt, milliseconds)}`,
  ]
  if (summary.waiting > 0) lines.push('  待对应：只有代码、没有名称，所指企业尚未收录；收录后自动并入')
  if (summary.resumedAt > 0) lines.push(`  接着上次的第 ${summary.resumedAt} 行继续`)
  if (summary.rejected > 0) lines.push(`  未收录的行和原因：${rejectsFile}`)
  const leftOut = Object.entries(summary.leftOut).map(([field, times]) => `${field} ${times} 次`)
  if (leftOut.length > 0) lines.push(`  不认识而留空的词：${leftOut.join('，')}`)
  if (summary.unusedColumns.length > 0) lines.push(`  没有用到的列：${summary.unusedColumns.join('、')}`)
  console.log(lines.join('\n'))
}

async function run(words: string[]) {
  const options = readOptions(words)
  const mapping = loadMapping(options.mapping)
  const database = openDatabase({
    databaseUrl: process.env['DATABASE_URL']?.trim(),
    dataDir: path.resolve(process.env['DATA_DIR']?.trim() || './var'),
  })
  try {
    await migrate(database.db)
    await registerSources(database.db, shippedSources)
    if (options.sources !== undefined) await registerSources(database.db, options.sources)
    const reference = loadReferenceData({ demo: true })
    const importer = createCompanyImporter({ database, clock: systemClock, reference })
    for (const file of options.files) {
      const progress = createProgressLine(process.stdout, systemClock)
      const rejectsFile = rejectsPathOf(options.dryRun ? `${file}.dry-run` : file)
      const request = { file, mapping, rejectsFile, sourceId: options.source, onProgress: progress.show }
      try {
        const { dryRun, maxRejectShare } = options
        const startedAt = systemClock.now()
        const summary = await importer.run({ ...request, dryRun, maxRejectShare })
        progress.end()
        tell(summary, { rejectsFile, dryRun, milliseconds: systemClock.now() - startedAt })
      } finally {
        progress.end()
      }
    }
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  // What the operator can put right is a sentence; anything else is ours and keeps its trace.
  console.error(error instanceof ImportRefused ? error.message : error)
  process.exitCode = 1
}
