import { OutdatedStore } from './migrate.ts'
import { type DatabaseLocation, sqliteFileIn } from './open-database.ts'

type Failure = { code: string; path: string | undefined }

/** The first error with a code: the error itself or one of its causes. */
function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null
  if (!('code' in error) || typeof error.code !== 'string' || error.code === '') return failureOf(error.cause)
  return { code: error.code, path: 'path' in error && typeof error.path === 'string' ? error.path : undefined }
}

/** By the beginning of the code. */
const sqliteSentences: readonly (readonly [string, (file: string) => string])[] = [
  [
    'SQLITE_NOTADB',
    (file) => `数据库文件不是 SQLite 数据库：${file}。请用备份替换；若不需要其中的数据，移走后重新启动会新建。`,
  ],
  ['SQLITE_CORRUPT', (file) => `数据库文件已损坏：${file}。请用备份替换后重新启动。`],
  [
    'SQLITE_CANTOPEN',
    (file) => `无法打开数据库文件：${file}。请确认它不是文件夹，且运行服务的用户可读写它和所在文件夹。`,
  ],
  ['SQLITE_READONLY', (file) => `数据库文件不可写：${file}。请让运行服务的用户可写它和所在文件夹。`],
  ['SQLITE_FULL', (file) => `磁盘已满，无法写入数据库文件：${file}。腾出空间后重新启动。`],
  ['SQLITE_IOERR', (file) => `读写数据库文件失败：${file}。请检查磁盘状态和剩余空间后重新启动。`],
  ['SQLITE_BUSY', (file) => `数据库文件被另一个进程占用：${file}。待其结束后重新启动。`],
]

const postgresSentences: Record<string, string> = {
  ECONNREFUSED: '无法连接数据库：请确认 DATABASE_URL 指向的 PostgreSQL 已启动',
  ENOTFOUND: '无法连接数据库：请检查 DATABASE_URL 中的主机名',
  ETIMEDOUT: '无法连接数据库：请确认本机可访问 DATABASE_URL 指向的 PostgreSQL',
  '08P01':
    '数据库的连接池拒绝连接：请在 PgBouncer 的配置中加入 ignore_startup_parameters = statement_timeout（见 docs/scaling.md）',
  '28P01': '数据库拒绝登录：请检查 DATABASE_URL 中的用户名和密码',
  '28000': '数据库拒绝登录：请检查 DATABASE_URL 中的用户名，以及 PostgreSQL 的访问规则',
  '3D000': '数据库不存在：请先在 PostgreSQL 中创建 DATABASE_URL 指定的数据库',
}

/** Beginnings of messages of `pg`, which have no code. */
const withoutAnswer = /^(?:Connection terminated|timeout exceeded when trying to connect)/

const fileSentences: Record<string, (path: string) => string> = {
  EACCES: (path) => `没有权限：${path}。请让运行服务的用户可读写它，或用 DATA_DIR 指定另一个文件夹。`,
  EPERM: (path) => `没有权限：${path}。请让运行服务的用户可读写它，或用 DATA_DIR 指定另一个文件夹。`,
  EROFS: (path) => `文件系统只读：${path}。请用 DATA_DIR 指定一个可写的文件夹。`,
  EEXIST: (path) => `不是文件夹：${path}。请用 DATA_DIR 指定一个文件夹。`,
  ENOTDIR: (path) => `不是文件夹：${path}。请用 DATA_DIR 指定一个文件夹。`,
  ENOSPC: (path) => `磁盘已满：${path}。腾出空间后重新启动。`,
}

/**
 * A sentence for the operator: why the stored data cannot be used, which file, and what to do. null: the error is another
 * one.
 */
export function describeDatabaseFailure(error: unknown, { databaseUrl, dataDir }: DatabaseLocation): string | null {
  if (error instanceof OutdatedStore) return error.message
  if (databaseUrl && error instanceof Error && withoutAnswer.test(error.message))
    return postgresSentences['ETIMEDOUT'] ?? null
  const failure = failureOf(error)
  if (failure === null) return null
  const { code, path } = failure
  const [, ofSqlite] = sqliteSentences.find(([start]) => code.startsWith(start)) ?? []
  if (ofSqlite !== undefined) return ofSqlite(sqliteFileIn(dataDir))
  if (databaseUrl && Object.hasOwn(postgresSentences, code)) return postgresSentences[code] ?? null
  // Errors of ports have the same codes and no path; an error of a write has neither path nor another meaning.
  if (path === undefined && code !== 'ENOSPC') return null
  return fileSentences[code]?.(path ?? dataDir) ?? null
}
