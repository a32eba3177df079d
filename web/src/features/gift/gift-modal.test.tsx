import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerGift, buildCareerIndustry, giftEnd, loadGiftCode } from '../../../test/membership-answers.ts'
import { logIn } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, hold, refuse } from '../../../test/server.ts'
import { openGiftModal } from '../../domain/gift/gift-store.ts'
import { connectApi } from '../../platform/api/client.ts'
import { createQueryClient } from '../../platform/api/query-client.ts'
import { readToken } from '../../platform/session/session-store.ts'
import { closeOverlays } from '../../ui/overlay-registry.ts'
import { ToastHost } from '../../ui/toast.tsx'
import { GiftModalHost } from './gift-modal-host.tsx'

/** The modal over a page with one button, and what it told its opener. */
async function openModal({ source = 'home', isReloaded = true } = {}) {
  const told: string[] = []
  const reloadApp = vi.fn(async () => {
    told.push('reload')
    return isReloaded
  })
  const events = {
    onClose: () => void told.push('close'),
    onOpenGuideModal: () => void told.push('open guide'),
  }
  const onNoSession = vi.fn<() => void>()
  connectApi({
    readToken,
    settleTicket: async () => {},
    showFailure: (sentence) => void told.push(sentence),
    onNoSession,
  })
  const view = render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <button type="button" onClick={() => openGiftModal({ source, ...events })}>
          打开
        </button>
        <MemoryRouter>
          <GiftModalHost reloadApp={reloadApp} />
        </MemoryRouter>
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>,
  )
  const user = userEvent.setup()
  const open = async () => {
    await user.click(screen.getByRole('button', { name: '打开' }))
    return screen.findByRole('dialog', { name: '新用户会员礼' })
  }
  return { ...view, user, told, onNoSession, open, modal: within(await open()) }
}

type Opened = Awaited<ReturnType<typeof openModal>>

const toast = () => screen.getByRole('status').textContent
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: '新用户会员礼' })).toBeNull())
const header = ({ modal }: Opened, title: string) => modal.getByRole('button', { name: new RegExp(`^${title}`) })
const claimButton = ({ modal }: Opened) => modal.getByRole('button', { name: '立即领取' })

async function tap({ user, modal }: Opened, ...names: string[]) {
  for (const name of names) await user.click(await modal.findByRole('button', { name }))
}

async function chooseBoth(opened: Opened) {
  await tap(opened, '求职者')
  await opened.user.click(header(opened, '所属行业'))
  await tap(opened, '制造业')
}

beforeAll(loadGiftCode)

beforeEach(() => {
  logIn()
  answer('userDetail', buildUser({ isVip: true, vipExpireAt: giftEnd, vipSource: '赠送', canClaimGift: false }))
})

test('both sections say 未选择 first, then the chosen names joined by 、, in the order of the taps', async () => {
  answerGift()
  const opened = await openModal()
  expect(header(opened, '您的身份').textContent).toBe('您的身份未选择')
  expect(header(opened, '所属行业').textContent).toBe('所属行业未选择')
  await tap(opened, '企业法务', '求职者')
  expect(header(opened, '您的身份').textContent).toBe('您的身份企业法务、求职者')
})

test('each tap toggles an option', async () => {
  answerGift()
  const opened = await openModal()
  await tap(opened, '求职者')
  const chip = opened.modal.getByRole('button', { name: '求职者' })
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  await tap(opened, '求职者')
  expect(chip.getAttribute('aria-pressed')).toBe('false')
  expect(header(opened, '您的身份').textContent).toBe('您的身份未选择')
})

test('opening one section closes the other, and the arrow closes its own', async () => {
  answerGift()
  const opened = await openModal()
  const expanded = () =>
    ['您的身份', '所属行业'].map((title) => header(opened, title).getAttribute('aria-expanded') === 'true')
  expect(expanded()).toEqual([true, false])
  await tap(opened, '展开所属行业')
  expect(expanded()).toEqual([false, true])
  expect(opened.modal.queryByRole('button', { name: '求职者' })).toBeNull()
  await tap(opened, '收起所属行业')
  expect(expanded()).toEqual([false, false])
})

test('a fourth identity says 身份最多选择三个 and is not taken', async () => {
  answerGift()
  const opened = await openModal()
  await tap(opened, '求职者', '企业法务', '企业主', '销售')
  expect(toast()).toBe('身份最多选择三个')
  expect(header(opened, '您的身份').textContent).toBe('您的身份求职者、企业法务、企业主')
})

