import { jumpType } from '@baiqicha/contract/home'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildAbout } from '../../../test/content-builders.ts'
import { answerHome, buildBanner, buildHomeConfig } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer } from '../../../test/server.ts'

test('the robot leads a visitor to the login, which returns to 百言', async () => {
  answerHome()
  const { user, arrivesAt } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: '百言助手' }))
  await arrivesAt('/login')
  expect(sessionStorage.getItem('savedRoute')).toContain('/ai')
})

test.each([
  ['找商机', '/phoneSearch'],
  ['查企业失信', '/peopleSearch'],
])('%s leads to its search', async (tile, path) => {
  answerHome()
  answer('filterOptions', { regions: [], industries: [] })
  answer('about', buildAbout())
  logIn()
  const { user, arrivesAt, goTo } = renderApp('/home')
  const tiles = await screen.findByRole('navigation', { name: '功能' })
  await user.click(within(tiles).getByRole('link', { name: new RegExp(tile) }))
  await arrivesAt(path)
  await goTo(-1)
  await arrivesAt('/home')
})

function answerBanner(jumpUrl: string) {
  answerHome()
  const banner = buildBanner({ jumpType: jumpType.open, jumpUrl })
  answer('homeConfig', buildHomeConfig({ bannerList: [banner], jumpHosts: ['help.example'] }))
  return vi.spyOn(window, 'open').mockReturnValue(null)
}

test('a banner opens an https host of the allow-list', async () => {
  const open = answerBanner('https://help.example/a')
  const { user } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: /横幅/ }))
  expect(open).toHaveBeenCalledWith('https://help.example/a', '_blank', 'noopener,noreferrer')
})

test('a banner of another host shows 敬请期待!', async () => {
  const open = answerBanner('https://other.example/')
  const { user } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: /横幅/ }))
  expect(screen.getByText('敬请期待!')).toBeTruthy()
  expect(open).not.toHaveBeenCalled()
})

test('a notice whose host is not on the allow-list shows 敬请期待!', async () => {
  answerHome()
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const [notice] = buildHomeConfig().noticeList
  if (notice === undefined) throw new Error('no notice')
  answer('homeConfig', buildHomeConfig({ noticeList: [{ ...notice, link: 'https://other.example/' }] }))
  const { user } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: /公告一/ }))
  expect(screen.getByText('敬请期待!')).toBeTruthy()
  expect(open).not.toHaveBeenCalled()
})
