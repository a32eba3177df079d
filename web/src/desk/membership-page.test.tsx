import { deskPath } from '@baiqicha/contract/desk/actions'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, openDesk } from '../../test/desk.tsx'
import { server } from '../../test/server.ts'

const rules = {
  giftYears: 2,
  careerLimit: 3,
  industryLimit: 3,
  careers: [
    { id: 'legal', name: '企业法务' },
    { id: 'owner', name: '企业主' },
  ],
  industries: [{ id: 'software', name: '信息技术' }],
}

beforeEach(() => window.localStorage.clear())

describe('会员 at the desk', () => {
  it('renames, moves and retires a choice, and deletes none', async () => {
    answer('content show', { version: 1, text: JSON.stringify(rules), draft: null, jumpHosts: [] })
    answer('content versions', { items: [] })
    answer('content publish', { version: null, errors: [], changes: [], shown: null })
    const user = openDesk('#/membership', ['content'])
    const owner = await screen.findByLabelText('身份 owner')
    await user.clear(owner)
    await user.type(owner, '经营者')
    await user.click(screen.getByRole('button', { name: '上移 经营者' }))
    await user.click(screen.getByRole('button', { name: '停用 企业法务' }))
    screen.getByText('已停用')
    const saved: unknown[] = []
    server.use(
      http.post(`*${deskPath('content draft')}`, async ({ request }) => {
        const { place, text } = Object(await request.json())
        saved.push([place, JSON.parse(text).careers])
        return HttpResponse.json({ code: 0, message: '', data: { savedAt: 1 } })
      }),
    )
    await user.click(screen.getByRole('button', { name: '存草稿' }))
    const careers = [
      { id: 'owner', name: '经营者' },
      { id: 'legal', name: '企业法务', retired: true },
    ]
    await waitFor(() => expect(saved).toEqual([['membership', careers]]))
  })

  it('finds members by a masked number, and ends one with a reason and a fresh code', async () => {
    answer('membership grants', {
      items: [{ userId: 'u-1', mobileMasked: '138****8000', endsAt: 0, source: '赠送' }],
    })
    const sent: unknown[] = []
    server.use(
      http.post(`*${deskPath('membership change')}`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ code: 0, message: '', data: {} })
      }),
    )
    const user = openDesk('#/membership/grants', ['content'])
    await user.type(await screen.findByLabelText('遮盖的手机号'), '138****8000{Enter}')
    await user.click(await screen.findByRole('button', { name: '结束' }))
    await user.type(await screen.findByLabelText('理由'), '演示：来函')
    await user.type(screen.getByLabelText('动态码或恢复码'), '123456')
    await user.click(screen.getAllByRole('button', { name: '结束' }).at(-1) ?? document.body)
    await waitFor(() => expect(sent).toEqual([{ userId: 'u-1', until: '', reason: '演示：来函', totp: '123456' }]))
  })
})
