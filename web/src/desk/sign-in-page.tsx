import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Logo, Wordmark } from '../ui/logo.tsx'
import { addressOf } from './address.ts'
import { callSession } from './api.ts'
import { ErrorLine, messageOf } from './states.tsx'

/** Login with name, password and the code of the authenticator. */
export function SignInPage() {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    try {
      queries.setQueryData(['session'], await callSession('session/login', { name, password, code }))
    } catch (failure) {
      setError(messageOf(failure))
      setCode('')
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <main className="gate">
      <form className="sheet" onSubmit={(event) => void submit(event)}>
        <div className="brand">
          <Logo size={28} />
          <Wordmark size={21} />
          <small>后台</small>
        </div>
        <h1>登录</h1>
        <label className="field">
          <span>姓名</span>
          <input value={name} autoComplete="username" required onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="field">
          <span>密码</span>
          <input
            type="password"
            value={password}
            autoComplete="current-password"
            required
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <label className="field">
          <span>动态码或恢复码</span>
          <input
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            onChange={(event) => setCode(event.target.value)}
          />
        </label>
        <ErrorLine text={error} />
        <button type="submit" className="bt primary wide" disabled={isBusy}>
          登录
        </button>
        <a className="link" href={addressOf('/setup')}>
          首次设置
        </a>
      </form>
    </main>
  )
}
