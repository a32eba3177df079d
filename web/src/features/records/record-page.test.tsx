import { type DetailKindKey, detailKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { hostileTexts } from '../../../test/company-builders.ts'
import { buildSubject } from '../../../test/correction-form.ts'
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
const headingText = async () => (await screen.findByRole('heading', { level: 2, name: /./ })).textContent
const valueOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
const rowsOf = (title: string) =>
  within(screen.getByRole('heading', { name: title }).closest('section') ?? document.body)

async function open(key: DetailKindKey, overrides: Overrides = {}) {
  answer(`${key}Detail`, buildRecordDetail(key, overrides))
  const app = renderApp('/home', addressOf(key))
  await screen.findByText('免费受理，20 日内答复', { exact: false })
  return app
}

beforeEach(() => logIn())

describe('the page of a record', () => {
  test.each(detailKindKeys)('of %s shows every field that says something, under its label', async (key) => {
    const { container } = await open(key)
    const kind = recordKinds[key]
    const labels = Object.entries(kind.fields).flatMap(([name, field]) =>
      name === kind.heading || field.type === 'parties' || field.type === 'link' ? [] : [field.label],
    )
    for (const label of labels) expect(container.textContent).toContain(label)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/详情$/)
  })

  test('requests the record for the company of the page', async () => {
    const calls = answer('dishonestExecutorDetail', buildRecordDetail('dishonestExecutor'))
    renderApp(addressOf('dishonestExecutor'))
    expect(await headingText()).toBe('（2026）演0101执1234号')
    expect(calls.map((call) => call.query)).toEqual([{ id: 'r-example', companyId: 'c-example' }])
    expect(screen.getByRole('link', { name: /澜山演示贸易有限公司/ }).getAttribute('href')).toContain('id=c-example')
    expect(screen.getByText('按统一社会信用代码关联')).toBeTruthy()
  })

  test('omits empty rows', async () => {
    await open('dishonestExecutor', { fields: { applicant: null, unperformedPart: '-', duty: '  ' } })
    for (const label of ['疑似申请人', '未履行部分', '应尽义务']) {
      expect(screen.queryByText(label)).toBeNull()
    }
  })

  test('has copy buttons for case numbers and codes', async () => {
    const { user } = await open('dishonestExecutor')
    await user.click(screen.getByRole('button', { name: '复制执行依据' }))
    expect(await navigator.clipboard.readText()).toBe('（2026）演0101执1234号')
    for (const label of ['案号', '证件号码']) {
      expect(screen.getByRole('button', { name: `复制${label}` })).toBeTruthy()
    }
  })

  test('collapses a long text and expands it', async () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(200)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(80)
    const { user } = await open('punishment', { fields: { facts: '演示事实。'.repeat(200) } })
    await user.click(screen.getByRole('button', { name: '展开违法事实', expanded: false }))
    expect(screen.getByRole('button', { name: '收起违法事实', expanded: true })).toBeTruthy()
  })

  test('groups parties by role, each with its outcome', async () => {
    const party = { type: 1 as const, statement: null }
    await open('judicialDocument', {
      fields: {
        parties: [
          { ...party, role: '原告', name: '北辰演示制造有限公司', cid: 'c-2', statement: '胜诉' },
          { ...party, role: '被告', name: '澜山演示贸易有限公司', cid: 'c-example' },
        ],
      },
    })
    expect(valueOf('原告')?.textContent).toBe('北辰演示制造有限公司胜诉')
    expect(valueOf('原告')?.querySelector('a')?.getAttribute('href')).toContain('id=c-2')
    expect(valueOf('被告')?.textContent).toBe('澜山演示贸易有限公司本企业')
  })

  test('expands the judgment and its reasons first', async () => {
    const titles = ['当事人信息', '本院认为', '裁判结果', '审判人员']
    const { user } = await open('judicialDocument', {
      fields: { sections: titles.map((title) => ({ title, text: `${title}的正文` })) },
    })
    const states = () => titles.map((name) => screen.getByRole('button', { name }).getAttribute('aria-expanded'))
    expect(states()).toEqual(['false', 'true', 'true', 'false'])
    await user.click(screen.getByRole('button', { name: '当事人信息' }))
    await user.click(screen.getByRole('button', { name: '裁判结果' }))
    expect(states()).toEqual(['true', 'true', 'false', 'false'])
  })

  test('shows when a court notice counts as served', async () => {
    await open('enterpriseCourtAnnouncement', { publishedAt: '2026-04-02' })
    expect(valueOf('视为送达')?.textContent).toBe('2026-05-02（按刊登日期推算）')
  })

  test('links related records to their page or to their list', async () => {
    const record = { publishedAt: null, title: '（2026）演0101执1234号' }
    await open('dishonestExecutor', {
      related: [
        { ...record, recordKind: 'executedPerson', id: 'r-2', hasDetail: true },
        { ...record, recordKind: 'consumptionRestriction', id: 'r-3', hasDetail: false },
        ...['4', '5', '6', '7'].map((id) => ({
          ...record,
          recordKind: 'judicialDocument' as const,
          id,
          hasDetail: true,
        })),
      ],
    })
    const links = rowsOf('相关记录').getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['被执行人（2026）演0101执1234号', '/legalRisk/executedPersonDetail?id=r-2&companyId=c-example'],
      ['限制高消费（2026）演0101执1234号', '/legalRisk/consumptionRestriction?companyId=c-example'],
      ['裁判文书4 条', '/legalRisk/judicialDocument?companyId=c-example'],
    ])
  })

  test('shows one node per day and case number, with a link to each record of it', async () => {
    const caseNo = '（2026）演0101执1234号'
    const filed = { date: '2026-08-18', label: '执行立案', caseNo }
    await open('dishonestExecutor', {
      timeline: [
        { date: '2025-03-01', label: '开庭', caseNo: null, recordKind: 'courtAnnouncement', id: 'r-2' },
        { ...filed, recordKind: 'consumptionRestriction', id: 'r-3' },
        { ...filed, recordKind: 'dishonestExecutor', id: 'r-example' },
        { ...filed, recordKind: 'executedPerson', id: 'r-4' },
      ],
    })
    const steps = rowsOf('案件进程').getAllByRole('listitem')
    expect(steps.map((step) => step.textContent)).toEqual([
      '2025-03-01开庭开庭公告',
      '2026-08-18执行立案限高失信当前被执行',
    ])
    const links = rowsOf('案件进程').getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['开庭公告', '/legalRisk/courtAnnouncementDetail?id=r-2&companyId=c-example'],
      ['限高', '/legalRisk/consumptionRestriction?companyId=c-example'],
      ['被执行', '/legalRisk/executedPersonDetail?id=r-4&companyId=c-example'],
    ])
  })

  test('lists every source with its date; an original opens in a new window if its URL is valid', async () => {
    await open('punishment', {
      sources: [
        { sourceId: 'a', sourceName: '演示信用平台', sourceUrl: 'https://www.example.com/1', asOf: '2026-11-18' },
        { sourceId: 'b', sourceName: '演示企业登记系统', sourceUrl: 'javascript:alert(1)', asOf: null },
      ],
    })
    const sources = within(screen.getByRole('list', { name: '数据来源' }))
    expect(sources.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '来源：演示信用平台，数据截至 2026-11-18原文：演示信用平台，在新窗口打开',
      '来源：演示企业登记系统',
    ])
    const original = sources.getByRole('link')
    expect(original.getAttribute('href')).toBe('https://www.example.com/1')
    expect(original.getAttribute('rel')).toContain('noopener')
  })

  test('links to 纠错 for this record', async () => {
    const { user, arrivesAt } = await open('dishonestExecutor')
    answer('correctionSubject', buildSubject())
    await user.click(screen.getByRole('button', { name: '提交异议' }))
    await arrivesAt('/user/feedback?companyId=c-example&recordKind=dishonestExecutor&recordId=r-example')
  })
})

