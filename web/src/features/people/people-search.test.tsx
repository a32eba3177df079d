import type { DebtorSearchAnswer } from '@baiqicha/contract/people'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../test/company-builders.ts'
import { buildAbout } from '../../../test/content-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { controlIntersections, mockRowSizes } from '../../../test/layout.ts'
import {
  buildDebtorAnswer,
  buildDebtorGroup,
  buildDebtorRecord,
  buildRecordDetail,
} from '../../../test/record-builders.ts'
import { logIn, openAddress, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, hold, refuse } from '../../../test/server.ts'
import { clearSession, startSession } from '../../platform/session/session-store.ts'
// Loaded here, so that the first test does not wait for the routes' own imports.
import './people-list-page.tsx'
import './people-search-page.tsx'

const NAME = '演示甲'
const CERT = '990001********1234'

beforeEach(() => {
  mockRowSizes(400)
  logIn()
  answerHome()
  answer('userDetail', buildUser())
  answer('about', buildAbout({ unconnectedKinds: [] }))
})

const tab = (name: string) => screen.findByRole('tab', { name })
const input = (name: RegExp) => screen.getByRole('textbox', { name })
const submit = () => screen.getByRole('button', { name: '查询' })

/** Cards of the groups with this name. */
const findGroups = async (name: string) =>
  (await screen.findAllByRole('heading', { level: 3, name })).flatMap((heading) => heading.closest('section') ?? [])

const companyList = (query: Record<string, string>) => `/peopleList?${new URLSearchParams(query).toString()}`

async function openForm(...addresses: string[]) {
  const app = renderApp(...(addresses.length === 0 ? ['/home', '/peopleSearch'] : addresses))
  await tab('企业')
  return app
}

