import { type DetailKindKey, detailKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../test/company-builders.ts'
import { buildCaptcha } from '../../../test/home-answers.ts'
import { buildRecordDetail } from '../../../test/record-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, hold, refuse } from '../../../test/server.ts'
import { recordDetailPath } from '../../domain/record/record-paths.ts'
import { clearSession } from '../../platform/session/session-store.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './record-page.tsx'

type Overrides = Parameters<typeof buildRecordDetail>[1]

const addressOf = (key: DetailKindKey) => recordDetailPath(key, 'r-example', 'c-example')

async function open(key: DetailKindKey, overrides: Overrides = {}) {
  answer(`${key}Detail`, buildRecordDetail(key, overrides))
  const app = renderApp('/home', addressOf(key))
  await screen.findByText('免费受理，20 日内答复', { exact: false })
  return app
}

beforeEach(() => logIn())

describe.each(Object.entries(hostileTexts))('text that is %s', (_kind, text) => {
  test.each(detailKindKeys)('is text on the page of %s', async (key) => {
    const { fields } = recordKinds[key]
    const own = buildRecordDetail(key).fields
    const texts = Object.keys(fields).filter(
      (name) => typeof own[name] === 'string' && !/date/i.test(fields[name]?.type ?? ''),
    )
    const { container } = await open(key, {
      fields: Object.fromEntries(texts.map((name) => [name, text])),
      decisions: [{ result: '维持', note: text, statement: text, decidedAt: '2026-11-02T04:00:00.000Z' }],
      related: [{ recordKind: 'executedPerson', id: 'r-2', title: text, publishedAt: null, hasDetail: true }],
      removedReason: text,
    })
    expect(container.querySelector('script, img')).toBeNull()
    expect(container.textContent.split(text).length - 1).toBeGreaterThanOrEqual(texts.length)
  })
})

describe('other states', () => {
  const at = addressOf('dishonestExecutor')

  test('loads with a skeleton', async () => {
    const { release } = hold('dishonestExecutorDetail', buildRecordDetail('dishonestExecutor'))
    renderApp(at)
    expect(await screen.findByText('正在加载')).toBeTruthy()
    release()
    expect(await screen.findByText('提交异议')).toBeTruthy()
  })

  test('failed: shows the reason and retries', async () => {
    answerStatus('dishonestExecutorDetail', 503)
    const { user } = renderApp(at)
    const failed = within(await screen.findByRole('alert'))
    answer('dishonestExecutorDetail', buildRecordDetail('dishonestExecutor'))
    await user.click(failed.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('提交异议')).toBeTruthy()
  })

  test('a missing or hidden record', async () => {
    refuse('dishonestExecutorDetail', 4040, '未找到')
    renderApp(at)
    expect(await screen.findByRole('heading', { name: '未查询到该记录' })).toBeTruthy()
  })

  test('a URL without a record sends no request', async () => {
    renderApp('/legalRisk/dishonestExecutorDetail')
    expect(await screen.findByRole('heading', { name: '未查询到该记录' })).toBeTruthy()
  })

  test('sends a visitor to login and back', async () => {
    clearSession()
    answer('captcha', buildCaptcha())
    const { currentUrl } = renderApp('/home', at)
    await waitFor(() => expect(currentUrl()).toBe('/login'))
    expect(sessionStorage.getItem('savedRoute')).toContain('"id":"r-example"')
  })
})
