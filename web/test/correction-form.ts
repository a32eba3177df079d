import { screen } from '@testing-library/react'
import { buildSubject } from './correction-builders.ts'
import { buildCaptcha } from './home-answers.ts'
import { logIn, renderApp } from './render-app.tsx'
import { answer } from './server.ts'

export const correctionAddress = '/user/feedback?companyId=c-1&recordKind=dishonestExecutor&recordId=r-1'
export const correctionContent = '该案已于 2026 年 3 月履行完毕，应当移出。'
export const contactProof = {
  contactToken: 'proof-of-a-demo-contact',
  mobileMasked: '138****0000',
  expiresAt: '2099-01-01T00:00:00.000Z',
}

/** Opens the form of a record; `subject` is the server's response. */
export async function openCorrection(subject = buildSubject()) {
  answer('captcha', buildCaptcha())
  answer('correctionSubject', subject)
  const app = renderApp('/home', correctionAddress)
  await screen.findByRole('form', { name: '纠错与异议' })
  return app
}
type App = Awaited<ReturnType<typeof openCorrection>>

export async function openCorrectionSignedIn(subject = buildSubject()) {
  logIn()
  return openCorrection(subject)
}

export const chip = (name: string) => screen.getByRole('button', { name })
export const area = (label: RegExp) => screen.getByLabelText<HTMLTextAreaElement>(label, { selector: 'textarea' })
export const contentArea = () => area(/^问题与正确内容/)
export const sentPicture = (at: number) => screen.findByRole('img', { name: `第 ${at} 张，已上传` })
export const submit = ({ user }: App) => user.click(chip('提交异议'))
export const pick = ({ user }: App, ...files: File[]) =>
  user.upload(screen.getByLabelText('证据图片', { selector: 'input' }), files)

/** Fills in all required fields except the contact. */
export async function fillIn({ user }: App) {
  await user.click(chip('应移出未移出'))
  await user.click(contentArea())
  await user.paste(correctionContent)
  await user.click(chip('当事人'))
}

/** Stubs object URLs, which jsdom lacks. Calls `onRevoke` when one is revoked. */
export function stubPreviews(onRevoke: (url: string) => void = () => {}) {
  let made = 0
  URL.createObjectURL = () => `blob:${++made}`
  URL.revokeObjectURL = onRevoke
}