/** Searches for a person, and returns the requests. */
async function searchPerson(answered: Partial<DebtorSearchAnswer> = {}, name = NAME) {
  const calls = answer('debtorSearch', buildDebtorAnswer(answered))
  const app = await openForm()
  await app.user.click(await tab('自然人'))
  await app.user.type(input(/^被执行人姓名/), name.replaceAll(/[{[]/g, '$&$&'))
  await app.user.click(submit())
  await app.arrivesAt('/peopleList')
  return { ...app, calls }
}

/** Searches for a company, and returns the requests. */
async function searchCompany(answered: Partial<DebtorSearchAnswer> = {}) {
  const calls = answer('debtorSearch', buildDebtorAnswer(answered))
  const app = await openForm()
  await app.user.type(input(/^被执行人名称/), '澜山演示')
  await app.user.click(submit())
  await app.arrivesAt(companyList({ name: '澜山演示' }))
  return { ...app, calls }
}

describe('the form', () => {
  test('of Home opens the tab of companies', async () => {
    const { user } = renderApp('/home')
    await user.click(await screen.findByRole('link', { name: /查企业失信/ }))
    expect((await tab('企业')).getAttribute('aria-selected')).toBe('true')
    expect(input(/^被执行人名称（必填）/)).toBeTruthy()
    expect(input(/^组织机构代码/)).toBeTruthy()
  })

  test('sends a visitor to login, which returns to it', async () => {
    clearSession()
    const { arrivesAt } = renderApp('/home', '/peopleSearch')
    await arrivesAt('/login')
    expect(sessionStorage.getItem('savedRoute')).toContain('/peopleSearch')
  })

  test('requires a name, reports it at the field and sends nothing', async () => {
    const calls = answer('debtorSearch', buildDebtorAnswer())
    const { user, currentUrl } = await openForm()
    await user.click(submit())
    expect(screen.getByText('请输入企业名称或代码')).toBeTruthy()
    expect(document.activeElement).toBe(input(/^被执行人名称/))
    expect(currentUrl()).toBe('/peopleSearch')
    expect(calls).toEqual([])
  })

  test('reports a wrong check digit at the field of the number', async () => {
    const { user } = await openForm()
    await user.click(await tab('自然人'))
    await user.type(input(/^被执行人姓名/), NAME)
    await user.type(input(/^身份证号/), '990001199001011231')
    await user.click(submit())
    const field = input(/^身份证号/)
    const error = await screen.findByText('身份证号校验位有误，请核对')
    expect(field.getAttribute('aria-describedby')).toBe(error.id)
    expect(document.activeElement).toBe(field)
    await user.type(field, '0')
    expect(screen.queryByText('身份证号校验位有误，请核对')).toBeNull()
  })

  test('sends type, name, code and province in the body of one request', async () => {
    const calls = answer('debtorSearch', buildDebtorAnswer({ list: [] }))
    const { user } = await openForm()
    await user.type(input(/^被执行人名称/), ' 澜山演示 ')
    await user.type(input(/^组织机构代码/), '19231745-8')
    await user.click(screen.getByRole('button', { name: '省份：全部' }))
    await user.click(await screen.findByRole('button', { name: '广东' }))
    await user.click(submit())
    await waitFor(() =>
      expect(calls).toMatchObject([
        {
          query: {},
          body: {
            name: '澜山演示',
            subjectType: '企业',
            certNo: '192317458',
            province: '广东',
            view: 'current',
            page: 1,
          },
        },
      ]),
    )
  })

  test('another type starts with empty fields', async () => {
    const { user } = await openForm()
    await user.type(input(/^被执行人名称/), '澜山演示')
    await user.click(await tab('自然人'))
    expect(input(/^被执行人姓名/)).toHaveProperty('value', '')
  })

  test('has the search of the list that the user returns from, and none after Home', async () => {
    const { user, goTo, arrivesAt } = await searchPerson()
    await user.click(await screen.findByRole('link', { name: '修改条件' }))
    await arrivesAt('/peopleSearch')
    expect(input(/^被执行人姓名/)).toHaveProperty('value', NAME)
    await goTo('/home')
    await goTo('/peopleSearch')
    expect(await screen.findByRole('textbox', { name: /^被执行人名称/ })).toHaveProperty('value', '')
  })
})

describe('privacy', () => {
  test('after a person search neither address, history, storage nor title contains the name or the number', async () => {
    answer('debtorSearch', buildDebtorAnswer())
    const { user, queryClient } = openAddress('/#/peopleSearch')
    await user.click(await tab('自然人'))
    await user.type(input(/^被执行人姓名/), NAME)
    await user.type(input(/^身份证号/), '990001900101123')
    await user.click(submit())
    await screen.findByText(/证件号 990001/)
    const traces = [
      window.location.href,
      JSON.stringify(window.history.state),
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      document.title,
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ queryKey }) => queryKey),
      ),
    ].join('\n')
    expect(traces).toContain('/peopleList')
    for (const secret of [NAME, encodeURIComponent(NAME), '990001900101123', '1123']) {
      expect(traces).not.toContain(secret)
    }
  })

  test('browsers neither complete nor store the fields', async () => {
    const { container } = await openForm()
    const inputs = [...container.querySelectorAll('form input')]
    expect(inputs.map((one) => [one.getAttribute('autocomplete'), one.getAttribute('name')])).toEqual([
      ['off', null],
      ['off', null],
    ])
  })

  test('Home ends the search and removes its results', async () => {
    const { goTo, queryClient } = await searchPerson()
    await screen.findByText(/证件号 990001/)
    await goTo('/home')
    expect(queryClient.getQueryCache().findAll({ queryKey: ['debtorSearch'] })).toEqual([])
    await goTo('/peopleList')
    expect(await screen.findByRole('heading', { name: '请输入查询条件' })).toBeTruthy()
  })

  test('a login on the way keeps the search of the same user, and not for another', async () => {
    const { calls, arrivesAt, goTo } = await searchPerson()
    await screen.findByText(/证件号 990001/)
    clearSession()
    await arrivesAt('/login')
    startSession('token-2', buildUser())
    await goTo('/peopleList', { replace: true })
    expect(await screen.findByText(/证件号 990001/)).toBeTruthy()
    expect(calls.map(({ body }) => body)).toMatchObject([{ name: NAME }, { name: NAME }])
    clearSession()
    await arrivesAt('/login')
    startSession('token-3', buildUser({ userId: 'u-2' }))
    await goTo('/peopleList', { replace: true })
    expect(await screen.findByRole('heading', { name: '请输入查询条件' })).toBeTruthy()
  })
})

describe('the address of the list without a search', () => {
  test('shows an empty state that opens the form, and sends nothing', async () => {
    const calls = answer('debtorSearch', buildDebtorAnswer())
    const { user, arrivesAt } = renderApp('/peopleList')
    await user.click(await screen.findByRole('button', { name: '去查询' }))
    await arrivesAt('/peopleSearch')
    expect(calls).toEqual([])
  })

  test('sends a visitor to login', async () => {
    clearSession()
    const { arrivesAt } = renderApp('/home', '/peopleList')
    await arrivesAt('/login')
    expect(sessionStorage.getItem('savedRoute')).toContain('/peopleList')
  })
})