test('a fourth industry says 每项最多选择三个 and is not taken', async () => {
  answerGift()
  const opened = await openModal()
  await opened.user.click(header(opened, '所属行业'))
  await tap(opened, '信息技术', '制造业', '金融业', '建筑业')
  expect(toast()).toBe('每项最多选择三个')
  expect(opened.modal.getByRole('button', { name: '建筑业' }).getAttribute('aria-pressed')).toBe('false')
})

test('the limits come from the answer', async () => {
  answer('careerIndustryList', buildCareerIndustry({ careerLimit: 1 }))
  const opened = await openModal()
  await tap(opened, '求职者', '企业法务')
  expect(toast()).toBe('身份最多选择一个')
})

test('claiming without an identity says 请选择身份, without an industry 请选择行业, and sends nothing', async () => {
  const claims = answerGift()
  const opened = await openModal()
  expect(claimButton(opened).getAttribute('aria-disabled')).toBe('true')
  await opened.user.click(claimButton(opened))
  expect(toast()).toBe('请选择身份')
  await tap(opened, '求职者')
  await opened.user.click(claimButton(opened))
  expect(toast()).toBe('请选择行业')
  expect(header(opened, '所属行业').getAttribute('aria-expanded')).toBe('true')
  await tap(opened, '制造业')
  expect(claimButton(opened).getAttribute('aria-disabled')).toBeNull()
  expect(claims).toEqual([])
})

test('a claim sends the ids joined by commas, and from Home is followed by toast, close and guide without a reload', async () => {
  const claims = answerGift()
  const opened = await openModal({ source: 'home' })
  await tap(opened, '企业法务')
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  await isClosed()
  expect(claims.map((call) => call.body)).toEqual([{ careerIdStr: 'career-2,career-1', industryIdStr: 'industry-2' }])
  expect(toast()).toBe('恭喜您，成功领取两年会员')
  await waitFor(() => expect(opened.told).toEqual(['close', 'open guide']))
  expect(localStorage.getItem('userInfo')).toContain('"isVip":true')
})

test('from elsewhere the page is loaded anew before the modal closes, and the guide comes after that', async () => {
  answerGift()
  const opened = await openModal({ source: 'members' })
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  await isClosed()
  expect(opened.told).toEqual(['reload', 'close'])
  opened.unmount()
  render(
    <StrictMode>
      <GiftModalHost reloadApp={async () => true} />
      <ToastHost />
    </StrictMode>,
  )
  expect(await screen.findByRole('dialog', { name: '您已是百企查会员' })).toBeTruthy()
  expect(toast()).toBe('恭喜您，成功领取两年会员')
  expect(sessionStorage.length).toBe(0)
})

test('where the page cannot be loaded anew the guide comes at once', async () => {
  answerGift()
  const opened = await openModal({ source: 'members', isReloaded: false })
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  await waitFor(() => expect(opened.told).toEqual(['reload', 'close', 'open guide']))
  expect(sessionStorage.length).toBe(0)
})

test('a double tap sends one claim', async () => {
  const claims = answerGift()
  const opened = await openModal()
  await chooseBoth(opened)
  fireEvent.click(claimButton(opened))
  expect(claimButton(opened).getAttribute('aria-busy')).toBe('true')
  fireEvent.click(claimButton(opened))
  await isClosed()
  expect(claims).toHaveLength(1)
})

test.each([
  ['no answer', () => breakNetwork('saveIndustryCareer')],
  ['a server in trouble', () => answerStatus('saveIndustryCareer', 503)],
  ['a refusal without words', () => refuse('saveIndustryCareer', 4114)],
])('a claim that met %s says 保存失败，请重试 and can be sent again', async (_name, fail) => {
  answer('careerIndustryList', buildCareerIndustry())
  const opened = await openModal()
  await chooseBoth(opened)
  fail()
  await opened.user.click(claimButton(opened))
  await waitFor(() => expect(toast()).toBe('保存失败，请重试'))
  expect(header(opened, '您的身份').textContent).toBe('您的身份求职者')
  answerGift()
  await opened.user.click(claimButton(opened))
  await isClosed()
  expect(opened.told).toEqual(['close', 'open guide'])
})

test('a rule that says no says why; a spent gift closes the modal and is known from then on', async () => {
  answer('careerIndustryList', buildCareerIndustry())
  answer('userDetail', buildUser({ canClaimGift: false }))
  refuse('saveIndustryCareer', 4115, '您已领取过')
  const opened = await openModal()
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  await isClosed()
  expect(toast()).toBe('您已领取过')
  expect(localStorage.getItem('userInfo')).toContain('"canClaimGift":false')
  expect(opened.told).toEqual(['close'])
})

