import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { hostileTexts } from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { buildPerson } from '../../../test/record-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, hold, refuse } from '../../../test/server.ts'
import { personPath } from '../../domain/company/company-addresses.ts'
import { clearSession } from '../../platform/session/session-store.ts'

// Loaded here, so that the first test does not wait for the route's own import.
import './person-page.tsx'

const address = personPath('c-1', { recordId: 'r-7' })
const source = { sourceId: 'demo-register', sourceName: '演示登记信息', sourceUrl: null, asOf: '2026-06-30' }
const robots = () => document.querySelector('meta[name="robots"]')?.getAttribute('content')
const NAMESAKES = '其他企业也有同名人员登记，无法确认是否同一人'

beforeEach(() => {
  answerHome()
  logIn()
})

async function open(overrides: Parameters<typeof buildPerson>[0] = {}) {
  const calls = answer('personDetail', buildPerson(overrides))
  const app = renderApp('/home', address)
  await screen.findByRole('heading', { level: 2 })
  return { ...app, calls }
}

test('a person is addressed by a record or by the office of the legal representative', async () => {
  const { calls, goTo } = await open()
  await goTo(personPath('c-1', { role: 'legalRepresentative' }))
  await waitFor(() =>
    expect(calls.map(({ query }) => query)).toEqual([
      { companyId: 'c-1', recordId: 'r-7' },
      { companyId: 'c-1', role: 'legalRepresentative' },
    ]),
  )
})

test('the notice names what the page shows: neither certificate nor age', async () => {
  await open()
  expect(screen.getByText('同名不代表同一人，仅展示本企业公示的任职。')).toBeTruthy()
  expect(screen.queryByText(/证件号|年龄/)).toBeNull()
})

test('shows each position with its facts, source and date, earlier ones as history', async () => {
  await open({
    positions: [
      {
        kind: 'keyPerson',
        title: '董事长',
        rows: [{ label: '任职日期', value: '2020-01-02' }],
        isCurrent: true,
        source,
      },
      { kind: 'shareholderInfo', title: '持股 35.00%', rows: [], isCurrent: false, source },
      { kind: 'legalRepresentative', title: '法定代表人', rows: [], isCurrent: true, source },
    ],
  })
  const [office, share, representative] = within(screen.getByText('任职与持股').closest('section') ?? document.body)
    .getAllByRole('heading', { level: 4 })
    .map((heading) => heading.closest('li'))
  expect(office?.textContent).toContain('董事长主要人员任职日期2020-01-02')
  expect(office?.textContent).toContain('演示登记信息，数据截至 2026-06-30')
  expect(share?.textContent).toContain('持股 35.00%股东信息历史')
  expect(representative?.textContent?.match(/法定代表人/g)).toHaveLength(1)
})

test('lists the records of this company by kind with their counts, and links to them', async () => {
  await open({
    counts: {
      dishonestExecutor: { current: 1, disputed: 0, history: 2 },
      consumptionRestriction: { current: 0, disputed: 1, history: 0 },
    },
    records: [
      {
        recordKind: 'dishonestExecutor',
        id: 'r-1',
        title: '（2026）演0101执1234号',
        role: '法定代表人',
        publishedAt: '2026-10-28',
        view: 'current',
        hasDetail: true,
      },
      {
        recordKind: 'consumptionRestriction',
        id: 'r-2',
        title: '（2026）演0101执9号',
        role: '法定代表人',
        publishedAt: null,
        view: 'disputed',
        hasDetail: false,
      },
    ],
  })
  expect(screen.getByRole('heading', { name: '失信被执行人 当前 1 · 历史 2' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '限制高消费 异议处理中 1' })).toBeTruthy()
  const record = screen.getByRole('link', { name: /1234号/ })
  expect(record.textContent).toContain('法定代表人 · 2026-10-28 发布')
  expect(record.getAttribute('href')).toBe('/legalRisk/dishonestExecutorDetail?id=r-1&companyId=c-1')
  expect(screen.getByRole('link', { name: /执9号/ }).getAttribute('href')).toBe(
    '/legalRisk/consumptionRestriction?companyId=c-1&view=disputed',
  )
})