describe('a record that is', () => {
  test.each(['courtAnnouncement', 'enterpriseCourtAnnouncement', 'judicialDocument'] as const)(
    'a document of %s has no status',
    async (key) => {
      await open(key)
      expect(screen.queryByText('当前有效')).toBeNull()
    },
  )

  test('in force shows so', async () => {
    await open('dishonestExecutor')
    expect(screen.getByText('当前有效')).toBeTruthy()
  })

  test('past shows its status without red', async () => {
    const { container } = await open('dishonestExecutor', {
      recordStatus: '已移出',
      severity: '提示',
      removedAt: '2026-10-01',
      removedReason: '已履行完毕',
    })
    expect(screen.getByText(/已退出失信名单/)).toBeTruthy()
    expect(valueOf('移出日期')?.textContent).toBe('2026-10-01')
    expect(container.querySelector('[class*="_red_"]')).toBeNull()
  })

  test('disputed shows since when and until when', async () => {
    await open('dishonestExecutor', { dispute: { state: '异议处理中', since: '2026-11-10T04:00:00.000Z' } })
    expect(screen.getByText(/2026-11-10 收到异议，核查期间不计入当前数量，20 日内答复/)).toBeTruthy()
  })

  test('decided shows the decision and the statement of the person concerned', async () => {
    await open('dishonestExecutor', {
      decisions: [
        { result: '维持', note: '与来源一致', statement: '已与申请人和解', decidedAt: '2026-11-02T04:00:00.000Z' },
      ],
    })
    const decision = rowsOf('异议处理结果').getByRole('listitem')
    expect(decision.textContent).toBe('维持2026-11-02与来源一致当事人声明已与申请人和解')
  })

  test('of a natural person warns of namesakes; of a company does not', async () => {
    await open('dishonestExecutor', { fields: { subjectType: '自然人' } })
    expect(screen.getByText('同名不代表同一人，请核对证件号码与法院。')).toBeTruthy()
  })

  test('of an unknown company has no company link', async () => {
    answer('executedPersonDetail', buildRecordDetail('executedPerson', { company: null, companyId: null }))
    renderApp(recordDetailPath('executedPerson', 'r-example', null))
    await headingText()
    expect(screen.getByText('同名不代表同一人，请核对证件号码与法院。')).toBeTruthy()
    const links = screen.queryAllByRole('link').map((link) => link.getAttribute('track-id'))
    expect(links).not.toContain('company')
    expect(screen.queryByRole('button', { name: '提交异议' })).toBeNull()
  })
})

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
