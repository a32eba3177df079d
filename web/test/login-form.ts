import { screen } from '@testing-library/react'
import { answerHome } from './home-answers.ts'
import { renderApp } from './render-app.tsx'

export const mobile = `138${'0'.repeat(8)}`
export const typedMobile = '138 0000 0000'

export const field = (label: string) => screen.getByLabelText(label, { selector: 'input' })
export const button = (name: string) => screen.getByRole('button', { name })
export const consentBox = () => screen.getByRole('checkbox', { name: '我已阅读并同意《用户协议》和《隐私政策》' })

/** Opens a page that shows a captcha, with all its requests mocked. */
export async function openForm(...addresses: string[]) {
  answerHome()
  const app = renderApp(...addresses)
  await screen.findByRole('button', { name: '图形验证码，点按换一张' })
  return app
}
export type App = ReturnType<typeof renderApp>

/** Types number and captcha answer and requests an SMS code, with consent where the page has it. */
export async function requestCode({ user }: App) {
  await user.type(field('手机号'), typedMobile)
  await user.type(field('图形验证码'), 'ab2c')
  const consent = screen.queryByRole('checkbox')
  if (consent !== null) await user.click(consent)
  await user.click(button('获取验证码'))
}
