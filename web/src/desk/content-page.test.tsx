import { type DeskOutput, deskPath } from '@baiqicha/contract/desk/actions'
import { resultCode } from '@baiqicha/contract/result-codes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, openDesk, refuseWith } from '../../test/desk.tsx'
import { server } from '../../test/server.ts'
import { cropOf } from './content-picture.tsx'

const banner = {
  id: 'b-1',
  url: '/banners/risk.svg',
  title: '查风险',
  subtitle: '',
  jumpType: 1,
  jumpUrl: '/riskSearch',
  login: true,
}
const other = { ...banner, id: 'b-2', title: '问百言', jumpUrl: '/ai' }
const home = { noticeList: [], bannerList: [banner, other], examples: [] }
const version = {
  version: 3,
  author: 'product',
  createdAt: 0,
  reason: '随产品提供',
  shownFrom: null,
  state: 'shown' as const,
}

beforeEach(() => window.localStorage.clear())

/** Answers checks with these errors, and records what is published. */
function answerPublications(errors: { field: string; sentence: string }[] = []) {
  const sent: Record<string, unknown>[] = []
  server.use(
    http.post(`*${deskPath('content publish')}`, async ({ request }) => {
      const body = Object(await request.json())
      if (body.dryRun !== true) sent.push(body)
      const changes = [{ field: 'bannerList[b-1].title', before: '"查风险"', after: '"查企业风险"' }]
      const data =
        body.dryRun === true
          ? { version: null, errors, changes, shown: null }
          : { version: 4, errors: [], changes: [], shown: null }
      return HttpResponse.json({ code: 0, message: '', data })
    }),
  )
  return sent
}

function open(hash: string, content: object, draft: DeskOutput<'content show'>['draft'] = null) {
  answer('content show', { version: 3, text: JSON.stringify(content), draft, jumpHosts: [] })
  answer('content versions', { items: [version, { ...version, version: 2, reason: '演示：春季', state: 'past' }] })
  return openDesk(hash, ['content'])
}

const order = () => screen.getAllByRole('button', { name: /^下移/ }).map((one) => one.getAttribute('aria-label'))

describe('首页与我的 at the desk', () => {
  it('publishes a changed banner with a reason, at a time', async () => {
    const sent = answerPublications()
    const user = open('#/content', home)
    const title = await screen.findByLabelText('标题')
    await user.clear(title)
    await user.type(title, '查企业风险')
    await user.type(screen.getByLabelText(/^显示时间/), '2030-12-01T08:00')
    const publish = screen.getByRole('button', { name: '定时发布' })
    await waitFor(() => expect(publish.hasAttribute('disabled')).toBe(false))
    await user.click(publish)
    await user.type(await screen.findByLabelText('理由'), '演示：改名')
    await user.click(screen.getByRole('button', { name: '发布' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ place: 'home', base: 3, reason: '演示：改名' })
    expect(sent[0]?.['shownFrom']).toBe(Date.parse('2030-12-01T08:00:00+08:00'))
    expect(JSON.parse(String(sent[0]?.['text'])).bannerList[0].title).toBe('查企业风险')
  })

  it('moves, stores and publishes by shortcuts, outside of dialogs', async () => {
    answerPublications()
    answer('content draft', { savedAt: 1 })
    const user = open('#/content', home)
    await screen.findByLabelText('标题')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(order()).toEqual(['下移 问百言', '下移 查风险'])
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(order()).toEqual(['下移 问百言', '下移 查风险'])
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已存/)
    await waitFor(() => expect(screen.getByRole('button', { name: '发布' }).hasAttribute('disabled')).toBe(false))
    await user.keyboard('p')
    expect(screen.getByRole('button', { name: '暗' }).getAttribute('aria-pressed')).toBe('true')
    await user.type(screen.getByLabelText('标题'), 'p')
    expect(screen.getByRole('button', { name: '暗' }).getAttribute('aria-pressed')).toBe('true')
    await user.clear(screen.getByLabelText('标题'))
    await user.type(screen.getByLabelText('标题'), '查风险')
    await waitFor(() => expect(screen.getByRole('button', { name: '发布' }).hasAttribute('disabled')).toBe(false))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByLabelText('理由')
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(order()).toEqual(['下移 问百言', '下移 查风险'])
  })

  it('has the fields of each kind of jump', async () => {
    answerPublications()
    const user = open('#/content', home)
    expect((await screen.findByRole('radio', { name: '打开页面' })).hasAttribute('checked')).toBe(true)
    screen.getByRole('checkbox', { name: /^需要登录/ })
    await user.click(screen.getByRole('radio', { name: '搜索关键词' }))
    screen.getByLabelText('关键词')
    expect(screen.queryByRole('checkbox', { name: /^需要登录/ })).toBeNull()
    await user.click(screen.getByRole('radio', { name: '敬请期待' }))
    expect(screen.queryByLabelText('关键词')).toBeNull()
  })

  it('shows an error beside its field, and publishes nothing', async () => {
    answerPublications([{ field: 'bannerList[b-1].jumpUrl', sentence: '应用没有页面 /none。' }])
    const user = open('#/content', home)
    const address = await screen.findByLabelText(/^地址/)
    await user.type(address, 'x')
    await screen.findByText('应用没有页面 /none。')
    expect(address.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('button', { name: '发布' }).hasAttribute('disabled')).toBe(true)
  })

  it('stores the draft at the server, over the one that it shows, until it is given up', async () => {
    answerPublications()
    const saved: unknown[] = []
    server.use(
      http.post(`*${deskPath('content draft')}`, async ({ request }) => {
        const body = Object(await request.json())
        saved.push([body.text === null ? null : JSON.parse(body.text).bannerList[0].id, body.savedAt])
        return HttpResponse.json({ code: 0, message: '', data: { savedAt: body.text === null ? null : 7 } })
      }),
    )
    const user = open('#/content', home)
    const banners = await screen.findByRole('region', { name: '横幅' })
    const save = screen.getByRole('button', { name: '存草稿' })
    expect(save.hasAttribute('disabled')).toBe(true)
    await user.click(within(banners).getByRole('button', { name: '上移 问百言' }))
    await user.click(save)
    await screen.findByText(/草稿已存$/)
    await user.click(within(banners).getByRole('button', { name: '上移 查风险' }))
    await user.click(screen.getByRole('button', { name: '放弃' }))
    await waitFor(() =>
      expect(saved).toEqual([
        ['b-2', null],
        [null, 7],
      ]),
    )
    expect(window.localStorage).toHaveLength(0)
  })

  it('goes on with the stored draft, and keeps the input when another operator stored it meanwhile', async () => {
    answerPublications()
    const text = JSON.stringify({ ...home, bannerList: [{ ...banner, title: '草稿标题' }] })
    const user = open('#/content', home, { base: 3, text, editor: 'desk:演示乙', savedAt: 5 })
    const title = await screen.findByLabelText('标题')
    expect(title).toHaveProperty('value', '草稿标题')
    await user.type(title, '二')
    refuseWith(
      deskPath('content draft'),
      resultCode.actionRefused,
      '草稿已由 desk:演示丙 于 10:00 保存，请看过再保存。',
    )
    await user.click(screen.getByRole('button', { name: '存草稿' }))
    await screen.findByText(/^草稿已由 desk:演示丙/)
    expect(title).toHaveProperty('value', '草稿标题二')
  })

  it('compares two versions', async () => {
    answerPublications()
    answer('content compare', { changes: [{ field: 'bannerList[b-1].title', before: '"旧"', after: '"新"' }] })
    const user = open('#/content', home)
    await user.selectOptions(await screen.findByLabelText('原版本'), 'v2')
    await user.click(screen.getByRole('button', { name: '比较' }))
    await screen.findByText('"旧"')
  })

  it('restores an older version with a reason, after the number of its changes', async () => {
    answerPublications()
    answer('content restore', { version: null, changes: [{ field: 'a', before: '1', after: '2' }] })
    const user = open('#/content/mine', { noticeList: [], bannerList: [] })
    await user.click(await screen.findByRole('button', { name: '恢复 v2' }))
    await screen.findByText('改动 1 处，5 秒内生效。')
    refuseWith(deskPath('content restore'), resultCode.actionRefused, '版本 4 已由 desk:演示乙 发布')
    await user.type(screen.getByLabelText('理由'), '演示：撤下')
    await user.click(screen.getByRole('button', { name: '恢复' }))
    await screen.findByText('版本 4 已由 desk:演示乙 发布')
  })
})

