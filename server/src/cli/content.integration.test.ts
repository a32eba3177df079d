import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BUILT_AT } from '../../test/builders/companies.ts'
import { buildBanner } from '../../test/builders/content.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, openTestApp } from '../../test/http/app.ts'
import { testProbes } from '../../test/http/desk.ts'
import { buildPicture } from '../../test/http/uploads.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { withoutTracking } from '../../test/tracking/events.ts'
import { createContentRepository } from '../features/content/content.repository.ts'
import { createPictureFiles } from '../platform/uploads/picture-files.ts'
import { AdminRefused } from './admin/admin-refused.ts'
import { runAdmin } from './admin/run-admin.ts'

const clock = { now: () => BUILT_AT }

/** Runs commands in this process, with a folder for their files. */
async function openCommands(database: TestDatabase) {
  const { db } = database
  await createContentRepository(clock).fillIfEmpty(db)
  const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-content-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const deps = {
    database,
    clock,
    tracking: withoutTracking,
    hiddenNumbers: testHiddenNumbers,
    readProbes: testProbes,
    files: createPictureFiles(folder),
  }

  async function admin(words: string[], operator = 'cli:operator') {
    const lines: string[] = []
    const run = runAdmin(words, { ...deps, operator, print: (line) => lines.push(line) })
    const refusal = await run.then(
      () => null,
      (error: unknown) => {
        if (error instanceof AdminRefused) return error.message
        throw error
      },
    )
    return { lines, refusal }
  }
  const save = async (name: string, content: string | Buffer) => {
    await writeFile(path.join(folder, name), content)
    return path.join(folder, name)
  }
  const show = async (...words: string[]): Promise<unknown> => JSON.parse((await admin(words)).lines.join('\n'))
  const audited = async () => {
    const rows = await db.selectFrom('operator_audit').selectAll().execute()
    return rows.map(({ operator, action, subject, reason }) => `${operator} ${action} ${subject} ${reason}`).toSorted()
  }
  return { admin, save, show, audited }
}

const banners = [
  buildBanner({ id: 'b-search', jumpType: 0, jumpUrl: '比亚迪' }),
  buildBanner({ id: 'b-open', jumpType: 1, jumpUrl: '/riskSearch', login: true }),
  buildBanner({ id: 'b-soon', jumpType: 2, jumpUrl: '' }),
]

