import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answerUploads,
  buildPicture,
  buildReceipt,
  chip,
  contentArea,
  correctionAddress,
  correctionContent,
  fillIn,
  openCorrection,
  openCorrectionSignedIn,
  pick,
  stubPreviews,
  submit,
} from '../../../test/correction-form.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { field, requestCode } from '../../../test/login-form.ts'
import { logIn } from '../../../test/render-app.tsx'
import { answer, buildUser } from '../../../test/server.ts'
import { clearPictures } from '../../platform/uploads/picture-store.ts'
import { clearContactProof } from './contact-proof.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './correction-page.tsx'

beforeEach(() => stubPreviews())
afterEach(() => {
  clearPictures()
  clearContactProof()
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
