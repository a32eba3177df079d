import { deskActions } from '@baiqicha/contract/desk/actions'
import { resultCode } from '@baiqicha/contract/result-codes'
import { API_BASE } from '@baiqicha/contract/routes'
import { expect, it } from 'vitest'
import { buildBanner } from '../../test/builders/content.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, openTestApp } from '../../test/http/app.ts'
import { act, addOperator, auditOf, openTestDesk, type TestDesk, type TestOperator } from '../../test/http/desk.ts'
import { buildPicture } from '../../test/http/uploads.ts'
import { createContentRepository } from '../features/content/content.repository.ts'
import { prepareFile } from '../platform/web/web-files.ts'

const HOUR = 3_600_000
const NOTICED_MS = 4_000

async function open(database: TestDatabase) {
  const test = await openTestApp(database.db)
  const files = new Map(
    ['/', '/index.html', '/sw.js'].map((address) => [
      address,
      prepareFile(Buffer.from('<html><head></head></html>'), address === '/sw.js' ? '.js' : '.html'),
    ]),
  )
  files.set('/assets/app-1.js', prepareFile(Buffer.from('1'), '.js'))
  const desk = await openTestDesk(database, { publicSite: { app: test.app, files } })
  test.clock.time = desk.clock.time
  await createContentRepository(desk.clock).fillIfEmpty(database.db)
  return { test, desk, operator: await addOperator(desk, ['content'], '演示甲') }
}

type Content = { noticeList: object[]; bannerList: object[]; examples?: string[] }
const contentOf = (banner: object, place: 'home' | 'mine' = 'home'): Content => ({
  noticeList: [],
  bannerList: [banner],
  ...(place === 'home' && { examples: [] }),
})

const publish = (desk: TestDesk, operator: TestOperator, content: unknown, deviation: object = {}) =>
  act(desk, operator, 'content publish', {
    place: 'home',
    base: 1,
    text: JSON.stringify(content),
    reason: '演示：更新',
    shownFrom: null,
    dryRun: false,
    ...deviation,
  })

async function check(desk: TestDesk, operator: TestOperator, content: unknown) {
  const { data, message } = await publish(desk, operator, content, { reason: '', dryRun: true })
  const checked = deskActions['content publish'].output.safeParse(data)
  if (!checked.success) throw new Error(message)
  return checked.data
}

const isoAt = (time: number) => new Date(time).toISOString()

const addPicture = (desk: TestDesk, operator: TestOperator, bytes: Buffer, isBanner = true) =>
  act(desk, operator, 'content picture', { picture: bytes.toString('base64'), isBanner })

