import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { seededRandom, testSeed } from '../../test/builders/seeded-random.ts'
import { describeBothDatabases, describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { dumpRecords } from '../../test/importers/import-records.ts'
import { dumpImported, testFile } from '../../test/importers/import-tables.ts'
import { isNightly } from '../../test/nightly.ts'

/** Rows that the importer stores together, at the beginning of a file. */
const BATCH = 1_000
const ROWS = 5 * BATCH
const KILLS = isNightly ? 3 : 1

const program = fileURLToPath(new URL('./import.ts', import.meta.url))

function startImport({ location }: Pick<TestDatabase, 'location'>, words: readonly string[]) {
  const { databaseUrl = '', dataDir } = location
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode, output }))
  return { child, ended }
}

/** New and known companies, names that two rows state, and rows to reject, in every batch. */
function manyRows(): string {
  const lines = ['sourceKey,name,foundedOn,formerNames,asOf']
  for (let at = 0; at < ROWS; at++) {
    const key = at % 7 === 3 ? at - 3 : at
    const founded = at % 211 === 5 ? '2020-02-30' : '2020-02-03'
    lines.push(`k${key},演示第${key}有限公司,${founded},演示旧${at}有限公司,${at % 2 === 0 ? '2024' : '2025-06'}`)
  }
  return lines.join('\n')
}

/** New and known penalties, some repeated as of a later day or with another key of their company, and rows to reject. */
function manyPenalties(): string {
  const lines = ['docNo,office,companyName,companyCreditCode,decisionDate,reason,asOf']
  for (let at = 0; at < ROWS; at++) {
    const number = at % 7 === 3 ? at - 3 : at
    const code = at % 3 === 0 ? '91990001MA0TE5T16H' : ''
    const decided = at % 211 === 5 ? '2020-02-30' : '2026-02-03'
    const asOf = at % 2 === 0 ? '2026-03' : '2026-06'
    lines.push(`演市监处罚${number}号,演示市局,演示第${number}有限公司,${code},${decided},事由${at},${asOf}`)
  }
  return lines.join('\n')
}

/** Kills an import in the batch after the one that completes `rows`; the random interval decides where in the batch. */
async function killAfter(database: TestDatabase, words: readonly string[], rows: number, interval: number) {
  const { child, ended } = startImport(database, words)
  const hasStored = async () => {
    const run = await database.db.selectFrom('import_run').select('rows_read').executeTakeFirst()
    return child.exitCode !== null || (run?.rows_read ?? 0) >= rows
  }
  await vi.waitUntil(hasStored, { interval, timeout: 60_000 })
  child.kill('SIGKILL')
  const end = await ended
  await vi.waitUntil(() => isUnlocked(database), { interval: 20, timeout: 60_000 })
  return end
}

