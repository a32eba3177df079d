import { expect, it } from 'vitest'
import { eraseDue } from '../../test/account/personal-data.ts'
import { describeBothDatabases } from '../../test/databases/databases.ts'
import { call, freshMobile, lastCode, openTestApp, requestCode, signIn } from '../../test/http/app.ts'
import { report } from '../../test/http/feedback.ts'
import { buildPicture, upload, withoutReEncoding } from '../../test/http/uploads.ts'
import { systemRandom as random } from '../platform/crypto/system-random.ts'
import { createPictureFiles, uploadsDirectory } from '../platform/uploads/picture-files.ts'
import { createUploadService } from '../platform/uploads/upload.service.ts'

const DAY = 86_400_000

describeBothDatabases('feedback of an account', (freshDatabase) => {
  it('is deleted with the account, and so are its pictures', async () => {
    const { db, location } = await freshDatabase()
    const files = createPictureFiles(uploadsDirectory(location.dataDir))
    const test = await openTestApp(db, { reEncodeImage: withoutReEncoding, pictureFiles: files })
    const { app, clock } = test
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const imageIds = [(await upload(test, await buildPicture(), { token })).data?.imageId ?? '']
    const sent = await call(app, 'saveFeedback', report({ imageIds }), { token })
    await call(app, 'appendFeedback', { number: sent.data?.number ?? '', content: '演示：补充。' }, { token })
    clock.time += 120_000
    await requestCode(test, '', { scene: 'deactivate', token })
    await call(app, 'deactivate', { smsCode: lastCode(test, mobile) }, { token })
    clock.time += 7 * DAY
    await eraseDue(db, { clock })
    await createUploadService({ db, clock, random, reEncode: withoutReEncoding, files }).eraseUnused()
    for (const table of ['feedback', 'feedback_entry', 'upload'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })
})
