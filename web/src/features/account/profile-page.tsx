import {
  DEACTIVATION_DAYS,
  type ExportFormat,
  exportFormats,
  NICKNAME_LENGTH,
  SMS_CODE_HEADER,
  type UserDetail,
} from '@baiqicha/contract/account'
import { accountRoutes, EXPORT_DATA_PATH } from '@baiqicha/contract/routes/account'
import { wechatRoutes } from '@baiqicha/contract/routes/wechat'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import shared from '../../domain/page/shared.module.css'
import { SmsCodeFields } from '../../domain/verification/mobile-fields.tsx'
import { formatDate } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { datedFileName, saveFile } from '../../lib/save-file.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { apiQuery, callApi } from '../../platform/api/client.ts'
import { downloadFile } from '../../platform/api/download-file.ts'
import { useSubmission } from '../../platform/verification/use-form.ts'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './account.module.css'
import { AccountPage } from './account-page.tsx'
import { ChoicesCard } from './choices-card.tsx'
import { runSettingCall, saveProfile } from './run-setting-call.ts'
import { SettingForm } from './setting-list-card.tsx'

const formatNames: Readonly<Record<ExportFormat, string>> = { json: 'JSON', csv: 'CSV 表格' }
const names = exportFormats.map((format) => formatNames[format])

const showRefusal = (_code: number, message: string) => showToast(message, { icon: 'alert' })

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

  const save = async () => {
    const smsCode = readCode()
    if (smsCode === undefined) return
    await send(async () => {
      const format = exportFormats.find((candidate) => formatNames[candidate] === name) ?? 'json'
      const { file } = await downloadFile(
        { path: EXPORT_DATA_PATH, query: { format }, type: 'application/zip' },
        smsCode === null ? {} : { headers: { [SMS_CODE_HEADER]: smsCode } },
      )
      saveFile(datedFileName('百企查-我的数据', 'zip'), file)
      showToast('已导出', { icon: 'check' })
      onDone()
    })
  }

  return (
    <SettingForm trackId="data-export-submit" label={isBusy ? '正在整理…' : '导出'} isBusy={isBusy} onSubmit={save}>
      <p className={styles.help}>包括账号、同意记录、设备、搜索、浏览、纠错、图片和安全记录。每天可导出 3 次。</p>
      <ChoiceField label="文件格式" options={names} value={name} onChange={setName} />
      {children}
    </SettingForm>
  )
}

const { min, max } = NICKNAME_LENGTH
const rule = `昵称为 ${min}–${max} 个字`

/** Counts code points. An empty nickname deletes it; the server checks the remaining rules. */
function faultOf(nickname: string): string | undefined {
  const length = Array.from(nickname).length
  return length === 0 || (length >= min && length <= max) ? undefined : rule
}

function NicknameForm({ nickname, onClose }: { nickname: string | null; onClose: () => void }) {
  const [text, setText] = useState(nickname ?? '')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: string) =>
      saveProfile(accountRoutes.saveNickname, { nickname: wanted }, wanted === '' ? '已删除昵称' : '已保存'),
    onSuccess: onClose,
    onError: (failure) => setError(rejectionOf(failure)?.message),
  })

  const save = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    const fault = faultOf(wanted)
    setError(fault)
    if (fault !== undefined || isPending) return
    if (wanted === (nickname ?? '')) onClose()
    else mutate(wanted)
  }

  return (
    <form className={shared.formBody} noValidate onSubmit={save}>
      <TextField
        label="昵称"
        placeholder={`${min}–${max} 个字`}
        autoComplete="nickname"
        value={text}
        onChange={(typed) => {
          setText(typed)
          setError(undefined)
        }}
        error={error}
      />
      <p className={styles.help}>留空保存即删除昵称，并显示脱敏手机号。</p>
      <Button trackId="save" type="submit" block busy={isPending}>
        保存
      </Button>
    </form>
  )
}