/** PostgreSQL notices a moment later that a killed import has gone: its lock, and what its other connections run. */
async function isUnlocked({ kind, db }: TestDatabase): Promise<boolean> {
  if (kind === 'sqlite') return true
  const { rows } = await sql`
    select 1 from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())
    union all
    select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db)
  return rows.length === 0
}

/** New and known contacts of one number at many companies, withdrawn ones, and rows to reject. */
function manyContacts(): string {
  const lines = ['companyName,value,category,year,sourceDate,recordStatus,asOf']
  for (let at = 0; at < ROWS; at++) {
    const number = at % 7 === 3 ? at - 3 : at
    const value = at % 211 === 5 ? '990001198001011234' : `154 ${10_000_000 + (number % 50)}`
    const status = at % 13 === 7 ? '已移出' : ''
    lines.push(
      `演示第${number}有限公司,${value},年报,2025,2026-02-03,${status},${at % 2 === 0 ? '2026-03' : '2026-06'}`,
    )
  }
  return lines.join('\n')
}

/** The same rows in a file so large that it is written by a thread of its own, into an empty store without some indexes. */
const inLargeFile = (rowsOf: () => string) => () => {
  const padding = '演'.repeat(200)
  return rowsOf()
    .split('\n')
    .map((line, at) => `${line},${at === 0 ? 'note' : padding}`)
    .join('\n')
}

/** Definitions of all indexes, without quotation marks and case. */
async function indexesOf(database: TestDatabase): Promise<string[]> {
  const { rows } =
    database.kind === 'sqlite'
      ? await sql<{ text: string | null }>`select sql as text from sqlite_master where type = 'index'`.execute(
          database.db,
        )
      : await sql<{ text: string }>`select indexdef as text from pg_indexes where schemaname = 'public'`.execute(
          database.db,
        )
  return rows.map(({ text }) => (text ?? '').replaceAll('"', '').toLowerCase()).toSorted()
}

describeBothDatabases('an import that is killed', (freshDatabase, databaseKind) => {
  const large = [
    ['companies', 'large', inLargeFile(manyRows)],
    ['punishment', 'large', inLargeFile(manyPenalties)],
    ['contact', 'large', inLargeFile(manyContacts)],
  ] as const
  const [ofSqlite, ofPostgres] = large
  const daily = databaseKind === 'sqlite' ? ofSqlite : ofPostgres

  it.each(isNightly ? [...large, ['companies', 'small', manyRows] as const] : [daily])(
    `imports %s of a %s file to the same end after ${KILLS} kills (seed ${testSeed})`,
    async (kind, _size, rowsOf) => {
      const file = await testFile(rowsOf())
      const rejectsFile = `${file}.rejects.ndjson`
      const words = [kind, file, '--source', 'demo', '--max-rejects', '5%']
      const endState = async (database: TestDatabase) => {
        const runs = await database.db.selectFrom('import_run').select(['state', 'rows_read', 'rejected']).execute()
        const stored = { ...(await dumpImported(database.db)), ...(await dumpRecords(database.db)) }
        return { ...stored, runs, indexes: await indexesOf(database), rejects: await readFile(rejectsFile, 'utf8') }
      }

      const whole = await freshDatabase()
      const indexes = await indexesOf(whole)
      expect(await startImport(whole, words).ended).toMatchObject({ code: 2 })
      const expected = { ...(await endState(whole)), indexes }
      expect(await endState(whole)).toEqual(expected)

      const random = seededRandom(testSeed)
      let database = await freshDatabase()
      let kills = 0
      // On a busy machine an import may end before it is killed. It does not count as killed, but its end state is compared.
      for (let tries = 0; kills < KILLS; tries++) {
        expect(tries).toBeLessThan(5 * KILLS)
        const { signal, code, output } = await killAfter(database, words, (kills + 1) * BATCH, 1 + random.below(40))
        if (signal === 'SIGKILL') kills += 1
        else expect([code, output]).toEqual([2, expect.stringContaining('收录')])
        const run = await database.db.selectFrom('import_run').select('state').executeTakeFirst()
        if (run?.state !== 'done') continue
        expect(await endState(database)).toEqual(expected)
        await database.remove()
        database = await freshDatabase()
      }
      expect(await startImport(database, words).ended).toMatchObject({ code: 2 })
      expect(await endState(database)).toEqual(expected)
    },
    300_000,
  )
})

describeDatabases('the import command', (freshDatabase) => {
  it('reads what a source covers from --covers or from its row, and refuses a first import without', async () => {
    const database = await freshDatabase()
    const row = { name: '演示他方有限公司', caseNo: '（2026）演0101执1号', subjectType: '企业' }
    const file = await testFile(`${JSON.stringify(row)}\n`, 'rows.ndjson')
    const source = { name: '某市法院', scope: '某市', url: null, licence: '测试', kind: 'register', asOf: '2026-06-30' }
    const sources = await testFile(
      JSON.stringify([
        { ...source, id: 'unstated' },
        { ...source, id: 'whole', covers: 'listed' },
        { ...source, id: 'by-kind', covers: { dishonestExecutor: 'regions=3502' } },
      ]),
      'sources.json',
    )
    const run = (kind: string, id: string, ...more: string[]) =>
      startImport(database, [kind, file, '--source', id, '--sources', sources, ...more]).ended
    const covers = async () => {
      const feeds = await database.db.selectFrom('record_feed').select(['source_id', 'covers']).execute()
      return Object.fromEntries(feeds.map((feed) => [feed.source_id, feed.covers]))
    }
    expect(await run('dishonestExecutor', 'unstated')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^首次导入来源 unstated 的失信被执行人，须说明它覆盖哪些企业，[^。\n]+。\n$/m),
    })
    expect(await run('dishonestExecutor', 'unstated', '--covers', '厦门')).toMatchObject({ code: 1 })
    expect(await run('companies', 'unstated', '--covers', 'all')).toMatchObject({
      code: 1,
      output: expect.stringContaining('用法'),
    })
    expect(await covers()).toEqual({})
    expect(await run('dishonestExecutor', 'unstated', '--covers', 'regions=3501')).toMatchObject({ code: 0 })
    expect(await run('dishonestExecutor', 'whole')).toMatchObject({ code: 0 })
    expect(await run('dishonestExecutor', 'by-kind')).toMatchObject({ code: 0 })
    expect(await covers()).toEqual({ unstated: 'regions=3501', whole: 'listed', 'by-kind': 'regions=3502' })
    expect(await run('executedPerson', 'by-kind')).toMatchObject({
      code: 1,
      output: expect.stringContaining('首次导入来源 by-kind 的被执行人'),
    })
    const broken = await testFile(JSON.stringify([{ ...source, id: 'broken', covers: '全国' }]), 'sources.json')
    expect(
      await startImport(database, ['punishment', file, '--source', 'broken', '--sources', broken]).ended,
    ).toMatchObject({
      code: 1,
      output: expect.stringContaining('covers'),
    })
  }, 120_000)

  it('refuses a second import while the first one runs', async () => {
    const database = await freshDatabase()
    const file = await testFile(manyRows().repeat(20))
    const words = ['companies', file, '--source', 'demo', '--max-rejects', '100%']
    const first = startImport(database, words)
    const begun = () => database.db.selectFrom('import_run').select('id').executeTakeFirst()
    await vi.waitUntil(async () => first.child.exitCode !== null || (await begun()) !== undefined, 60_000)
    const second = await startImport(database, words).ended
    expect(second).toMatchObject({ code: 1, output: expect.stringContaining('另一个导入正在进行') })
    first.child.kill('SIGKILL')
    await first.ended
  })

  it('reports what it did, in numbers that add up', async () => {
    const database = await freshDatabase()
    const file = await testFile('name,creditCode,特别\n演示甲有限公司,,1\n演示乙有限公司,x,2\n合计：2 条,,\n')
    const { code, output } = await startImport(database, ['companies', file, '--source', 'demo']).ended
    expect(code).toBe(2)
    expect(output).toContain('读取 3 行 = 收录 2 行 + 未收录 1 行')
    expect(output).toContain('统一社会信用代码 creditCode 1 个：第 3 行“x”')
    expect(output).toContain('企业名称 name 1 行：第 4 行“合计：2 条”')
    expect(output).toMatch(/用时 \d+ 秒，每秒 \d+ 行/)
    expect(output).toContain('.rejects.ndjson')
    expect(output).toContain('没有用到的列：特别')
  })
})

// The options are checked alike for both databases.
describe('the import command refuses', () => {
  const daily: readonly [string[], RegExp][] = [
    [['companies'], /用法/],
    [['companies', 'nowhere.csv', '--source', 'demo'], /未找到文件/],
    [['companies', program, '--source', 'hearsay'], /没有登记/],
  ]
  const nightly: typeof daily = [
    [['people', 'x', '--source', 'demo'], /用法/],
    [['companies', program, '--source', 'demo', '--mapping', 'other'], /未找到映射/],
    [['companies', program, '--source', 'demo', '--max-rejects', 'many'], /百分数/],
    [['companies', program, '--source', 'demo', '--removals'], /用法/],
    [['punishment', program, '--source', 'demo', '--mapping', 'executed-persons'], /没有字段/],
    [['companies', program, '--sorce', 'demo'], /用法/],
  ]

  // Each starts a process.
  it.each(isNightly ? [...daily, ...nightly] : daily)('%j with a sentence', async (words, sentence) => {
    const location = { dataDir: path.dirname(await testFile('')) }
    const { code, output } = await startImport({ location }, [...words, '--create']).ended
    expect(code).toBe(1)
    expect(output).toMatch(sentence)
    expect(output).not.toContain('    at ')
  })

  it('to create a store without --create', async () => {
    const location = { dataDir: path.dirname(await testFile('')) }
    const words = ['companies', await testFile('name\n演示甲有限公司\n'), '--source', 'demo']
    expect(await startImport({ location }, words).ended).toMatchObject({
      code: 1,
      output: expect.stringMatching(/--create/),
    })
    expect(await startImport({ location }, [...words, '--create']).ended).toMatchObject({ code: 0 })
  })
})

const openData = fileURLToPath(new URL('../../test/importers/open-data', import.meta.url))

const companyNames = ({ db }: TestDatabase) => db.selectFrom('company').select('name').orderBy('name').execute()

describeDatabases('the import command', (freshDatabase) => {
  it('with columns prints how each is read, and writes a mapping that an import takes', async () => {
    const database = await freshDatabase()
    const file = await testFile('企业名称,注册资本,我的备注\n演示甲有限公司,100万元人民币,x\n')
    const shown = await startImport(database, ['columns', file, '--out', path.dirname(file)]).ended
    expect(shown.code).toBe(0)
    expect(shown.output).toContain('企业名称 → name：演示甲有限公司')
    expect(shown.output).toContain('我的备注 → （不读取）：x')
    const words = ['companies', file, '--source', 'demo', '--mapping', `${file}.mapping.json`]
    expect(await startImport(database, words).ended).toMatchObject({ code: 0 })
    expect(await companyNames(database)).toEqual([{ name: '演示甲有限公司' }])
  })

  it('with template writes tables that an import takes once they are filled in', async () => {
    const database = await freshDatabase()
    const folder = path.dirname(await testFile(''))
    expect(await startImport(database, ['template', 'companies', '--out', folder]).ended).toMatchObject({ code: 0 })
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['companies-template.csv', 'companies-template.xlsx']))
    const filled = path.join(folder, 'companies-template.csv')
    await appendFile(filled, ',,演示甲有限公司\n')
    expect(await startImport(database, ['companies', filled, '--source', 'demo']).ended).toMatchObject({ code: 0 })
    expect(await companyNames(database)).toEqual([{ name: '演示甲有限公司' }])
  })

  it('writes the rejected rows into the folder of --rejects', async () => {
    const database = await freshDatabase()
    const file = await testFile('name,scope\n演示甲有限公司,\n,演示\n')
    const folder = path.dirname(await testFile(''))
    const words = ['companies', file, '--source', 'demo', '--max-rejects', '100%', '--rejects', folder]
    expect(await startImport(database, words).ended).toMatchObject({ code: 2 })
    expect((await readdir(folder)).filter((name) => name.endsWith('.rejects.ndjson'))).toHaveLength(1)
  })

  it.each([
    ['gleif', 'lei2-golden-copy.csv'],
    ['wikidata', 'items.ndjson'],
  ])('%s loads a file of the open source without --source', async (word, file) => {
    const database = await freshDatabase()
    const { code, output } = await startImport(database, [word, path.join(openData, file)]).ended
    expect(code, output).toBe(0)
    expect(output).toContain('收录')
  })
})
