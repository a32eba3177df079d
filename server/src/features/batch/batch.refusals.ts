import { BATCH_LISTS_PER_DAY, BATCH_ROWS, BATCH_ROWS_PER_DAY } from '@baiqicha/contract/batch'
import { resultCode } from '@baiqicha/contract/result-codes'
import { Refusal } from '../../platform/http/refusal.ts'

export const batchUnfit = (message: string) => new Refusal({ code: resultCode.batchUnfit, message })
export const batchNotFound = () =>
  new Refusal({ code: resultCode.notFound, message: '未找到这份名单，可能已删除或超过保留期' })
export const candidateNotFound = () => new Refusal({ code: resultCode.notFound, message: '该行没有这个候选企业' })
export const filesForMembers = () =>
  new Refusal({ code: resultCode.notInMembership, message: '下载结果为会员功能，请先开通会员' })

export const nothingInList = () => batchUnfit('名单里没有可查询的内容')
export const tooManyRows = (rows: number) => batchUnfit(`名单有 ${rows} 行，每份最多 ${BATCH_ROWS} 行，请分成几份`)
export const rowsUsedUp = (rows: number, left: number) =>
  batchUnfit(
    left === 0
      ? `今日 ${BATCH_ROWS_PER_DAY} 行已用完，请明日再试或开通会员`
      : `名单有 ${rows} 行，今日还可查询 ${left} 行；会员每份 ${BATCH_ROWS} 行`,
  )
export const listsUsedUp = () => batchUnfit(`今日 ${BATCH_LISTS_PER_DAY} 份名单已用完，请明日再试`)
