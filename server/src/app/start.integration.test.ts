import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { isNightly } from '../../test/nightly.ts'
import { ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'
import { systemClock } from '../domain/clock.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { loadStarterWithProgress } from './load-starter-with-progress.ts'

// In every run `main.integration.test.ts` starts from nothing.
if (isNightly) {
  describe('a first start', () => {
    it('prints the address once the index answers: no later answer is partial', async () => {
      const server = new ServerProcess({ folder: temporaryFolder() })
      const ready = await server.fetch('/readyz')
      expect(ready.status).toBe(200)
      expect(await ready.json()).toEqual({ ready: true, database: true, index: 'ready' })
      const token = await server.signIn()
      const { data } = await server.call('companySearch', { keyword: '亚迪' }, token)
      expect(JSON.stringify(data)).toContain('比亚迪股份有限公司')
      expect(data).not.toHaveProperty('partial')
    })
  })
}

/** A file in `path` with random bytes instead of its content from `start` on. */
function writeNoise(file: string, start = 0) {
  const bytes = randomBytes(200_000)
  if (start > 0) readFileSync(file).copy(bytes, 0, 0, start)
  writeFileSync(file, bytes)
}

/** Permissions have no effect on what root may do. */
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

describe('a start over data that cannot be used', () => {
  type Case = { what: string; isDaily?: true; spoil: (dataDir: string, file: string) => void; sentence: RegExp }
  const cases: Case[] = [
    {
      what: 'a database file of noise',
      isDaily: true,
      spoil: (_, file) => writeNoise(file),
      sentence: /^数据库文件不是 SQLite 数据库：FILE。请用备份替换；/,
    },
    {
      what: 'a database file of noise after its header',
      spoil: (_, file) => writeNoise(file, 100),
      sentence: /^数据库文件已损坏：FILE。请用备份替换后重新启动。$/,
    },
    {
      what: 'a folder in place of the database file',
      spoil: (_, file) => {
        rmSync(file)
        mkdirSync(file)
      },
      sentence: /^无法打开数据库文件：FILE。请确认它不是文件夹，/,
    },
    {
      what: 'a database file without permission',
      spoil: (_, file) => chmodSync(file, 0o000),
      sentence: /^无法打开数据库文件：FILE。.*运行服务的用户可读写/,
    },
    {
      what: 'a database file that is read-only',
      isDaily: true,
      spoil: (_, file) => chmodSync(file, 0o444),
      sentence: /^数据库文件不可写：FILE。请让运行服务的用户可写/,
    },
    {
      what: 'a file in place of the data folder',
      spoil: (dataDir) => {
        rmSync(dataDir, { recursive: true })
        writeFileSync(dataDir, '')
      },
      sentence: /^不是文件夹：DATA。请用 DATA_DIR 指定一个文件夹。$/,
    },
    {
      what: 'a data folder without permission',
      isDaily: true,
      spoil: (dataDir) => chmodSync(dataDir, 0o000),
      sentence: /^无法打开数据库文件：FILE。.*运行服务的用户可读写它和所在文件夹/,
    },
  ]

  it.each(isNightly ? cases : cases.filter(({ isDaily }) => isDaily))(
    '($what) ends with code 1 and one sentence, without a stack trace',
    async ({ spoil, sentence }) => {
      const folder = temporaryFolder()
      const dataDir = path.join(folder, 'data')
      const file = path.join(dataDir, 'baiqicha.sqlite')
      cpSync(inject('migratedStore'), dataDir, { recursive: true })
      if (isRoot) for (const owned of [folder, dataDir, file]) chownSync(owned, NOBODY, NOBODY)
      spoil(dataDir, file)
      const server = new ServerProcess({ folder, ...(isRoot && { uid: NOBODY }) })
      expect(await server.ended()).toBe(1)
      // So that every user can remove it.
      chmodSync(dataDir, 0o700)
      expect(server.output.trim().replace(file, 'FILE').replace(dataDir, 'DATA')).toMatch(sentence)
      expect(server.output.trim().split('\n')).toHaveLength(1)
    },
  )
})

describeDatabases('the first start without demonstration data', (freshDatabase) => {
  it('calls no record a demonstration', async () => {
    const database = await freshDatabase()
    const said: string[] = []
    const reference = loadReferenceData({ demo: false })
    const request = { database, clock: systemClock, reference, hiddenNumbers: testHiddenNumbers, demo: false }
    await loadStarterWithProgress(request, (line) => said.push(line))
    expect(said.at(-1)).toMatch(/^自带数据已载入：\d+ 家企业，\d+ 条记录$/)
    expect(said.join()).not.toContain('演示')
  }, 60_000)
})
