import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerHome } from '../../../test/home-answers.ts'
import { renderApp } from '../../../test/render-app.tsx'

test('the address without a page leads home', async () => {
  answerHome()
  const { place } = renderApp('/')
  await screen.findByText('云岚演示软件有限公司')
  expect(place()).toBe('/home')
})
