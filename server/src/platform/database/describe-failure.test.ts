import { describe, expect, it } from 'vitest'
import { describeDatabaseFailure } from './describe-failure.ts'

const dataDir = '/srv/data'
const withCode = (code: string, path?: string) => Object.assign(new Error('detail'), { code, ...(path && { path }) })
const sqlite = (error: unknown) => describeDatabaseFailure(error, { dataDir })
const postgres = (error: unknown) => describeDatabaseFailure(error, { dataDir, databaseUrl: 'postgres://localhost/a' })

describe('the sentence about data that cannot be used', () => {
  it.each([
    'SQLITE_NOTADB',
    'SQLITE_CORRUPT_INDEX',
    'SQLITE_CANTOPEN',
    'SQLITE_READONLY_DIRECTORY',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
    'SQLITE_BUSY',
  ])('(%s) names the file of the database', (code) => {
    expect(sqlite(withCode(code))).toContain('：/srv/data/baiqicha.sqlite。')
  })

  it('is found when the error is the cause of another one, such as of a failed migration', () => {
    expect(sqlite(new Error('Migration failed', { cause: withCode('SQLITE_CORRUPT') }))).toMatch(/^数据库文件已损坏/)
  })

  it('names the folder that cannot be used', () => {
    expect(sqlite(withCode('EACCES', '/srv/data'))).toMatch(/^没有权限：\/srv\/data。/)
    expect(sqlite(withCode('ENOSPC'))).toMatch(/^磁盘已满：\/srv\/data。/)
  })

  it.each(['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000'])('(%s of PostgreSQL) names its setting', (code) => {
    expect(postgres(withCode(code))).toContain('DATABASE_URL')
    expect(sqlite(withCode(code))).toBeNull()
  })

  it.each(['Connection terminated due to connection timeout', 'timeout exceeded when trying to connect'])(
    '(%s) says that PostgreSQL does not answer',
    (message) => expect(postgres(new Error(message))).toMatch(/^无法连接数据库/),
  )

  it.each([withCode('EACCES'), withCode('EADDRINUSE'), new Error('a defect'), 'text', null])(
    'does not exist for other errors, such as those of a port',
    (error) => expect(sqlite(error)).toBeNull(),
  )
})
