import { OPERATOR_PASSWORD_MIN, operatorRoleLabels } from '@baiqicha/contract/desk/roles'
import type { DeskSessionOutput } from '@baiqicha/contract/desk/session'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Logo, Wordmark } from '../ui/logo.tsx'
import { goTo } from './address.ts'
import { callSession } from './api.ts'
import { BindAuthenticator } from './bind-authenticator.tsx'
import { ErrorLine, messageOf } from './states.tsx'
import { minuteText } from './time-text.ts'

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
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function attempt(work: () => Promise<void>) {
    setIsBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setIsBusy(false)
    }
  }
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
        <div className="brand">
          <Logo size={28} />
          <Wordmark size={21} />
          <small>后台</small>
        </div>
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
            <label className="field">
              <span>设置码</span>
              <input
                value={setupCode}
                autoComplete="off"
                required
                onChange={(event) => setSetupCode(event.target.value.trim())}
              />
            </label>
          ) : (
            <>
              <p className="quiet">角色：{pending.roles.map((role) => operatorRoleLabels[role]).join('、')}</p>
              {pending.name === null && (
                <label className="field">
                  <span>姓名</span>
                  <input
                    value={name}
                    autoComplete="username"
                    required
                    onChange={(event) => setName(event.target.value)}
                  />
                </label>
              )}
              <label className="field">
                <span>密码，至少 {OPERATOR_PASSWORD_MIN} 个字符</span>
                <input
                  type="password"
                  value={password}
                  autoComplete="new-password"
                  required
                  onChange={(event) => setPassword(event.target.value)}
                />
              </label>
            </>
          )}
          <ErrorLine text={error} />
          <button type="submit" className="bt primary wide" disabled={isBusy}>
            继续
          </button>
        </form>
      ) : (
        <BindAuthenticator begun={begun} error={error} isBusy={isBusy} onFinish={(code) => void finish(code)} />
      )}
    </main>
  )
}
