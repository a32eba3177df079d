import { createInterface } from 'node:readline/promises'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { allKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { parseCoverage } from '../domain/records/record-coverage.ts'
import { DEFAULT_MAX_REJECT_SHARE } from '../importers/file/rejects.ts'
import { ImportRefused } from '../importers/input/import-refused.ts'

export const COMPANIES = 'companies'
/** Published files of open sources. Their word is also that of their source. */
const openFormats = ['gleif', 'wikidata'] as const
export type OpenFormat = (typeof openFormats)[number]

const kindLines = [
  [COMPANIES, '企业'],
  ['gleif', 'GLEIF 的 LEI 记录与上级机构（无须 --source，见 docs/open-data.md）'],
  ['wikidata', '维基数据的条目（无须 --source，见 docs/open-data.md）'],
  ...allKinds.map(({ key, title }) => [key, title]),
]
  .map(([key = '', title]) => `    ${key.padEnd(29)}${title}`)
  .join('\n')

export const usage = `用法：npm run import -- <类别> <文件…> --source <来源> [选项]
      npm run import -- columns <文件> [--kind <类别>] [--out <文件夹>]
      npm run import -- template <类别> [--out <文件夹>]

  columns              列出文件的列各读作什么，并写出可修改的映射
  template             写出 CSV 和 XLSX 空表，附填写说明
  文件                 CSV、TSV、NDJSON、JSON 或 XLSX，可用 gzip 或 zip 压缩
  --source <id>        数据来源，须已登记（data/sources.json 或 --sources）
  --sources <文件>     先登记这个文件里的来源
  --mapping <映射>     canonical（默认）或自己的映射文件；企业还有 registry、
                       listed-companies、listed-name-changes
  --covers <范围>      来源覆盖哪些企业，首次导入某来源的某类记录时必填：all 全部，
                       listed 上市公司，named 仅文件列出的企业，regions=3502 某地区
                       企业；可加 items=证券简称变更 years=2014-11..2024-05
  --removals           文件列出来源已撤下的记录：之后不再显示（不用于企业）
  --no-events          不生成关注动态：首次导入分多次进行时使用
  --dry-run            只检查，不写入
  --create             DATA_DIR 里还没有数据库时新建
  --rejects <文件夹>   未收录的行写到这里，默认与文件同一文件夹
  --max-rejects <n%>   未收录的行超过此比例即停止，默认 ${DEFAULT_MAX_REJECT_SHARE * 100}%

  类别
${kindLines}

格式见 docs/data-formats.md（企业）和 docs/record-formats.md（其他）。
中断后以同样的命令再运行即可继续。
退出码：0 全部收录，2 有未收录的行或留空的值，1 已停止。`

export type ImportOptions = {
  /** null means companies. */
  kind: RecordKind | null
  /** The open source whose published files are read; null: files of the mapping. */
  format: OpenFormat | null
  files: string[]
  source: string
  sources: string | undefined
  mapping: string
  /** What the source covers; undefined: as its row of the sources states, or as stated before. */
  covers: string | undefined
  removals: boolean
  withoutEvents: boolean
  dryRun: boolean
  /** Whether a store may be created in an empty `DATA_DIR`. */
  create: boolean
  /** Folder of the files of rejected rows; undefined: beside each file. */
  rejectsFolder: string | undefined
  maxRejectShare: number
}

function readShare(text: string): number {
  const [, digits] = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text) ?? []
  const percent = Number(digits ?? Number.NaN)
  if (!(percent <= 100)) throw new ImportRefused('--max-rejects 应为百分数，如 5%。')
  return percent / 100
}

/** Parses the words of a command. @throws ImportRefused with the usage text for an option that it does not have */
export function parseWords<Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options })
  } catch {
    throw new ImportRefused(usage)
  }
}

const importWords = {
  source: { type: 'string' },
  sources: { type: 'string' },
  mapping: { type: 'string' },
  covers: { type: 'string' },
  removals: { type: 'boolean', default: false },
  'no-events': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  create: { type: 'boolean', default: false },
  rejects: { type: 'string' },
  'max-rejects': { type: 'string', default: `${DEFAULT_MAX_REJECT_SHARE * 100}%` },
} as const

/** Parses the arguments. @throws ImportRefused with the usage text when an argument is missing or invalid */
export function readOptions(words: string[]): ImportOptions {
  const { values, positionals } = parseWords(words, importWords)
  const [word = '', ...files] = positionals
  const kind = allKinds.find(({ key }) => key === word) ?? null
  const format = openFormats.find((one) => one === word) ?? null
  const isOfRecords = values.removals || values.covers !== undefined
  const isKnown = kind !== null || ((word === COMPANIES || format !== null) && !isOfRecords)
  const source = values.source ?? format
  const changesFormat = values.source !== undefined || values.mapping !== undefined
  if (!isKnown || files.length === 0 || source === null || (format !== null && changesFormat)) {
    throw new ImportRefused(usage)
  }
  return {
    kind,
    format,
    files,
    source,
    sources: values.sources,
    mapping: values.mapping ?? (format === 'wikidata' ? format : 'canonical'),
    covers: values.covers,
    removals: values.removals,
    withoutEvents: values['no-events'],
    dryRun: values['dry-run'],
    create: values.create,
    rejectsFolder: values.rejects,
    maxRejectShare: readShare(values['max-rejects']),
  }
}

type AskCoverageOptions = {
  /** Why the question is asked. */
  reason: string
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

const QUESTION = '覆盖范围（all / listed / named / regions=…，留空取消）：'

/**
 * Asks the operator what a source covers until the answer is valid. There is no default: an empty answer, or the end of the input,
 * cancels. @throws ImportRefused
 */
export async function askCoverage({ reason, input, output }: AskCoverageOptions): Promise<string> {
  const lines = createInterface({ input, output, terminal: false })
  try {
    output.write(`${reason}\n${QUESTION}`)
    for await (const line of lines) {
      const covers = line.trim()
      if (covers === '') break
      if (parseCoverage(covers) !== null) return covers
      output.write(`“${covers}”不是有效的覆盖范围。\n${QUESTION}`)
    }
  } finally {
    lines.close()
  }
  throw new ImportRefused(reason)
}
