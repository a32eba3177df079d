import type { SmsScene } from '@baiqicha/contract/account'
import { maskMobile } from '../../domain/masking/masking.ts'
import type { SmsSender } from './sms-sender.ts'

const sceneNames: Record<SmsScene, string> = {
  login: '登录',
  register: '注册',
  resetPassword: '重置密码',
  deactivate: '注销账户',
  exportData: '导出数据',
  signOut: '退出其他设备',
  correction: '纠错与异议',
  hideNumber: '隐藏号码',
}

/** Prints the code instead of sending a message, for local use. Refused in production (config.ts). */
export const createConsoleSmsSender = (print: (line: string) => void): SmsSender => ({
  async send({ mobile, scene, code }) {
    print(`验证码 ${code}（${maskMobile(mobile)}，${sceneNames[scene]}）\n`)
  },
})
