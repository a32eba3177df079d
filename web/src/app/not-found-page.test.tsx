import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { answerHome } from '../../test/home-answers.ts'
import { renderApp } from '../../test/render-app.tsx'
// Loaded here, so that no test waits for what the app imports on first use.
import './not-found-page.tsx'

test.each([
  ['/home。', '/home'],
  ['/home，快来看看', '/home'],
  ['/home%E3%80%82', '/home'],
  ['/home%26shareTo%3Dweixin', '/home'],
  ['/home%3Ffrom%3Dtimeline', '/home'],
  ['/Home）', '/home'],
  ['/home;jsessionid=1', '/home'],
  ['/user/membersIntroduction。?from=timeline', '/user/membersIntroduction?from=timeline'],
])('words behind an address are no part of it: %s opens %s', async (address, page) => {
  answerHome()
  const { arrivesAt } = renderApp(address)
  await arrivesAt(page)
})

test.each(['/nothing', '/homes', '/home/nothing。', '/。'])('%s is no page, and leads to Home', async (address) => {
  answerHome()
  const { user, arrivesAt } = renderApp(address)
  await user.click(await screen.findByRole('button', { name: '返回首页' }))
  await arrivesAt('/home')
})
