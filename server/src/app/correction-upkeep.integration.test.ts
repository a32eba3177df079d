import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, freshMobile, lastCode, openTestApp, requestCode, signIn } from '../../test/http/app.ts'
import { fillWithRecord, objection, proveContact } from '../../test/http/corrections.ts'
import { buildPicture, keepAsItIs, upload } from '../../test/http/uploads.ts'
import { createAudit } from '../features/account/audit.repository.ts'
import { createErasureService } from '../features/account/erasure.service.ts'
import { createCorrectionDesk } from '../features/correction/correction-desk.ts'
import { createCorrectionUpkeep } from '../features/correction/correction-upkeep.ts'
import { systemRandom as random } from '../platform/crypto/system-random.ts'
import { createLogger } from '../platform/log/logger.ts'
import { createPictureFiles, uploadsDirectory } from '../platform/uploads/picture-files.ts'
import { createUploadService } from '../platform/uploads/upload.service.ts'

const DAY = 86_400_000

describeDatabases('what is kept of corrections', (freshDatabase) => {
  async function open() {
    const { db, location } = await freshDatabase()
    const files = createPictureFiles(uploadsDirectory(location.dataDir))
    const test = await openTestApp(db, { reEncodeImage: keepAsItIs, pictureFiles: files })
    const { clock } = test
    const { company, record } = await fillWithRecord(db)
    const about = { companyId: company.id, recordId: record.id }
    const logged: string[] = []
    const log = createLogger('warn', (line) => logged.push(line))
    const uploads = createUploadService({ db, clock, random, reEncode: keepAsItIs, files })
    const upkeep = createCorrectionUpkeep({ db, clock, log, uploads })
    const audit = createAudit({ clock, random })
    const desk = createCorrectionDesk({ db, clock, random, audit })
    const pictureOf = async (who: { token?: string; contactToken?: string }) =>
      (await upload(test, await buildPicture(), who)).data?.imageId ?? ''
    const isThere = (id: string) => existsSync(files.pathOf(id))
    return { db, test, app: test.app, clock, about, upkeep, audit, desk, logged, pictureOf, isThere }
  }

  it('is everything while it is open, and after half a year neither the number nor the evidence', async () => {
    const { db, test, app, clock, about, upkeep, desk, pictureOf, isThere } = await open()
    const contactToken = await proveContact(test)
    const [used, unused] = [await pictureOf({ contactToken }), await pictureOf({ contactToken })]
    const sent = await call(app, 'submitCorrection', objection({ ...about, contactToken, evidence: [used] }))
    const number = sent.data?.number ?? ''
    clock.time += 300 * DAY
    await upkeep.tidy()
    expect([isThere(used), isThere(unused)]).toEqual([true, false])
    await desk.decide({ number, result: '维持', note: '演示：原文如此。', keepsHidden: false })
    clock.time += 180 * DAY
    await upkeep.tidy()
    expect(await db.selectFrom('correction').select('mobile').execute()).not.toEqual([{ mobile: null }])
    clock.time += 1
    await upkeep.tidy()
    expect(isThere(used)).toBe(false)
    expect(await db.selectFrom('upload').select('id').execute()).toEqual([])
    expect(await db.selectFrom('correction').select(['number', 'mobile']).execute()).toEqual([{ number, mobile: null }])
  })

  it('is warned of once a day when its time is over', async () => {
    const { app, test, clock, about, upkeep, logged } = await open()
    await call(app, 'submitCorrection', objection(about), { token: (await signIn(test)).token })
    clock.time += 20 * DAY
    await upkeep.warnOfOverdue()
    expect(logged).toEqual([])
    clock.time += DAY
    await upkeep.warnOfOverdue()
    await upkeep.warnOfOverdue()
    expect(logged).toHaveLength(1)
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 'warn', event: 'corrections-overdue', count: 1 })
    clock.time += DAY
    await upkeep.warnOfOverdue()
    expect(logged).toHaveLength(2)
  })

  it('goes on without the person when their account is erased', async () => {
    const { db, test, app, clock, about, upkeep, audit, pictureOf, isThere } = await open()
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const used = await pictureOf({ token })
    const sent = await call(app, 'submitCorrection', objection({ ...about, evidence: [used] }), { token })
    await call(app, 'requestUpdate', { companyId: about.companyId }, { token })
    clock.time += 120_000
    await requestCode(test, '', { scene: 'deactivate', token })
    await call(app, 'deactivate', { smsCode: lastCode(test, mobile) }, { token })
    clock.time += 7 * DAY - 60_000
    const back = await signIn(test, mobile)
    const unused = await pictureOf({ token: back.token })
    clock.time += 60_000
    await createErasureService({ db, clock, audit }).eraseDue()
    await upkeep.tidy()
    expect([isThere(used), isThere(unused)]).toEqual([true, false])
    const left = await db.selectFrom('correction').select(['user_id', 'mobile', 'state']).execute()
    expect(left).toEqual([{ user_id: null, mobile: null, state: '已受理' }])
    expect(await db.selectFrom('upload').select('owner').execute()).toEqual([{ owner: '' }])
    expect(await db.selectFrom('update_request').selectAll().execute()).toEqual([])
    // Whoever kept the number follows it still.
    const status = await call(app, 'correctionStatus', { number: sent.data?.number ?? '' })
    expect(status.data).toMatchObject({ state: '已受理' })
  })
})
