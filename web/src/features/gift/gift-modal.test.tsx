import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answerGift, buildCareerIndustry, loadGiftCode } from '../../../test/membership-answers.ts'
import { claimButton, header, isClosed, openGift, tap, toast } from '../../../test/open-gift.tsx'
import { logIn } from '../../../test/render-app.tsx'
import { answer, answerStatus, hold, refuse } from '../../../test/server.ts'
import { closeOverlays } from '../../ui/overlay-registry.ts'

beforeAll(loadGiftCode)

beforeEach(() => {
  logIn()
})

test('both sections show 未选择 first, then the chosen names joined by 、 in the order of selection', async () => {
  answerGift()
  const opened = await openGift()
  expect(header(opened, '您的身份').textContent).toBe('您的身份未选择')
  expect(header(opened, '所属行业').textContent).toBe('所属行业未选择')
  await tap(opened, '企业法务', '求职者')
  expect(header(opened, '您的身份').textContent).toBe('您的身份企业法务、求职者')
})

test('each tap toggles an option', async () => {
  answerGift()
  const opened = await openGift()
  await tap(opened, '求职者')
  const chip = opened.modal.getByRole('button', { name: '求职者' })
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  await tap(opened, '求职者')
  expect(chip.getAttribute('aria-pressed')).toBe('false')
  expect(header(opened, '您的身份').textContent).toBe('您的身份未选择')
})

test('expanding one section collapses the other, and the arrow collapses its own', async () => {
  answerGift()
  const opened = await openGift()
  const expanded = () =>
    ['您的身份', '所属行业'].map((title) => header(opened, title).getAttribute('aria-expanded') === 'true')
  expect(expanded()).toEqual([true, false])
  await tap(opened, '展开所属行业')
  expect(expanded()).toEqual([false, true])
  expect(opened.modal.queryByRole('button', { name: '求职者' })).toBeNull()
  await tap(opened, '收起所属行业')
  expect(expanded()).toEqual([false, false])
})

test('a fourth identity shows 身份最多选择三个 and is refused', async () => {
  answerGift()
  const opened = await openGift()
  await tap(opened, '求职者', '企业法务', '企业主', '销售')
  expect(toast()).toBe('身份最多选择三个')
  expect(header(opened, '您的身份').textContent).toBe('您的身份求职者、企业法务、企业主')
})

test('a fourth industry shows 每项最多选择三个 and is refused', async () => {
  answerGift()
  const opened = await openGift()
  await opened.user.click(header(opened, '所属行业'))
  await tap(opened, '信息技术', '制造业', '金融业', '建筑业')
  expect(toast()).toBe('每项最多选择三个')
  expect(opened.modal.getByRole('button', { name: '建筑业' }).getAttribute('aria-pressed')).toBe('false')
})

test('the limits come from the response', async () => {
  answer('careerIndustryList', buildCareerIndustry({ careerLimit: 1 }))
  const opened = await openGift()
  await tap(opened, '求职者', '企业法务')
  expect(toast()).toBe('身份最多选择一个')
})

test('claiming without an identity shows 请选择身份, without an industry 请选择行业, and sends nothing', async () => {
  const claims = answerGift()
  const opened = await openGift()
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

test('lists that fail to load show 获取数据失败 and load on 重试', async () => {
  answerStatus('careerIndustryList', 500)
  const opened = await openGift()
  await waitFor(() => expect(toast()).toBe('获取数据失败'))
  answerGift()
  await tap(opened, '重试')
  await tap(opened, '求职者')
  expect(opened.calls).toEqual([])
})

test.each([
  ['the code', () => refuse('careerIndustryList', 403)],
  ['the status', () => answerStatus('careerIndustryList', 403)],
])('lists refused with 403 as %s close the modal', async (_name, refuseLists) => {
  answer('careerIndustryList', buildCareerIndustry())
  const opened = await openGift()
  await opened.user.keyboard('{Escape}')
  await isClosed()
  opened.calls.length = 0
  refuseLists()
  await opened.user.click(screen.getByRole('button', { name: '打开' }))
  await waitFor(() => expect(opened.calls).toEqual(['close']))
  await isClosed()
  expect(toast()).toBe('获取数据失败')
})

test('shows placeholders while the lists load', async () => {
  const { release } = hold('careerIndustryList', buildCareerIndustry())
  const opened = await openGift()
  expect(document.querySelector('[aria-busy="true"]')).toBeTruthy()
  expect(opened.modal.queryByRole('button', { name: '求职者' })).toBeNull()
  release()
  await opened.modal.findByRole('button', { name: '求职者' })
})

test('every opening starts without choices and reloads the lists', async () => {
  const lists = answer('careerIndustryList', buildCareerIndustry())
  const opened = await openGift()
  await tap(opened, '求职者', '关闭')
  await isClosed()
  const before = lists.length
  const again = { ...opened, modal: within(await opened.open()) }
  expect(header(again, '您的身份').textContent).toBe('您的身份未选择')
  await waitFor(() => expect(lists.length).toBe(before + 1))
})

test('the cross and Esc close it, a tap outside does not, and focus returns to the opener', async () => {
  answerGift()
  const opened = await openGift()
  await opened.user.click(document.body)
  expect(screen.getByRole('dialog', { name: '新用户会员礼' })).toBeTruthy()
  await tap(opened, '关闭')
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '打开' })))
  await opened.open()
  await opened.user.keyboard('{Escape}')
  await isClosed()
  expect(opened.calls).toEqual(['close', 'close'])
})

test('traps the focus', async () => {
  answerGift()
  const opened = await openGift()
  await opened.modal.findByRole('button', { name: '求职者' })
  const dialog = screen.getByRole('dialog', { name: '新用户会员礼' })
  const isInside = () =>
    dialog.contains(document.activeElement) || document.activeElement?.hasAttribute('data-base-ui-focus-guard')
  // The dialog moves the focus inside asynchronously.
  await waitFor(() => expect(isInside()).toBe(true))
  for (let step = 0; step < 15; step++) {
    await opened.user.tab()
    await waitFor(() => expect(isInside()).toBe(true))
  }
})

test('leaving the page closes it without calling a handler', async () => {
  answerGift()
  const opened = await openGift()
  act(() => closeOverlays())
  await isClosed()
  expect(opened.calls).toEqual([])
})

test('does not truncate long option names', async () => {
  const name = '科学研究和技术服务业以及其他未列明的行业'
  answer('careerIndustryList', buildCareerIndustry({ careerList: [{ id: 'long', name }] }))
  const opened = await openGift()
  await tap(opened, name)
  expect(header(opened, '您的身份').textContent).toBe(`您的身份${name}`)
})