describeDatabases('content of the desk', (freshDatabase) => {
  it('is checked, published, seen by readers, and restored', async () => {
    const { test, desk, operator } = await open(await freshDatabase())
    const banner = buildBanner({ id: 'b-new', title: '演示横幅' })
    const { errors, changes, shown } = await check(desk, operator, contentOf(banner))
    expect(errors).toEqual([])
    expect(changes.map(({ field }) => field)).toContain('bannerList[b-new].title')
    expect(JSON.parse(shown ?? '')).toMatchObject({ bannerList: [{ title: '演示横幅' }] })
    expect((await publish(desk, operator, contentOf(banner))).data).toMatchObject({ version: 2 })

    const titles = async () => (await call(test.app, 'homeConfig', {})).data?.bannerList.map(({ title }) => title)
    test.clock.time += NOTICED_MS
    expect(await titles()).toEqual(['演示横幅'])
    const restore = { place: 'home', version: 1, reason: '演示：撤下', dryRun: false }
    const before = await act(desk, operator, 'content restore', { ...restore, reason: '', dryRun: true })
    expect(before.data).toMatchObject({ version: null, changes: expect.arrayContaining([]) })
    expect((await act(desk, operator, 'content restore', restore)).data).toMatchObject({ version: 3 })
    test.clock.time += NOTICED_MS
    expect(await titles()).toHaveLength(3)
  })

  it('is shown from its time on, and a newer publication replaces one whose time has not come', async () => {
    const { test, desk, operator } = await open(await freshDatabase())
    const shownFrom = desk.clock.time + HOUR
    await publish(desk, operator, contentOf(buildBanner({ title: '定时' })), { shownFrom })
    const titles = async () => (await call(test.app, 'homeConfig', {})).data?.bannerList.map(({ title }) => title)
    test.clock.time += NOTICED_MS
    expect(await titles()).not.toContain('定时')
    const { data } = await act(desk, operator, 'content versions', { place: 'home' })
    expect(data).toMatchObject({
      items: [
        { version: 2, state: 'pending' },
        { version: 1, state: 'shown' },
      ],
    })
    test.clock.time = shownFrom
    expect(await titles()).toEqual(['定时'])
    const late = { base: 2, shownFrom: shownFrom + HOUR }
    await publish(desk, operator, contentOf(buildBanner({ title: '未到' })), late)
    await publish(desk, operator, contentOf(buildBanner({ title: '替代' })), { base: 3 })
    test.clock.time += 2 * HOUR
    expect(await titles()).toEqual(['替代'])
  })

  it('has a time that has not passed and is within a year', async () => {
    const { desk, operator } = await open(await freshDatabase())
    for (const shownFrom of [desk.clock.time - 1, desk.clock.time + 400 * 24 * HOUR]) {
      const refused = await publish(desk, operator, contentOf(buildBanner()), { shownFrom })
      expect(refused.message).toBe('时间应晚于现在，最多一年之内。')
    }
  })

  it('shows a banner within its dates', async () => {
    const { test, desk, operator } = await open(await freshDatabase())
    const { time } = desk.clock
    const banner = { ...buildBanner(), startAt: isoAt(time + HOUR), endAt: isoAt(time + 2 * HOUR) }
    const turned = { ...banner, startAt: banner.endAt, endAt: banner.startAt }
    const { errors } = await check(desk, operator, contentOf(turned))
    expect(errors).toEqual([{ field: 'bannerList[b-example].endAt', sentence: '结束时间应晚于开始时间。' }])
    await publish(desk, operator, contentOf(banner))
    const shown = async (after: number) => {
      test.clock.time = time + after
      return (await call(test.app, 'homeConfig', {})).data?.bannerList.length
    }
    expect([await shown(HOUR / 2), await shown(1.5 * HOUR), await shown(3 * HOUR)]).toEqual([0, 1, 0])
  })

  it.each([
    ['a foreign host', { jumpType: 1, login: false, jumpUrl: 'https://evil.example/' }],
    ['another scheme', { jumpType: 1, login: false, jumpUrl: 'javascript:alert(1)' }],
    ['a control character', { jumpType: 1, login: false, jumpUrl: '/home\u0007' }],
    ['a turned direction', { jumpType: 1, login: false, jumpUrl: '/home\u202e' }],
    ['no host', { jumpType: 1, login: false, jumpUrl: '//evil.example' }],
    ['an address where none is opened', { jumpType: 2, jumpUrl: '/home' }],
    ['no keyword', { jumpType: 0, jumpUrl: '' }],
  ])('with a jumpUrl of %s is refused', async (_what, deviation) => {
    const { desk, operator } = await open(await freshDatabase())
    const content = contentOf({ ...buildBanner(), ...deviation })
    const { errors, shown } = await check(desk, operator, content)
    expect(errors.map(({ field }) => field)).toEqual(['bannerList[b-example].jumpUrl'])
    expect(shown).toBeNull()
    expect((await publish(desk, operator, content)).code).toBe(resultCode.actionRefused)
  })

  it('published at once by two operators is one version, and the refusal names the first', async () => {
    const { desk, operator } = await open(await freshDatabase())
    const other = await addOperator(desk, ['content'], '演示乙')
    const answers = await Promise.all([
      publish(desk, operator, contentOf(buildBanner())),
      publish(desk, other, contentOf(buildBanner({ title: '另一个' }))),
    ])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const winner = answers[0]?.code === 0 ? '演示甲' : '演示乙'
    expect(answers.find(({ code }) => code !== 0)?.message).toContain(`版本 2 已由 desk:${winner}`)
  })
})