describeDatabases('the commands of content', (freshDatabase) => {
  it('preview, publish, list and restore the banners of 我的, and audit each change', async () => {
    const database = await freshDatabase()
    const { db } = database
    const { admin, save, show, audited } = await openCommands(database)
    expect(await show('content', 'show', 'mine')).toEqual({ version: 1, noticeList: [], bannerList: [] })
    const file = await save('mine.json', JSON.stringify({ version: 1, noticeList: [], bannerList: banners }))
    const publish = ['content', 'publish', 'mine', '--file', file, '--base', '1']

    const { lines, refusal } = await admin([...publish, '--dry-run'])
    expect(refusal).toBeNull()
    expect(lines).toContain('  bannerList[b-open].jumpUrl：（无） → "/riskSearch"')
    expect(lines.slice(-3)).toEqual([
      '  轮播 b-search：搜索“比亚迪”',
      '  轮播 b-open：打开 /riskSearch，须登录',
      '  轮播 b-soon：提示“敬请期待!”',
    ])
    expect((await admin(['content', 'versions', 'mine'])).lines).toHaveLength(1)
    expect(await audited()).toEqual([])

    const published = await admin([...publish, '--reason', '演示：上线轮播'], 'cli:first')
    expect(published.lines[0]).toBe('mine：已发布版本 2，5 秒内生效。')
    const { app } = await openTestApp(db)
    expect((await call(app, 'mineConfig', {})).data?.bannerList.map(({ id }) => id)).toEqual([
      'b-search',
      'b-open',
      'b-soon',
    ])
    expect((await admin([...publish, '--reason', '演示'], 'cli:second')).refusal).toMatch(
      /^版本 2 已由 cli:first 于 .* 发布（演示：上线轮播），改动：bannerList\[b-search\]\.id、.*。请以版本 2 为基础重新修改。$/,
    )
    const restored = await admin(['content', 'restore', 'mine', '1', '--reason', '演示：撤下'])
    expect(restored.lines).toEqual(['mine：已将版本 1 恢复为版本 3，5 秒内生效。'])
    expect((await admin(['content', 'versions', 'mine'])).lines).toEqual([
      '3  2026-06-30 08:00  cli:operator  演示：撤下',
      '2  2026-06-30 08:00  cli:first  演示：上线轮播',
      '1  2026-06-30 08:00  product  随产品提供',
    ])
    expect(await audited()).toEqual([
      'cli:first contentPublished mine 演示：上线轮播',
      'cli:operator contentRestored mine 演示：撤下',
    ])
  })

  it('print every error by field in a preview, and publish nothing of a file with errors', async () => {
    const database = await freshDatabase()
    const { admin, save, audited } = await openCommands(database)
    await save('square.png', await buildPicture({ width: 60, height: 60, type: 'png' }))
    const bannerList = [
      buildBanner({ id: 'b-1', url: 'file:square.png', jumpType: 1, jumpUrl: 'https://evil.example/' }),
      buildBanner({ id: 'b-2', jumpUrl: '' }),
    ]
    const file = await save('home.json', JSON.stringify({ noticeList: [], bannerList, examples: [] }))
    const publish = ['content', 'publish', 'home', '--file', file, '--base', '1', '--reason', '演示']
    const errors = [
      '  bannerList[b-1].jumpUrl：只能是应用的页面，或 JUMP_HOSTS（当前为空）中主机的 https 地址。',
      '  bannerList[b-2].jumpUrl：jumpType 0 须填搜索词，最长 100 个字符。',
      '  bannerList[b-1].url：图片宽高比应为 3:1，这张是 60×60。',
    ]
    const previewed = await admin([...publish, '--dry-run'])
    expect(previewed.lines).toEqual(expect.arrayContaining(errors))
    expect(previewed.refusal).toBe('不能发布。')
    const refused = await admin(publish)
    expect(refused.refusal).toBe(['内容有误，未发布：', ...errors].join('\n'))
    expect((await admin(['content', 'versions', 'home'])).lines).toHaveLength(1)
    expect(await audited()).toEqual([])
  })

  it('change one contact field, and hide the row of a removed one', async () => {
    const database = await freshDatabase()
    const { db } = database
    const { admin, save, show } = await openCommands(database)
    const { app, clock: appClock } = await openTestApp(db)
    const publish = async (base: number, content: object) => {
      const file = await save('contact.json', JSON.stringify(content))
      await admin(['contact', 'publish', '--file', file, '--base', String(base), '--reason', '演示'])
      appClock.time += 4_000
      return (await call(app, 'contactConfig', {})).data
    }
    expect(await publish(1, { email: 'a@example.com', icp: '演示备案号' })).toMatchObject({
      email: 'a@example.com',
      icp: '演示备案号',
      serviceHours: null,
    })
    expect((await call(app, 'about', {})).data?.icp).toBe('演示备案号')
    expect(await publish(2, { icp: '演示备案号' })).toMatchObject({ email: null, icp: '演示备案号' })
    expect(await show('contact', 'show')).toMatchObject({ version: 3, email: null })
  })

  it('print hidden characters of stored text as escapes, and JSON that reads back the same', async () => {
    const database = await freshDatabase()
    const { admin, save, show } = await openCommands(database)
    const list = [{ question: '<b>演示</b>', answer: '第一行\n第二行' }]
    const file = await save('faq.json', JSON.stringify({ list }))
    await admin(['content', 'publish', 'faq', '--file', file, '--base', '1', '--reason', '演\u202e示\u001b[31m'])
    expect((await admin(['content', 'versions', 'faq'])).lines[0]).toContain('演\\u202e示\\u001b[31m')
    expect(await show('content', 'show', 'faq')).toEqual({ version: 2, list })
  })

  it('refuse invalid arguments with a sentence', async () => {
    const database = await freshDatabase()
    const { admin, save } = await openCommands(database)
    const file = await save('faq.json', '{"list":[]}')
    const wrong: [string[], RegExp][] = [
      [['content'], /^用法/],
      [['content', 'show', 'contact'], /^内容应为 home、mine、faq、membership 之一。/],
      [['content', 'show', 'faq', '--base', '1'], /^用法/],
      [['content', 'publish', 'faq', '--file', file], /^须用 --file 指定文件，用 --base/],
      [['content', 'publish', 'faq', '--file', file, '--base', '1'], /^须用 --reason/],
      [['content', 'publish', 'faq', '--file', `${file}x`, '--base', '1', '--reason', '演示'], /^--file 无法读取/],
      [['content', 'publish', 'faq', '--file', file, '--base', '0', '--reason', '演示'], /^版本应为正整数/],
      [['content', 'publish', 'faq', '--file', file, '--base', '7', '--reason', '演示'], /^没有版本 7。/],
      [['contact', 'restore', '1', '--reason', '演示'], /^与当前版本相同/],
      [['contact', 'restore', '1'], /^须用 --reason/],
    ]
    for (const [words, sentence] of wrong) {
      const { refusal } = await admin(words)
      expect.soft({ words, refusal }).toEqual({ words, refusal: expect.stringMatching(sentence) })
    }
  })
})
