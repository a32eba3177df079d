import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hostileTexts } from '../../../test/company-builders.ts'
import {
  answerUploads,
  buildPicture,
  buildReceipt,
  buildStatus,
  buildSubject,
} from '../../../test/correction-builders.ts'
import { answerHome, buildCaptcha } from '../../../test/home-answers.ts'
import { field, typedMobile } from '../../../test/login-form.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, hold, refuse } from '../../../test/server.ts'
import { forgetProof, keepProof } from './contact-proof.ts'
import { forgetEvidence } from './evidence-store.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './correction-page.tsx'

const address = '/user/feedback?companyId=c-1&recordKind=dishonestExecutor&recordId=r-1'
const statusAddress = '/user/feedback?number=JC20261120-7K3M9Q2T'
const content = '该案已于 2026 年 3 月履行完毕，应当移出。'
const proof = {
  contactToken: 'proof-of-a-demo-contact',
  mobileMasked: '138****0000',
  expiresAt: '2099-01-01T00:00:00.000Z',
}

const revoke = vi.fn<(url: string) => void>()

beforeEach(() => {
  let made = 0
  URL.createObjectURL = () => `blob:${++made}`
  URL.revokeObjectURL = revoke.mockReset()
  answer('captcha', buildCaptcha())
})
afterEach(() => {
  forgetEvidence()
  forgetProof()
})

/** The form at its record; `subject` is what the server says of it. */
async function open(subject = buildSubject()) {
  answer('correctionSubject', subject)
  const app = renderApp('/home', address)
  await screen.findByRole('form', { name: '纠错与异议' })
  return app
}
type App = Awaited<ReturnType<typeof open>>

async function openSignedIn(subject = buildSubject()) {
  logIn()
  return open(subject)
}

const chip = (name: string) => screen.getByRole('button', { name })
const area = (label: RegExp) => screen.getByLabelText<HTMLTextAreaElement>(label, { selector: 'textarea' })
const contentArea = () => area(/^问题与正确内容/)
const sentPicture = (at: number) => screen.findByRole('img', { name: `第 ${at} 张，已上传` })
const submit = ({ user }: App) => user.click(chip('提交异议'))
const pick = ({ user }: App, ...files: File[]) =>
  user.upload(screen.getByLabelText('证据图片', { selector: 'input' }), files)

async function fillIn({ user }: App) {
  await user.click(chip('已过期应移出'))
  await user.click(contentArea())
  await user.paste(content)
  await user.click(chip('当事人'))
}

