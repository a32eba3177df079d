import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { eraseDue } from '../../test/account/accounts.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { type S3Server, startS3Server } from '../../test/engines/s3-server.ts'
import { call, freshMobile, lastCode, openTestApp, requestCode, signIn } from '../../test/http/app.ts'
import { fillWithRecord, objection } from '../../test/http/corrections.ts'
import { testProbes } from '../../test/http/desk.ts'
import { report } from '../../test/http/feedback.ts'
import { buildPicture, upload, withoutReEncoding } from '../../test/http/uploads.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { withoutTracking } from '../../test/tracking/events.ts'
import { collectIds } from '../../test/uploads/picture-files.suite.ts'
import { runAdmin } from '../cli/admin/run-admin.ts'
import { systemRandom as random } from '../platform/crypto/system-random.ts'
import { createS3PictureFiles } from '../platform/uploads/picture-files.ts'
import { parseS3Address } from '../platform/uploads/s3-client.ts'
import { createUploadService } from '../platform/uploads/upload.service.ts'

const DAY = 86_400_000

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server?.stop())

describeDatabases('uploaded pictures in a bucket', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const { db } = database
    // A folder of its own for each test.
    const address = { ...parseS3Address(server.url), prefix: `${randomUUID()}/` }
    const files = createS3PictureFiles(address, { deadlineMs: 1_500, openMs: 200 })
    const test = await openTestApp(db, { pictureFiles: files, reEncodeImage: withoutReEncoding })
    const { company, record } = await fillWithRecord(db)
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const stored = () => collectIds(files.listOlderThan(Date.now() + DAY))
    const uploads = createUploadService({ db, clock: test.clock, random, reEncode: withoutReEncoding, files })
    const admin = async (...words: string[]) => {
      const lines: string[] = []
      const deps = {
        database,
        clock: test.clock,
        tracking: withoutTracking,
        hiddenNumbers: testHiddenNumbers,
        readProbes: testProbes,
        files,
      }
      await runAdmin(words, { ...deps, operator: 'cli:tester', print: (line) => lines.push(line) })
      return lines.join('\n')
    }
    const exportAll = () =>
      test.app.inject({
        method: 'GET',
        url: `${API_BASE}${exceptions.exportData.path}?format=json`,
        headers: { token },
      })
    const about = { companyId: company.id, recordId: record.id }
    return { db, test, app: test.app, token, mobile, files, stored, uploads, admin, exportAll, about }
  }

  it('are evidence that the operator sees, part of the export, and erased with the account', async () => {
    const { db, test, app, token, mobile, stored, uploads, admin, exportAll, about } = await open()
    const picture = await buildPicture()
    const evidence = [(await upload(test, picture, { token })).data?.imageId ?? '']
    const imageIds = [(await upload(test, picture, { token })).data?.imageId ?? '']
    const number =
      (await call(app, 'submitCorrection', objection({ ...about, evidence }), { token })).data?.number ?? ''
    await call(app, 'saveFeedback', report({ imageIds }), { token })
    expect(await stored()).toEqual([...evidence, ...imageIds].toSorted())

    expect(await admin('corrections', 'show', number)).toMatch(/证据：s3:\/\/pictures\/[0-9a-f-]{36}\/i-\w{20}\.jpg/)
    const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-evidence-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await admin('corrections', 'show', number, '--pictures', folder)
    expect((await readFile(path.join(folder, `${evidence[0]}.jpg`))).equals(picture)).toBe(true)

    const exported = unzipSync((await exportAll()).rawPayload)
    for (const id of [...evidence, ...imageIds]) {
      expect(Buffer.from(exported[`图片/${id}.jpg`] ?? []).equals(picture)).toBe(true)
    }

    test.clock.time += 120_000
    await requestCode(test, '', { scene: 'deactivate', token })
    await call(app, 'deactivate', { smsCode: lastCode(test, mobile) }, { token })
    test.clock.time += 7 * DAY
    await eraseDue(db, { clock: test.clock })
    await uploads.eraseUnused()
    expect(await stored()).toEqual(evidence)
    await uploads.eraseUsedBy(db.selectFrom('correction').select('number'))
    expect(await stored()).toEqual([])
  })

  it('without a row are swept after a day', async () => {
    const { test, token, files, stored, uploads } = await open()
    const { data } = await upload(test, await buildPicture(), { token })
    await files.save('i-0000left0by0a0killed0process', Buffer.from('picture'))
    test.clock.time = Date.now()
    await uploads.deleteOrphanFiles()
    expect(await stored()).toHaveLength(2)
    test.clock.time += DAY + 60_000
    await uploads.deleteOrphanFiles()
    expect(await stored()).toEqual([data?.imageId])
  })

  it.each(['gone', 'hanging'])(
    'are refused with 503 within three seconds while the server is %s, and leave no row',
    async (how) => {
      const { db, test, token, exportAll } = await open()
      onTestFinished(() => server.start())
      const picture = await buildPicture()
      await upload(test, picture, { token })
      if (how === 'gone') await server.kill()
      else server.pause()
      const started = Date.now()
      const sentence = { code: 503, message: '服务暂时不可用，请稍后重试' }
      expect(await upload(test, picture, { token })).toMatchObject({ status: 503, ...sentence })
      expect(Date.now() - started).toBeLessThan(3_000)
      const refused = await exportAll()
      expect({ status: refused.statusCode, ...refused.json() }).toMatchObject({ status: 503, ...sentence })
      expect(Date.now() - started).toBeLessThan(6_000)
      expect(await db.selectFrom('upload').select('id').execute()).toHaveLength(1)

      await server.start()
      // The export of the day was not spent.
      await expect.poll(async () => (await upload(test, picture, { token })).code, { timeout: 10_000 }).toBe(0)
      expect((await exportAll()).headers['content-type']).toBe('application/zip')
    },
  )
})
