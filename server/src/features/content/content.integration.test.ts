import type { Banner } from '@baiqicha/contract/home'
import { expect, it, onTestFinished, vi } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { buildBanner, buildNotice, openContent } from '../../../test/builders/content.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { openFaultyDatabase } from '../../../test/databases/faulty-database.ts'
import { call, openTestApp, raisedLimits, withLimits } from '../../../test/http/app.ts'

/** Longer than the interval at which a process reads the version, shorter than the promise of five seconds. */
const NOTICED_MS = 4_000

describeDatabases('published content', (freshDatabase) => {
  it('is the shipped content in an empty store: three banners that lead to live pages, and a notice', async () => {
    const { db } = await freshDatabase()
    await openContent(db)
    const { app } = await openTestApp(db)
    const { data } = await call(app, 'homeConfig', {})
    expect(data?.bannerList.map(({ jumpType, url }) => ({ jumpType, url }))).toEqual([
      { jumpType: 0, url: '/banners/search.svg' },
      { jumpType: 0, url: '/banners/ownership.svg' },
      { jumpType: 1, url: '/banners/risk.svg' },
    ])
    expect(data?.noticeList).toHaveLength(1)
    expect((await call(app, 'faq', {})).data?.list.length).toBeGreaterThan(0)
  })

  it('leads to no demonstration company while those are off', async () => {
    const { db } = await freshDatabase()
    await openContent(db)
    const { config } = withLimits(raisedLimits())
    const { app } = await openTestApp(db, { config: { ...config, demoData: false } })
    const { data } = await call(app, 'homeConfig', {})
    expect(data?.bannerList.map(({ id }) => id)).toEqual(['b-search', 'b-risk'])
    expect(JSON.stringify(data?.bannerList)).not.toContain('演示')
  })

  it('stays as an operator published it when a server starts again', async () => {
    const { db } = await freshDatabase()
    const { publish, fillIfEmpty } = await openContent(db)
    expect(await publish('faq', { list: [{ question: '问', answer: '答' }] })).toMatchObject({ ok: true })
    await fillIfEmpty()
    const { app } = await openTestApp(db)
    expect((await call(app, 'faq', {})).data).toEqual({ list: [{ question: '问', answer: '答' }] })
  })

  it('shows in every running process within five seconds', async () => {
    const { db } = await freshDatabase()
    const { publish } = await openContent(db)
    const processes = [await openTestApp(db), await openTestApp(db)]
    const phones = async () =>
      Promise.all(processes.map(async ({ app }) => (await call(app, 'contactConfig', {})).data?.servicePhone))
    expect(await phones()).toEqual([null, null])
    await publish('contact', { servicePhone: '400-000-0000' })
    for (const { clock } of processes) clock.time += NOTICED_MS
    expect(await phones()).toEqual(['400-000-0000', '400-000-0000'])
  })

  it('is encoded again once it has changed, and not for every caller', async () => {
    const { db } = await freshDatabase()
    const { publish } = await openContent(db)
    const { app, clock } = await openTestApp(db)
    const encode = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => encode.mockRestore())
    const emails = async () => (await call(app, 'contactConfig', {})).data?.email
    await emails()
    encode.mockClear()
    expect([await emails(), await emails()]).toEqual([null, null])
    expect(encode.mock.calls.filter(([value]) => Object(value).serviceHours !== undefined)).toEqual([])
    await publish('contact', { email: 'a@example.com' })
    clock.time += NOTICED_MS
    expect([await emails(), await emails()]).toEqual(['a@example.com', 'a@example.com'])
  })

  it('of 我的 follows the rules of Home: the first current notice, the first three usable banners', async () => {
    const { db } = await freshDatabase()
    const { publish } = await openContent(db)
    const past = { startAt: null, endAt: new Date(BUILT_AT).toISOString() }
    const bannerList = ['b-1', 'b-2', 'b-3', 'b-4'].map((id) => buildBanner({ id }))
    const noticeList = [
      buildNotice({ id: 'n-past', ...past }),
      buildNotice({ id: 'n-now' }),
      buildNotice({ id: 'n-2' }),
    ]
    expect(await publish('mine', { noticeList, bannerList })).toMatchObject({ ok: true })
    const { app } = await openTestApp(db)
    const { data } = await call(app, 'mineConfig', {})
    expect(data?.noticeList.map(({ id }) => id)).toEqual(['n-now'])
    expect(data?.bannerList.map(({ id }) => id)).toEqual(['b-1', 'b-2', 'b-3'])
  })

  it('shows a notice only within its period', async () => {
    const { db } = await freshDatabase()
    const { publish } = await openContent(db)
    const from = new Date(BUILT_AT + 3_600_000).toISOString()
    const to = new Date(BUILT_AT + 7_200_000).toISOString()
    await publish('mine', { noticeList: [buildNotice({ startAt: from, endAt: to })], bannerList: [] })
    const { app, clock } = await openTestApp(db)
    const notices = async () => (await call(app, 'mineConfig', {})).data?.noticeList.length
    expect(await notices()).toBe(0)
    clock.time += 3_600_000
    expect(await notices()).toBe(1)
    clock.time += 3_600_000
    expect(await notices()).toBe(0)
  })

  it('shows no link to a host that is no longer allowed, and sends the app the allowed hosts', async () => {
    const { db } = await freshDatabase()
    const { publish } = await openContent(db, { jumpHosts: ['old.example.com'] })
    const url = 'https://old.example.com/a'
    const bannerList = [buildBanner({ jumpType: 1, jumpUrl: url, login: false })]
    expect(await publish('mine', { noticeList: [buildNotice({ link: url })], bannerList })).toMatchObject({ ok: true })
    const { config } = withLimits(raisedLimits())
    const { app } = await openTestApp(db, { config: { ...config, jumpHosts: ['www.example.com'] } })
    const { data } = await call(app, 'mineConfig', {})
    expect(data).toMatchObject({ bannerList: [], jumpHosts: ['www.example.com'], noticeList: [{ link: null }] })
  })

  it('has as examples the real companies of the stated names, at most three, in the order of the operator', async () => {
    const { db } = await freshDatabase()
    const names = [
      '澜山演示贸易有限公司',
      '云岚演示软件有限公司',
      '同名演示商贸有限公司',
      '晴川演示医疗（集团）有限公司',
      '松间演示文化有限公司',
    ]
    const fictional = buildCompany({ name: '云岚演示软件有限公司', is_demo: 1 })
    const companies = names.filter((name) => name !== '云岚演示软件有限公司').map((name) => buildCompany({ name }))
    await insertCompanies(db, [...companies, buildCompany({ name: '同名演示商贸有限公司' }), fictional])
    const { publish } = await openContent(db)
    const examples = ['未收录演示有限公司', ...names]
    expect(await publish('home', { noticeList: [], bannerList: [], examples })).toMatchObject({ ok: true })
    const { app } = await openTestApp(db)
    const { data } = await call(app, 'homeConfig', {})
    expect(data?.examples.map(({ name }) => name)).toEqual([
      '澜山演示贸易有限公司',
      '晴川演示医疗（集团）有限公司',
      '松间演示文化有限公司',
    ])
    expect(data?.examples[0]?.id).toBe(companies[0]?.row.id)
  })
})

