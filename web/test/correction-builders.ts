import type { CorrectionReceipt, CorrectionStatus, CorrectionSubject } from '@baiqicha/contract/correction'
import { API_BASE } from '@baiqicha/contract/routes'
import { UPLOAD_IMAGE_PATH } from '@baiqicha/contract/routes/correction'
import { HttpResponse, http } from 'msw'
import { server } from './server.ts'

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

/** Mocks image uploads. Responds with ids i-1, i-2 … or with `answer`; the returned list collects the uploads. */
export function answerUploads(answer?: UploadAnswer): Upload[] {
  const uploads: Upload[] = []
  server.use(
    http.post(`*${API_BASE}${UPLOAD_IMAGE_PATH}`, async ({ request }) => {
      const form = await request.text()
      uploads.push({
        token: request.headers.get('token'),
        contactToken: /name="contactToken"\r\n\r\n([^\r]*)[\s\S]*name="file"/.exec(form)?.[1] ?? null,
      })
      if (answer === 'network') return HttpResponse.error()
      if (typeof answer === 'number') return HttpResponse.json({}, { status: answer })
      if (answer !== undefined) return HttpResponse.json({ ...answer, data: null })
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
