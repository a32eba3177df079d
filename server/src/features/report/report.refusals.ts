import { resultCode } from '@baiqicha/contract/result-codes'
import { Refusal } from '../../platform/http/refusal.ts'

const unavailable = (message: string) => new Refusal({ code: resultCode.reportUnavailable, message })

export const reportNotInMembership = () =>
  new Refusal({ code: resultCode.notInMembership, message: '生成报告为会员功能，请先开通会员' })
export const reportNotFound = () =>
  new Refusal({ code: resultCode.notFound, message: '未找到该报告，报告保留 24 小时' })
export const reportQueueFull = () => unavailable('当前生成报告人数较多，请稍后重试')
export const reportNotReady = () => unavailable('报告正在生成，请稍后打开')
export const reportFailed = (reason: string) => unavailable(reason)

/** Sentences that a failed report shows. */
export const failures = {
  removed: '该企业已移除，不再提供报告',
  interrupted: '报告未能生成，请重新生成',
} as const
