import { resultCode } from '@baiqicha/contract/result-codes'
import { AdminRefused } from '../cli/admin/admin-refused.ts'
import type { LoginError } from '../features/operators/operator-login.service.ts'
import { ImportRefused } from '../importers/input/import-refused.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { waitSentence } from '../platform/limits/limit-sentences.ts'

export const actionRefused = (message: string) => new Refusal({ code: resultCode.actionRefused, message })

export const roleMissing = () => new Refusal({ code: resultCode.roleMissing, message: '您的角色没有此权限' })

const tooManyAttempts = (retryAfterSeconds: number) =>
  new Refusal({
    code: resultCode.tooManyRequests,
    message: waitSentence('尝试次数过多，请', retryAfterSeconds),
    retryAfterSeconds,
  })

export const loginRefusal = (error: LoginError) =>
  error.type === 'limited'
    ? tooManyAttempts(error.retryAfterSeconds)
    : new Refusal({ code: resultCode.operatorLoginWrong, message: '姓名、密码或动态码不正确' })

/** `error`: null: no code was sent. */
export const freshCodeRefusal = (error: LoginError | null) =>
  error?.type === 'limited'
    ? tooManyAttempts(error.retryAfterSeconds)
    : new Refusal({
        code: resultCode.freshCodeNeeded,
        message: error === null ? '请输入动态码' : '动态码不正确或已用过，请等待下一个',
      })

/** Runs the work; a refusal of a command or of an importer is one of the desk. @throws Refusal */
export const refusedByDesk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof AdminRefused || error instanceof ImportRefused ? actionRefused(error.message) : error
  })