describe('results for persons', () => {
  test('keep two persons of one name apart below the fixed notice', async () => {
    const other = buildDebtorGroup({
      certNoMasked: '990002********5678',
      age: 27,
      sex: null,
      records: [buildDebtorRecord({ id: 'r-2', caseNo: '（2025）演0202执56号' })],
    })
    await searchPerson({ list: [buildDebtorGroup(), other] })
    const groups = await findGroups(NAME)
    expect(groups.map((group) => within(group).getAllByRole('article')).map((records) => records.length)).toEqual([
      1, 1,
    ])
    expect(groups[0]?.textContent).toContain(`证件号 ${CERT} · 男 · 41 岁`)
    expect(groups[1]?.textContent).toContain('证件号 990002********5678 · 27 岁')
    expect(groups[1]?.textContent).toContain('（2025）演0202执56号')
    expect(screen.getByText('同名不代表同一人，请核对证件号、年龄和法院。')).toBeTruthy()
    expect(screen.getByRole('heading', { name: '共 2 组（按姓名与证件号）' })).toBeTruthy()
  })

  test('show sex and age only when the source states them', async () => {
    await searchPerson({ list: [buildDebtorGroup({ certNoMasked: null, sex: null, age: null })] })
    const [group = document.body] = await findGroups(NAME)
    expect(within(group).getByText('证件号未公布')).toBeTruthy()
    expect(group.textContent).not.toContain('岁')
  })

  test('show court, province, performance, conduct and both dates of each record', async () => {
    await searchPerson()
    const record = await screen.findByRole('article')
    expect(within(record).getByRole('heading', { name: '（2026）演0101执1234号' })).toBeTruthy()
    expect([...record.querySelectorAll('dl > div')].map((row) => row.textContent)).toEqual([
      '执行法院演示市示例区人民法院',
      '省份演示东省',
      '履行情况全部未履行',
      '失信情形违反财产报告制度',
      '立案日期2026-08-18',
      '发布日期2026-10-28',
    ])
  })

  test('link each record to its page and to 纠错 without a company', async () => {
    await searchPerson()
    const record = within(await screen.findByRole('article'))
    expect(record.getByRole('link', { name: /^详情/ }).getAttribute('href')).toBe(
      '/legalRisk/dishonestExecutorDetail?id=r-1',
    )
    expect(record.getByRole('link', { name: /^不是同一人 \/ 纠错/ }).getAttribute('href')).toBe(
      '/user/feedback?recordKind=dishonestExecutor&recordId=r-1',
    )
  })

  test('mark a disputed record and show it without red', async () => {
    await searchPerson({ list: [buildDebtorGroup({ records: [buildDebtorRecord({ isDisputed: true })] })] })
    const record = await screen.findByRole('article')
    expect(within(record).getByText('异议处理中')).toBeTruthy()
    expect(within(record).getByText('全部未履行').className).not.toContain('red')
  })

  test.each(Object.entries(hostileTexts))('show %s as text', async (_kind, text) => {
    const record = buildDebtorRecord({ court: text, caseNo: text })
    const { container } = await searchPerson({ list: [buildDebtorGroup({ name: text, records: [record] })] })
    await screen.findByRole('article')
    expect(container.querySelector('section h3 bdi')?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })

  test('are not requested again when the user returns from a record', async () => {
    answer('dishonestExecutorDetail', buildRecordDetail('dishonestExecutor', { company: null, companyId: null }))
    const { user, calls, arrivesAt, goTo } = await searchPerson()
    await user.click(await screen.findByRole('link', { name: /^详情/ }))
    await arrivesAt('/legalRisk/dishonestExecutorDetail?id=r-1')
    await goTo(-1)
    expect(await screen.findByText(`证件号 ${CERT} · 男 · 41 岁`)).toBeTruthy()
    expect(calls).toHaveLength(1)
  })
})

describe('results for companies', () => {
  const company = buildDebtorGroup({
    name: '澜山演示贸易有限公司',
    subjectType: '企业',
    certNoMasked: '91990001MA0FCT021R',
    sex: null,
    age: null,
    records: [buildDebtorRecord({ companyId: 'c-1' }), buildDebtorRecord({ id: 'r-2', companyId: 'c-1' })],
  })

  test('have no notice about persons, and open records for the company', async () => {
    await searchCompany({ list: [company] })
    const [group = document.body] = await findGroups('澜山演示贸易有限公司')
    expect(within(group).getByText('代码 91990001MA0FCT021R')).toBeTruthy()
    expect(within(group).getAllByRole('article')).toHaveLength(2)
    expect(screen.queryByText(/^同名不代表同一人/)).toBeNull()
    expect(within(group).getAllByRole('link', { name: /^详情/ })[0]?.getAttribute('href')).toBe(
      '/legalRisk/dishonestExecutorDetail?id=r-1&companyId=c-1',
    )
    expect(
      within(group)
        .getAllByRole('link', { name: /^信息有误/ })[0]
        ?.getAttribute('href'),
    ).toBe('/user/feedback?companyId=c-1&recordKind=dishonestExecutor&recordId=r-1')
  })

  test('load the next page near the end', async () => {
    const show = controlIntersections()
    await searchCompany({ list: [company], total: 2, pageSize: 1 })
    const end = await screen.findByText('正在加载…')
    const second = { ...company, name: '云岚演示软件有限公司', records: [buildDebtorRecord({ id: 'r-9' })] }
    const calls = answer('debtorSearch', buildDebtorAnswer({ list: [second], total: 2, pageSize: 1, page: 2 }))
    await show(end, true)
    expect(await screen.findByText('已显示全部 · 数据截至 2026-06-30', { exact: false })).toBeTruthy()
    expect(calls.map(({ body }) => body)).toMatchObject([{ page: 2 }])
  })
})

test('history is a tab of its own, without red', async () => {
  const { user, currentUrl } = await searchPerson()
  await screen.findByRole('article')
  const past = buildDebtorRecord({ removedAt: '2026-09-01', performance: '全部未履行' })
  const calls = answer('debtorSearch', buildDebtorAnswer({ list: [buildDebtorGroup({ records: [past] })] }))
  await user.click(screen.getByRole('tab', { name: '历史' }))
  expect(await screen.findByText('已移出')).toBeTruthy()
  expect(currentUrl()).toBe('/peopleList?view=history')
  expect(calls).toMatchObject([{ body: { view: 'history' } }])
  expect(screen.getByText('移出日期').nextElementSibling?.textContent).toBe('2026-09-01')
  expect(screen.getByText('全部未履行').className).not.toContain('red')
  expect(screen.getByText('以下记录已退出失信名单，不代表现状，不计入风险数量。')).toBeTruthy()
})

describe('three empty answers differ', () => {
  test('not connected', async () => {
    await searchPerson({ list: [], connected: false, asOf: null })
    expect(await screen.findByRole('heading', { name: '未接入该数据源' })).toBeTruthy()
    expect(screen.queryByText(/未查询到/)).toBeNull()
    expect(screen.getByRole('link', { name: /^中国执行信息公开网，/ })).toBeTruthy()
  })

  test('none found, as of the date of the sources', async () => {
    await searchPerson({ list: [] })
    expect(await screen.findByRole('heading', { name: '截至 2026-06-30 未查询到' })).toBeTruthy()
    expect(screen.getByText(/^未查询到不代表没有/)).toBeTruthy()
  })

  test('none found for the name within a longer text', async () => {
    await searchCompany({ list: [], usedKeyword: '澜山演示' })
    expect((await screen.findByText(/^已按/)).textContent).toBe('已按“澜山演示”查询')
  })

  test('none under the filter, with the total of the name', async () => {
    answer('debtorSearch', buildDebtorAnswer({ list: [], groupsOfName: { current: 3, history: 1 } }))
    const { user, arrivesAt } = await openForm()
    await user.type(input(/^被执行人名称/), '澜山演示')
    await user.click(screen.getByRole('button', { name: '省份：全部' }))
    await user.click(await screen.findByRole('button', { name: '广东' }))
    await user.click(submit())
    expect(await screen.findByRole('heading', { name: '没有符合条件的记录' })).toBeTruthy()
    expect(screen.getByText('不限证件号与省份：当前 3 家，历史 1 家')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '修改条件' }))
    await arrivesAt(`/peopleSearch?${new URLSearchParams({ name: '澜山演示', province: '广东' }).toString()}`)
  })

  test('none current leads to the history', async () => {
    const { user, arrivesAt } = await searchPerson({ list: [], groupsOfName: { current: 0, history: 2 } })
    expect(await screen.findByRole('heading', { name: '当前 0 组，历史 2 组' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '查看历史 2 组' }))
    await arrivesAt('/peopleList?view=history')
  })
})