test.each([
  ['all', '未查询到相关记录', 0],
  ['some', '未查询到相关记录，部分风险数据未接入', 1],
  ['none', '风险数据未接入', 1],
  [undefined, '风险数据未接入', 1],
] as const)('without records and with sources of %s kinds states %s', async (recordCoverage, text, checks) => {
  await open(recordCoverage === undefined ? {} : { recordCoverage })
  expect(screen.getByRole('heading', { name: '相关记录' })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: '官方核查' })).toHaveLength(checks)
})

test('lists other companies only when the source identifies the person', async () => {
  await open({
    otherCompanies: [{ companyId: 'c-2', companyName: '云岚演示软件有限公司', title: '监事', source }],
    hasNamesakes: false,
  })
  expect(screen.getByText('同一人（来源标识一致）')).toBeTruthy()
  expect(screen.getByRole('link', { name: '云岚演示软件有限公司' }).getAttribute('href')).toContain('id=c-2')
  expect(screen.queryByText(NAMESAKES)).toBeNull()
})

test('equal names of other companies are one line without list, link or sum', async () => {
  await open({ hasNamesakes: true })
  expect(screen.getByText(NAMESAKES).querySelector('a')).toBeNull()
  expect(screen.queryByText('同一人（来源标识一致）')).toBeNull()
  expect(screen.queryByRole('heading', { name: '其他企业' })).toBeNull()
})

test('the page is not indexed, and the next page is', async () => {
  const { goTo } = await open()
  expect(robots()).toBe('noindex, nofollow')
  await goTo('/home')
  await waitFor(() => expect(robots()).toBeUndefined())
})

test('title and share leave the person out', async () => {
  await open()
  expect(document.title).toBe('人员详情 - 百企查')
  expect(screen.queryByRole('button', { name: '分享' })).toBeNull()
})

test('a missing or suppressed person shows the state of a missing record', async () => {
  refuse('personDetail', 4040, '未找到')
  renderApp('/home', address)
  expect(await screen.findByRole('heading', { name: '未查询到该记录' })).toBeTruthy()
})

test.each(['/overview/person', '/overview/person?companyId=c-1', '/overview/person?recordId=r-1'])(
  '%s is incomplete and sends nothing',
  async (incomplete) => {
    const calls = answer('personDetail', buildPerson())
    renderApp('/home', incomplete)
    expect(await screen.findByRole('heading', { name: '未查询到该记录' })).toBeTruthy()
    expect(calls).toEqual([])
  },
)

test('sends a visitor to login, which returns to the person', async () => {
  clearSession()
  const calls = answer('personDetail', buildPerson())
  const { arrivesAt } = renderApp('/home', address)
  await arrivesAt('/login')
  expect(sessionStorage.getItem('savedRoute')).toContain('/overview/person')
  expect(calls).toEqual([])
})

test('loads with a skeleton', async () => {
  const { release } = hold('personDetail', buildPerson())
  renderApp('/home', address)
  expect(await screen.findByText('正在加载')).toBeTruthy()
  release()
  expect(await screen.findByRole('heading', { name: '演示丙' })).toBeTruthy()
})

test('failed: retries', async () => {
  answerStatus('personDetail', 503)
  const { user } = renderApp('/home', address)
  const failed = await screen.findByRole('alert')
  answer('personDetail', buildPerson())
  await user.click(within(failed).getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('heading', { name: '演示丙' })).toBeTruthy()
})

test("shows the server's sentence when the limit of the day is reached", async () => {
  refuse('personDetail', 429, '今日人员查询次数已用完')
  renderApp('/home', address)
  expect(await screen.findByText('今日人员查询次数已用完')).toBeTruthy()
})

test.each(Object.entries(hostileTexts))('shows %s as text', async (_kind, text) => {
  const { container } = await open({ name: text, company: { id: 'c-1', name: text, isDemo: false } })
  expect(container.querySelector('h2 bdi')?.textContent).toBe(text)
  expect(container.querySelector('script, img')).toBeNull()
})
