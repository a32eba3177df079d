import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabases, emptyStore } from '../../../test/databases/databases.ts'
import { temporaryFolder } from '../../../test/process/server-process.ts'
import { type DatabaseLocation, openDatabase } from '../../platform/database/open-database.ts'
import { createPictureFiles, uploadsDirectory } from '../../platform/uploads/picture-files.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import { runStoreCommand } from './run-store-command.ts'

type Call = { name: string; args: string[]; env: Record<string, string> }

/** Programs that record how they were called. `dump` runs in `pg_dump` after it has written a file. */
async function placeRecordingPrograms({ major = 99, dump = '' } = {}) {
  const folder = path.join(temporaryFolder(), 'programs')
  await mkdir(folder, { recursive: true })
  const log = path.join(folder, 'calls.ndjson')
  for (const name of ['pg_dump', 'pg_restore']) {
    await writeFile(
      path.join(folder, name),
      `#!${process.execPath}
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
if (args[0] === '--version') {
  console.log('${name} (PostgreSQL) ${major}.1')
} else {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => key.startsWith('PG')))
  appendFileSync('${log}', JSON.stringify({ name: '${name}', args, env }) + '\\n')
  const target = args.find((word) => word.startsWith('--file='))?.slice('--file='.length)
  if (target !== undefined) {
    mkdirSync(target)
    writeFileSync(target + '/toc.dat', 'contents')
    ${dump}
  }
}
`,
      { mode: 0o755 },
    )
  }
  setPath(folder)
  return async (): Promise<Call[]> => {
    const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line))
  }
}

function setPath(folder: string) {
  const before = process.env['PATH']
  process.env['PATH'] = folder
  onTestFinished(() => {
    process.env['PATH'] = before
  })
}

/** Runs a command and returns what it prints. */
async function run(words: readonly string[], { dataDir, databaseUrl }: DatabaseLocation): Promise<string> {
  const lines: string[] = []
  try {
    await runStoreCommand(words, {
      location: { dataDir, databaseUrl, trackingUrl: undefined, files: createPictureFiles(uploadsDirectory(dataDir)) },
      operator: 'cli:tester',
      print: (line) => lines.push(line),
    })
  } catch (error) {
    if (error instanceof AdminRefused) return error.message
    throw error
  }
  return lines.join('\n')
}

describeDatabases(
  'the programs of PostgreSQL',
  (freshDatabase) => {
    const open = async () => {
      const { location } = await freshDatabase()
      return { location, parent: temporaryFolder(), url: new URL(location.databaseUrl ?? '') }
    }

    it('get the server and the password by their environment, never by arguments', async () => {
      const { location, parent, url } = await open()
      const calls = await placeRecordingPrograms()
      const folder = path.join(parent, 'backup')
      expect(await run(['backup', folder], location)).toMatch(/^已备份到/)
      expect(await run(['restore', folder], await emptyStore('postgres'))).toMatch(/^已恢复/)
      const [dump, restore] = await calls()
      expect([dump?.name, restore?.name]).toEqual(['pg_dump', 'pg_restore'])
      for (const { args, env } of [dump, restore].filter((call) => call !== undefined)) {
        expect(args.join(' ')).not.toContain(url.password)
        expect(env).toMatchObject({
          PGHOST: url.hostname,
          PGPORT: url.port,
          PGUSER: url.username,
          PGPASSWORD: url.password,
        })
      }
      expect(dump?.env['PGDATABASE']).toBe(url.pathname.slice(1))
      expect(dump?.args).toContainEqual(expect.stringMatching(/^--snapshot=/))
      expect(restore?.args).toEqual(expect.arrayContaining(['--single-transaction', '--exit-on-error']))
    })

    it('are in the manifest with every file that they write, so that a changed one is refused', async () => {
      const { location, parent } = await open()
      await placeRecordingPrograms()
      const folder = path.join(parent, 'backup')
      await run(['backup', folder], location)
      await writeFile(path.join(folder, 'database', 'toc.dat'), 'Contents')
      expect(await run(['restore', folder], await emptyStore('postgres'))).toBe(
        '备份已损坏：database/toc.dat 与清单不符。',
      )
    })

    it.each([
      [
        'missing',
        async () => setPath(temporaryFolder()),
        /^没有找到 pg_dump，未作任何改动：请安装 PostgreSQL \d+ 或更新版本的客户端程序/,
      ],
      [
        'older than the server',
        async () => void (await placeRecordingPrograms({ major: 9 })),
        /^pg_dump 的版本 9 低于数据库的 \d+，未作任何改动：/,
      ],
    ])('that are %s are named in one sentence, and nothing is written', async (_, prepare, sentence) => {
      const { location, parent } = await open()
      await prepare()
      expect(await run(['backup', path.join(parent, 'backup')], location)).toMatch(sentence)
      expect(await readdir(parent)).toEqual([])
    })

    it('that are missing for a restoration leave the store as it is', async () => {
      const { location, parent } = await open()
      await placeRecordingPrograms()
      const folder = path.join(parent, 'backup')
      await run(['backup', folder], location)
      setPath(temporaryFolder())
      expect(await run(['restore', folder, '--replace'], location)).toMatch(/^没有找到 pg_restore，未作任何改动/)
      const database = openDatabase(location)
      expect(await database.db.selectFrom('record_revision').selectAll().execute()).toHaveLength(1)
      await database.close()
    })

    it('that fail leave no files and no manifest, and their first line is printed', async () => {
      const { location, parent } = await open()
      await placeRecordingPrograms({ dump: `console.error('pg_dump: error: no space left'); process.exit(1)` })
      const folder = path.join(parent, 'backup')
      expect(await run(['backup', folder], location)).toBe('pg_dump 没有完成：pg_dump: error: no space left')
      expect(await readdir(folder)).toEqual([])
      expect(existsSync(path.join(folder, 'manifest.json'))).toBe(false)
    })
  },
  ['postgres'],
)
