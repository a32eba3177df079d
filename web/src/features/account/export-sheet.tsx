import { type ExportFormat, exportFormats, SMS_CODE_HEADER, type UserDetail } from '@baiqicha/contract/account'
import { EXPORT_DATA_PATH } from '@baiqicha/contract/routes/account'
import { API_BASE } from '@baiqicha/contract/routes/route'
import { type FormEvent, type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { SmsCodeFields } from '../../domain/verification/sms-code-fields.tsx'
import { datedFileName, saveFile } from '../../lib/save-file.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { callThrough } from '../../platform/api/client.ts'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { useSubmission } from '../../platform/verification/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './profile.module.css'

type ExportSheetProps = { user: UserDetail; isOpen: boolean; onClose: () => void }

const formatNames: Readonly<Record<ExportFormat, string>> = { json: 'JSON', csv: 'CSV 表格' }
const names = exportFormats.map((format) => formatNames[format])

const showRefusal = (_code: number, message: string) => showToast(message, { icon: 'alert' })

export function ExportSheet({ isOpen, onClose, user }: ExportSheetProps) {
  return (
    <Sheet open={isOpen} onClose={onClose} title="导出我的数据">
      {user.loginSource === null ? (
        <ExportForm readCode={() => null} onRefused={showRefusal} onDone={onClose} />
      ) : (
        <ProvedExportForm phoneMasked={user.phoneMasked} onDone={onClose} />
      )}
    </Sheet>
  )
}

/** For a session that a partner opened: proves the number by SMS code first. */
function ProvedExportForm({ phoneMasked, onDone }: { phoneMasked: string; onDone: () => void }) {
  const sms = useSmsCode({ scene: 'exportData', showMessage: (sentence, icon) => showToast(sentence, { icon }) })
  return (
    <ExportForm readCode={() => sms.read() ?? undefined} onRefused={sms.refuse} onDone={onDone}>
      <p className={styles.help}>验证码将发送到 {phoneMasked}</p>
      <SmsCodeFields sms={sms} />
    </ExportForm>
  )
}

type ExportFormProps = {
  /** Returns the SMS code; null when none is needed, undefined after it showed an error at its field. */
  readCode: () => string | null | undefined
  onRefused: (code: number, message: string) => void
  onDone: () => void
  children?: ReactNode
}

function ExportForm({ readCode, onRefused, onDone, children }: ExportFormProps) {
  const [name, setName] = useState(formatNames.json)
  const { isBusy, send } = useSubmission(onRefused)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const smsCode = readCode()
    if (smsCode === undefined) return
    await send(async () => {
      const format = exportFormats.find((candidate) => formatNames[candidate] === name) ?? 'json'
      saveFile(datedFileName('百企查-我的数据', 'zip'), await exportData({ format, smsCode }))
      showToast('已导出', { icon: 'check' })
      onDone()
    })
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <p className={styles.help}>包括账号、同意记录、设备、搜索、浏览、纠错、图片和安全记录。每天可导出 3 次。</p>
      <ChoiceField label="文件格式" options={names} value={name} onChange={setName} />
      {children}
      <div className={styles.submit}>
        <Button trackId="data-export-submit" type="submit" block busy={isBusy}>
          {isBusy ? '正在整理…' : '导出'}
        </Button>
      </div>
    </form>
  )
}

type ExportRequest = {
  format: ExportFormat
  /** null: the session needs no proof of the number. */
  smsCode: string | null
}

/** All data about the user as a zip archive. Throws `ApiError`; rejections have not been shown. */
async function exportData({ format, smsCode }: ExportRequest): Promise<Blob> {
  let archive = new Blob()
  await callThrough({ path: EXPORT_DATA_PATH, output: z.null() }, async (headers) => {
    if (smsCode !== null) headers.set(SMS_CODE_HEADER, smsCode)
    const response = await fetch(`${API_BASE}${EXPORT_DATA_PATH}?format=${format}`, { headers }).catch(() => {
      throw new ApiError({ type: 'network' })
    })
    if (response.headers.get('content-type') !== 'application/zip') return response
    archive = await response.blob().catch(() => {
      throw new ApiError({ type: 'network' })
    })
    return new Response(JSON.stringify({ code: 0, message: '', data: null }))
  })
  return archive
}