describeDatabases('a picture of content', (freshDatabase) => {
  it('is re-encoded, and its path is accepted', async () => {
    const { desk, operator } = await open(await freshDatabase())
    const { data } = await addPicture(desk, operator, await buildPicture({ width: 300, height: 100, type: 'png' }))
    const { path } = deskActions['content picture'].output.parse(data)
    const { errors } = await check(desk, operator, contentOf(buildBanner({ url: path })))
    expect(errors).toEqual([])
    const picture = await desk.desk.inject({ method: 'GET', url: path, remoteAddress: '10.8.0.12' })
    expect(picture.headers['content-type']).toBe('image/jpeg')
  })

  it.each([
    ['a zip', async () => Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    [
      'a picture that is also a zip',
      async () => Buffer.concat([await buildPicture({ type: 'png' }), Buffer.from('PK')]),
    ],
    ['a square', () => buildPicture({ width: 300, height: 300, type: 'png' })],
    [
      '100 megapixels',
      async () => {
        const picture = await buildPicture({ type: 'png' })
        picture.writeUInt32BE(10_000, 16)
        picture.writeUInt32BE(10_000, 20)
        return picture
      },
    ],
  ])('that is %s is refused', async (_what, build) => {
    const { desk, operator } = await open(await freshDatabase())
    expect((await addPicture(desk, operator, await build())).code).toBe(resultCode.actionRefused)
  })
})

const draftOf = async (desk: TestDesk, operator: TestOperator) => {
  const { data } = await act(desk, operator, 'content show', { place: 'home' })
  return deskActions['content show'].output.parse(data).draft
}
const save = (desk: TestDesk, by: TestOperator, text: string | null, savedAt: number | null) =>
  act(desk, by, 'content draft', { place: 'home', base: 1, text, savedAt })

describeDatabases('a draft of content', (freshDatabase) => {
  it('is shared by operators, and the later of two saves is refused by name', async () => {
    const { desk, operator } = await open(await freshDatabase())
    const other = await addOperator(desk, ['content'], '演示乙')
    const [mine, theirs] = [buildBanner({ title: '甲' }), buildBanner({ title: '乙' })].map((banner) =>
      JSON.stringify(contentOf(banner)),
    )
    expect((await save(desk, operator, mine ?? '', null)).code).toBe(0)
    const stored = await draftOf(desk, other)
    expect(stored).toEqual({ base: 1, text: mine, editor: 'desk:演示甲', savedAt: desk.clock.time })
    const late = { code: resultCode.actionRefused, message: expect.stringMatching(/^草稿已由 desk:演示甲 于 .+ 保存/) }
    expect(await save(desk, other, theirs ?? '', null)).toMatchObject(late)
    expect((await save(desk, operator, mine ?? '', stored?.savedAt ?? null)).code).toBe(0)
    expect(await save(desk, other, theirs ?? '', stored?.savedAt ?? null)).toMatchObject(late)
    expect(await save(desk, other, null, stored?.savedAt ?? null)).toMatchObject(late)
    expect(await draftOf(desk, other)).toMatchObject({ text: mine })
  })

  it('is given up once, and may be of any JSON but nothing else', async () => {
    const { desk, operator } = await open(await freshDatabase())
    expect((await save(desk, operator, '{"list":', null)).code).toBe(resultCode.actionRefused)
    expect((await save(desk, operator, '{}', null)).code).toBe(0)
    const { savedAt = null } = (await draftOf(desk, operator)) ?? {}
    expect((await save(desk, operator, null, savedAt)).data).toEqual({ savedAt: null })
    expect(await draftOf(desk, operator)).toBeNull()
    expect(await save(desk, operator, null, savedAt)).toMatchObject({
      code: resultCode.actionRefused,
      message: '草稿已被放弃，请看过再保存。',
    })
    const rows = await auditOf(desk.database.db, 'contentDrafted').select(['subject', 'before', 'after']).execute()
    expect(rows).toMatchObject([
      { subject: 'home', before: null },
      { subject: 'home', after: null },
    ])
  })

  it('ends with its publication, whereas the draft of another operator stays', async () => {
    const { desk, operator } = await open(await freshDatabase())
    const content = contentOf(buildBanner({ title: '甲' }))
    await save(desk, operator, JSON.stringify(content), null)
    const first = (await draftOf(desk, operator))?.savedAt
    expect((await publish(desk, operator, content, { savedAt: first })).code).toBe(0)
    expect(await draftOf(desk, operator)).toBeNull()
    desk.clock.time += 1
    await save(desk, operator, JSON.stringify(content), null)
    const next = contentOf(buildBanner({ title: '乙' }))
    expect((await publish(desk, operator, next, { base: 2, savedAt: first })).code).toBe(0)
    expect(await draftOf(desk, operator)).toMatchObject({ base: 1 })
  })
})

describeDatabases('two versions of content', (freshDatabase) => {
  it('are compared by field, in either direction', async () => {
    const { desk, operator } = await open(await freshDatabase())
    const banner = buildBanner({ title: '甲' })
    await publish(desk, operator, contentOf(banner))
    await publish(desk, operator, contentOf({ ...banner, title: '乙' }), { base: 2 })
    const compare = async (from: number, to: number) =>
      act(desk, operator, 'content compare', { place: 'home', from, to })
    const [field, before, after] = [`bannerList[${banner.id}].title`, '"甲"', '"乙"']
    expect((await compare(2, 3)).data).toEqual({ changes: [{ field, before, after }] })
    expect((await compare(3, 2)).data).toEqual({ changes: [{ field, before: after, after: before }] })
    expect(await compare(2, 9)).toMatchObject({ code: resultCode.actionRefused, message: '没有版本 9。' })
  })
})

describeDatabases('the preview', (freshDatabase) => {
  it('is the app of readers, which nobody but the desk may frame, without its service worker', async () => {
    const { desk } = await open(await freshDatabase())
    const get = (url: string) => desk.desk.inject({ method: 'GET', url, remoteAddress: '10.8.0.12' })
    const page = await get('/preview')
    expect(page.body).toContain('<head><script src="/preview.js"></script>')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    // An origin of its own, also when the page is opened by its address.
    expect(page.headers['content-security-policy']).toMatch(/; sandbox allow-scripts$/)
    expect((await get('/assets/app-1.js')).headers).toMatchObject({ 'access-control-allow-origin': '*' })
    expect((await get('/sw.js')).statusCode).toBe(404)
    const config = await get(`${API_BASE}/operation-config/index/config`)
    expect(config.json()).toMatchObject({ code: 0, data: { bannerList: expect.any(Array) } })
    const elsewhere = await desk.desk.inject({ method: 'GET', url: '/preview', remoteAddress: '203.0.113.9' })
    expect([elsewhere.statusCode, elsewhere.body]).toEqual([404, ''])
  })

  it('may read no file and no call of the desk', async () => {
    const { desk, operator } = await open(await freshDatabase())
    const from = { origin: 'null', cookie: operator.cookie }
    for (const request of [
      { method: 'GET', url: '/preview.js' },
      { method: 'POST', url: '/api/desk/session/current', payload: {} },
      { method: 'OPTIONS', url: '/api/desk/session/current' },
    ] as const) {
      const { headers } = await desk.desk.inject({ ...request, remoteAddress: '10.8.0.12', headers: from })
      expect.soft(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('has no call that writes, and no call of a session', async () => {
    const { desk } = await open(await freshDatabase())
    const url = `${API_BASE}/v1/user/getUserDetail`
    const answered = await desk.desk.inject({ method: 'POST', url, remoteAddress: '10.8.0.12', payload: {} })
    expect(answered.statusCode).toBe(404)
  })
})
