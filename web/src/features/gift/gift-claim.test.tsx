import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { InMemoryRouter } from '../../../test/in-memory-router.tsx'
import { answerGift, buildCareerIndustry, giftEnd, loadGiftCode } from '../../../test/membership-answers.ts'
import { chooseBoth, claimButton, header, isClosed, openGift, tap, toast } from '../../../test/open-gift.tsx'
import { logIn } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, hold, refuse } from '../../../test/server.ts'
import { closeOverlays } from '../../ui/overlay-registry.ts'
import { ToastHost } from '../../ui/toast.tsx'
import { GiftModalHost } from './gift-modal-host.tsx'

beforeAll(loadGiftCode)

beforeEach(() => {
  logIn()
  answer('userDetail', buildUser({ isVip: true, vipExpireAt: giftEnd, vipSource: '赠送', canClaimGift: false }))
})

test('a claim sends ids joined by commas; on Home a toast, the closing and the guide follow without a reload', async () => {
  const claims = answerGift()
  const opened = await openGift({ source: 'home' })
  await tap(opened, '企业法务')
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  await isClosed()
  expect(claims.map((call) => call.body)).toEqual([{ careerIdStr: 'career-2,career-1', industryIdStr: 'industry-2' }])
  expect(toast()).toBe('恭喜您，成功领取两年会员')
  await waitFor(() => expect(opened.calls).toEqual(['close', 'open guide']))
  expect(localStorage.getItem('userInfo')).toContain('"isVip":true')
})

test('on other pages the app reloads before the modal closes, and the guide opens after the reload', async () => {
  answerGift()
  const opened = await openGift({ source: 'members' })
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  await isClosed()
  expect(opened.calls).toEqual(['reload', 'close'])
  opened.unmount()
  render(
    <StrictMode>
      <InMemoryRouter>
        <GiftModalHost reloadApp={async () => true} />
      </InMemoryRouter>
      <ToastHost />
    </StrictMode>,
  )
  expect(await screen.findByRole('dialog', { name: '您已是百企查会员' })).toBeTruthy()
  expect(toast()).toBe('恭喜您，成功领取两年会员')
  expect(sessionStorage.length).toBe(0)
})

test('without a reload the guide opens at once', async () => {
  answerGift()
  const opened = await openGift({ source: 'members', isReloaded: false })
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  await waitFor(() => expect(opened.calls).toEqual(['reload', 'close', 'open guide']))
  expect(sessionStorage.length).toBe(0)
})

test('a double tap sends one claim', async () => {
  const claims = answerGift()
  const opened = await openGift()
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
])('a claim that fails with %s shows 保存失败，请重试 and can be retried', async (_name, fail) => {
  answer('careerIndustryList', buildCareerIndustry())
  const opened = await openGift()
  await chooseBoth(opened)
  fail()
  await opened.user.click(claimButton(opened))
  await waitFor(() => expect(toast()).toBe('保存失败，请重试'))
  expect(header(opened, '您的身份').textContent).toBe('您的身份求职者')
  answerGift()
  await waitFor(() => expect(claimButton(opened).getAttribute('aria-busy')).not.toBe('true'))
  await opened.user.click(claimButton(opened))
  await isClosed()
  expect(opened.calls).toEqual(['close', 'open guide'])
})

test('a rejected claim shows the reason; a used gift closes the modal and is remembered', async () => {
  answer('careerIndustryList', buildCareerIndustry())
  answer('userDetail', buildUser({ canClaimGift: false }))
  refuse('saveIndustryCareer', 4115, '您已领取过')
  const opened = await openGift()
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  await isClosed()
  expect(toast()).toBe('您已领取过')
  expect(localStorage.getItem('userInfo')).toContain('"canClaimGift":false')
  expect(opened.calls).toEqual(['close'])
})

test('a claim without a session opens login and closes the modal without a toast', async () => {
  answer('careerIndustryList', buildCareerIndustry())
  refuse('saveIndustryCareer', 403)
  const opened = await openGift()
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  await isClosed()
  expect(opened.onNoSession).toHaveBeenCalledTimes(1)
  expect(toast()).toBe('')
})

test('a user who has left the page keeps the gift and is not redirected', async () => {
  answer('careerIndustryList', buildCareerIndustry())
  const { release } = hold('saveIndustryCareer', { vipExpireAt: giftEnd, isNew: true })
  const opened = await openGift({ source: 'members' })
  await chooseBoth(opened)
  await opened.user.click(claimButton(opened))
  act(() => closeOverlays())
  release()
  await waitFor(() => expect(localStorage.getItem('userInfo')).toContain('"isVip":true'))
  expect(toast()).toBe('恭喜您，成功领取两年会员')
  expect(opened.calls).toEqual([])
})
