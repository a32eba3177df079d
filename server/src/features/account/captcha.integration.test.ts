import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { call, device, freshMobile, openTestApp, type TestApp } from '../../../test/http/app.ts'
import { createCaptchaSpeaker } from '../../platform/captcha/captcha-speaker.ts'

async function hear(test: TestApp) {
  const captcha = await call(test.app, 'captcha', { kind: 'voice' })
  const captchaId = captcha.data?.captchaId ?? ''
  return { captchaId, answer: test.captchas.get(captchaId) ?? '', captcha: captcha.data }
}

const send = async (test: TestApp, captchaId: string, captchaCode: string) =>
  (await call(test.app, 'sendSmsCode', { mobile: freshMobile(), scene: 'login', captchaId, captchaCode, ...device }))
    .code

const inHan = (digits: string, one: string) =>
  digits.replace(/\d/g, (digit) => `零${one}二三四五六七八九`.charAt(Number(digit)))

describeBothDatabases('an audio captcha', (freshDatabase) => {
  it('is six digits in a WAV file without a picture; the default captcha is a picture', async () => {
    const test = await openTestApp((await freshDatabase()).db, { speaker: createCaptchaSpeaker })
    const { captcha, answer } = await hear(test)
    expect(captcha).toMatchObject({ image: null, expiresIn: 120, codesInTerminal: true })
    expect(Buffer.from(captcha?.audio ?? '', 'base64').toString('latin1', 0, 4)).toBe('RIFF')
    expect(answer).toMatch(/^\d{6}$/)
    const painted = await call(test.app, 'captcha', {})
    expect(painted.data).toMatchObject({ audio: null, image: expect.stringMatching(/^data:image\/png;base64,/) })
  })

  it.each([
    ['as digits', (answer: string) => answer],
    [
      'in full width',
      (answer: string) => answer.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    ],
    ['with spaces and commas', (answer: string) => Array.from(answer).join('， ')],
    ['in Han digits', (answer: string) => inHan(answer, '一')],
    ['as it was said', (answer: string) => inHan(answer, '幺')],
  ])('accepts the answer %s', async (_, write) => {
    const test = await openTestApp((await freshDatabase()).db)
    const { captchaId, answer } = await hear(test)
    expect(await send(test, captchaId, write(answer))).toBe(0)
  })

  it('accepts one attempt within two minutes', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const tried = await hear(test)
    expect(await send(test, tried.captchaId, tried.answer === '000000' ? '1' : '000000')).toBe(resultCode.captchaWrong)
    expect(await send(test, tried.captchaId, tried.answer)).toBe(resultCode.captchaWrong)
    const late = await hear(test)
    test.clock.time += 120_000
    expect(await send(test, late.captchaId, late.answer)).toBe(resultCode.captchaWrong)
  })
})