describeDatabases('versions of content', (freshDatabase) => {
  it('name author, time and reason, stay readable, and are restored as a new version', async () => {
    const { db } = await freshDatabase()
    const { service, publish, audited } = await openContent(db)
    await publish('contact', { email: 'a@example.com' }, { reason: '首次填写' })
    await publish('contact', { email: 'b@example.com' }, { base: 2, reason: '更换邮箱' })
    const by = { operator: 'operator', reason: '改回' }
    expect(await service.restore('contact', 2, by)).toEqual({ ok: true, value: { version: 4, fields: ['email'] } })
    expect((await service.current('contact'))?.content).toMatchObject({ email: 'a@example.com' })
    expect(await service.versions('contact')).toEqual([
      { version: 4, author: 'operator', createdAt: BUILT_AT, shownFrom: null, reason: '改回' },
      { version: 3, author: 'operator', createdAt: BUILT_AT, shownFrom: null, reason: '更换邮箱' },
      { version: 2, author: 'operator', createdAt: BUILT_AT, shownFrom: null, reason: '首次填写' },
      { version: 1, author: 'product', createdAt: BUILT_AT, shownFrom: null, reason: '随产品提供' },
    ])
    expect(audited).toEqual([
      'contentPublished contact 1→2',
      'contentPublished contact 2→3',
      'contentRestored contact 3→4',
    ])
  })

  it('refuse a publication on an older base, and name the author and the changed fields of the newer version', async () => {
    const { db } = await freshDatabase()
    const { service, publish } = await openContent(db)
    await publish('contact', { email: 'a@example.com', icp: '演示备案号' }, { author: 'first' })
    const refused = await publish('contact', { servicePhone: '400-000-0000' }, { base: 1, author: 'second' })
    expect(refused).toMatchObject({ error: { type: 'conflict', newest: { author: 'first', version: 2 } } })
    expect(refused).toMatchObject({
      error: { fields: ['serviceHours', 'email', 'complaintChannel', 'icp'] },
    })
    expect(await service.versions('contact')).toHaveLength(2)
  })

  it('let one of two simultaneous publications on one base succeed', async () => {
    const { db } = await freshDatabase()
    const { service, publish, audited } = await openContent(db)
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => publish('contact', { email: `${name}@example.com` }, { author: name })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const winner = ['a', 'b', 'c'][answers.findIndex(({ ok }) => ok)]
    for (const answer of answers.filter(({ ok }) => !ok)) {
      expect(answer).toMatchObject({
        error: { type: 'conflict', newest: { author: winner }, fields: expect.arrayContaining(['email']) },
      })
    }
    expect(await service.versions('contact')).toHaveLength(2)
    expect(audited).toEqual(['contentPublished contact 1→2'])
  })

  it('are not written by a preview, and an unchanged or unknown version is refused', async () => {
    const { db } = await freshDatabase()
    const { service, preview, publish, audited } = await openContent(db)
    expect(await preview('contact', { email: 'a@example.com' })).toMatchObject({
      value: {
        errors: [],
        conflict: null,
        changes: expect.arrayContaining([{ field: 'email', before: 'null', after: '"a@example.com"' }]),
      },
    })
    const shipped = await service.current('contact')
    expect(await publish('contact', shipped?.content)).toMatchObject({ error: { type: 'unchanged' } })
    expect(await publish('contact', {}, { base: 9 })).toMatchObject({ error: { type: 'unknownVersion', version: 9 } })
    const by = { operator: 'operator', reason: '演示' }
    expect(await service.restore('contact', 9, by)).toMatchObject({ error: { type: 'unknownVersion', version: 9 } })
    expect(await service.versions('contact')).toHaveLength(1)
    expect(audited).toEqual([])
  })

  it('of a file that states another version than the base is refused', async () => {
    const { db } = await freshDatabase()
    const { preview } = await openContent(db)
    expect(await preview('faq', { version: 3, list: [] })).toMatchObject({
      value: { errors: [{ field: 'version', sentence: '文件基于版本 3，与 --base 1 不同。' }] },
    })
  })
})

