import type { OperatorRole } from '@baiqicha/contract/desk/action'
import { DESK_API, type DeskOutput, deskPath } from '@baiqicha/contract/desk/actions'
import { resultCode } from '@baiqicha/contract/result-codes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { answer, answerWith, openDesk as open, refuseWith } from '../../test/desk.tsx'
import { server } from '../../test/server.ts'

const empty = { items: [], total: 0, overdue: 0, soon: 0, next: null }

const correction: DeskOutput<'corrections show'> = {
  number: 'JC20261101-7H3KQ2MX',
  state: '已受理',
  result: null,
  reason: '信息有误',
  title: '失信被执行人 演示案号',
  companyName: '澜山演示贸易有限公司',
  dueAt: Date.now() + 86_400_000,
  isOverdue: false,
  companyId: 'c-1',
  recordId: 'r-1',
  columns: {
    sources: [
      { name: '执行信息公开网', asOf: '2026-11-19', isInForce: true },
      { name: '信用演示网', asOf: '2026-09-30', isInForce: false },
    ],
    rows: [
      { label: '案号', values: ['（2026）演0101执1234号', '（2026）演0101执1234号'] },
      { label: '履行情况', values: ['全部已履行', '全部未履行'] },
    ],
  },
  company: { name: '澜山演示贸易有限公司', status: '存续', others: [] },
  claimant: '本企业',
  applicant: '138****0117',
  content: '演示：<b>已履行</b>完毕。',
  statement: '',
  note: null,
  isShielding: false,
  submittedAt: 0,
  decidedAt: null,
  steps: [],
  evidence: [],
}

