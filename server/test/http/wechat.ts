import { failed, ok } from '../../src/domain/result.ts'
import type { Wechat } from '../../src/platform/wechat/wechat.ts'

/** The code of a number: `phone-13800000000`. A code of `wx.login` names its user. */
export const fakeWechat: Wechat = {
  miniProgram: {
    findOpenId: async (code) => (code === 'void' ? failed({ type: 'codeVoid' }) : ok(`openid-${code}`)),
    findPhone: async (code) => ok({ countryCode: '86', number: code.replace('phone-', '') }),
  },
  officialAccount: {
    signPage: async () => ok({ appId: 'wx0123456789abcdef', timestamp: 1, nonceStr: 'n', signature: '0'.repeat(40) }),
  },
}
