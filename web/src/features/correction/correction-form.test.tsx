import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../test/company-builders.ts'
import {
  area,
  buildReceipt,
  buildStatus,
  buildSubject,
  chip,
  contentArea,
  correctionAddress,
  correctionContent,
  fillIn,
  openCorrectionSignedIn,
  submit,
} from '../../../test/correction-form.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, hold, refuse } from '../../../test/server.ts'
import { clearPictures } from '../../platform/uploads/picture-store.ts'
import { clearContactProof } from './contact-field.tsx'
// Loaded here, so that the first test does not wait for the route's own import.
import './correction-page.tsx'

const statusAddress = '/user/feedback?number=JC20261120-7K3M9Q2T'

afterEach(() => {
  clearPictures()
  clearContactProof()
})

describe('the subject', () => {
  test('shows the current record, the demo mark and where to correct the source', async () => {
    await openCorrectionSignedIn()
    expect(screen.getByRole('heading', { name: '（2026）演0101执1234号' })).toBeTruthy()
    expect(screen.getByText('演示市示例区人民法院')).toBeTruthy()
    expect(screen.getByText('澜山演示贸易有限公司')).toBeTruthy()
    expect(screen.getByText(/演示数据/)).toBeTruthy()
    const authority = screen.getByRole('link', { name: '向中国执行信息公开网申请更正' })
    expect(authority.getAttribute('href')).toBe('https://zxgk.court.gov.cn/')
    expect(authority.getAttribute('rel')).toContain('noopener')
  })

  test('is requested by company, kind and record', async () => {
    logIn()
    const calls = answer('correctionSubject', buildSubject())
    renderApp(correctionAddress)
    await screen.findByRole('form', { name: '纠错与异议' })
    expect(calls[0]?.query).toEqual({ companyId: 'c-1', recordKind: 'dishonestExecutor', recordId: 'r-1' })
  })

  test('that does not exist shows a message and links to the company', async () => {
    refuse('correctionSubject', 4040, '未找到')
    renderApp(correctionAddress)
    expect(await screen.findByRole('heading', { name: '未找到该记录' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '查看企业' })).toBeTruthy()
  })

  test.each([
    ['a throttle', () => refuse('correctionSubject', 429, '访问太频繁，请 37 秒后再试'), '访问太频繁，请 37 秒后再试'],
    ['no network', () => breakNetwork('correctionSubject'), '网络连接失败，请检查你的网络设置'],
    ['a server in trouble', () => answerStatus('correctionSubject', 503), '服务不可用'],
  ])('that fails to load for %s shows the reason and can be retried', async (_name, prepare, sentence) => {
    logIn()
    prepare()
    const { user } = renderApp(correctionAddress)
    expect(within(await screen.findByRole('alert')).getByText(sentence)).toBeTruthy()
    answer('correctionSubject', buildSubject())
    await user.click(chip('重试'))
    expect(await screen.findByRole('form', { name: '纠错与异议' })).toBeTruthy()
  })

  test.each(Object.entries(hostileTexts))('shows %s as text', async (_kind, text) => {
    const { container } = await openCorrectionSignedIn(
      buildSubject({ title: text, companyName: text, lines: [{ label: '法院', value: text }] }),
    )
    expect(container.querySelector('h3 bdi')?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })
})

describe('the effect is stated before submission', () => {
  test('a record will be marked; for privacy it is hidden first', async () => {
    const { user } = await openCorrectionSignedIn()
    expect(screen.getByText(/立即标记为“异议处理中”/)).toBeTruthy()
    await user.click(chip('涉及个人隐私'))
    expect(screen.getByText(/先隐藏该记录，再核查/)).toBeTruthy()
  })

  test('a kind of record or the register entry is not marked and takes no statement', async () => {
    await openCorrectionSignedIn(buildSubject({ recordId: null, title: '失信被执行人' }))
    expect(screen.getByText(/提交后即受理/)).toBeTruthy()
    expect(screen.queryByLabelText(/^我的说明/)).toBeNull()
  })
})

describe('an open objection of the user', () => {
  const open = { number: 'JC20261120-7K3M9Q2T', state: '核查中' } as const

  test('is shown with its number, state and status page, and that the submission is added to it', async () => {
    await openCorrectionSignedIn(buildSubject({ open }))
    const link = screen.getByRole('link', { name: /JC20261120-7K3M9Q2T/ })
    expect(link.getAttribute('href')).toBe(statusAddress)
    expect(link.textContent).toContain('核查中')
    expect(screen.getByText('您已有一件未办结的异议，本次提交将补充到该异议。')).toBeTruthy()
    expect(screen.queryByText(/提交后即受理/)).toBeNull()
  })

  test('gets the addition: the receipt says so, and the form states the objection when it opens again', async () => {
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    answer('submitCorrection', buildReceipt({ isAddition: true }))
    await submit(app)
    expect(await screen.findByRole('heading', { name: '已补充' })).toBeTruthy()
    expect(screen.getByText(/本次提交已补充到未办结的异议/)).toBeTruthy()
    answer('correctionSubject', buildSubject({ open }))
    await app.goTo(correctionAddress)
    expect(await screen.findByRole('link', { name: /JC20261120-7K3M9Q2T/ })).toBeTruthy()
  })
})

describe('validation', () => {
  test('each missing field shows its error, and the first one gets the focus', async () => {
    const app = await openCorrectionSignedIn()
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([
      '请选择错误类型',
      '请说明有误的内容与正确内容',
      '请选择您的身份',
    ])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('信息有误'))
    await app.user.click(chip('信息有误'))
    await waitFor(() => expect(screen.queryByText('请选择错误类型')).toBeNull())
    await submit(app)
    await waitFor(() => expect(document.activeElement).toBe(contentArea()))
    expect(contentArea().getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  })

  test.each([
    ['九个字太短了一点点', '请至少填写 10 个字，还差 1 个', '9 / 500'],
    ['长'.repeat(512), '最多 500 个字，请删去 12 个', '超出 12 字 · 512 / 500'],
    ['  空白不算字数  ', '请至少填写 10 个字，还差 4 个', '6 / 500'],
  ])('%j shows its count and error', async (text, sentence, count) => {
    const app = await openCorrectionSignedIn()
    await app.user.click(contentArea())
    await app.user.paste(text)
    expect(contentArea().parentElement?.textContent).toContain(count)
    await submit(app)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(contentArea().value).toBe(text)
  })

  test('a statement is optional and limited in length', async () => {
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    await app.user.click(area(/^我的说明/))
    await app.user.paste('说'.repeat(201))
    await submit(app)
    expect(await screen.findByText('最多 200 个字，请删去 1 个')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(area(/^我的说明/)))
  })
})

describe('a user', () => {
  test('submits without verification and gets number, date and effect', async () => {
    const app = await openCorrectionSignedIn()
    expect(screen.getByText('当前账号 138****0000')).toBeTruthy()
    await fillIn(app)
    await app.user.type(area(/^我的说明/), '已履行')
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    const heading = await screen.findByRole('heading', { name: '已受理' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(app.currentUrl()).toBe(statusAddress)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      token: 'token-1',
      body: {
        companyId: 'c-1',
        recordKind: 'dishonestExecutor',
        recordId: 'r-1',
        reason: '已过期应移出',
        content: correctionContent,
        statement: '已履行',
        claimant: '当事人',
        evidence: [],
      },
    })
    expect(screen.getByText('JC20261120-7K3M9Q2T')).toBeTruthy()
    expect(screen.getByText('2026-12-10 前（20 日内）')).toBeTruthy()
    expect(screen.getByText(/已标记为“异议处理中”/)).toBeTruthy()
    answer('correctionStatus', buildStatus())
    await app.user.click(chip('查进度'))
    expect(await screen.findByRole('heading', { name: '异议进度' })).toBeTruthy()
  })

  test('does not submit twice while a request runs', async () => {
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    const { release } = hold('submitCorrection', buildReceipt({ effect: 'shielded' }))
    await submit(app)
    const busy = await screen.findByRole('button', { name: '正在提交…' })
    expect(busy.getAttribute('aria-busy')).toBe('true')
    await app.user.click(busy)
    release()
    expect(await screen.findByText(/已先行隐藏/)).toBeTruthy()
  })

  test.each([
    [
      'a throttle',
      () => refuse('submitCorrection', 429, '提交纠错过于频繁，请 12 分钟后再试'),
      /提交纠错过于频繁，请 12 分钟后再试/,
    ],
    ['no network', () => breakNetwork('submitCorrection'), /网络连接失败/],
    ['a record that is gone', () => refuse('submitCorrection', 4040, '未找到这条记录'), /未找到这条记录/],
  ])('keeps the input after %s and can retry', async (_name, prepare, sentence) => {
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    prepare()
    await submit(app)
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(contentArea().value).toBe(correctionContent)
    answer('submitCorrection', buildReceipt())
    await submit(app)
    expect(await screen.findByRole('heading', { name: '已受理' })).toBeTruthy()
  })
})
