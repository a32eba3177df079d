/** An import that cannot continue, with a sentence for the operator. Committed batches stay stored. */
export class ImportRefused extends Error {}

/** The first import of a source and kind, without what the source covers. */
export class CoverageNotStated extends ImportRefused {
  constructor(title: string, sourceId: string) {
    super(
      `首次导入来源 ${sourceId} 的${title}，须说明它覆盖哪些企业，如 --covers all、--covers listed、--covers named 或 --covers regions=3502（见 docs/data-formats.md）。`,
    )
  }
}

/** Sentences for the operator, by the error code of the system or the database. */
const sentences = new Map([
  ['SQLITE_FULL', '磁盘已满：已导入的部分完好，腾出空间后以同样的命令再运行，会从中断处继续。'],
  ['ENOSPC', '磁盘已满：已导入的部分完好，腾出空间后以同样的命令再运行，会从中断处继续。'],
  ['EDQUOT', '磁盘配额已用完：已导入的部分完好，腾出空间后以同样的命令再运行，会从中断处继续。'],
  // disk_full of PostgreSQL
  ['53100', '数据库的磁盘已满：已导入的部分完好，腾出空间后以同样的命令再运行，会从中断处继续。'],
  ['SQLITE_BUSY', '数据库一直被别的程序占用：已导入的部分完好，请稍后以同样的命令再运行。'],
  ['SQLITE_READONLY', '数据库文件不可写：请检查 DATA_DIR 的权限。'],
])

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Returns an `ImportRefused` for a known error code, and any other error unchanged. */
export function explained(error: unknown): unknown {
  if (error instanceof ImportRefused) return error
  const sentence = sentences.get(codeOf(error))
  return sentence === undefined ? error : new ImportRefused(sentence, { cause: error })
}

/** The error for a file that cannot be opened. */
export function unopened(what: string, error: unknown): ImportRefused {
  const code = codeOf(error)
  const reason = code === 'EACCES' || code === 'EPERM' ? '没有权限' : code === 'EISDIR' ? '那里是一个文件夹' : code
  return new ImportRefused(`${what}（${reason}）。`, { cause: error })
}
