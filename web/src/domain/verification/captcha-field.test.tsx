import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { CaptchaField, type CaptchaFieldProps } from './captcha-field.tsx'

type Captcha = CaptchaFieldProps['captcha']

const buildCaptcha = (overrides: Partial<Captcha> = {}): Captcha => ({
  kind: 'voice',
  text: '',
  error: undefined,
  isLoading: false,
  image: null,
  audio: btoa('RIFF'),
  change: vi.fn(),
  renew: vi.fn(),
  renewExpired: vi.fn(),
  switchKind: vi.fn(),
  ...overrides,
})

const play = vi.fn(async () => {})
const revoke = vi.fn<(url: string) => void>()

beforeEach(() => {
  let made = 0
  URL.createObjectURL = vi.fn(() => `blob:${++made}`)
  URL.revokeObjectURL = revoke
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  play.mockReset()
  revoke.mockReset()
})

test('audio plays at once and again on every tap', async () => {
  render(<CaptchaField captcha={buildCaptcha()} />)
  expect(play).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: '播放' }))
  expect(play).toHaveBeenCalledTimes(2)
})

test('the object URL of audio is revoked when new audio comes and when the page is left', () => {
  const { rerender, unmount } = render(<CaptchaField captcha={buildCaptcha()} />)
  expect(revoke).not.toHaveBeenCalled()
  rerender(<CaptchaField captcha={buildCaptcha({ audio: btoa('RIFF2') })} />)
  expect(revoke).toHaveBeenCalledWith('blob:1')
  unmount()
  expect(revoke).toHaveBeenCalledWith('blob:2')
})

test('when the browser blocks autoplay, the button still plays', async () => {
  play.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  render(<CaptchaField captcha={buildCaptcha()} />)
  await waitFor(() => expect(play).toHaveBeenCalled())
  expect(screen.getByRole('button', { name: '播放' })).toBeTruthy()
})

test.each([
  ['picture', '语音验证码'],
  ['voice', '换回图形验证码'],
] as const)('a %s captcha offers the other kind', async (kind, name) => {
  const captcha = buildCaptcha({ kind })
  render(<CaptchaField captcha={captcha} />)
  await userEvent.click(screen.getByRole('button', { name }))
  expect(captcha.switchKind).toHaveBeenCalledOnce()
})

test('a captcha that failed to load can be requested again', async () => {
  const captcha = buildCaptcha({ kind: 'picture', audio: null })
  render(<CaptchaField captcha={captcha} />)
  await userEvent.click(screen.getByRole('button', { name: '点此加载' }))
  expect(captcha.renew).toHaveBeenCalledOnce()
})
