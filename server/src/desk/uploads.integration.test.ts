import { createHash } from 'node:crypto'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { DESK_HEADER, type DeskActionName } from '@baiqicha/contract/desk/actions'
import {
  PIECE_BYTES,
  UPLOAD_PIECE_PATH,
  type UploadShown,
  uploadActions,
  uploadShown,
} from '@baiqicha/contract/desk/uploads'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import { resultCode } from '@baiqicha/contract/result-codes'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import {
  act,
  addOperator,
  auditOf,
  DESK_ORIGIN,
  freshTotp,
  openTestDesk,
  type TestDesk,
  type TestOperator,
} from '../../test/http/desk.ts'
import { importRows } from '../../test/importers/import-tables.ts'
import { fictionalCode } from '../../test/importers/register-files.ts'
import { AdminRefused } from '../cli/admin/admin-refused.ts'
import { createImportUploads } from '../cli/import/import-upload.admin.service.ts'
import { createUploadFiles } from '../cli/import/upload-files.ts'
import { registerSources, shippedSources } from '../importers/file/sources.ts'
import { createOperatorAudit } from '../platform/audit.ts'
import { systemRandom } from '../platform/crypto/system-random.ts'
import { openBulkSession } from '../platform/database/bulk-session.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const piecesOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) =>
    bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  )
const statementOf = (bytes: Buffer, fileName = '演示.csv') => ({
  fileName,
  size: bytes.length,
  pieces: piecesOf(bytes).map(sha256),
})
/** Of so many MiB: compressing each of them would take seconds. */
const gzipOfZeros = (mebibytes: number) => {
  const one = gzipSync(Buffer.alloc(1024 ** 2))
  return Buffer.concat(Array.from({ length: mebibytes }, () => one))
}
const FILE = Buffer.from(`企业名称,统一社会信用代码,备注\n演示上传有限公司,${fictionalCode(7)},甲\n,错码,乙\n`)
const begun = uploadActions['uploads begin'].output

type Fixture = { desk: TestDesk; operator: TestOperator }

async function sendPiece({ desk, operator }: Fixture, id: string, piece: number, body: Buffer) {
  const response = await desk.desk.inject({
    method: 'POST',
    url: `${UPLOAD_PIECE_PATH}?id=${id}&piece=${piece}`,
    remoteAddress: '10.8.0.12',
    headers: {
      'content-type': 'application/octet-stream',
      origin: DESK_ORIGIN,
      [DESK_HEADER]: '1',
      cookie: operator.cookie,
    },
    payload: body,
  })
  return z.parse(envelopeSchema, response.json())
}

const run = async ({ desk, operator }: Fixture, name: DeskActionName, body: object = {}) => {
  const { code, message, data } = await act(desk, operator, name, body)
  expect([code, message]).toEqual([0, expect.any(String)])
  return data
}
const show = async (fixture: Fixture, id: string): Promise<UploadShown> =>
  z.parse(uploadShown, await run(fixture, 'uploads show', { id }))

async function upload(fixture: Fixture, bytes: Buffer = FILE, fileName?: string): Promise<string> {
  const { id } = z.parse(begun, await run(fixture, 'uploads begin', statementOf(bytes, fileName)))
  for (const [at, piece] of piecesOf(bytes).entries()) {
    expect(await sendPiece(fixture, id, at, piece)).toMatchObject({ code: 0 })
  }
  return id
}

const save = (fixture: Fixture, id: string, more: object = {}) =>
  run(fixture, 'uploads save', { id, kind: 'companies', sourceId: 'demo', covers: '', columns: null, ...more })

/** Runs until a state, and returns what is shown. */
async function runTo(fixture: Fixture, id: string, input: { dryRun: boolean }, state: UploadShown['state']) {
  const totp = input.dryRun ? undefined : freshTotp(fixture.desk, fixture.operator)
  await run(fixture, 'uploads run', { id, maxRejectPercent: 100, ...input, totp })
  await expect.poll(async () => (await show(fixture, id)).state, { timeout: 180_000 }).toBe(state)
  return show(fixture, id)
}

