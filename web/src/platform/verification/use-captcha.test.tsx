import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildCaptcha } from '../../../test/home-answers.ts'
import { answer, breakNetwork } from '../../../test/server.ts'
import { connectApi, createQueryClient } from '../api/client.ts'
import { useCaptcha } from './use-captcha.ts'

beforeEach(() => {
  connectApi({
    readToken: () => null,
    exchangePendingTicket: async () => {},
    showFailure: () => {},
    onNoSession: () => {},
    onLocked: () => {},
  })
})

function renderCaptcha() {
  const client = createQueryClient()
  onTestFinished(() => client.clear())
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useCaptcha(), { wrapper }).result
}

test('switching requests the other kind, whose answer is normalised to digits', async () => {
  const calls = answer('captcha', buildCaptcha({ image: null, audio: btoa('RIFF') }))
  const captcha = renderCaptcha()
  await waitFor(() => expect(captcha.current.isLoading).toBe(false))
  act(() => captcha.current.switchKind())
  await waitFor(() => expect(captcha.current.audio).not.toBeNull())
  expect(calls.map((call) => call.query)).toEqual([{ kind: 'picture' }, { kind: 'voice' }])
  act(() => captcha.current.change('１２３ 456'))
  expect(captcha.current.text).toBe('123456')
  let read
  act(() => {
    read = captcha.current.read()
  })
  expect(read).toEqual({ captchaId: 'k-1', captchaCode: '123456' })
})

test('an incomplete answer shows an error, which typing clears', async () => {
  answer('captcha', buildCaptcha())
  const captcha = renderCaptcha()
  await waitFor(() => expect(captcha.current.image).not.toBeNull())
  act(() => void captcha.current.read())
  expect(captcha.current.error).toBe('请输入图中的 4 个字符')
  act(() => captcha.current.change('a'))
  expect(captcha.current.error).toBeUndefined()
})

test('a captcha that fails to load shows the error and can be requested again', async () => {
  breakNetwork('captcha')
  const captcha = renderCaptcha()
  await waitFor(() => expect(captcha.current.isLoading).toBe(false))
  answer('captcha', buildCaptcha())
  act(() => void captcha.current.read())
  expect(captcha.current.error).toBe('验证码加载失败，请重试')
  await waitFor(() => expect(captcha.current.image).not.toBeNull())
})

test.each([
  ['picture', '图形验证码错误'],
  ['voice', '语音验证码错误或已过期，请重新收听'],
] as const)('a wrong answer to a %s shows the message of that kind and loads another', async (kind, sentence) => {
  const calls = answer('captcha', buildCaptcha())
  const captcha = renderCaptcha()
  await waitFor(() => expect(captcha.current.isLoading).toBe(false))
  if (kind === 'voice') act(() => captcha.current.switchKind())
  await waitFor(() => expect(captcha.current.isLoading).toBe(false))
  const before = calls.length
  act(() => captcha.current.refuse('图形验证码错误'))
  expect(captcha.current.error).toBe(sentence)
  await waitFor(() => expect(calls).toHaveLength(before + 1))
})