describe('the subject', () => {
  test('is told as it stands, marked as fictional, with where the source is put right', async () => {
    await openSignedIn()
    expect(screen.getByRole('heading', { name: '（2026）演0101执1234号' })).toBeTruthy()
    expect(screen.getByText('演示市示例区人民法院')).toBeTruthy()
    expect(screen.getByText('澜山演示贸易有限公司')).toBeTruthy()
    expect(screen.getByText(/演示数据/)).toBeTruthy()
    const authority = screen.getByRole('link', { name: '向中国执行信息公开网申请更正' })
    expect(authority.getAttribute('href')).toBe('https://zxgk.court.gov.cn/')
    expect(authority.getAttribute('rel')).toContain('noopener')
  })

  test('is asked for by company, kind and record', async () => {
    logIn()
    const calls = answer('correctionSubject', buildSubject())
    renderApp(address)
    await screen.findByRole('form', { name: '纠错与异议' })
    expect(calls[0]?.query).toEqual({ companyId: 'c-1', recordKind: 'dishonestExecutor', recordId: 'r-1' })
  })

  test('that is not there says so, and leads to the company', async () => {
    refuse('correctionSubject', 4040, '没有找到')
    renderApp(address)
    expect(await screen.findByRole('heading', { name: '没有找到这条记录' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '看企业页' })).toBeTruthy()
  })

  test.each([
    ['a throttle', () => refuse('correctionSubject', 429, '访问太频繁，请 37 秒后再试'), '访问太频繁，请 37 秒后再试'],
    ['no network', () => breakNetwork('correctionSubject'), '网络连接失败，请检查你的网络设置'],
    ['a server in trouble', () => answerStatus('correctionSubject', 503), '服务不可用'],
  ])('that cannot be read for %s says why and is asked for again', async (_name, prepare, sentence) => {
    prepare()
    const { user } = renderApp(address)
    expect(within(await screen.findByRole('alert')).getByText(sentence)).toBeTruthy()
    answer('correctionSubject', buildSubject())
    await user.click(chip('重试'))
    expect(await screen.findByRole('form', { name: '纠错与异议' })).toBeTruthy()
  })

  test.each(Object.entries(hostileTexts))('shows %s as text', async (_kind, text) => {
    const { container } = await openSignedIn(
      buildSubject({ title: text, companyName: text, lines: [{ label: '法院', value: text }] }),
    )
    expect(container.querySelector('h3 bdi')?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })
})

describe('what happens at once is said before', () => {
  test('a record is marked; for privacy it is hidden first', async () => {
    const { user } = await openSignedIn()
    expect(screen.getByText(/立即标记为“异议处理中”/)).toBeTruthy()
    await user.click(chip('涉及个人隐私'))
    expect(screen.getByText(/会先隐藏这条记录，再核查/)).toBeTruthy()
  })

  test('a kind of record, or the register entry, is neither, and has no place for a statement', async () => {
    await openSignedIn(buildSubject({ recordId: null, title: '失信被执行人' }))
    expect(screen.getByText(/提交后即受理/)).toBeTruthy()
    expect(screen.queryByLabelText(/^我的说明/)).toBeNull()
  })
})

describe('before sending', () => {
  test('each missing field has its sentence, and the first of them the focus', async () => {
    const app = await openSignedIn()
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      '请选择错误类型',
      '请写明哪里有误，正确的内容是什么',
      '请选择您的身份',
    ])
    expect(document.activeElement?.textContent).toBe('信息有误')
    await app.user.click(chip('信息有误'))
    expect(screen.queryByText('请选择错误类型')).toBeNull()
    await submit(app)
    expect(document.activeElement).toBe(contentArea())
    expect(contentArea().getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  })

  test.each([
    ['九个字太短了一点点', '请至少写 10 个字，还差 1 个', '9 / 500'],
    ['长'.repeat(512), '最多 500 个字，请删去 12 个', '超出 12 字 · 512 / 500'],
    ['  空白不算字数  ', '请至少写 10 个字，还差 4 个', '6 / 500'],
  ])('%j is counted and told', async (text, sentence, count) => {
    const app = await openSignedIn()
    await app.user.click(contentArea())
    await app.user.paste(text)
    expect(contentArea().parentElement?.textContent).toContain(count)
    await submit(app)
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(contentArea().value).toBe(text)
  })

  test('a statement may be left out but not be longer than it is shown', async () => {
    const app = await openSignedIn()
    await fillIn(app)
    await app.user.click(area(/^我的说明/))
    await app.user.paste('说'.repeat(201))
    await submit(app)
    expect(screen.getByText('最多 200 个字，请删去 1 个')).toBeTruthy()
    expect(document.activeElement).toBe(area(/^我的说明/))
  })
})