const nameOf = ({ desk }: Fixture, creditCode: string) =>
  desk.database.db.selectFrom('company').select('name').where('credit_code', '=', creditCode).executeTakeFirst()

describeDatabases('an upload at the desk', (freshDatabase) => {
  async function open(database?: TestDatabase) {
    const own = database ?? (await freshDatabase())
    await registerSources(own.db, shippedSources)
    const desk = await openTestDesk(own)
    return { desk, operator: await addOperator(desk, ['data']) }
  }

  it('is mapped, tried, imported by a process, and audited with the operator and his address', async () => {
    const fixture = await open()
    const id = await upload(fixture)
    const columns = await run(fixture, 'uploads columns', { id, kind: 'companies' })
    expect(columns).toMatchObject({
      columns: [
        { name: '企业名称', field: 'name', samples: ['演示上传有限公司', ''] },
        { name: '统一社会信用代码', field: 'creditCode' },
        { name: '备注', field: null },
      ],
    })
    await save(fixture, id)
    const tried = await runTo(fixture, id, { dryRun: true }, 'checked')
    expect(tried.check).toMatchObject({ isDryRun: true, rowsRead: 2, created: 1, rejected: 1, number: 0 })
    expect(tried.check?.fields[0]?.first).toMatchObject([{ line: 3, isStored: false }])
    expect(await nameOf(fixture, fictionalCode(7))).toBeUndefined()
    const { report } = await runTo(fixture, id, { dryRun: false }, 'done')
    expect(report).toMatchObject({ isDryRun: false, rowsRead: 2, created: 1, rejected: 1 })
    expect(await nameOf(fixture, fictionalCode(7))).toEqual({ name: '演示上传有限公司' })
    const audited = await auditOf(fixture.desk.database.db, 'importFinished').select(['operator', 'origin']).execute()
    expect(audited).toEqual([{ operator: `desk:${fixture.operator.name}`, origin: '10.8.0.12' }])
    const rejects = await run(fixture, 'imports rejects', { number: report?.number })
    expect(rejects).toMatchObject({ csv: expect.stringContaining('错码') })
  })

  it('reads columns as the operator corrected them, and proposes them for the next file of the source', async () => {
    const fixture = await open()
    const file = Buffer.from(`甲,乙,注册资本(万元)\n演示改列有限公司,${fictionalCode(8)},250\n`)
    const id = await upload(fixture, file)
    const columns = [
      { name: '甲', field: 'name' },
      { name: '乙', field: 'creditCode' },
      { name: '注册资本(万元)', field: 'capitalValue' },
    ]
    await save(fixture, id, { columns })
    await runTo(fixture, id, { dryRun: false }, 'done')
    expect(await nameOf(fixture, fictionalCode(8))).toEqual({ name: '演示改列有限公司' })
    // The unit of the header, which a mapping by hand keeps.
    const { capital_comparable: capital } = await fixture.desk.database.db
      .selectFrom('company')
      .select('capital_comparable')
      .where('credit_code', '=', fictionalCode(8))
      .executeTakeFirstOrThrow()
    expect(capital).toBe(250)
    const next = await upload(fixture, Buffer.from('乙,丙\n1,2\n'))
    const read = await run(fixture, 'uploads columns', { id: next, kind: 'companies' })
    expect(read).toMatchObject({ saved: [{ sourceId: 'demo', columns: [{ name: '乙', field: 'creditCode' }] }] })
  })

  it('takes pieces in any order and twice, and goes on after an interruption', async () => {
    const fixture = await open()
    const bytes = Buffer.alloc(PIECE_BYTES * 2 + 5, 'a')
    bytes.write('企业名称\n')
    const statement = statementOf(bytes)
    const [first = bytes, second = bytes, third = bytes] = piecesOf(bytes)
    const { id } = z.parse(begun, await run(fixture, 'uploads begin', statement))
    await sendPiece(fixture, id, 2, third)
    await sendPiece(fixture, id, 0, first)
    expect(await run(fixture, 'uploads begin', statement)).toEqual({ id, received: [0, 2] })
    expect(await sendPiece(fixture, id, 0, first)).toMatchObject({ data: { received: 2, pieces: 3 } })
    expect(await sendPiece(fixture, id, 1, second)).toMatchObject({ data: { received: 3, pieces: 3 } })
    expect(await show(fixture, id)).toMatchObject({ state: 'ready', elsewhere: null })
  })

  describe('refuses', () => {
    it('bytes of another file, a short and a long piece, and a piece that the file has not', async () => {
      const fixture = await open()
      const { id } = z.parse(begun, await run(fixture, 'uploads begin', statementOf(FILE)))
      const sent = [
        [0, Buffer.from(FILE.toString().replace('甲', '丙')), /与文件不符/],
        [0, FILE.subarray(1), /不完整/],
        [0, Buffer.concat([FILE, FILE]), /比声明的长/],
        [1, FILE, /没有这一片/],
      ] as const
      for (const [piece, body, sentence] of sent) {
        const { code, message } = await sendPiece(fixture, id, piece, body)
        expect.soft([code, message]).toEqual([resultCode.actionRefused, expect.stringMatching(sentence)])
      }
      expect(await show(fixture, id)).toMatchObject({ state: 'uploading', received: [] })
    })

    it('a name with a path, a file over 2 GB, and other counts of pieces', async () => {
      const fixture = await open()
      const bad = ['../演示.csv', 'a/b.csv', '.hidden', 'a\u0000b.csv', 'a\u202eb.csv', '名'.repeat(61)]
      for (const fileName of bad) {
        const { code } = await act(fixture.desk, fixture.operator, 'uploads begin', statementOf(FILE, fileName))
        expect.soft([fileName, code]).toEqual([fileName, resultCode.badRequest])
      }
      const large = { ...statementOf(FILE), size: 2 ** 31 + 1 }
      expect(await act(fixture.desk, fixture.operator, 'uploads begin', large)).toMatchObject({
        code: resultCode.badRequest,
      })
      const two = { ...statementOf(FILE), size: PIECE_BYTES + 1 }
      expect(await act(fixture.desk, fixture.operator, 'uploads begin', two)).toMatchObject({
        code: resultCode.actionRefused,
      })
    })

    it('a piece for a file that was replaced by a link, whose target stays as it is', async () => {
      const fixture = await open()
      const { id } = z.parse(begun, await run(fixture, 'uploads begin', statementOf(FILE)))
      const { dataDir } = fixture.desk.database.location
      const target = path.join(dataDir, 'other.csv')
      await writeFile(target, 'other')
      const place = createUploadFiles(dataDir).pathOf({ id, fileName: '演示.csv' })
      await rm(place)
      await symlink(target, place)
      expect((await sendPiece(fixture, id, 0, FILE)).code).not.toBe(0)
      expect(await readFile(target, 'utf8')).toBe('other')
    })

    it('a piece without a session and of an operator without the role', async () => {
      const fixture = await open()
      const { id } = z.parse(begun, await run(fixture, 'uploads begin', statementOf(FILE)))
      const stranger = await addOperator(fixture.desk, ['support'])
      const nobody = { ...stranger, cookie: '' }
      expect(await sendPiece({ ...fixture, operator: nobody }, id, 0, FILE)).toMatchObject({
        code: resultCode.noSession,
      })
      expect(await sendPiece({ ...fixture, operator: stranger }, id, 0, FILE)).toMatchObject({
        code: resultCode.roleMissing,
      })
    })

    it('a file for which the disk has no room', async () => {
      const database = await freshDatabase()
      const clock = { now: () => 0 }
      const uploads = createImportUploads({
        db: database.db,
        clock,
        random: systemRandom,
        operatorAudit: createOperatorAudit({ clock, random: systemRandom }),
        origin: () => '',
        files: createUploadFiles(database.location.dataDir, async () => 512 * 1024 * 1024 + FILE.length - 1),
        process: { readColumns: () => Promise.reject(new Error()), run: () => expect.fail() },
      })
      await expect(uploads.begin({ ...statementOf(FILE), operator: 'desk:演示甲' })).rejects.toThrow('磁盘空间不足')
    })

    it('a run while another import holds the lock, and an undo as well', async () => {
      const fixture = await open()
      const { database } = fixture.desk
      const { number } = await importRows(database, [{ name: '演示甲有限公司', sourceKey: 'k1' }])
      const id = await upload(fixture)
      await save(fixture, id)
      const lock = await openBulkSession(database, { isLarge: false })
      try {
        const { failure } = await runTo(fixture, id, { dryRun: false }, 'stopped')
        expect(failure).toMatch('另一个导入正在进行')
        // On a busy machine the thread of the undo may start after its answer.
        await vi.waitFor(async () => {
          const totp = freshTotp(fixture.desk, fixture.operator)
          const undone = await act(fixture.desk, fixture.operator, 'imports undo', { number, dryRun: false, totp })
          expect(undone).toMatchObject({ code: resultCode.actionRefused, message: expect.stringMatching('正在进行') })
        }, 30_000)
      } finally {
        await lock?.close()
      }
      expect((await runTo(fixture, id, { dryRun: false }, 'done')).failure).toBeNull()
    })
  })

  it.each<[string, () => Buffer, RegExp]>([
    ['1 MB of gzip that expands to 1 GB', () => gzipOfZeros(1024), /200 倍/],
    ['a gzip in a gzip', () => gzipSync(gzipSync(FILE)), /./],
    ['a PDF', () => Buffer.from('%PDF-1.7 演示'), /PDF/],
    ['a zip without a table', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(60)]), /./],
  ])('says why %s is not read', async (_name, build, sentence) => {
    const fixture = await open()
    const id = await upload(fixture, build())
    await save(fixture, id)
    const { failure } = await runTo(fixture, id, { dryRun: true }, 'ready')
    expect(failure).toMatch(sentence)
  })

  it('reads GBK', async () => {
    const fixture = await open()
    // 企业名称, 演示 in GBK.
    const head = Buffer.from([0xc6, 0xf3, 0xd2, 0xb5, 0xc3, 0xfb, 0xb3, 0xc6, 0x0a])
    const id = await upload(fixture, Buffer.concat([head, Buffer.from([0xd1, 0xdd, 0xca, 0xbe, 0x0a])]))
    expect(await run(fixture, 'uploads columns', { id, kind: 'companies' })).toMatchObject({
      columns: [{ name: '企业名称', field: 'name', samples: ['演示'] }],
    })
  })

  it('stops after a batch at the request of an operator, and resumes there', async () => {
    const fixture = await open()
    const rows = Array.from({ length: 8_000 }, (_, at) => `演示${at}号有限公司,${fictionalCode(at)}`)
    const id = await upload(fixture, Buffer.from(`企业名称,统一社会信用代码\n${rows.join('\n')}\n`))
    await save(fixture, id)
    await run(fixture, 'uploads run', { id, dryRun: false, totp: freshTotp(fixture.desk, fixture.operator) })
    await run(fixture, 'uploads stop', { id })
    await expect.poll(async () => (await show(fixture, id)).state, { timeout: 180_000 }).toBe('stopped')
    expect((await show(fixture, id)).failure).toMatch('操作员停止了导入')
    const count = async () =>
      Number(
        (
          await fixture.desk.database.db
            .selectFrom('company')
            .select((of) => of.fn.countAll().as('rows'))
            .executeTakeFirstOrThrow()
        ).rows,
      )
    const stored = await count()
    expect(stored).toBeLessThan(rows.length)
    const { report } = await runTo(fixture, id, { dryRun: false }, 'done')
    expect([report?.rowsRead, report?.created, await count()]).toEqual([rows.length, rows.length, rows.length])
  }, 400_000)

  it('frees an upload without a piece for an hour, and one that is given up', async () => {
    const fixture = await open()
    const { desk } = fixture
    const { db, location } = desk.database
    const given = await upload(fixture, FILE)
    const { id } = z.parse(begun, await run(fixture, 'uploads begin', statementOf(Buffer.concat([FILE, FILE]))))
    const uploads = createImportUploads({
      db,
      clock: desk.clock,
      random: systemRandom,
      operatorAudit: createOperatorAudit({ clock: desk.clock, random: systemRandom }),
      origin: () => '',
      files: createUploadFiles(location.dataDir),
      process: { readColumns: () => Promise.reject(new Error()), run: () => expect.fail() },
    })
    const folders = async () => (await readdir(path.join(location.dataDir, 'imports'))).toSorted()
    desk.clock.time += 59 * 60_000
    await uploads.removeExpired()
    expect(await folders()).toEqual([given, id].toSorted())
    desk.clock.time += 2 * 60_000
    await uploads.removeExpired()
    expect(await folders()).toEqual([given])
    await uploads.discard({ id: given, operator: 'desk:演示甲' })
    expect(await folders()).toEqual([])
  })

  it('names the machine that has the file, and changes nothing elsewhere', async () => {
    const fixture = await open()
    const id = await upload(fixture)
    const { db, location } = fixture.desk.database
    await db.updateTable('import_upload').set({ host: 'app-2' }).where('id', '=', id).execute()
    await createUploadFiles(location.dataDir).remove(id)
    expect(await show(fixture, id)).toMatchObject({ elsewhere: 'app-2' })
    const saved = await act(fixture.desk, fixture.operator, 'uploads columns', { id, kind: 'companies' })
    expect(saved.message).toMatch('文件在另一台机器 app-2 上')
  })

  it('counts a run of this process as running whose writes wait for the database', async () => {
    const fixture = await open()
    const { desk } = fixture
    const { db, location } = desk.database
    const id = await upload(fixture)
    await save(fixture, id)
    const { promise: done, reject } = Promise.withResolvers<never>()
    const uploads = createImportUploads({
      db,
      clock: desk.clock,
      random: systemRandom,
      operatorAudit: createOperatorAudit({ clock: desk.clock, random: systemRandom }),
      origin: () => '',
      files: createUploadFiles(location.dataDir),
      process: { readColumns: () => done, run: () => ({ done, stop: () => {} }) },
    })
    const started = await uploads.run({ id, dryRun: false, maxRejectPercent: 5, operator: 'desk:演示甲' })
    desk.clock.time += 31_000
    expect((await uploads.show(id)).state).toBe('running')
    reject(new AdminRefused('演示：结束'))
    await expect(started.done).rejects.toThrow('演示：结束')
    expect((await uploads.show(id)).state).toBe('stopped')
  })

  it('counts a run without a sign of life as stopped', async () => {
    const fixture = await open()
    const id = await upload(fixture)
    await save(fixture, id)
    await fixture.desk.database.db.updateTable('import_upload').set({ state: 'running' }).where('id', '=', id).execute()
    expect((await show(fixture, id)).state).toBe('running')
    fixture.desk.clock.time += 31_000
    expect(await show(fixture, id)).toMatchObject({ state: 'stopped', failure: expect.stringMatching('可以继续') })
    await fixture.desk.database.db
      .updateTable('import_upload')
      .set({ state: 'checking' })
      .where('id', '=', id)
      .execute()
    expect(await show(fixture, id)).toMatchObject({ state: 'ready', failure: expect.stringMatching('请再试运行') })
  })
})
