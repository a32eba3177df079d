import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { answerHome, buildContact } from '../../../test/home-answers.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, hold, server } from '../../../test/server.ts'

const full = buildContact({
  servicePhone: '0990-555 0000',
  serviceHours: '工作日 9:00–18:00',
  email: 'service@example.cn',
  wechatQr: '/content/qr.jpg',
  complaintChannel: '致电客服电话',
  privacyOfficer: '演示甲',
  address: '演示省海边市星湖路 1 号',
  icp: '演示 ICP 备 0000001 号',
})

test('shows every field; the phone is a link, and e-mail and address can be copied', async () => {
  answer('contactConfig', full)
  renderApp('/user/contact')
  const phone = await screen.findByRole('link', { name: '0990-555 0000' })
  expect(phone.getAttribute('href')).toBe('tel:09905550000')
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    '客服电话',
    '服务时间',
    '电子邮箱',
    '投诉渠道',
    '个人信息保护负责人',
    '地址',
    '备案号',
  ])
  expect(screen.getByRole('button', { name: '复制电子邮箱' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '复制地址' })).toBeTruthy()
  expect(screen.getByRole('img', { name: '微信客服二维码' })).toBeTruthy()
})

test('an absent field has no row, and no picture without a code', async () => {
  answer('contactConfig', buildContact({ email: 'service@example.cn' }))
  renderApp('/user/contact')
  await screen.findByText('service@example.cn')
  expect(screen.getAllByRole('term')).toHaveLength(1)
  expect(screen.queryByRole('img')).toBeNull()
})

test('states that there is no way of contact when no field is set', async () => {
  answer('contactConfig', buildContact())
  renderApp('/user/contact')
  expect(await screen.findByRole('heading', { name: '暂无联系方式' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '帮助与反馈' })).toBeTruthy()
})

test('a text that names 帮助与反馈 leads there', async () => {
  answer('contactConfig', buildContact({ complaintChannel: '我的 › 帮助与反馈' }))
  renderApp('/user/contact')
  const link = await screen.findByRole('link', { name: '我的 › 帮助与反馈' })
  expect(link.getAttribute('href')).toBe('/user/feedback')
})

test.each([
  ['servicePhone', '0990-5550000'],
  ['email', 'service@example.cn'],
  ['wechatQr', '/content/qr.jpg'],
  ['address', '演示省海边市星湖路 1 号'],
] as const)('我的 has 联系我们 as soon as %s is published', async (channel, value) => {
  answerHome()
  answer('contactConfig', buildContact({ [channel]: value }))
  renderApp('/user')
  expect(await screen.findByRole('link', { name: '联系我们' })).toBeTruthy()
})

test.each([
  ['nothing', {}],
  ['hours and the complaint channel', { serviceHours: '工作日 9:00–18:00', complaintChannel: '我的 › 帮助与反馈' }],
])('我的 has no 联系我们 while %s can be read there', async (_what, fields) => {
  answerHome()
  const calls = answer('contactConfig', buildContact(fields))
  renderApp('/user')
  await screen.findByRole('link', { name: /帮助与反馈/ })
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('link', { name: /联系我们/ })).toBeNull()
})

test('a copy that fails says so', async () => {
  answer('contactConfig', full)
  const { user } = renderApp('/user/contact')
  const button = await screen.findByRole('button', { name: '复制电子邮箱' })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  document.execCommand = () => false
  await user.click(button)
  expect(await screen.findByText('复制失败，请长按选择')).toBeTruthy()
})

test('a picture that fails to load is saved by a long press', async () => {
  answer('contactConfig', full)
  server.use(http.get('*/content/qr.jpg', () => HttpResponse.error()))
  const { user } = renderApp('/user/contact')
  await user.click(await screen.findByRole('button', { name: '保存图片' }))
  expect(await screen.findByText('保存失败，请长按图片保存')).toBeTruthy()
})

test('a failed call shows the toast 获取数据失败 and loads on 重试', async () => {
  answerStatus('contactConfig', 503)
  const { user } = renderApp('/user/contact')
  expect(await screen.findByText('获取数据失败')).toBeTruthy()
  answer('contactConfig', full)
  await user.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByText('工作日 9:00–18:00')).toBeTruthy()
})

test('shows a placeholder while loading', async () => {
  const { release } = hold('contactConfig', full)
  const { container } = renderApp('/user/contact')
  await waitFor(() => expect(container.querySelector('[aria-busy="true"]')).not.toBeNull())
  release()
  await screen.findByText('工作日 9:00–18:00')
})

test('我的 leads to 联系我们 and shows the service hours', async () => {
  answerHome()
  answer('contactConfig', full)
  renderApp('/user')
  const row = await screen.findByRole('link', { name: /联系我们\s*工作日 9:00–18:00/ })
  expect(row.getAttribute('href')).toBe('/user/contact')
})
