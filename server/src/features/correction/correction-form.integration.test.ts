import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, freshMobile, lastCode, openTestApp, requestCode, signIn } from '../../../test/http/app.ts'
import { fillWithRecord, objection, proveContact } from '../../../test/http/corrections.ts'
import { buildPicture, upload, withoutReEncoding } from '../../../test/http/uploads.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describeDatabases('the form of a correction', (freshDatabase) => {
  async function open() {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { reEncodeImage: withoutReEncoding })
    const { company, record } = await fillWithRecord(db)
    const about = { companyId: company.id, recordKind: record.kind, recordId: record.id }
    return { db, test, app: test.app, company, about }
  }

  it('requires a session or a proved number, and names an expired proof', async () => {
    const { app, test, about } = await open()
    const contactToken = await proveContact(test)
    test.clock.time += HOUR
    expect(await call(app, 'submitCorrection', objection(about))).toMatchObject({ code: 403 })
    const expired = await call(app, 'submitCorrection', objection({ ...about, contactToken }))
    expect(expired).toMatchObject({ status: 200, code: 4119 })
  })

  it('accepts only one’s own pictures that were not used before', async () => {
    const { db, app, test, about, company } = await open()
    const contactToken = await proveContact(test)
    const { token } = await signIn(test)
    const picture = await buildPicture()
    const idOf = async (who: object) => (await upload(test, picture, who)).data?.imageId ?? ''
    const mine = await idOf({ token })
    const foreign = await idOf({ contactToken })
    const refusedWith = async (evidence: string[]) => {
      const answer = await call(app, 'submitCorrection', objection({ ...about, evidence }), { token })
      expect.soft(answer).toMatchObject({ status: 200, code: 4118, message: '证据图片已失效，请重新上传' })
    }
    await refusedWith([mine, foreign])
    await refusedWith(['i-none'])
    // Nothing is stored: neither the correction nor its mark, and the picture can still be used.
    expect(await db.selectFrom('correction').select('number').execute()).toEqual([])
    const used = await call(app, 'submitCorrection', objection({ ...about, evidence: [mine] }), { token })
    expect(used.code).toBe(0)
    const again = objection({ companyId: company.id, evidence: [mine] })
    expect(await call(app, 'submitCorrection', again, { token })).toMatchObject({ code: 4118 })
    const tooMany = objection({ companyId: company.id, evidence: ['a', 'b', 'c', 'd', 'e'] })
    expect(await call(app, 'submitCorrection', tooMany, { token })).toMatchObject({ status: 400 })
  })

  it('shows the record to readers, and only the title to a visitor', async () => {
    const { app, test, company, about } = await open()
    const subject = {
      companyId: company.id,
      companyName: company.name,
      isDemo: true,
      recordKind: 'dishonestExecutor',
      recordId: about.recordId,
      title: '失信被执行人 （2024）演0101执1234号',
      lines: [],
      authority: { name: '中国执行信息公开网', url: 'https://zxgk.court.gov.cn/' },
      open: null,
    }
    expect((await call(app, 'correctionSubject', about)).data).toEqual(subject)
    const signed = await call(app, 'correctionSubject', about, { token: (await signIn(test)).token })
    expect(signed.data).toEqual({
      ...subject,
      lines: [
        { label: '被执行人', value: company.name },
        { label: '执行法院', value: '演示市示例区人民法院' },
        { label: '履行情况', value: '全部未履行' },
        { label: '立案日期', value: '2024-03-18' },
      ],
    })
    const register = await call(app, 'correctionSubject', { companyId: company.id })
    expect(register.data).toMatchObject({ recordKind: null, recordId: null, title: '企业登记信息' })
    expect(register.data?.authority.name).toBe('国家企业信用信息公示系统')
    const kind = await call(app, 'correctionSubject', { companyId: company.id, recordKind: 'punishment' })
    expect(kind.data).toMatchObject({ recordKind: 'punishment', recordId: null, title: '行政处罚', lines: [] })
    const strangers = [
      { ...about, companyId: 'c-none' },
      { ...about, recordId: 'r-none' },
      { ...about, recordKind: 'punishment' as const },
    ]
    for (const input of strangers) expect(await call(app, 'correctionSubject', input)).toMatchObject({ code: 4040 })
  })

  it('stores no personal number written into it, and shows none in its status', async () => {
    const { db, app, test, about } = await open()
    const mobile = freshMobile()
    const contactToken = await proveContact(test, mobile)
    const content = '演示：本人身份证 99000119800101123X，电话 13800001234，与被执行人不是同一人。'
    const input = objection({ ...about, contactToken, content, statement: content, reason: '不是同一人（企业）' })
    const receipt = await call(app, 'submitCorrection', input)
    const stored = JSON.stringify(await db.selectFrom('correction').select(['content', 'statement', 'note']).execute())
    for (const secret of ['99000119800101123X', '13800001234']) expect(stored).not.toContain(secret)
    const status = JSON.stringify((await call(app, 'correctionStatus', receipt.data ?? { number: '' })).data)
    for (const secret of [mobile, `****${mobile.slice(-4)}`, '99000', '本人']) expect(status).not.toContain(secret)
    expect(test.logged.join('')).not.toContain(mobile)
    expect(test.logged.join('')).not.toContain(contactToken)
  })

  it('proves a number only by a code of its scene, equally for registered and unregistered numbers', async () => {
    const { app, test } = await open()
    const known = freshMobile()
    await signIn(test, known)
    test.clock.time += 2 * MINUTE
    for (const mobile of [known, freshMobile()]) {
      const requested = await requestCode(test, mobile, { scene: 'correction' })
      expect(requested).toMatchObject({ status: 200, code: 0, message: '', data: null })
      const smsCode = lastCode(test, mobile)
      const login = {
        mobile,
        smsCode,
        deviceType: 'web',
        deviceId: 'a',
        fr: '',
        agreementVersion: '2026-11-23',
      } as const
      expect(await call(app, 'loginBySmsCode', login)).toMatchObject({ code: 4104 })
      const proof = await call(app, 'proveContact', { mobile: ` +86 ${mobile}`, smsCode })
      expect(proof.data).toEqual({
        contactToken: expect.stringMatching(/^[\w-]{43}$/),
        mobileMasked: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
        expiresAt: new Date(test.clock.time + HOUR).toISOString(),
      })
      expect(await call(app, 'proveContact', { mobile, smsCode })).toMatchObject({ code: 4104 })
    }
    expect(await call(app, 'proveContact', { mobile: '123', smsCode: '123456' })).toMatchObject({ code: 4101 })
  })
})
