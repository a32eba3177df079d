import { deskPath } from '@baiqicha/contract/desk/actions'
import type { ShownAgreement } from '@baiqicha/contract/desk/agreements'
import { resultCode } from '@baiqicha/contract/result-codes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { answer, openDesk, refuseWith } from '../../test/desk.tsx'
import { server } from '../../test/server.ts'

const consents = { version: '2026-11-23', accounts: 1_200, agreed: 1_180 }
const version = {
  number: 1,
  version: '2026-11-23',
  effectiveOn: '2026-11-23',
  needsConsent: true,
  changeSummary: null,
  author: 'product',
  publishedAt: 0,
  state: 'inForce' as const,
}

const buildAgreement = (deviation: Partial<ShownAgreement> = {}): ShownAgreement => ({
  title: '百企查用户协议',
  versions: [version],
  base: 1,
  draft: { revision: 'd-1', editor: 'desk:演示甲', savedAt: 0 },
  text: '## 一、演示\n\n您已满 18 周岁，由【运营者名称】提供。',
  changeSummary: null,
  fields: [{ name: '运营者名称', value: '', uses: 3, here: 1 }],
  lines: [
    { text: '## 一、演示', before: 1, after: 1 },
    { text: '您已满 16 周岁。', before: 2, after: null },
    { text: '您已满 18 周岁，由【运营者名称】提供。', before: null, after: 2 },
  ],
  consents,
  isProduction: false,
  ...deviation,
})

const open = (agreement: ShownAgreement) => {
  answer('agreements show', agreement)
  return openDesk('#/agreements/user_protocol', ['content'])
}

function sentBy(name: 'agreements draft' | 'agreements publish', data: object) {
  const sent: unknown[] = []
  server.use(
    http.post(`*${deskPath(name)}`, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ code: 0, message: '', data })
    }),
  )
  return sent
}

describe('协议 at the desk', () => {
  it('lists the versions, drafts and open placeholders, and how many users have agreed', async () => {
    answer('agreements list', {
      items: [
        { type: 'user_protocol', title: '百企查用户协议', inForce: version, pending: null, draft: null, open: 4 },
      ],
      consents,
    })
    openDesk('#/agreements', ['content'])
    const row = await screen.findByRole('row', { name: /用户协议.*2026-11-23.*4$/ })
    expect(within(row).getByRole('link').getAttribute('href')).toBe('#/agreements/user_protocol')
    screen.getByText('1,180 / 1,200 人已同意 2026-11-23')
  })

  it('offers 重试 when it fails', async () => {
    refuseWith(deskPath('agreements list'), resultCode.unavailable, '服务暂时不可用，请稍后重试')
    const user = openDesk('#/agreements', ['content'])
    await screen.findByText('服务暂时不可用，请稍后重试')
    answer('agreements list', { items: [], consents })
    await user.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText(/人已同意/)
  })

  it('marks what differs within a line, and the open placeholders', async () => {
    open(buildAgreement())
    const table = await screen.findByRole('table', { name: '与现行版本的差异' })
    expect(table.querySelector('del')?.textContent).toBe('16 周岁')
    expect(table.querySelector('ins')?.textContent).toBe('18 周岁，由【运营者名称】提供')
    expect(table.querySelector('mark')?.textContent).toBe('【运营者名称】')
  })

  it('stores the values of placeholders with the draft, and publishes nothing before', async () => {
    const user = open(buildAgreement())
    const sent = sentBy('agreements draft', { revision: 'd-2' })
    await user.type(await screen.findByLabelText(/^运营者名称/), '演示公司')
    expect(screen.getByRole('button', { name: '发布…' }).hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: '存草稿' }))
    await waitFor(() => expect(sent).toMatchObject([{ base: 1, revision: 'd-1', fields: { 运营者名称: '演示公司' } }]))
  })

  it('publishes nothing in production while a placeholder is open', async () => {
    open(buildAgreement({ isProduction: true }))
    await screen.findByText('还有 1 项未填，生产模式不能发布。')
    expect(screen.getByRole('button', { name: '发布…' }).hasAttribute('disabled')).toBe(true)
  })

  it('publishes with a reason and a fresh code, and keeps the dialog when another was faster', async () => {
    const user = open(buildAgreement())
    refuseWith(deskPath('agreements publish'), resultCode.actionRefused, '版本 2 已由 desk:演示乙 发布')
    await user.click(await screen.findByRole('button', { name: '发布…' }))
    await user.type(await screen.findByLabelText('理由'), '演示：更新')
    await user.type(screen.getByLabelText('动态码或恢复码'), '123456')
    await user.click(screen.getByRole('button', { name: '发布' }))
    await screen.findByText('版本 2 已由 desk:演示乙 发布')
    const sent = sentBy('agreements publish', { number: 2, version: '2026-12-01' })
    await user.click(screen.getByRole('button', { name: '发布' }))
    await waitFor(() =>
      expect(sent).toMatchObject([
        { type: 'user_protocol', base: 1, revision: 'd-1', needsConsent: true, totp: '123456' },
      ]),
    )
  })
})