test('more than 100 groups request the province or the certificate instead of pages', async () => {
  const { user, arrivesAt } = await searchPerson({ list: [], needsNarrowing: true, total: 0 })
  expect(await screen.findByRole('heading', { name: '同名记录超过 100 组' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '补充条件' }))
  await arrivesAt('/peopleSearch')
  expect(input(/^被执行人姓名/)).toHaveProperty('value', NAME)
})

const group = (name: string) => buildDebtorGroup({ name, subjectType: '企业' })

describe('the address', () => {
  test('of a search for a company keeps the list over a reload, in both views', async () => {
    const calls = answer('debtorSearch', buildDebtorAnswer({ list: [group('比亚迪演示')] }))
    const query = { name: '比亚迪演示', code: '91990001MA0TE5T16H', province: '广东' }
    const { user, arrivesAt } = renderApp('/home', companyList(query))
    await findGroups('比亚迪演示')
    await user.click(await tab('历史'))
    await arrivesAt(companyList({ ...query, view: 'history' }))
    await waitFor(() =>
      expect(calls.map(({ body }) => body)).toMatchObject([
        { name: query.name, subjectType: '企业', certNo: query.code, province: '广东', view: 'current' },
        { name: query.name, view: 'history' },
      ]),
    )
    await user.click(screen.getByRole('link', { name: '修改条件' }))
    await tab('企业')
    expect(input(/^被执行人名称/)).toHaveProperty('value', query.name)
    expect(input(/^组织机构代码/)).toHaveProperty('value', query.code)
  })

  test('wins over the search before it', async () => {
    const { goTo, calls } = await searchPerson()
    await findGroups(NAME)
    answer('debtorSearch', buildDebtorAnswer({ list: [group('比亚迪演示')] }))
    await goTo(companyList({ name: '比亚迪演示' }))
    expect((await findGroups('比亚迪演示')).length).toBe(1)
    expect(screen.queryByRole('heading', { level: 3, name: NAME })).toBeNull()
    expect(calls).toHaveLength(1)
  })

  test.each([{ name: '' }, { name: ' ' }, { name: '比' }, { name: '比亚迪演示', code: '12' }])(
    'with %j asks for the conditions instead of showing the search before it',
    async (query) => {
      const { goTo } = await searchPerson()
      await findGroups(NAME)
      await goTo(companyList(query))
      expect(await screen.findByText('为保护隐私，刷新后需重新输入')).toBeTruthy()
      expect(screen.queryByRole('heading', { level: 3, name: NAME })).toBeNull()
    },
  )

  test('of a search for a person has neither name nor number', async () => {
    const { currentUrl } = await searchPerson()
    expect(currentUrl()).toBe('/peopleList')
  })
})