test('a claim without a session leads to login and closes the modal without a toast', async () => {
  answer('careerIndustryList', buildCareerIndustry())
  refuse('saveIndustryCareer', 403)
  const opened = await openModal()
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  await isClosed()
  expect(opened.onNoSession).toHaveBeenCalledTimes(1)
  expect(toast()).toBe('')
})

test('lists that cannot be read say 获取数据失败, and load on 重试', async () => {
  answerStatus('careerIndustryList', 500)
  const opened = await openModal()
  await waitFor(() => expect(toast()).toBe('获取数据失败'))
  answerGift()
  await tap(opened, '重试')
  await tap(opened, '求职者')
  expect(opened.told).toEqual([])
})

test.each([
  ['the code', () => refuse('careerIndustryList', 403)],
  ['the status', () => answerStatus('careerIndustryList', 403)],
])('lists refused with 403 as %s close the modal', async (_name, refuseLists) => {
  answer('careerIndustryList', buildCareerIndustry())
  const opened = await openModal()
  await opened.user.keyboard('{Escape}')
  await isClosed()
  opened.told.length = 0
  refuseLists()
  await opened.user.click(screen.getByRole('button', { name: '打开' }))
  await waitFor(() => expect(opened.told).toEqual(['close']))
  await isClosed()
  expect(toast()).toBe('获取数据失败')
})

test('placeholders stand while the lists are on their way', async () => {
  const { release } = hold('careerIndustryList', buildCareerIndustry())
  const opened = await openModal()
  expect(document.querySelector('[aria-busy="true"]')).toBeTruthy()
  expect(opened.modal.queryByRole('button', { name: '求职者' })).toBeNull()
  release()
  await opened.modal.findByRole('button', { name: '求职者' })
})

test('opening again begins anew: nothing chosen, lists asked for again', async () => {
  const lists = answer('careerIndustryList', buildCareerIndustry())
  const opened = await openModal()
  await tap(opened, '求职者', '关闭')
  await isClosed()
  const before = lists.length
  const again = { ...opened, modal: within(await opened.open()) }
  expect(header(again, '您的身份').textContent).toBe('您的身份未选择')
  await waitFor(() => expect(lists.length).toBe(before + 1))
})

test('a tap outside does not close it; the cross and Esc do, and focus goes back to the opener', async () => {
  answerGift()
  const opened = await openModal()
  await opened.user.click(document.body)
  expect(screen.getByRole('dialog', { name: '新用户会员礼' })).toBeTruthy()
  await tap(opened, '关闭')
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '打开' })))
  await opened.open()
  await opened.user.keyboard('{Escape}')
  await isClosed()
  expect(opened.told).toEqual(['close', 'close'])
})

test('focus stays inside', async () => {
  answerGift()
  const opened = await openModal()
  await opened.modal.findByRole('button', { name: '求职者' })
  const dialog = screen.getByRole('dialog', { name: '新用户会员礼' })
  for (let step = 0; step < 15; step++) {
    await opened.user.tab()
    expect(
      dialog.contains(document.activeElement) || document.activeElement?.hasAttribute('data-base-ui-focus-guard'),
    ).toBe(true)
  }
})

test('leaving the page takes it away without an event', async () => {
  answerGift()
  const opened = await openModal()
  act(() => closeOverlays())
  await isClosed()
  expect(opened.told).toEqual([])
})

test('who has left the page meanwhile keeps the gift and is not taken anywhere', async () => {
  answer('careerIndustryList', buildCareerIndustry())
  const { release } = hold('saveIndustryCareer', { vipExpireAt: giftEnd, isNew: true })
  const opened = await openModal({ source: 'members' })
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  act(() => closeOverlays())
  release()
  await waitFor(() => expect(localStorage.getItem('userInfo')).toContain('"isVip":true'))
  expect(toast()).toBe('恭喜您，成功领取两年会员')
  expect(opened.told).toEqual([])
})

test('long names of options stay whole', async () => {
  const name = '科学研究和技术服务业以及其他未列明的行业'
  answer('careerIndustryList', buildCareerIndustry({ careerList: [{ id: 'long', name }] }))
  const opened = await openModal()
  await tap(opened, name)
  expect(header(opened, '您的身份').textContent).toBe(`您的身份${name}`)
})
