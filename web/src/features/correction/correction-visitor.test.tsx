import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import {
  buildReceipt,
  chip,
  contactProof,
  contentArea,
  correctionContent,
  fillIn,
  openCorrection,
  submit,
} from '../../../test/correction-form.ts'
import { field, typedMobile } from '../../../test/login-form.ts'
import { answer, refuse } from '../../../test/server.ts'
import { clearPictures } from '../../platform/uploads/picture-store.ts'
import { clearContactProof, saveContactProof } from './contact-proof.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './correction-page.tsx'

afterEach(() => {
  clearPictures()
  clearContactProof()
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
