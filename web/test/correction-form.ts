import type { CorrectionReceipt, CorrectionStatus, CorrectionSubject } from '@baiqicha/contract/correction'
import { API_BASE } from '@baiqicha/contract/routes'
import { UPLOAD_IMAGE_PATH } from '@baiqicha/contract/routes/correction'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { buildCaptcha } from './home-answers.ts'
import { logIn, renderApp } from './render-app.tsx'
import { answer, server } from './server.ts'

/** Subject of an objection: a record of a fictional company. */
export const buildSubject = (overrides: Partial<CorrectionSubject> = {}): CorrectionSubject => ({
  companyId: 'c-1',
  companyName: '澜山演示贸易有限公司',
  isDemo: true,
  recordKind: 'dishonestExecutor',
  recordId: 'r-1',
  title: '（2026）演0101执1234号',
  lines: [{ label: '执行法院', value: '演示市示例区人民法院' }],
  authority: { name: '中国执行信息公开网', url: 'https://zxgk.court.gov.cn/' },
  open: null,
  ...overrides,
})

export const buildReceipt = (overrides: Partial<CorrectionReceipt> = {}): CorrectionReceipt => ({
  number: 'JC20261120-7K3M9Q2T',
  dueAt: '2026-12-10T08:00:00.000Z',
  effect: 'marked',
  isAddition: false,
  ...overrides,
})

export const buildStatus = (overrides: Partial<CorrectionStatus> = {}): CorrectionStatus => ({
  number: 'JC20261120-7K3M9Q2T',
  state: '已受理',
  title: '（2026）演0101执1234号',
  companyName: '澜山演示贸易有限公司',
  reason: '不是同一人（企业）',
  submittedAt: '2026-11-20T08:00:00.000Z',
  dueAt: '2099-12-10T08:00:00.000Z',
  steps: [{ at: '2026-11-20T08:00:00.000Z', label: '已受理', note: null }],
  result: null,
  note: null,
  ...overrides,
})

/** `contactToken` is read only when it precedes the file. */
type Upload = { token: string | null; contactToken: string | null }
type UploadAnswer = 'network' | number | { code: number; message: string }

/** Mocks image uploads. Responds with ids i-1, i-2 … or with `outcome`; the returned list collects the uploads. */
export function answerUploads(outcome?: UploadAnswer): Upload[] {
  const uploads: Upload[] = []
  server.use(
    http.post(`*${API_BASE}${UPLOAD_IMAGE_PATH}`, async ({ request }) => {
      const form = await request.text()
      uploads.push({
        token: request.headers.get('token'),
        contactToken: /name="contactToken"\r\n\r\n([^\r]*)[\s\S]*name="file"/.exec(form)?.[1] ?? null,
      })
      if (outcome === 'network') return HttpResponse.error()
      if (typeof outcome === 'number') return HttpResponse.json({}, { status: outcome })
      if (outcome !== undefined) return HttpResponse.json({ ...outcome, data: null })
      const data = { imageId: `i-${uploads.length}`, width: 8, height: 8 }
      return HttpResponse.json({ code: 0, message: '', data })
    }),
  )
  return uploads
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** A file that starts with the PNG signature. */
export const buildPicture = (name = 'a.png', bytes: readonly number[] = PNG) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/png' })

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