/** Opens the export of all data about the user. */
function ExportCell({ user }: { user: UserDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <SettingCell trackId="data-export" label="导出我的数据" value="JSON、CSV" onOpen={() => setIsOpen(true)} />
      <Sheet open={isOpen} onClose={close} title="导出我的数据">
        {user.loginSource === null ? (
          <ExportForm readCode={() => null} onRefused={showRefusal} onDone={close} />
        ) : (
          <ProvedExportForm phoneMasked={user.phoneMasked} onDone={close} />
        )}
      </Sheet>
    </>
  )
}

const methodNames: Readonly<Record<UserDetail['loginMethods'][number], string>> = {
  sms: '短信验证码',
  password: '密码',
}

/** 信息管理: data of the account; each part can be changed or deleted. */
export function ProfilePage() {
  return (
    <AccountPage title="信息管理" purpose="管理个人信息">
      {(user) => (
        <>
          <Card label="账号资料">
            <NicknameCell nickname={user.nickname} />
            <SettingCell label="手机号" value={user.phoneMasked} />
            <SettingCell label="登录方式" value={user.loginMethods.map((method) => methodNames[method]).join('、')} />
            <WechatCell />
            <SettingCell label="注册日期" value={formatDate(user.registeredAt)} />
          </Card>
          <ChoicesCard user={user} />
          <ConsentCard agreementVersion={user.agreementVersion} />
          <Card label="我的数据">
            <ExportCell user={user} />
          </Card>
        </>
      )}
    </AccountPage>
  )
}

function NicknameCell({ nickname }: { nickname: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <SettingCell
        trackId="nickname"
        label="昵称"
        value={nickname === null ? '未设置' : <bdi>{nickname}</bdi>}
        onOpen={() => setIsOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="昵称">
        <NicknameForm nickname={nickname} onClose={() => setIsOpen(false)} />
      </Sheet>
    </>
  )
}

/** The linked WeChat user, with the button that ends the link; nothing without a link. */
function WechatCell() {
  const { data, refetch } = useQuery({ ...apiQuery(['wechatLink'], wechatRoutes.wechatLink, {}), staleTime: 0 })
  if (data?.isLinked !== true) return null

  async function unlink() {
    const text = '解除后，微信登录须重新授权手机号'
    if (!(await confirmDialog({ title: '解除微信关联？', text, confirm: '解除关联', danger: true }))) return
    await runSettingCall(async () => {
      await callApi(wechatRoutes.unlinkWechat, {})
      return '已解除微信关联'
    })
    await refetch()
  }

  return <SettingCell trackId="wechat-link" label="微信" value="已关联" onOpen={() => void unlink()} />
}

/** Accepted version of the agreements, with the link to withdraw the consent. */
function ConsentCard({ agreementVersion }: { agreementVersion: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  return (
    <Card label="协议与同意">
      <SettingCell
        trackId="agreements"
        label={agreementVersion === null ? '用户协议与隐私政策' : '已同意协议'}
        value={agreementVersion === null ? '尚未同意' : `${agreementVersion} 版`}
        to="/user/agreement"
      />
      <SettingCell trackId="consent-withdraw" label="撤回同意" onOpen={() => setIsOpen(true)} />
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="撤回同意">
        <div className={styles.withdraw}>
          <p>撤回同意后，我们不再处理您的手机号，服务随之终止。因此，撤回同意须通过注销账户完成。</p>
          <p>
            注销有 {DEACTIVATION_DAYS}{' '}
            天的撤销期，之后账号资料、搜索历史与浏览记录会被删除。撤回不影响此前已经进行的处理。身份、行业与昵称可以单独删除，不必撤回同意。
          </p>
          <div className={styles.withdrawActions}>
            <Button trackId="cancel" tone="line" onClick={() => setIsOpen(false)}>
              取消
            </Button>
            <Button trackId="deactivation" onClick={() => void navigate('/user/logout')}>
              前往注销账户
            </Button>
          </div>
        </div>
      </Sheet>
    </Card>
  )
}