describe('someone signed in', () => {
  test('sends without another proof, and gets the number, the date and what was done', async () => {
    const app = await openSignedIn()
    expect(screen.getByText('当前账号 138****0000')).toBeTruthy()
    await fillIn(app)
    await app.user.type(area(/^我的说明/), '已履行')
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    const heading = await screen.findByRole('heading', { name: '已受理' })
    expect(document.activeElement).toBe(heading)
    expect(app.place()).toBe(statusAddress)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      token: 'token-1',
      body: {
        companyId: 'c-1',
        recordKind: 'dishonestExecutor',
        recordId: 'r-1',
        reason: '已过期应移出',
        content,
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

  test('does not send twice while the first is on its way', async () => {
    const app = await openSignedIn()
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
    ['a record that is gone', () => refuse('submitCorrection', 4040, '没有找到这条记录'), /没有找到这条记录/],
  ])('loses nothing by %s, and can try again', async (_name, prepare, sentence) => {
    const app = await openSignedIn()
    await fillIn(app)
    prepare()
    await submit(app)
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(contentArea().value).toBe(content)
    answer('submitCorrection', buildReceipt())
    await submit(app)
    expect(await screen.findByRole('heading', { name: '已受理' })).toBeTruthy()
  })
})

describe('what was typed', () => {
  test('is still there after leaving and coming back, and gone once it was sent', async () => {
    const app = await openSignedIn()
    await fillIn(app)
    answer('searchHistory', { viewHistoryList: [] })
    answer('recentBrowseList', [])
    await app.goTo('/search')
    await app.goTo(-1)
    expect((await screen.findByDisplayValue(content)).tagName).toBe('TEXTAREA')
    expect(chip('当事人').getAttribute('aria-pressed')).toBe('true')
    answer('submitCorrection', buildReceipt())
    await submit(app)
    await screen.findByRole('heading', { name: '已受理' })
    await app.goTo(address)
    await screen.findByRole('form', { name: '纠错与异议' })
    expect(contentArea().value).toBe('')
  })

  test('by a visitor goes with them to login and back, pictures too', async () => {
    answerHome()
    const app = await open()
    await fillIn(app)
    await pick(app, buildPicture())
    await screen.findByText('图片已选好，验证手机号后上传。')
    await app.user.click(chip('登录后提交'))
    await app.arrivesAt('/login')
    const uploads = answerUploads()
    logIn(buildUser({ userId: 'u-9' }))
    await app.goTo(-1)
    expect(await screen.findByDisplayValue(content)).toBeTruthy()
    expect(await screen.findByRole('img', { name: '第 1 张，已上传' })).toBeTruthy()
    expect(uploads.map((upload) => [upload.token, upload.contactToken])).toEqual([['token-1', null]])
  })

  test('by someone signed in is not shown to somebody else', async () => {
    const app = await openSignedIn()
    await fillIn(app)
    answer('searchHistory', { viewHistoryList: [] })
    answer('recentBrowseList', [])
    await app.goTo('/search')
    logIn(buildUser({ userId: 'u-2' }), 'token-2')
    await app.goTo(address)
    await waitFor(() => expect(contentArea().value).toBe(''))
  })

  test('about another record begins anew', async () => {
    const app = await openSignedIn()
    await fillIn(app)
    await app.goTo('/user/feedback?companyId=c-1&recordKind=dishonestExecutor&recordId=r-2')
    await screen.findByRole('form', { name: '纠错与异议' })
    await waitFor(() => expect(contentArea().value).toBe(''))
  })
})

describe('a visitor', () => {
  test('proves a number by captcha and code, and sends with that proof', async () => {
    const app = await open()
    await fillIn(app)
    await screen.findByRole('button', { name: '图形验证码，点按换一张' })
    const asked = answer('sendSmsCode', null)
    await app.user.type(field('手机号'), typedMobile)
    await app.user.type(field('图形验证码'), 'ab2c')
    await app.user.click(chip('获取验证码'))
    await waitFor(() => expect(asked[0]?.body).toMatchObject({ scene: 'correction', captchaCode: 'ab2c' }))
    const proved = answer('proveContact', proof)
    await app.user.type(field('短信验证码'), '123456')
    await app.user.click(chip('验证手机号'))
    expect(await screen.findByText('已验证 138****0000')).toBeTruthy()
    expect(proved[0]?.body).toEqual({ mobile: `138${'0'.repeat(8)}`, smsCode: '123456' })

    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    await screen.findByRole('heading', { name: '已受理' })
    expect(sent[0]).toMatchObject({ token: null, body: { contactToken: proof.contactToken } })
    expect(Object.values(sessionStorage).concat(Object.values(localStorage)).join()).not.toContain(proof.contactToken)
  })

  test('who has typed the code need not tap 验证 first', async () => {
    const app = await open()
    await fillIn(app)
    await app.user.type(field('手机号'), typedMobile)
    await app.user.type(field('短信验证码'), '123456')
    answer('proveContact', proof)
    answer('submitCorrection', buildReceipt())
    await submit(app)
    expect(await screen.findByRole('heading', { name: '已受理' })).toBeTruthy()
  })

  test('without a proof is led to the number, and nothing is sent', async () => {
    const app = await open()
    await fillIn(app)
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    expect(await screen.findByText('请先验证手机号，再提交')).toBeTruthy()
    expect(screen.getByText('请输入正确的手机号')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('with a wrong code is told at the code', async () => {
    const app = await open()
    await app.user.type(field('手机号'), typedMobile)
    await app.user.type(field('短信验证码'), '000000')
    refuse('proveContact', 4103, '验证码不正确，还可试 4 次')
    await app.user.click(chip('验证手机号'))
    expect(await screen.findByText('验证码不正确，还可试 4 次')).toBeTruthy()
    expect(field('短信验证码').getAttribute('aria-invalid')).toBe('true')
  })

  test('whose proof has ended proves again and has lost nothing', async () => {
    keepProof(proof)
    const app = await open()
    await fillIn(app)
    refuse('submitCorrection', 4119, '手机号验证已过期，请重新验证')
    await submit(app)
    expect(await screen.findByText(/手机号验证已过期，请重新验证；已填写的内容都还在/)).toBeTruthy()
    expect(await screen.findByLabelText('手机号')).toBeTruthy()
    expect(contentArea().value).toBe(content)
  })

  test('can use another number', async () => {
    keepProof(proof)
    const app = await open()
    await app.user.click(chip('更换'))
    expect(await screen.findByLabelText('手机号')).toBeTruthy()
  })
})

describe('pictures', () => {
  test('are sent as they are picked, with the token, and go along by their ids', async () => {
    const uploads = answerUploads()
    const app = await openSignedIn()
    await fillIn(app)
    await pick(app, buildPicture('a.png'), buildPicture('b.png'))
    await sentPicture(1)
    await sentPicture(2)
    expect(uploads.map(({ token, contactToken }) => [token, contactToken])).toEqual([
      ['token-1', null],
      ['token-1', null],
    ])
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    await screen.findByRole('heading', { name: '已受理' })
    expect(sent[0]?.body).toMatchObject({ evidence: ['i-1', 'i-2'] })
    expect(revoke).toHaveBeenCalledTimes(2)
  })

  test('of a visitor wait for the proof, then go with it', async () => {
    const uploads = answerUploads()
    const app = await open()
    await pick(app, buildPicture())
    expect(await screen.findByText('图片已选好，验证手机号后上传。')).toBeTruthy()
    expect(uploads).toEqual([])
    keepProof(proof)
    await sentPicture(1)
    expect(uploads.map(({ token, contactToken }) => [token, contactToken])).toEqual([[null, proof.contactToken]])
  })

  test('are four at most; those left out are told', async () => {
    answerUploads()
    const app = await openSignedIn()
    await pick(app, ...Array.from({ length: 6 }, (_, at) => buildPicture(`${at}.png`)))
    await sentPicture(4)
    expect(screen.getByText('最多 4 张，多选的 2 张没有加入')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '添加图片' })).toBeNull()
    await app.user.click(chip('移除第 2 张'))
    expect(screen.getAllByRole('img')).toHaveLength(3)
    expect(document.activeElement).toBe(chip('添加图片'))
  })

  test('of another type are refused by themselves, and block until taken away', async () => {
    const uploads = answerUploads()
    const app = await openSignedIn()
    await fillIn(app)
    await pick(app, buildPicture('a.png'), buildPicture('b.png', [0x25, 0x50, 0x44, 0x46]))
    expect(await screen.findByText(/第 2 张：只支持 JPG、PNG、WebP 图片/)).toBeTruthy()
    await sentPicture(1)
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    expect(await screen.findByText('有图片没有上传成功，请重试或移除后再提交')).toBeTruthy()
    expect(sent).toEqual([])
    await app.user.click(chip('移除第 2 张'))
    await submit(app)
    await screen.findByRole('heading', { name: '已受理' })
    expect(uploads).toHaveLength(1)
  })

  test.each<[string, Parameters<typeof answerUploads>[0], RegExp]>([
    [
      'the server’s own reason',
      { code: 4118, message: '图片无法读取，请换一张，或截图后上传' },
      /第 1 张：图片无法读取/,
    ],
    ['a throttle', { code: 429, message: '上传图片过于频繁，请 3 分钟后再试' }, /第 1 张：上传图片过于频繁/],
    ['no network', 'network', /第 1 张：网络连接失败/],
    ['a server in trouble', 503, /第 1 张：服务不可用/],
  ])('that fail say %s and can be tried again', async (_name, failure, sentence) => {
    answerUploads(failure)
    const app = await openSignedIn()
    await pick(app, buildPicture())
    expect(await screen.findByText(sentence)).toBeTruthy()
    answerUploads()
    await app.user.click(chip('重试'))
    await sentPicture(1)
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('the server has lost are sent again with the next try', async () => {
    const uploads = answerUploads()
    const app = await openSignedIn()
    await fillIn(app)
    await pick(app, buildPicture())
    await sentPicture(1)
    refuse('submitCorrection', 4118, '图片已失效，请重新上传')
    await submit(app)
    expect(await screen.findByText('图片已失效，请重新上传')).toBeTruthy()
    await waitFor(() => expect(uploads).toHaveLength(2))
    await sentPicture(1)
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    await screen.findByRole('heading', { name: '已受理' })
    expect(sent[0]?.body).toMatchObject({ evidence: ['i-2'] })
  })
})