describe('above the form', () => {
  const title = '失信被执行人'

  test.each([
    [{ unconnectedKinds: [title], demoKinds: [title] }, '当前仅含演示数据'],
    [{ unconnectedKinds: [title], demoKinds: [] }, '失信被执行人数据未接入'],
  ])('%j is stated before anything is typed', async (about, text) => {
    answer('about', buildAbout(about))
    await openForm()
    expect(await screen.findByText(text)).toBeTruthy()
  })

  test('nothing is stated once a source of real records is connected', async () => {
    const calls = answer('about', buildAbout({ unconnectedKinds: ['行政处罚'], demoKinds: ['行政处罚'] }))
    await openForm()
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.queryByText(/演示数据|未接入/)).toBeNull()
  })
})

describe('states', () => {
  test('loads with a skeleton and the notice', async () => {
    const { release } = hold('debtorSearch', buildDebtorAnswer())
    const { user } = await openForm()
    await user.click(await tab('自然人'))
    await user.type(input(/^被执行人姓名/), NAME)
    await user.click(submit())
    expect(await screen.findByText('正在加载')).toBeTruthy()
    expect(screen.getByText('同名不代表同一人，请核对证件号、年龄和法院。')).toBeTruthy()
    release()
    expect(await screen.findByRole('article')).toBeTruthy()
  })

  test.each([
    ['without connection', () => breakNetwork('debtorSearch'), '网络连接失败，请检查你的网络设置'],
    ['with an error of the server', () => answerStatus('debtorSearch', 503), '服务不可用'],
  ])('fails %s and retries', async (_name, arrange, reason) => {
    const { user } = await openForm()
    await user.type(input(/^被执行人名称/), '澜山演示')
    arrange()
    await user.click(submit())
    const failed = await screen.findByRole('alert')
    expect(within(failed).getByText(reason)).toBeTruthy()
    answer('debtorSearch', buildDebtorAnswer())
    await user.click(within(failed).getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('article')).toBeTruthy()
  })

  test("shows the server's sentence when the limit of the day is reached", async () => {
    const { user } = await openForm()
    refuse('debtorSearch', 429, '今日人员查询次数已用完')
    await user.type(input(/^被执行人名称/), '澜山演示')
    await user.click(submit())
    expect(await screen.findByText('今日人员查询次数已用完')).toBeTruthy()
    expect(screen.getByRole('heading', { name: '查询次数受限' })).toBeTruthy()
  })
})
