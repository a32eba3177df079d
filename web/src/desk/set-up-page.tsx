import { OPERATOR_PASSWORD_MIN, operatorRoleLabels } from '@baiqicha/contract/desk/action'
import type { DeskSessionOutput } from '@baiqicha/contract/desk/operators'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { copyToClipboard } from '../lib/copy-text.ts'
import { saveFile } from '../lib/save-file.ts'
import { callSession } from './api.ts'
import { DeskBrand, DeskButton, ErrorLine, LabelledInput } from './elements.tsx'
import { goTo, useAttempt } from './hooks.ts'
import { minuteText } from './texts.ts'

type BindAuthenticatorProps = {
  begun: DeskSessionOutput<'setup/begin'>
  error: string | null
  isBusy: boolean
  onFinish: (code: string) => void
}

/** Squares of the QR code as one path. */
function pathOf(data: readonly (readonly boolean[])[]): string {
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

/** The QR code for an authenticator and the recovery codes, which are shown once. */
function BindAuthenticator({ begun, error, isBusy, onFinish }: BindAuthenticatorProps) {
  const { name, address, secret, recoveryCodes } = begun
  const qr = useMemo(() => encode(address, { border: 2 }), [address])
  const [code, setCode] = useState('')
  const [isStored, setIsStored] = useState(false)
  const list = recoveryCodes.join('\n')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFinish(code)
  }
  return (
    <form className="bind" onSubmit={submit}>
      <h1>把验证器绑定到「{name}」</h1>
      <p className="quiet">每次登录需要密码和 6 位动态码。</p>
      <div className="sheet halves">
        <section>
          <h2>扫码，输入动态码</h2>
          <div className="qr">
            <svg viewBox={`0 0 ${qr.size} ${qr.size}`} aria-hidden="true" shapeRendering="crispEdges">
              <rect width={qr.size} height={qr.size} fill="#fff" />
              <path d={pathOf(qr.data)} fill="#161b23" />
            </svg>
            <div>
              <p className="quiet">不能扫码时手动输入</p>
              <p className="mono">{secret.replaceAll(/(.{4})/g, '$1 ')}</p>
              <DeskButton text="复制密钥" look="small" onClick={() => void copyToClipboard(secret)} />
            </div>
          </div>
          <LabelledInput
            label="动态码"
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
            onChange={setCode}
          />
        </section>
        <section>
          <h2>保存 10 个恢复码</h2>
          <p className="quiet">手机不在身边时，一个恢复码代替一次动态码。只显示这一次。</p>
          <ol className="codes">
            {recoveryCodes.map((one) => (
              <li key={one} className="mono">
                {one}
              </li>
            ))}
          </ol>
          <div className="row">
            <DeskButton
              text="下载 .txt"
              look="small"
              onClick={() => saveFile('百企查后台恢复码.txt', new Blob([list]))}
            />
            <DeskButton text="复制" look="small" onClick={() => void copyToClipboard(list)} />
          </div>
          <label className="check">
            <input type="checkbox" checked={isStored} onChange={(event) => setIsStored(event.target.checked)} />
            我已把恢复码存放在别处
          </label>
        </section>
      </div>
      <ErrorLine text={error} />
      <DeskButton
        text="绑定并继续"
        type="submit"
        look="primary"
        disabled={isBusy || !isStored || code.trim().length < 6}
      />
    </form>
  )
}

type Pending = DeskSessionOutput<'setup/find'>
type Begun = DeskSessionOutput<'setup/begin'>

const steps = ['设置码', '密码', '验证器与恢复码']

/** The set-up with a one-time code: password, authenticator, recovery codes. */
export function SetUpPage({ setupCode: given }: { setupCode: string }) {
  const queries = useQueryClient()
  const [setupCode, setSetupCode] = useState(given)
  const [pending, setPending] = useState<Pending | null>(null)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [begun, setBegun] = useState<Begun | null>(null)
  const { error, isBusy, attempt } = useAttempt()

  const find = (code: string) => attempt(async () => setPending(await callSession('setup/find', { setupCode: code })))
  const begin = () => attempt(async () => setBegun(await callSession('setup/begin', { setupCode, name, password })))
  const finish = (code: string) =>
    attempt(async () => {
      const session = await callSession('setup/finish', { setupCode, name: begun?.name ?? name, code })
      queries.setQueryData(['session'], session)
      // What production still needs is shown to the first administrator only.
      if (pending?.name === null) goTo('/checks', { first: '1' })
      else goTo('/')
    })

  useEffect(() => {
    if (given !== '') void find(given)
    // The code of the address is looked up once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (pending === null ? find(setupCode) : begin())
  }
  const step = pending === null ? 0 : begun === null ? 1 : 2
  return (
    <main className="gate">
      <header className="gate-head">
        <DeskBrand />
        <ol className="steps">
          {steps.map((label, at) => (
            <li key={label} aria-current={at === step ? 'step' : undefined} className={at < step ? 'done' : ''}>
              <b>{at + 1}</b>
              {label}
            </li>
          ))}
        </ol>
        <span className="quiet">{pending !== null && `${minuteText(pending.expiresAt)} 失效`}</span>
      </header>
      {begun === null ? (
        <form className="sheet" onSubmit={submit}>
          <h1>{pending === null ? '首次设置' : (pending.name ?? '第一位管理员')}</h1>
          {pending === null ? (
            <LabelledInput
              label="设置码"
              value={setupCode}
              autoComplete="off"
              required
              onChange={(text) => setSetupCode(text.trim())}
            />
          ) : (
            <>
              <p className="quiet">角色：{pending.roles.map((role) => operatorRoleLabels[role]).join('、')}</p>
              {pending.name === null && (
                <LabelledInput label="姓名" value={name} autoComplete="username" required onChange={setName} />
              )}
              <LabelledInput
                label={`密码，至少 ${OPERATOR_PASSWORD_MIN} 个字符`}
                type="password"
                value={password}
                autoComplete="new-password"
                required
                onChange={setPassword}
              />
            </>
          )}
          <ErrorLine text={error} />
          <DeskButton text="继续" type="submit" look="primary wide" disabled={isBusy} />
        </form>
      ) : (
        <BindAuthenticator begun={begun} error={error} isBusy={isBusy} onFinish={(code) => void finish(code)} />
      )}
    </main>
  )
}
