import type { DeskSessionOutput } from '@baiqicha/contract/desk/session'
import { type FormEvent, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { copyToClipboard } from '../lib/copy-text.ts'
import { saveFile } from '../lib/save-file.ts'
import { ErrorLine } from './states.tsx'

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
export function BindAuthenticator({ begun, error, isBusy, onFinish }: BindAuthenticatorProps) {
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
              <button type="button" className="bt small" onClick={() => void copyToClipboard(secret)}>
                复制密钥
              </button>
            </div>
          </div>
          <label className="field">
            <span>动态码</span>
            <input
              value={code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              required
              onChange={(event) => setCode(event.target.value)}
            />
          </label>
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
            <button
              type="button"
              className="bt small"
              onClick={() => saveFile('百企查后台恢复码.txt', new Blob([list]))}
            >
              下载 .txt
            </button>
            <button type="button" className="bt small" onClick={() => void copyToClipboard(list)}>
              复制
            </button>
          </div>
          <label className="check">
            <input type="checkbox" checked={isStored} onChange={(event) => setIsStored(event.target.checked)} />
            我已把恢复码存放在别处
          </label>
        </section>
      </div>
      <ErrorLine text={error} />
      <button type="submit" className="bt primary" disabled={isBusy || !isStored || code.trim().length < 6}>
        绑定并继续
      </button>
    </form>
  )
}
