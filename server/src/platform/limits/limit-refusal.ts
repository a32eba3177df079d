import { resultCode } from '@baiqicha/contract/result-codes'
import { Refusal } from '../http/refusal.ts'
import type { LimitName } from './limit-rules.ts'
import type { Limited, Limiter, Spend } from './limiter.ts'

const DAY = 86_400

/** Start of the sentence of each limit; the wait follows. `day` is for periods of a day or more. */
const reasons: Record<LimitName, { short: string; day: string }> = {
  smsPerMobile: { short: '验证码发送过于频繁，请', day: '该手机号今日发送次数已达上限，请' },
  smsPerAddress: { short: '当前网络发送验证码过于频繁，请', day: '当前网络今日发送次数已达上限，请' },
  smsPerDevice: { short: '当前设备发送验证码过于频繁，请', day: '当前设备今日发送次数已达上限，请' },
  smsOfService: { short: '当前获取验证码人数较多，请', day: '今日短信发送量已达上限，请' },
  wrongSmsCodesPerMobileAndAddress: {
    short: '当前网络验证码错误次数过多，请',
    day: '当前网络今日验证码错误次数已达上限，请',
  },
  wrongSmsCodesPerMobile: { short: '验证码错误次数过多，请', day: '该手机号今日验证码错误次数已达上限，请' },
  wrongPasswordsPerAccount: { short: '密码错误次数过多，请', day: '今日密码错误次数已达上限，请' },
  wrongPasswordsPerAddress: {
    short: '当前网络登录失败次数过多，请改用验证码登录，或',
    day: '当前网络今日登录失败次数已达上限，请改用验证码登录，或',
  },
  captchasPerAddress: { short: '图形验证码刷新过于频繁，请', day: '今日图形验证码次数已达上限，请' },
  ticketsPerPartner: { short: '换取凭证过于频繁，请', day: '今日换取凭证次数已达上限，请' },
  wechatLoginsPerAddress: {
    short: '当前网络微信登录过于频繁，请使用短信验证码，或',
    day: '当前网络今日微信登录次数已达上限，请使用短信验证码，或',
  },
  wechatBindingsPerMobile: {
    short: '该手机号微信登录过于频繁，请使用短信验证码，或',
    day: '该手机号今日微信登录次数已达上限，请使用短信验证码，或',
  },
  jsConfigsPerAddress: { short: '打开页面过于频繁，请', day: '今日打开页面次数已达上限，请' },
  listsPerUser: { short: '查询过于频繁，请', day: '今日查询次数已达上限，请' },
  suggestionsPerUser: { short: '输入过于频繁，请', day: '今日查询次数已达上限，请' },
  suggestionsPerVisitorAddress: { short: '输入过于频繁，请登录，或', day: '今日查询次数已达上限，请登录，或' },
  detailsPerUser: { short: '查看企业过于频繁，请', day: '今日查看企业次数已达上限，请' },
  detailsPerVisitorAddress: {
    short: '未登录可查看的企业数已达上限，请登录，或',
    day: '今日未登录可查看的企业数已达上限，请登录，或',
  },
  personsPerUser: { short: '查询人员过于频繁，请', day: '今日查询人员次数已达上限，请' },
  relationsPerUser: { short: '找关系过于频繁，请', day: '今日找关系次数已达上限，请' },
  relationsPerMember: { short: '找关系过于频繁，请', day: '今日找关系次数已达上限，请' },
  companyReportsPerUser: { short: '生成报告过于频繁，请', day: '今日生成报告次数已达上限，请' },
  exportsPerUser: { short: '导出数据过于频繁，请', day: '今日导出次数已达上限，请' },
  webhooksPerUser: { short: '设置 Webhook 过于频繁，请', day: '今日设置 Webhook 次数已达上限，请' },
  inclusionsPerUser: { short: '申请收录过于频繁，请', day: '今日申请收录次数已达上限，请' },
  correctionsPerPerson: { short: '提交纠错过于频繁，请', day: '今日提交纠错次数已达上限，请' },
  correctionLooksPerAddress: { short: '查询进度过于频繁，请', day: '今日查询进度次数已达上限，请' },
  feedbackPerUser: { short: '提交反馈过于频繁，请', day: '今日提交反馈次数已达上限，请' },
  feedbackPerVisitorAddress: {
    short: '当前网络提交反馈过于频繁，请登录，或',
    day: '当前网络今日提交反馈次数已达上限，请登录，或',
  },
  eventsPerAddress: { short: '上报过于频繁，请', day: '今日上报次数已达上限，请' },
  eventsPerDevice: { short: '上报过于频繁，请', day: '今日上报次数已达上限，请' },
  reportsPerAddress: { short: '上报过于频繁，请', day: '今日上报次数已达上限，请' },
  sharedAnswersPerAddress: { short: '打开分享过于频繁，请', day: '今日打开分享次数已达上限，请' },
  batchUploadsPerUser: { short: '提交名单过于频繁，请', day: '今日提交名单次数已达上限，请' },
  reconcileQueriesPerAddress: { short: '对照过于频繁，请', day: '今日对照次数已达上限，请' },
  uploadsPerPerson: { short: '上传图片过于频繁，请', day: '今日上传图片数已达上限，请' },
}

function wait(seconds: number): string {
  if (seconds < 120) return `${seconds} 秒`
  const minutes = Math.ceil(seconds / 60)
  const rest = minutes % 60
  const hours = Math.floor(minutes / 60)
  const inWords = hours === 0 ? `${minutes} 分钟` : rest === 0 ? `${hours} 小时` : `${hours} 小时 ${rest} 分钟`
  return `${seconds} 秒（约 ${inWords}）`
}

/** `reason`, then the seconds to wait. */
export const waitSentence = (reason: string, retryAfterSeconds: number): string =>
  `${reason} ${wait(retryAfterSeconds)}后重试`

/** The sentence shown to the user, with the seconds to wait. `wayRound`: what the user can do instead of waiting. */
export function limitSentence({ limit, periodSeconds, retryAfterSeconds }: Limited, wayRound?: string): string {
  const { short, day } = reasons[limit]
  const reason = periodSeconds >= DAY ? day : short
  return waitSentence(wayRound === undefined ? reason : `${reason}${wayRound}，或`, retryAfterSeconds)
}

/** The refusal for an exceeded limit. `wayRound`: what the user can do instead of waiting. */
export const limitRefusal = (limited: Limited, wayRound?: string) =>
  new Refusal({
    code: resultCode.tooManyRequests,
    message: limitSentence(limited, wayRound),
    retryAfterSeconds: limited.retryAfterSeconds,
  })

/** Takes from all buckets, or from none. @throws Refusal when one of them is empty */
export async function takeOrRefuse(limiter: Pick<Limiter, 'take'>, spends: readonly Spend[]) {
  const taken = await limiter.take(spends)
  if (!taken.ok) throw limitRefusal(taken.error)
  return taken.value
}