describe('the desk', () => {
  it.each<[OperatorRole, string[]]>([
    ['review', ['待办', '纠错与异议', '隐藏号码', '记录与人员屏蔽']],
    ['support', ['待办', '反馈', '用户', '推送']],
    ['content', ['待办', '首页与我的', '联系方式与帮助', '协议', '会员', '统计']],
    ['data', ['待办', '数据来源', '导入', '企业', '更新与收录', '统计']],
    [
      'administrator',
      [
        '待办',
        '纠错与异议',
        '反馈',
        '用户',
        '隐藏号码',
        '推送',
        '记录与人员屏蔽',
        '数据来源',
        '导入',
        '企业',
        '更新与收录',
        '首页与我的',
        '联系方式与帮助',
        '协议',
        '会员',
        '统计',
        '运行',
        '检查',
        '备份',
        '操作员',
        '审计',
      ],
    ],
  ])('shows the role %s its pages and no others', async (role, titles) => {
    answer('corrections list', empty)
    answer('feedback list', empty)
    answer('updates list', { items: [], total: 0, next: null })
    answer('inclusions list', { items: [], total: 0, next: null })
    answer('alarms list', { imports: [], services: [], operations: [], newRelease: null })
    open('#/', [role])
    const pages = await screen.findByRole('navigation', { name: '页面' })
    expect(
      within(pages)
        .getAllByRole('link')
        .map((link) => link.title),
    ).toEqual(titles)
  })

  it('counts each kind of work, and shows one alone by its address', async () => {
    answer('corrections list', { ...empty, items: [correction], total: 5_001, overdue: 2, soon: 1 })
    answer('feedback list', empty)
    const user = open('#/', ['review', 'support'])
    await user.click(await screen.findByRole('link', { name: '逾期 2' }))
    expect(window.location.hash).toBe('#/?only=overdue')
    await screen.findByText('5000+')
    screen.getByRole('link', { name: '3 天内到期 1' })
    expect(screen.queryByText('等待回复的反馈')).toBeNull()
    await user.click(screen.getByRole('link', { name: '逾期 2', current: true }))
    await screen.findByText('等待回复的反馈')
  })

  it('lists the addresses that fail with their causes, and stops one with a reason', async () => {
    const item = { reference: 'al-1', format: 'mail', masked: 'li***@example.com', state: 'failing' } as const
    const times = { cause: 'SMTP 451 try later', failedAt: 0, retryAt: 60_000 }
    answer('alerts list', { targets: 3, queued: 1, sent: 2, items: [{ ...item, ...times }], next: null })
    const calls: unknown[] = []
    server.use(
      http.post(`*${deskPath('alerts stop')}`, async ({ request }) => {
        calls.push(await request.json())
        return HttpResponse.json({ code: 0, message: '', data: {} })
      }),
    )
    const user = open('#/alerts', ['support'])
    await screen.findByText('SMTP 451 try later')
    screen.getByText('地址 3 · 今日待发 1 · 已发 2')
    await user.click(screen.getByRole('button', { name: '停止' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('停止向 li***@example.com 发送？')
    await user.type(dialog.getByLabelText('理由'), '收件人投诉')
    await user.click(dialog.getByRole('button', { name: '停止' }))
    await waitFor(() => expect(calls).toEqual([{ target: 'al-1', reason: '收件人投诉' }]))
  })

  it('shows no page of another role by its address', async () => {
    open('#/operators', ['support'])
    await screen.findByText('没有这个页面')
  })

  it('asks for a login without a session, and tells why it was refused', async () => {
    refuseWith(`${DESK_API}/session/login`, resultCode.operatorLoginWrong, '姓名、密码或动态码不正确')
    const user = open('#/', null)
    await user.type(await screen.findByLabelText('姓名'), '演示甲')
    await user.type(screen.getByLabelText('密码'), 'a password')
    await user.type(screen.getByLabelText('动态码或恢复码'), '123456')
    await user.click(screen.getByRole('button', { name: '登录' }))
    expect((await screen.findByRole('alert')).textContent).toContain('姓名、密码或动态码不正确')
    screen.getByDisplayValue('演示甲')
  })

  it('returns to the login after 退出', async () => {
    answerWith(`${DESK_API}/session/logout`, {})
    const user = open('#/', ['content'])
    await user.click(await screen.findByRole('button', { name: '退出' }))
    await screen.findByRole('button', { name: '登录' })
  })

  it('returns to the login when a call finds that the session has ended', async () => {
    refuseWith(deskPath('corrections list'), resultCode.noSession, '请登录后继续')
    open('#/corrections', ['review'])
    await screen.findByRole('button', { name: '登录' })
  })

  it('keeps the input of a decision that is refused, and shows text of the applicant as text', async () => {
    answer('corrections show', correction)
    refuseWith(deskPath('corrections decide'), resultCode.actionRefused, '这件纠错已办结。演示乙 已于 14:28 处理')
    const user = open(`#/corrections/${correction.number}`, ['review'])
    await screen.findByText('演示：<b>已履行</b>完毕。')
    await user.click(screen.getByRole('radio', { name: /^维持/ }))
    await user.type(screen.getByLabelText(/^理由/), '演示：原文如此。')
    await user.click(screen.getByRole('button', { name: '决定：维持' }))
    expect((await screen.findByRole('alert')).textContent).toContain('演示乙')
    screen.getByDisplayValue('演示：原文如此。')
    screen.getByRole('radio', { name: /^维持/, checked: true })
  })

  it('shows what each source states side by side, and which one is in force', async () => {
    answer('corrections show', correction)
    open(`#/corrections/${correction.number}`, ['review'])
    const table = await screen.findByRole('table', { name: /各来源/ })
    const cells = (name: RegExp) =>
      within(within(table).getByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(cells(/^案号/)).toEqual(['（2026）演0101执1234号', '同左'])
    expect(cells(/^履行情况/)).toEqual(['全部已履行采用', '全部未履行'])
    screen.getByText('底色标出来源不同的 1 处。')
  })

  it('lists what a removal hides before it is decided', async () => {
    answer('corrections show', correction)
    answer('suppress add', {
      id: null,
      recordsHidden: 1,
      record: {
        kind: 'dishonestExecutor',
        publishedOn: '2024-05-06',
        isHidden: false,
        companies: [{ id: 'c-1', name: '澜山演示贸易有限公司' }],
        lines: [],
      },
      traces: null,
    })
    const user = open(`#/corrections/${correction.number}`, ['review'])
    await user.click(await screen.findByRole('radio', { name: /^已移除/ }))
    await screen.findByText('失信被执行人 2024-05-06')
    screen.getByText(/^不再显示于：澜山演示贸易有限公司/)
  })

  it('offers 重试 when a list fails, and says when it is empty', async () => {
    refuseWith(deskPath('corrections list'), resultCode.unavailable, '服务暂时不可用，请稍后重试')
    const user = open('#/corrections', ['review'])
    await screen.findByText('服务暂时不可用，请稍后重试')
    answer('corrections list', empty)
    await user.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('没有待办的异议')
  })

  it('shows a failed service with its cause and cost, and asks for a number before a message is sent', async () => {
    const none = { succeededAt: null, failedAt: null, cause: null, testsLeft: null }
    answer('checks list', {
      isProduction: false,
      items: [
        { ...none, key: 'sms', state: 'failed', value: '阿里云', failedAt: 0, cause: 'isv.TEMPLATE', testsLeft: 4 },
        { ...none, key: 'origin', state: 'unset', value: 'PUBLIC_ORIGIN 未设置' },
      ],
    })
    const sent: unknown[] = []
    server.use(
      http.post(`*${deskPath('checks test')}`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ code: 0, message: '', data: { isPassed: true, sentence: '已发送' } })
      }),
    )
    const user = open('#/checks', ['administrator'])
    await screen.findByText(/isv\.TEMPLATE/)
    screen.getByText('今天还可测 4 / 5 次')
    screen.getByText('缺少')
    expect(screen.queryByRole('button', { name: /^对外地址/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: '短信：发到我的手机' }))
    await user.click(await screen.findByRole('button', { name: '发送' }))
    await screen.findByText('请填写手机号')
    await user.type(screen.getByLabelText('手机号'), '13800009876')
    await user.click(screen.getByRole('button', { name: '发送' }))
    await waitFor(() => expect(sent).toEqual([{ key: 'sms', to: '13800009876' }]))
  })

  it('offers to withdraw the newest answer with the time that is left, and searches the inbox by its address', async () => {
    answer('feedback list', { ...empty, total: 0 })
    answer('feedback show', {
      number: 'FB20261119-5QWN7B2J',
      kind: '功能异常',
      state: '已回复',
      createdAt: 0,
      userId: 'u-1',
      contactMasked: null,
      context: null,
      entries: [
        { at: 0, author: 'user', content: '演示：空白页。' },
        { at: 1, author: 'operator', content: '演示：请刷新。' },
      ],
      pictures: [],
      withdrawableUntil: Date.now() + 125_000,
    })
    const sent: unknown[] = []
    server.use(
      http.post(`*${deskPath('feedback withdraw')}`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ code: 0, message: '', data: {} })
      }),
    )
    const user = open('#/feedback/FB20261119-5QWN7B2J', ['support'])
    await screen.findByText(/^还可撤回 2:0\d$/)
    await user.click(screen.getByRole('button', { name: '撤回' }))
    await waitFor(() => expect(sent).toEqual([{ number: 'FB20261119-5QWN7B2J' }]))
    await user.type(screen.getByRole('searchbox', { name: '编号或文字' }), '空白{Enter}')
    await waitFor(() => expect(window.location.hash).toBe(`#/feedback?search=${encodeURIComponent('空白')}`))
  })

  it('sends a fresh code with an action that needs one, and keeps the dialog when it is refused', async () => {
    answer('operators list', { items: [], total: 0, next: null })
    const sent: unknown[] = []
    server.use(
      http.post(`*${deskPath('operators add')}`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ code: resultCode.freshCodeNeeded, message: '动态码不正确', data: null })
      }),
    )
    const user = open('#/operators', ['administrator'])
    await user.type(await screen.findByLabelText('姓名'), '演示乙')
    await user.click(screen.getByRole('checkbox', { name: '核查' }))
    await user.click(screen.getByRole('button', { name: '添加' }))
    await user.type(await screen.findByLabelText('动态码或恢复码'), '123456')
    await user.click(screen.getByRole('button', { name: '确认' }))
    await screen.findByText('动态码不正确')
    expect(sent).toEqual([{ name: '演示乙', roles: ['review'], totp: '123456' }])
    screen.getByDisplayValue('123456')
  })
})
