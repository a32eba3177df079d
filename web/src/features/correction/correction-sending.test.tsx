import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answerUploads,
  buildPicture,
  buildReceipt,
  chip,
  contactProof,
  contentArea,
  correctionAddress,
  correctionContent,
  fillIn,
  openCorrection,
  openCorrectionSignedIn,
  pick,
  sentPicture,
  stubPreviews,
  submit,
} from '../../../test/correction-form.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { field, requestCode, typedMobile } from '../../../test/login-form.ts'
import { logIn } from '../../../test/render-app.tsx'
import { answer, buildUser, refuse } from '../../../test/server.ts'
import { clearPictures } from '../../platform/uploads/picture-store.ts'
import { clearContactProof, saveContactProof } from './contact-field.tsx'
// Loaded here, so that the first test does not wait for the route's own import.
import './correction-page.tsx'

const revoke = vi.fn<(url: string) => void>()

beforeEach(() => stubPreviews(revoke.mockReset()))
afterEach(() => {
  clearPictures()
  clearContactProof()
})

describe('pictures', () => {
  test('are uploaded when picked, with the token, and submitted by id', async () => {
    const uploads = answerUploads()
    const app = await openCorrectionSignedIn()
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
    expect(sent[0]?.body).toMatchObject({ evidence: expect.arrayContaining(['i-1', 'i-2']) })
    expect(revoke).toHaveBeenCalledTimes(2)
  })

  test('of a visitor are uploaded after verification', async () => {
    const uploads = answerUploads()
    const app = await openCorrection()
    await pick(app, buildPicture())
    expect(await screen.findByText('图片已选择，验证手机号后上传。')).toBeTruthy()
    expect(uploads).toEqual([])
    saveContactProof(contactProof)
    await sentPicture(1)
    expect(uploads.map(({ token, contactToken }) => [token, contactToken])).toEqual([[null, contactProof.contactToken]])
  })

  test('are limited to four; a message reports the rest', async () => {
    answerUploads()
    const app = await openCorrectionSignedIn()
    await pick(app, ...Array.from({ length: 6 }, (_, at) => buildPicture(`${at}.png`)))
    await sentPicture(4)
    expect(screen.getByText('最多 4 张，超出的 2 张未添加')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '添加图片' })).toBeNull()
    await app.user.click(chip('移除第 2 张'))
    expect(screen.getAllByRole('img')).toHaveLength(3)
    expect(document.activeElement).toBe(chip('添加图片'))
  })

  test('of another type are rejected one by one and block submission until removed', async () => {
    const uploads = answerUploads()
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    await pick(app, buildPicture('a.png'), buildPicture('b.png', [0x25, 0x50, 0x44, 0x46]))
    expect(await screen.findByText(/第 2 张：只支持 JPG、PNG、WebP 图片/)).toBeTruthy()
    await sentPicture(1)
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    expect(await screen.findByText('部分图片上传失败，请重试或移除后提交')).toBeTruthy()
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
  ])('that fail show %s and can be retried', async (_name, failure, sentence) => {
    answerUploads(failure)
    const app = await openCorrectionSignedIn()
    await pick(app, buildPicture())
    expect(await screen.findByText(sentence)).toBeTruthy()
    answerUploads()
    await app.user.click(chip('重试'))
    await sentPicture(1)
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('that the server has deleted are uploaded again', async () => {
    const uploads = answerUploads()
    const app = await openCorrectionSignedIn()
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

describe('a visitor', () => {
  test('verifies a number by captcha and code and submits with the proof', async () => {
    const app = await openCorrection()
    await fillIn(app)
    await screen.findByRole('button', { name: '图形验证码，点按换一张' })
    const requests = answer('sendSmsCode', null)
    await app.user.type(field('手机号'), typedMobile)
    await app.user.type(field('图形验证码'), 'ab2c')
    await app.user.click(chip('获取验证码'))
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ scene: 'correction', captchaCode: 'ab2c' }))
    const proved = answer('proveContact', contactProof)
    await app.user.type(field('短信验证码'), '123456')
    await app.user.click(chip('验证手机号'))
    expect(await screen.findByText('已验证 138****0000')).toBeTruthy()
    expect(proved[0]?.body).toEqual({ mobile: `138${'0'.repeat(8)}`, smsCode: '123456' })

    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    await screen.findByRole('heading', { name: '已受理' })
    expect(sent[0]).toMatchObject({ token: null, body: { contactToken: contactProof.contactToken } })
    expect(Object.values(sessionStorage).concat(Object.values(localStorage)).join()).not.toContain(
      contactProof.contactToken,
    )
  })

  test('can submit without tapping 验证 once the code is typed', async () => {
    const app = await openCorrection()
    await fillIn(app)
    await app.user.type(field('手机号'), typedMobile)
    await app.user.type(field('短信验证码'), '123456')
    answer('proveContact', contactProof)
    answer('submitCorrection', buildReceipt())
    await submit(app)
    expect(await screen.findByRole('heading', { name: '已受理' })).toBeTruthy()
  })

  test('without a verified number is led to the field and submits nothing', async () => {
    const app = await openCorrection()
    await fillIn(app)
    const sent = answer('submitCorrection', buildReceipt())
    await submit(app)
    expect(await screen.findByText('请先验证手机号，再提交')).toBeTruthy()
    expect(screen.getByText('请输入手机号')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('sees the error of a wrong code at the field', async () => {
    const app = await openCorrection()
    await app.user.type(field('手机号'), typedMobile)
    await app.user.type(field('短信验证码'), '000000')
    refuse('proveContact', 4103, '验证码不正确，还可试 4 次')
    await app.user.click(chip('验证手机号'))
    expect(await screen.findByText('验证码不正确，还可试 4 次')).toBeTruthy()
    expect(field('短信验证码').getAttribute('aria-invalid')).toBe('true')
  })

  test('verifies again after expiry and loses no input', async () => {
    saveContactProof(contactProof)
    const app = await openCorrection()
    await fillIn(app)
    refuse('submitCorrection', 4119, '手机号验证已过期，请重新验证')
    await submit(app)
    expect(await screen.findByText(/手机号验证已过期，请重新验证；已填写的内容已保留/)).toBeTruthy()
    expect(await screen.findByLabelText('手机号')).toBeTruthy()
    expect(contentArea().value).toBe(correctionContent)
  })

  test('can use another number', async () => {
    saveContactProof(contactProof)
    const app = await openCorrection()
    await app.user.click(chip('更换'))
    expect(await screen.findByLabelText('手机号')).toBeTruthy()
  })
})

async function goToSearch({ goTo }: Awaited<ReturnType<typeof openCorrection>>) {
  answer('searchHistory', { viewHistoryList: [] })
  answer('recentBrowseList', [])
  await goTo('/search')
  await screen.findByRole('searchbox', { name: '搜索企业' })
}

describe('the draft', () => {
  test('survives leaving and coming back, and is cleared after submission', async () => {
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    await goToSearch(app)
    await app.goTo(-1)
    expect((await screen.findByDisplayValue(correctionContent)).tagName).toBe('TEXTAREA')
    expect(chip('当事人').getAttribute('aria-pressed')).toBe('true')
    answer('submitCorrection', buildReceipt())
    await submit(app)
    await screen.findByRole('heading', { name: '已受理' })
    await app.goTo(correctionAddress)
    await screen.findByRole('form', { name: '纠错与异议' })
    expect(contentArea().value).toBe('')
  })

  test('of a visitor survives login, with its pictures', async () => {
    answerHome()
    const app = await openCorrection()
    await fillIn(app)
    await pick(app, buildPicture())
    await screen.findByText('图片已选择，验证手机号后上传。')
    await app.user.click(chip('登录后提交'))
    await app.arrivesAt('/login')
    await screen.findByRole('heading', { name: '登录' })
    expect(screen.getByText('登录后提交纠错')).toBeTruthy()
    answer('sendSmsCode', null)
    answer('loginBySmsCode', { token: 'token-1', isFirstLogin: false, userDetail: buildUser() })
    const uploads = answerUploads()
    await requestCode(app)
    await app.user.type(field('短信验证码'), '123456{Enter}')
    await app.arrivesAt(correctionAddress)
    expect(await screen.findByDisplayValue(correctionContent)).toBeTruthy()
    expect(await screen.findByRole('img', { name: '第 1 张，已上传' })).toBeTruthy()
    expect(uploads.map((upload) => [upload.token, upload.contactToken])).toEqual([['token-1', null]])
  })

  test('of a user is not shown to another user', async () => {
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    await goToSearch(app)
    logIn(buildUser({ userId: 'u-2' }), 'token-2')
    await app.goTo(correctionAddress)
    await waitFor(() => expect(contentArea().value).toBe(''))
  })

  test('of another record starts empty', async () => {
    const app = await openCorrectionSignedIn()
    await fillIn(app)
    await app.goTo('/user/feedback?companyId=c-1&recordKind=dishonestExecutor&recordId=r-2')
    await screen.findByRole('form', { name: '纠错与异议' })
    await waitFor(() => expect(contentArea().value).toBe(''))
  })
})
