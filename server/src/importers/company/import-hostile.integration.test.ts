import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { dumpImported, importFile, testFile } from '../../../test/importers/import-tables.ts'
import { isNightly } from '../../../test/nightly.ts'
import { ImportRefused } from '../input/import-refused.ts'

const codeA = '91990001MA0TE5T16H'

async function rejectsOf(file: string): Promise<{ line: number; field: string | null; reason: string }[]> {
  const text = await readFile(`${file}.rejects.ndjson`, 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Imports the content into an empty database. Returns the summary, and the names of the stored companies in order. */
async function importedFrom(content: string | Uint8Array, freshDatabase: Parameters<Suite>[0]) {
  const database = await freshDatabase()
  const file = await testFile(content)
  const summary = await importFile(database, { file, maxRejectShare: 1 })
  const companies = await database.db.selectFrom('company').select('name').orderBy('name').execute()
  return { file, summary, names: companies.map((company) => company.name) }
}

type Suite = Parameters<typeof describeDatabases>[1]

const members = () => [gzipSync('name,scope\n演示甲有限公司,一\n'), gzipSync('演示乙有限公司,二\n')]

describeDatabases('a hostile file', (freshDatabase) => {
  it('has each row stored or rejected, and each lost value listed, with its line', async () => {
    const lines: (string | Buffer)[] = [
      '\uFEFFname,creditCode,foundedOn,capitalValue,scope\r',
      `演示甲有限公司,${codeA},2020-01-01,100,=cmd|' /C calc'!A0\r`,
      '演示乙有限公司,91990002MA0FCT021X,2020-01-01,100,',
      '演示丙有限公司,,2020-02-30,100,',
      '演示丁有限公司,,,abc,',
      Buffer.from([0xc7, 0xeb, 0x2c, 0x2c, 0x2c, 0x2c]),
      '演示\u0000戊有限公司,,,,',
      '演示己有限公司,,',
      '"演示庚有限公司,,,,',
      `演示${'辛'.repeat(1_421)},,,,`,
      `演示壬有限公司,,,,${'长'.repeat(24_000)}`,
      '演示癸有限公司,,,,"两\n行"',
      `演示甲有限公司,${codeA},2020-01-01,100,=cmd|' /C calc'!A0`,
      '',
    ]
    const database = await freshDatabase()
    const file = await testFile(Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])))
    const summary = await importFile(database, { file })
    expect((await rejectsOf(file)).map((reject) => [reject.line, reject.field])).toEqual([
      [3, 'creditCode'],
      [4, 'foundedOn'],
      [5, 'capitalValue'],
      [6, null],
      [7, 'name'],
      [9, null],
      [10, 'name'],
      [11, 'scope'],
    ])
    expect(summary).toMatchObject({ rowsRead: 12, created: 7, unchanged: 1, rejected: 4 })
    // A formula is stored as text.
    const stored = database.db.selectFrom('company').select('scope').where('credit_code', '=', codeA)
    expect(await stored.execute()).toEqual([{ scope: "=cmd|' /C calc'!A0" }])
  })

  it('of NDJSON has each row stored, pending or rejected', async () => {
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
    expect(summary).toMatchObject({ rowsRead: 7, created: 1, pending: 1, rejected: 5 })
  })

  it('never makes the import fail', async () => {
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
        const { rowsRead, created, changed, unchanged, pending, rejected } = summary
        expect(created + changed + unchanged + pending + rejected).toBe(rowsRead)
      }),
      { numRuns: 60 },
    )
  })

  it('may end its lines with \\r', async () => {
    const { names } = await importedFrom('name,scope\r演示甲有限公司,一\r演示乙有限公司,二\r', freshDatabase)
    expect(names).toHaveLength(2)
  })

  it('may have a header only', async () => {
    const { summary } = await importedFrom('name,scope\n', freshDatabase)
    expect(summary).toMatchObject({ rowsRead: 0, rejected: 0 })
  })

  it('has only the line rejected on which a quote does not close', async () => {
    const rows = Array.from({ length: 3_000 }, (_none, at) => `演示${at}有限公司,${at}`)
    rows[10] = '"演示没有闭合有限公司,10'
    const { file, summary } = await importedFrom(['name,scope', ...rows].join('\n'), freshDatabase)
    expect(summary).toMatchObject({ rowsRead: 3_000, created: 2_999, rejected: 1 })
    expect(await rejectsOf(file)).toMatchObject([{ line: 12, reason: '引号没有闭合' }])
  })

  describe('compressed with gzip', () => {
    it('may consist of several gzip members with garbage behind them', async () => {
      const { names } = await importedFrom(Buffer.concat([...members(), Buffer.from('\0\0\0garbage')]), freshDatabase)
      expect(names).toHaveLength(2)
    })

    it('is refused where it is truncated, and resumes there when it is complete', async () => {
      const database = await freshDatabase()
      const rows = Array.from({ length: 5_000 }, (_none, at) => `演示${at}有限公司,${Math.sin(at)}`)
      const whole = gzipSync(['name,scope', ...rows].join('\n'))
      const cut = await testFile(whole.subarray(0, whole.length - 10_000))
      await expect(importFile(database, { file: cut })).rejects.toThrow(/gzip 数据已损坏或不完整/)
      await importFile(database, { file: await testFile(whole) })
      expect(await database.db.selectFrom('company').select('id').execute()).toHaveLength(5_000)
    })

    const endless = ['one endless line', Buffer.alloc(1024 * 1024, 'a')] as const
    const empty = ['empty lines', Buffer.alloc(1024 * 1024, '\n')] as const
    it.each(isNightly ? [endless, empty] : [endless])(
      'is refused above a compression ratio of 200: %s',
      async (_what, piece) => {
        const packed = gzipSync(piece, { level: 9 })
        const bomb = Buffer.concat([gzipSync('name\n'), ...Array.from({ length: 128 }, () => packed)])
        const database = await freshDatabase()
        const file = await testFile(bomb)
        await expect(importFile(database, { file, maxRejectShare: 1 })).rejects.toThrow(/200 倍/)
      },
    )
  })

  it('that is not a table is refused with a sentence', async () => {
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
      [Buffer.from([0xff, 0xfe, 0x41]), /没有内容|没有映射/],
    ]
    for (const [content, sentence] of refused) {
      const file = await testFile(content)
      await expect(importFile(database, { file })).rejects.toThrow(sentence)
      await expect(importFile(database, { file })).rejects.toBeInstanceOf(ImportRefused)
    }
    await expect(importFile(database, { file: '/nowhere' })).rejects.toThrow(/未找到/)
  })

  it('that is not a plain file is refused with a sentence', async () => {
    const database = await freshDatabase()
    const file = await testFile('name\n演示甲有限公司\n')
    const folder = path.dirname(file)
    const [link, pipe] = [path.join(folder, 'link.csv'), path.join(folder, 'pipe.csv')]
    await symlink(file, link)
    execFileSync('mkfifo', [pipe])
    await expect(importFile(database, { file: link })).rejects.toThrow(/符号链接/)
    for (const other of [pipe, folder, '/dev/zero']) {
      await expect(importFile(database, { file: other })).rejects.toThrow(/不是普通文件/)
    }
  })

  it('is refused before its first row when the file of rejected rows cannot be written', async () => {
    const database = await freshDatabase()
    const file = await testFile('name\n演示甲有限公司\n')
    await mkdir(`${file}.rejects.ndjson`)
    await expect(importFile(database, { file })).rejects.toThrow(/写不进 companies.csv.rejects.ndjson/)
    expect((await dumpImported(database.db)).companies).toEqual([])
  })
})

describeDatabases('a full disk', (freshDatabase) => {
  it('stops the import with a sentence; with free space it resumes and ends in the same state', async () => {
    const rows = Array.from({ length: 6_000 }, (_none, at) => `演示${at}有限公司,k${at},${'范围'.repeat(50)}`)
    const file = await testFile(['name,sourceKey,scope', ...rows].join('\n'))
    const whole = await freshDatabase()
    await importFile(whole, { file })

    const database = await freshDatabase()
    if (database.kind !== 'sqlite') return
    const { sqlite } = database
    sqlite.pragma('max_page_count = 700')
    await expect(importFile(database, { file })).rejects.toThrow(/磁盘已满.*同样的命令/)
    await expect(importFile(database, { file })).rejects.toBeInstanceOf(ImportRefused)
    sqlite.pragma('max_page_count = 1000000')
    const summary = await importFile(database, { file })
    expect(summary.resumedAt).toBeGreaterThan(0)
    expect(await dumpImported(database.db)).toEqual(await dumpImported(whole.db))
  })
})
