import { type LeadFilter, leadFilters } from '@baiqicha/contract/leads'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { ContactUseKind } from '../../platform/database/tables/account.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { waitSentence } from '../../platform/limits/limit-refusal.ts'

export const contactNotFound = () => new Refusal({ code: resultCode.notFound, message: '未找到该联系方式' })
export const nothingToExport = () => new Refusal({ code: resultCode.notFound, message: '没有可导出的固话或企业邮箱' })

export const keywordRefused = (message: string) => new Refusal({ code: resultCode.keywordEmpty, message })

export const filtersRefused = (filters: readonly LeadFilter[]) =>
  new Refusal({
    code: resultCode.notInMembership,
    message: `“${filters.map((filter) => leadFilters[filter].name).join('、')}”为会员专享筛选`,
  })
export const exportRefused = () =>
  new Refusal({ code: resultCode.notInMembership, message: '导出为会员功能，请先开通会员' })

/** A search by mobile number finds persons; its rows leave the page by no file. */
export const mobileExportRefused = () => keywordRefused('按手机号查询的结果不支持导出')

export const dialsOff = () => new Refusal({ code: resultCode.numberNotDialable, message: '号码已脱敏，暂未开放拨打' })
export const notDialable = () =>
  new Refusal({ code: resultCode.numberNotDialable, message: '该号码的来源或状态不符合拨打条件' })

const reasons: Readonly<Record<ContactUseKind, string>> = {
  reveal: '今日查看联系方式次数已达上限，请',
  dial: '今日拨打次数已达上限，请',
  export: '今日导出次数已达上限，请',
}

export function usesExhausted(kind: ContactUseKind, waitMs: number): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Refusal({
    code: resultCode.tooManyRequests,
    message: waitSentence(reasons[kind], retryAfterSeconds),
    retryAfterSeconds,
  })
}
