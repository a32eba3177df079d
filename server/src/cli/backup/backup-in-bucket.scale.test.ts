import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases, emptyStore } from '../../../test/databases/databases.ts'
import { usePostgresPrograms } from '../../../test/engines/built-tool.ts'
import { type S3Server, startS3Server } from '../../../test/engines/s3-server.ts'
import { runAdminProgram, temporaryFolder } from '../../../test/process/server-process.ts'
import { createPictureFiles, createS3PictureFiles, uploadsDirectory } from '../../platform/uploads/picture-files.ts'
import { parseS3Address } from '../../platform/uploads/s3-client.ts'

beforeAll(usePostgresPrograms)

const done = { code: 0, errors: '' }

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server?.stop())

describeDatabases(
  'a backup of a store with a bucket',
  (freshDatabase) => {
    it('has the pictures, and is restored into another bucket or into a folder', async () => {
      const { db, location } = await freshDatabase()
      const ids = Array.from({ length: 30 }, (_, at) => `i-${String(at).padStart(20, '0')}`)
      const pictures = createS3PictureFiles(parseS3Address(server.url), { deadlineMs: 10_000 })
      for (const id of ids) {
        await pictures.save(id, Buffer.from(`picture ${id}`))
        await db.insertInto('upload').values({ id, owner: '', bytes: 1, created_at: 0, used_by: 'JC' }).execute()
      }
      const folder = path.join(temporaryFolder(), 'backup')
      expect(await runAdminProgram(['backup', folder], location, server.url)).toEqual(done)

      const inFolder = await emptyStore('sqlite')
      expect(await runAdminProgram(['restore', folder], inFolder)).toEqual(done)
      const otherUrl = server.url.replace('/uploads?', '/other?')
      expect(await runAdminProgram(['restore', folder], await emptyStore('sqlite'), otherUrl)).toEqual(done)
      const restored = [
        createPictureFiles(uploadsDirectory(inFolder.dataDir)),
        createS3PictureFiles(parseS3Address(otherUrl), { deadlineMs: 10_000 }),
      ]
      for (const files of restored) {
        for (const id of ids) expect((await files.read(id))?.toString()).toBe(`picture ${id}`)
      }
    })

    it('is refused in one sentence without the key while the bucket is away or its address is wrong', async () => {
      const { location } = await freshDatabase()
      const folder = path.join(temporaryFolder(), 'backup')
      const away = server.url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1')
      const refused = await runAdminProgram(['backup', folder], location, away)
      expect(refused).toEqual({
        code: 1,
        errors: expect.stringMatching(/^FILES_URL 指定的存储桶无法使用（object storage: .+）。\n$/),
      })
      const wrong = await runAdminProgram(['backup', folder], location, away.replace('s3:', 'https:'))
      expect(wrong).toEqual({ code: 1, errors: expect.stringMatching(/FILES_URL 无效：应为 s3:\/\/.+\n$/) })
      expect(refused.errors + wrong.errors).not.toContain('demo')
    })
  },
  ['sqlite'],
)
