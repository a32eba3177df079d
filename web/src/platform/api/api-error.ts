/** Reasons for a failed request: no response, an HTTP error status, or a result code. */
export type ApiFailure =
  | { type: 'network' }
  /** `path` has no query. An unreadable response is an `http` failure at any status. */
  | { type: 'http'; status: number; path: string }
  /** Body of a response whose code is not 0. */
  | { type: 'rejected'; code: number; message: string; data: unknown }

export class ApiError extends Error {
  readonly failure: ApiFailure

  constructor(failure: ApiFailure) {
    super(failure.type === 'rejected' ? failure.message : failure.type)
    this.name = 'ApiError'
    this.failure = failure
  }
}

/** Body of a rejection, or null when the request failed in another way. */
export function rejectionOf(error: unknown): Extract<ApiFailure, { type: 'rejected' }> | null {
  return error instanceof ApiError && error.failure.type === 'rejected' ? error.failure : null
}

/** Error messages (SPEC §8). */
export const messages = {
  network: '网络连接失败，请检查你的网络设置',
  otherStatus: '网络连接故障',
  noToken: '登录失败：未获取到token',
  registerFailed: '注册失败',
  ticketIncomplete: '登录参数不完整',
  userInfoFailed: '获取用户信息失败',
  listsFailed: '获取数据失败',
  claimFailed: '保存失败，请重试',
} as const

const statusMessages: Readonly<Record<number, string>> = {
  400: '请求错误',
  401: '未授权，请登录',
  403: '拒绝访问',
  404: '请求地址出错',
  408: '请求超时',
  500: '服务器内部错误',
  501: '服务未实现',
  502: '网关错误',
  503: '服务不可用',
  504: '网关超时',
  505: 'HTTP版本不受支持',
}

function describeStatus(status: number, path: string): string {
  const sentence = statusMessages[status] ?? messages.otherStatus
  return status === 404 ? `${sentence}: ${path}` : sentence
}

/** Message of an error. Rejections and requests that cannot be built have their own. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) {
    const { failure } = error
    switch (failure.type) {
      case 'network':
        return messages.network
      case 'http':
        return describeStatus(failure.status, failure.path)
      case 'rejected':
        return failure.message
      default:
        return failure satisfies never
    }
  }
  return error instanceof Error && error.message !== '' ? error.message : messages.otherStatus
}
