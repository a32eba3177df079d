import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, shippedLimits, signIn, withLimits } from '../../../test/http/app.ts'
import {
  fillWithRecord,
  markedAt,
  marksOf,
  objection,
  proveContact,
  shieldedAt,
  unmarked,
} from '../../../test/http/corrections.ts'
import { buildPicture, upload, withoutReEncoding } from '../../../test/http/uploads.ts'
import type { AppDeps } from '../../app/create-app.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import { createReviewService } from './review.service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describeDatabases('a correction', (freshDatabase) => {
  async function open(deviation: Partial<AppDeps> = {}) {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { reEncodeImage: withoutReEncoding, ...deviation })
    const { company, record } = await fillWithRecord(db)
    const about = { companyId: company.id, recordKind: record.kind, recordId: record.id }
    const reviews = createReviewService({
      db,
      clock: test.clock,
      random: systemRandom,
      audit: async () => {},
      operatorAudit: async () => {},
    })
    const decide = (number: string, result: '已更正' | '维持' | '无法确认' | '已移除', staysHidden = false) =>
      reviews.decide({ number, result, note: '演示：已核对原文。', staysHidden, operator: '' })
    return { db, test, app: test.app, company, record, about, reviews, decide }
  }

  it('of a visitor is proved by a code, takes pictures, marks the record at once, has a public status, and is decided', async () => {
    const { db, test, app, company, record, about, reviews, decide } = await open()
    const { time } = test.clock
    const contactToken = await proveContact(test)
    const picture = await upload(test, await buildPicture(), { contactToken })
    const evidence = [picture.data?.imageId ?? '']
    const receipt = await call(app, 'submitCorrection', objection({ ...about, contactToken, evidence }))
    const dueAt = new Date(time + 20 * DAY).toISOString()
    const number = receipt.data?.number ?? ''
    expect(receipt).toMatchObject({ code: 0, data: { dueAt, effect: 'marked' } })
    expect(number).toMatch(/^JC20260630-[2-9A-Z]{8}$/)
    expect(await marksOf(db, record.id)).toEqual(markedAt(time))
    expect((await reviews.find(number))?.evidence).toEqual(evidence)

    test.clock.time += DAY
    await reviews.examine({ number, note: '演示：已函询来源。', operator: '' })
    test.clock.time += DAY
    await decide(number, '维持')
    expect(await marksOf(db, record.id)).toEqual(unmarked)
    const instant = (days: number) => new Date(time + days * DAY).toISOString()
    expect((await call(app, 'correctionStatus', { number: number.toLowerCase() })).data).toEqual({
      number,
      state: '已办结',
      title: '失信被执行人 （2024）演0101执1234号',
      companyName: company.name,
      reason: '信息有误',
      submittedAt: instant(0),
      dueAt,
      steps: [
        { at: instant(0), label: '已受理', note: null },
        { at: instant(1), label: '核查中', note: '演示：已函询来源。' },
        { at: instant(2), label: '已办结', note: '演示：已核对原文。' },
      ],
      result: '维持',
      note: '演示：已核对原文。',
    })
  })

  it('of a signed-in user is in their list and in no other', async () => {
    const { app, test, about } = await open()
    const { token } = await signIn(test)
    const first = await call(app, 'submitCorrection', objection(about), { token })
    test.clock.time += MINUTE
    const whole = objection({ companyId: about.companyId, recordKind: about.recordKind })
    const second = await call(app, 'submitCorrection', whole, { token })
    expect(second.data?.effect).toBe('none')
    const listed = await call(app, 'correctionList', {}, { token })
    expect(listed.data?.map(({ number, title }) => [number, title])).toEqual([
      [second.data?.number, '失信被执行人'],
      [first.data?.number, '失信被执行人 （2024）演0101执1234号'],
    ])
    const other = await signIn(test)
    expect((await call(app, 'correctionList', {}, { token: other.token })).data).toEqual([])
  })

  it('about privacy shields the record at once, until the record is confirmed', async () => {
    const { db, app, test, record, about, decide } = await open()
    const { token } = await signIn(test)
    const private_ = objection({ ...about, reason: '涉及个人隐私', claimant: '当事人' })
    const receipt = await call(app, 'submitCorrection', private_, { token })
    expect(receipt.data?.effect).toBe('shielded')
    expect(await marksOf(db, record.id)).toEqual(shieldedAt(test.clock.time))
    // Others get the response of an unknown record; the applicant who sends it again gets the first receipt.
    const stranger = await signIn(test)
    for (const key of ['correctionSubject', 'submitCorrection'] as const) {
      const input = key === 'correctionSubject' ? about : objection(about)
      const answer = await call(app, key, input, { token: stranger.token })
      expect(answer).toMatchObject({ status: 200, code: 4040, message: '未找到该企业或记录' })
    }
    expect((await call(app, 'submitCorrection', private_, { token })).data).toEqual(receipt.data)

    await decide(receipt.data?.number ?? '', '维持')
    expect(await marksOf(db, record.id)).toEqual(unmarked)
    // After one examination, the same claim does not shield again.
    const again = await call(app, 'submitCorrection', private_, { token })
    expect(again.data?.effect).toBe('marked')
  })

  it('leaves the record disputed while another one is open, since the first', async () => {
    const { db, app, test, record, about, decide } = await open()
    const { time } = test.clock
    const first = await call(app, 'submitCorrection', objection(about), { token: (await signIn(test)).token })
    test.clock.time += HOUR
    const second = await call(app, 'submitCorrection', objection(about), { token: (await signIn(test)).token })
    expect(second.data?.number).not.toBe(first.data?.number)
    expect(await marksOf(db, record.id)).toEqual(markedAt(time))
    await decide(first.data?.number ?? '', '维持')
    expect(await marksOf(db, record.id)).toEqual(markedAt(time + HOUR))
    await decide(second.data?.number ?? '', '已更正')
    expect(await marksOf(db, record.id)).toEqual(unmarked)
  })

  it('that ends with the record removed or hidden suppresses it for good', async () => {
    const { db, app, test, record, about, decide } = await open()
    const { token } = await signIn(test)
    const receipt = await call(app, 'submitCorrection', objection({ ...about, reason: '涉及个人隐私' }), { token })
    const number = receipt.data?.number ?? ''
    expect(await decide(number, '无法确认', true)).toMatchObject({ ok: true })
    expect(await marksOf(db, record.id)).toMatchObject({ disputed_at: null, is_hidden: 1 })
    const suppressions = await db.selectFrom('suppression').select(['record_id', 'reason']).execute()
    expect(suppressions).toEqual([{ record_id: record.id, reason: number }])
    expect(await decide(number, '已移除')).toEqual({ ok: false, error: { type: 'decided' } })
  })

  it('changes the company in the index whenever the shown record changes', async () => {
    const { db, app, test, company, about, decide } = await open()
    const changes = async () =>
      (await db.selectFrom('company_change').select('company_id').where('company_id', '=', company.id).execute()).length
    const before = await changes()
    const receipt = await call(app, 'submitCorrection', objection(about), { token: (await signIn(test)).token })
    expect(await changes()).toBe(before + 1)
    await decide(receipt.data?.number ?? '', '维持')
    expect(await changes()).toBe(before + 2)
  })

  it('is stored once, however often the same person sends it concurrently', async () => {
    const { db, app, test, record, about } = await open()
    const contactToken = await proveContact(test)
    const input = objection({ ...about, contactToken })
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(app, 'submitCorrection', input)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]))
    expect(new Set(answers.map(({ data }) => data?.number)).size).toBe(1)
    expect(await db.selectFrom('correction').select('number').execute()).toHaveLength(1)
    expect(await db.selectFrom('correction_step').select('id').execute()).toHaveLength(1)
    expect(await marksOf(db, record.id)).toEqual(markedAt(test.clock.time))
  })

  it('takes a second submission of the same person as an addition, with its reason, text, statement and pictures', async () => {
    const { db, app, test, about, reviews } = await open()
    const { token } = await signIn(test)
    const first = await call(app, 'submitCorrection', objection(about), { token })
    const number = first.data?.number ?? ''
    const picture = await upload(test, await buildPicture(), { token })
    const evidence = [picture.data?.imageId ?? '']
    const more = {
      reason: '已过期应移出',
      content: '演示：该记录已于上月履行完毕，见附件。',
      statement: '演示：已履行。',
    } as const
    const input = objection({ ...about, ...more, evidence })
    const second = await call(app, 'submitCorrection', input, { token })
    expect(second.data).toMatchObject({ number, effect: 'marked', isAddition: true })
    expect(first.data?.isAddition).toBe(false)
    const { data: status } = await call(app, 'correctionStatus', { number })
    expect(status?.steps.map(({ label, note }) => [label, note])).toEqual([
      ['已受理', null],
      ['补充说明', '错误类型：应移出未移出'],
    ])
    const found = await reviews.find(number)
    expect(found?.steps.at(-1)).toMatchObject(more)
    expect(found).toMatchObject({ reason: '信息有误', statement: '演示：已履行。', evidence })
    expect(await db.selectFrom('correction').select('number').execute()).toHaveLength(1)
  })

  it('about privacy hides the record at once although an objection for another reason is open', async () => {
    const { db, app, test, record, about, decide } = await open()
    const { token } = await signIn(test)
    const { data } = await call(app, 'submitCorrection', objection(about), { token })
    expect(await marksOf(db, record.id)).toEqual(markedAt(test.clock.time))
    const since = test.clock.time
    test.clock.time += MINUTE
    const privacy = objection({ ...about, reason: '涉及个人隐私', content: '演示：记录含有个人住址，请隐藏。' })
    const shielded = await call(app, 'submitCorrection', privacy, { token })
    expect(shielded.data).toMatchObject({ number: data?.number, effect: 'shielded', isAddition: true })
    expect(await marksOf(db, record.id)).toEqual(shieldedAt(since))
    await decide(data?.number ?? '', '维持')
    expect(await marksOf(db, record.id)).toEqual(unmarked)
    // A privacy claim that was examined and rejected no longer hides the record.
    await call(app, 'submitCorrection', objection(about), { token })
    const again = await call(app, 'submitCorrection', privacy, { token })
    expect(again.data?.effect).toBe('marked')
  })

  it('stores the same addition once, also when it is sent concurrently', async () => {
    const { db, app, test, about } = await open()
    const { token } = await signIn(test)
    await call(app, 'submitCorrection', objection(about), { token })
    const input = objection({ ...about, content: '演示：补充一点，案号与本企业无关。' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(app, 'submitCorrection', input, { token })))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]))
    const resent = await call(app, 'submitCorrection', objection(about), { token })
    expect(resent.data?.isAddition).toBe(false)
    expect(await db.selectFrom('correction_step').select('id').execute()).toHaveLength(2)
  })

  it('that is open is stated to the person who returns to the form, and to nobody else', async () => {
    const { app, test, about } = await open()
    const { token } = await signIn(test)
    const { data } = await call(app, 'submitCorrection', objection(about), { token })
    expect((await call(app, 'correctionSubject', about, { token })).data?.open).toEqual({
      number: data?.number,
      state: '已受理',
    })
    const others = [(await signIn(test)).token, undefined]
    for (const other of others) {
      const subject = await call(app, 'correctionSubject', about, other === undefined ? {} : { token: other })
      expect(subject.data?.open).toBeNull()
    }
  })

  it('is limited to five an hour; a repetition does not count', async () => {
    const { app, test, about, company } = await open(withLimits(shippedLimits()))
    const { token } = await signIn(test)
    const kinds = ['punishment', 'taxViolation', 'branch', 'keyPerson'] as const
    const send = (input: ReturnType<typeof objection>) => call(app, 'submitCorrection', input, { token })
    await Promise.all(Array.from({ length: 5 }, () => send(objection(about))))
    for (const recordKind of kinds) {
      expect((await send(objection({ companyId: company.id, recordKind }))).code).toBe(0)
    }
    const sixth = await send(objection({ companyId: company.id }))
    expect(sixth).toMatchObject({ status: 200, code: 429 })
    expect(sixth.message).toMatch(/^提交纠错过于频繁，请 720 秒/)
    expect((await send(objection(about))).code).toBe(0)
  })
})
