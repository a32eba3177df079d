import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases.ts'
import { dumpImported, importFile, importRows, testFile } from '../../test/import-tables.ts'
import { openBulkSession } from '../platform/database/bulk-session.ts'
import { ImportRefused } from './import-refused.ts'
import { compileMapping } from './mapping.ts'

const [codeA, codeB] = ['91990001MA0TE5T16H', '91990002MA0FCT021R']
const named = (name: string, more: object = {}) => ({ name: `演示${name}有限公司`, ...more })

const rowsOf = (rejects: string) =>
  rejects
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describeDatabases('importing companies', (freshDatabase) => {
  const company = (db: Awaited<ReturnType<typeof freshDatabase>>['db']) => db.selectFrom('company').selectAll()

  describe('recognises a company', () => {
    it('by credit code, whatever its name has become', async () => {
      const database = await freshDatabase()
      await importRows(database, [named('旧', { creditCode: codeA, asOf: '2024' })])
      const summary = await importRows(database, [named('新', { creditCode: codeA, asOf: '2025' })])
      expect(summary).toMatchObject({ created: 0, changed: 1 })
      expect(await company(database.db).execute()).toMatchObject([{ name: '演示新有限公司', matched_by: 'creditCode' }])
      const names = await database.db.selectFrom('company_name').select(['kind', 'value']).execute()
      expect(names).toEqual([{ kind: 'alias', value: '演示旧有限公司' }])
    })

    it('by registration number, then by the key of its source', async () => {
      const database = await freshDatabase()
      const registrationNumber = '990001131419677'
      await importRows(database, [named('甲', { registrationNumber, sourceKey: 'k1' })])
      await importRows(database, [{ ...named('甲'), registrationNumber, creditCode: codeA }])
      await importRows(database, [{ sourceKey: 'k1', scope: '演示' }])
      expect(await company(database.db).execute()).toMatchObject([{ credit_code: codeA, scope: '演示' }])
    })

    it('by its full name only where both sides have it once, and says so', async () => {
      const database = await freshDatabase()
      await importRows(database, [named('甲', { sourceKey: 'k1' })])
      await importRows(database, [named('甲', { creditCode: codeA })])
      expect(await company(database.db).execute()).toMatchObject([{ credit_code: codeA, matched_by: 'name' }])
    })

    it('never merges namesakes', async () => {
      const database = await freshDatabase()
      await importRows(database, [named('甲', { sourceKey: 'k1' })])
      const twice = [named('甲', { creditCode: codeA }), named('甲', { creditCode: codeB })]
      await importRows(database, twice)
      expect(await company(database.db).execute()).toHaveLength(3)
      const summary = await importRows(database, [named('甲', { scope: '谁的？' })], { maxRejectShare: 1 })
      expect(summary).toMatchObject({ rowsRead: 1, rejected: 1 })
      expect(await company(database.db).where('scope', 'is not', null).execute()).toEqual([])
    })

    it('refuses rows without any code that share a name within the file', async () => {
      const database = await freshDatabase()
      const summary = await importRows(database, [named('甲'), named('乙'), named('甲')])
      expect(summary).toMatchObject({ created: 1, rejected: 2 })
    })

    it('refuses a row whose codes speak of two companies', async () => {
      const database = await freshDatabase()
      await importRows(database, [named('甲', { creditCode: codeA }), named('乙', { sourceKey: 'k2' })])
      const summary = await importRows(database, [named('丙', { creditCode: codeA, sourceKey: 'k2' })])
      expect(summary).toMatchObject({ rejected: 1 })
    })
  })

  it('puts two rows about one company of a file together', async () => {
    const database = await freshDatabase()
    const rows = [named('甲', { creditCode: codeA, scope: '一' }), named('甲', { creditCode: codeA, address: '二' })]
    expect(await importRows(database, rows)).toMatchObject({ rowsRead: 2, created: 1, unchanged: 1, rejected: 0 })
    expect(await company(database.db).execute()).toMatchObject([{ scope: '一', address: '二' }])
  })

  it('writes nothing where nothing changed', async () => {
    const database = await freshDatabase()
    const rows = [
      named('甲', {
        creditCode: codeA,
        capitalValue: '1,234.5',
        insuredCount: 0,
        phones: ['0990-5550000'],
        formerNames: ['演示旧有限公司@2001-01-01~2019-05-06'],
        stockCode: '990001',
        exchange: 'SZSE',
      }),
    ]
    await importRows(database, rows)
    const before = await dumpImported(database.db)
    expect(await importRows(database, rows)).toMatchObject({ unchanged: 1, created: 0, changed: 0 })
    expect(await dumpImported(database.db)).toEqual(before)
    expect(before.changes).toHaveLength(1)
  })

  it('forgets that a name was another once it is the name in use', async () => {
    const database = await freshDatabase()
    for (const [name, asOf] of [
      ['一', '2020'],
      ['二', '2021'],
      ['一', '2022'],
    ] as const) {
      await importRows(database, [named(name, { creditCode: codeA, asOf })])
    }
    const names = await database.db.selectFrom('company_name').select(['kind', 'value']).execute()
    expect(names).toEqual([{ kind: 'alias', value: '演示二有限公司' }])
  })

  it('lets the newer as-of win per fact, and an empty value overwrite nothing', async () => {
    const database = await freshDatabase()
    const first = { creditCode: codeA, ...named('甲'), scope: '旧', authority: '旧局', status: '存续', asOf: '2024' }
    await importRows(database, [first], { sourceId: 'annual-report' })
    await importRows(database, [{ creditCode: codeA, ...named('甲'), scope: '新', status: '', asOf: '2026-01' }])
    await importRows(database, [{ creditCode: codeA, ...named('甲'), scope: '更旧', asOf: '2020' }])
    const [row] = await company(database.db).execute()
    expect(row).toMatchObject({ scope: '新', authority: '旧局', status: '存续', registration_source: 'annual-report' })
    expect(JSON.parse(row?.other_origins ?? '')).toEqual({ scope: ['demo', '2026-01'] })
  })

  it('keeps the status a source tells, in its words and in ours, and never guesses one', async () => {
    const database = await freshDatabase()
    await importRows(database, [named('甲', { status: '吊销，未注销', creditCode: codeA }), named('乙')])
    const statuses = await company(database.db).orderBy('name').execute()
    expect(statuses.map((row) => [row.status, row.status_raw])).toEqual(
      expect.arrayContaining([
        ['吊销', '吊销，未注销'],
        [null, null],
      ]),
    )
  })

  describe('meets hostile files', () => {
    it('and stores or names each row', async () => {
      const database = await freshDatabase()
      const lines: (string | Buffer)[] = [
        '\uFEFFname,creditCode,foundedOn,capitalValue,scope\r',
        `演示甲有限公司,${codeA},2020-01-01,100,=1+1\r`,
        `演示乙有限公司,91990002MA0FCT021X,2020-01-01,100,`,
        `演示丙有限公司,,2020-02-30,100,`,
        `演示丁有限公司,,,abc,`,
        Buffer.from([0xc7, 0xeb, 0x2c, 0x2c, 0x2c, 0x2c]),
        `演示\u0000戊有限公司,,,,`,
        `演示己有限公司,,`,
        `"演示庚有限公司,,,,`,
        `演示${'辛'.repeat(1_421)},,,,`,
        `演示壬有限公司,,,,${'长'.repeat(24_000)}`,
        `演示癸有限公司,,,,"两\n行"`,
        `演示甲有限公司,${codeA},2020-01-01,100,=1+1`,
        '',
      ]
      const file = await testFile(Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])))
      const summary = await importFile(database, { file })
      const rejects = rowsOf(await readFile(`${file}.rejects.ndjson`, 'utf8'))
      expect(rejects.map((reject) => [reject.line, reject.field])).toEqual([
        [3, 'creditCode'],
        [4, 'foundedOn'],
        [5, 'capitalValue'],
        [6, null],
        [7, 'name'],
        [8, null],
        [9, null],
        [10, 'name'],
        [11, 'scope'],
      ])
      expect(summary).toMatchObject({ rowsRead: 12, created: 2, unchanged: 1, rejected: 9 })
      expect(await company(database.db).where('credit_code', '=', codeA).execute()).toMatchObject([{ scope: '=1+1' }])
    })

    it('also as NDJSON', async () => {
      const database = await freshDatabase()
      const lines = [
        '{"name":"演示甲有限公司","__proto__":{"scope":"x"}}',
        '{"name":"演示\\ud800乙"}',
        '[1]',
        '{"name":',
        '{"name":["演示"]}',
        '{"name":"演示丙有限公司","sourceKey":"a\\u0000"}',
        '{"sourceKey":"unknown"}',
      ]
      const summary = await importFile(database, { file: await testFile(lines.join('\n'), 'x.ndjson') })
      expect(summary).toMatchObject({ rowsRead: 7, created: 1, waiting: 1, rejected: 5 })
    })

    it('never fails on any text', async () => {
      const database = await freshDatabase()
      const text = fc.array(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 40 }),
          fc.constantFrom('"', '\r\n', ',', '\n', '演示甲有限公司', codeA, '-', '2020-01-01'),
        ),
        { maxLength: 30 },
      )
      await fc.assert(
        fc.asyncProperty(text, async (parts) => {
          const file = await testFile(`name,creditCode,foundedOn,formerNames,phones\n${parts.join(',')}`)
          const summary = await importFile(database, { file, maxRejectShare: 1 })
          const { rowsRead, created, changed, unchanged, rejected } = summary
          expect(created + changed + unchanged + rejected).toBe(rowsRead)
        }),
        { seed: 8, numRuns: 60 },
      )
    })

    it('refuses what is no table, with a sentence', async () => {
      const database = await freshDatabase()
      const tar = Buffer.alloc(600)
      tar.write('ustar', 257)
      const refused: [string | Uint8Array, RegExp][] = [
        ['PK\u0003\u0004xxxx', /zip/],
        [tar, /tar/],
        [gzipSync(tar), /tar/],
        [gzipSync(`name\n${'演示'.repeat(10_000)}`).subarray(0, 60), /gzip/],
        ['', /没有内容/],
        ['\n\n', /没有内容/],
        ['name,name\n', /两次/],
        ['foo,bar\n1,2\n', /没有映射/],
        [Buffer.from([0xff, 0xfe, 0x41]), /UTF-8/],
      ]
      for (const [content, sentence] of refused) {
        const file = await testFile(content)
        await expect(importFile(database, { file })).rejects.toThrow(sentence)
        await expect(importFile(database, { file })).rejects.toBeInstanceOf(ImportRefused)
      }
      await expect(importFile(database, { file: '/nowhere' })).rejects.toThrow(/找不到/)
    })

    it('refuses a file that unpacks beyond belief', async () => {
      const database = await freshDatabase()
      const file = await testFile(gzipSync(Buffer.concat([Buffer.from('name\n'), Buffer.alloc(80 * 1024 * 1024, 'a')])))
      await expect(importFile(database, { file, maxRejectShare: 1 })).rejects.toThrow(/200 倍/)
    })
  })

  it('stops above one rejected row in a hundred, and goes on where it stopped when told to', async () => {
    const database = await freshDatabase()
    const rows = Array.from({ length: 2_500 }, (_none, at) =>
      at % 50 === 0 ? { creditCode: 'wrong', name: '演示' } : named(`第${at}`),
    )
    const file = await testFile(rows.map((row) => JSON.stringify(row)).join('\n'), 'x.ndjson')
    await expect(importFile(database, { file })).rejects.toThrow(/2\.0%/)
    const summary = await importFile(database, { file, maxRejectShare: 0.05 })
    expect(summary).toMatchObject({ rowsRead: 2_500, created: 2_450, rejected: 50, resumedAt: 1_000 })
    expect((await readFile(`${file}.rejects.ndjson`, 'utf8')).trimEnd().split('\n')).toHaveLength(50)
  })

  it('stores nothing in a dry run', async () => {
    const database = await freshDatabase()
    const summary = await importRows(database, [named('甲'), { name: '' }], { dryRun: true })
    expect(summary).toMatchObject({ rowsRead: 2, created: 1, rejected: 1 })
    const { changes, companies } = await dumpImported(database.db)
    expect([changes, companies, await database.db.selectFrom('import_run').selectAll().execute()]).toEqual([[], [], []])
  })

  it('lets one importer work at a time', async () => {
    const database = await freshDatabase()
    const session = await openBulkSession(database)
    await expect(importRows(database, [named('甲')])).rejects.toThrow(/另一个导入/)
    await session?.close()
    expect(await importRows(database, [named('甲')])).toMatchObject({ created: 1 })
  })

  it('takes only registered sources', async () => {
    const database = await freshDatabase()
    await expect(importRows(database, [named('甲')], { sourceId: 'hearsay' })).rejects.toThrow(/没有登记/)
    const parts = [{ source: 'hearsay', fields: { name: 'name' } }]
    const mapping = compileMapping(JSON.stringify({ id: 'x', about: 'x', requireColumns: false, parts }), 'x')
    await expect(importRows(database, [named('甲')], { mapping })).rejects.toThrow(/hearsay/)
  })

  it('marks companies of a demonstration source, and never joins a real one to them', async () => {
    const database = await freshDatabase()
    await importRows(database, [named('甲', { sourceKey: 'k1' })])
    await importRows(database, [named('甲', { sourceKey: 'k2', scope: '真' })], { sourceId: 'annual-report' })
    const rows = await company(database.db).orderBy('is_demo').execute()
    expect(rows.map((row) => [row.scope, row.is_demo])).toEqual([
      ['真', 0],
      [null, 1],
    ])
  })
})