describe('联系方式与帮助 at the desk', () => {
  const contact = {
    servicePhone: null,
    serviceHours: '工作日 9:00–18:00',
    email: null,
    wechatQr: null,
    complaintChannel: null,
    privacyOfficer: null,
    address: null,
    icp: null,
  }

  it('publishes a contact, and an empty field as none', async () => {
    const sent = answerPublications()
    const user = open('#/help', contact)
    await user.type(await screen.findByLabelText('客服电话'), '400-000-0000')
    await user.clear(screen.getByLabelText('服务时间'))
    const publish = screen.getByRole('button', { name: '发布' })
    await waitFor(() => expect(publish.hasAttribute('disabled')).toBe(false))
    await user.click(publish)
    await user.type(await screen.findByLabelText('理由'), '演示')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '发布' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(JSON.parse(String(sent[0]?.['text']))).toMatchObject({ servicePhone: '400-000-0000', serviceHours: null })
  })

  it('adds, moves and removes questions', async () => {
    answerPublications()
    const user = open('#/help/faq', { list: [{ question: '甲', answer: '一' }] })
    await user.click(await screen.findByRole('button', { name: '添加问答' }))
    await user.type(screen.getByLabelText('问题 2'), '乙')
    await user.click(screen.getAllByRole('button', { name: '上移' })[1] ?? document.body)
    screen.getByDisplayValue('乙')
    expect(screen.getByLabelText('问题 1')).toHaveProperty('value', '乙')
    await user.click(screen.getAllByRole('button', { name: '删除' })[0] ?? document.body)
    expect(screen.getByLabelText('问题 1')).toHaveProperty('value', '甲')
  })

  it('offers 重试 when it fails', async () => {
    refuseWith(deskPath('content show'), resultCode.unavailable, '服务暂时不可用，请稍后重试')
    openDesk('#/help', ['content'])
    await screen.findByRole('button', { name: '重试' })
  })
})

describe('the crop of a banner', () => {
  it.each([
    [{ width: 1600, height: 500 }, 0, { x: 0, y: 0, width: 1500, height: 500 }],
    [{ width: 1600, height: 500 }, 100, { x: 100, y: 0, width: 1500, height: 500 }],
    [{ width: 300, height: 300 }, 50, { x: 0, y: 100, width: 300, height: 100 }],
  ])('of %o at %i is three times as wide as high', (size, position, part) => {
    expect(cropOf(size, true, position)).toEqual(part)
  })
})
