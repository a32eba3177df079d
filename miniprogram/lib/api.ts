import { ORIGIN } from './settings'

/** A sentence of the server, or of a failed request, for the user. */
export class ApiError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Code of a binding token that was used or has expired. */
export const BIND_TOKEN_VOID = 4129
/** Code of a consent to agreements that are no longer in force. */
export const AGREEMENT_OUTDATED = 4112
const NO_ANSWER = 0

type Envelope = { code: number; message: string; data: unknown }

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value && 'data' in value

/** Posts to the server and returns the data. @throws ApiError */
export const post = (path: string, data: Record<string, string>) => request('POST', path, data)
export const get = (path: string) => request('GET', path, {})

function request(method: 'GET' | 'POST', path: string, data: Record<string, string>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ApiError(NO_ANSWER, '网络异常，请稍后重试'))
    wx.request({
      url: `${ORIGIN}/api/h5${path}`,
      method,
      data,
      timeout: 5000,
      success({ data: answer }: { data: unknown }) {
        if (!isEnvelope(answer)) fail()
        else if (answer.code === 0) resolve(answer.data)
        else reject(new ApiError(answer.code, answer.message))
      },
      fail,
    })
  })
}

/** A text field of an answer; empty when it is missing. */
export function textOf(answer: unknown, name: string): string {
  if (typeof answer !== 'object' || answer === null) return ''
  const value: unknown = Reflect.get(answer, name)
  return typeof value === 'string' ? value : ''
}

const KEY = 'device_id'

/** A random id of this installation. */
export function deviceId(): string {
  const stored: unknown = wx.getStorageSync(KEY)
  if (typeof stored === 'string' && stored !== '') return stored
  const created = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 10)).join('')
  wx.setStorageSync(KEY, created)
  return created
}
