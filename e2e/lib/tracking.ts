import type { BrowserContext, Page } from '@playwright/test'

export type SentEvent = { type: string; data: Record<string, unknown>; headers: Record<string, string> }
type SentReport = { type: string; data: Record<string, unknown> }

const accepted = { code: 0, message: '', data: null }

/** Takes the place of the endpoint of events and records what is sent, in order. */
export async function recordEvents(on: Page | BrowserContext, status = 200): Promise<SentEvent[]> {
  const sent: SentEvent[] = []
  await on.route('**/userActionLog/save', async (route) => {
    const request = route.request()
    sent.push({ ...request.postDataJSON(), headers: request.headers() })
    await route.fulfill({ status, json: accepted })
  })
  await on.route('**/clientReport/save', (route) => route.fulfill({ json: accepted }))
  return sent
}

/** Takes the place of the endpoint of faults and measured times. */
export async function recordReports(page: Page): Promise<SentReport[]> {
  const sent: SentReport[] = []
  await page.route('**/clientReport/save', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ json: accepted })
  })
  return sent
}

export const ofType = (sent: readonly SentEvent[], type: string) =>
  sent.filter((one) => one.type === type).map(({ data }) => data)

/** Decides about the statistics before the first page opens. */
export const decideTracking = (on: Page | BrowserContext, decision: 'agreed' | 'refused') =>
  on.addInitScript((value) => {
    if (localStorage.getItem('trackingConsent') === null) localStorage.setItem('trackingConsent', value)
  }, decision)

/** Keys that the tracker has stored. */
export const trackerKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^(web_track_|page_tracker_)/.test(key)))

/** The strip of the first visit. */
export const trackingStrip = (page: Page) => page.getByRole('region', { name: '使用统计' })