describeDatabases('a picture of content', (freshDatabase) => {
  it('is re-encoded, stored with the version, and served while the database is unavailable', async () => {
    const { db, setCondition } = openFaultyDatabase(await freshDatabase())
    const { publish } = await openContent(db)
    const bannerList = [buildBanner({ url: 'file:wide.png' })]
    expect(await publish('mine', { noticeList: [], bannerList })).toMatchObject({ ok: true })
    const { app } = await openTestApp(db)
    onTestFinished(() => setCondition('well'))
    const { data } = await call(app, 'mineConfig', {})
    const url = data?.bannerList[0]?.url ?? ''
    setCondition('away')
    expect(url).toMatch(/^\/api\/h5\/v1\/config\/picture\/p-[0-9a-f]{32}$/)
    const picture = await app.inject(url)
    expect(picture.statusCode).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(picture.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    setCondition('well')
    const unknown = await app.inject(url.replace(/p-.*/, `p-${'0'.repeat(32)}`))
    expect(unknown.statusCode).toBe(404)
  })

  it('stays usable by its address in a later version and when restored', async () => {
    const { db } = await freshDatabase()
    const { service, publish } = await openContent(db)
    await publish('contact', { wechatQr: 'file:wide.png' })
    const pictured = (await service.current('contact'))?.content
    const later = { ...Object(pictured), email: 'a@example.com' }
    expect(await publish('contact', later, { base: 2 })).toMatchObject({ ok: true })
    await publish('contact', {}, { base: 3 })
    expect(await service.restore('contact', 3, { operator: 'operator', reason: '演示' })).toMatchObject({ ok: true })
    expect((await service.current('contact'))?.content).toEqual(later)
  })

  it.each([
    ['missing.png', '没有这个图片文件。'],
    ['archive.png', '应为 jpg、png 或 webp 图片。'],
    ['script.svg', '应为 jpg、png 或 webp 图片。'],
    ['huge.png', '图片不能超过 4000 万像素。'],
    ['polyglot.png', '图片末尾有其他数据，请重新导出图片。'],
    ['polyglot.jpg', '图片末尾有其他数据，请重新导出图片。'],
    ['broken.png', '图片无法读取。'],
    ['heavy.png', '图片不能超过 5 MB。'],
    ['square.png', '图片宽高比应为 3:1，这张是 300×300。'],
  ])('is refused as %s with a sentence that names the field', async (name, sentence) => {
    const { db } = await freshDatabase()
    const { preview } = await openContent(db)
    const bannerList = [buildBanner({ id: 'b-picture', url: `file:${name}` })]
    expect(await preview('mine', { noticeList: [], bannerList })).toMatchObject({
      value: { errors: [{ field: 'bannerList[b-picture].url', sentence }] },
    })
  })

  it.each(['https://evil.example/a.png', '/banners/none.svg', 'data:image/png;base64,AA', '../a.png'])(
    'is neither %s',
    async (url) => {
      const { db } = await freshDatabase()
      const { preview } = await openContent(db)
      const sentence = '应为 file:<图片文件>，或已发布过的图片地址。'
      expect(await preview('contact', { wechatQr: url })).toMatchObject({
        value: { errors: [{ field: 'wechatQr', sentence }] },
      })
    },
  )
})

const target = (deviation: Partial<Banner>) => ({
  noticeList: [],
  bannerList: [buildBanner({ id: 'b-1', ...deviation })],
})

describeDatabases('the check of content', (freshDatabase) => {
  const foreign = '只能是应用的页面，或 JUMP_HOSTS（www.example.com）中主机的 https 地址。'
  const hidden = '不得含空格、控制字符或反斜杠。'
  it.each([
    ['https://evil.example/', foreign],
    ['https://www.example.com.evil.example/', foreign],
    ['https://www.example.com@evil.example/', foreign],
    ['http://www.example.com/', foreign],
    ['javascript:alert(1)', foreign],
    ['data:text/html,x', foreign],
    ['//evil.example/', foreign],
    ['weixin://dl/business', foreign],
    ['java\nscript:alert(1)', hidden],
    ['/\\evil.example', hidden],
    ['/user\u0000', hidden],
    ['/user\u202e', hidden],
    ['/nothing?x=1', '应用没有页面 /nothing。'],
    ['', 'jumpType 1 须填打开的地址。'],
  ])('refuses the target %j of a banner', async (jumpUrl, sentence) => {
    const { db } = await freshDatabase()
    const { preview } = await openContent(db, { jumpHosts: ['www.example.com'] })
    expect(await preview('mine', target({ jumpType: 1, jumpUrl }))).toMatchObject({
      value: { errors: [{ field: 'bannerList[b-1].jumpUrl', sentence }] },
    })
  })

  it('accepts a page of the app with a query, an allowed host, a keyword, and no target at all', async () => {
    const { db } = await freshDatabase()
    const { preview } = await openContent(db, { jumpHosts: ['www.example.com'] })
    const targets = [
      { jumpType: 1, jumpUrl: '/user/feedback?companyId=c-1' },
      { jumpType: 1, jumpUrl: 'https://www.example.com/a?b#c' },
      { jumpType: 0, jumpUrl: '比亚迪' },
      { jumpType: 2, jumpUrl: '' },
    ] as const
    for (const one of targets) expect(await preview('mine', target(one))).toMatchObject({ value: { errors: [] } })
  })
})
