import type { alertRoutes } from '../routes/alerts.ts'
import type { RouteDocs } from './route-docs.ts'
import { at } from './samples.ts'

export const alertDocs: RouteDocs<typeof alertRoutes> = {
  alertSettings: {
    summary: '动态推送的设置：每日简报的邮箱与 Webhook，地址遮盖',
    answer: {
      offered: ['mail', 'webhook'],
      targets: [
        { channel: 'mail', format: 'mail', addressMasked: 'li***@example.com', state: 'on', cause: null, sentAt: at },
      ],
      webhookHosts: [],
    },
  },
  sendAlertMailCode: {
    summary: '向邮箱发送 6 位验证码，与短信验证码同样限频',
    example: { address: 'li@example.com' },
    answer: null,
  },
  setAlertMail: {
    summary: '以验证码开启每日简报，或更换邮箱',
    example: { address: 'li@example.com', code: '123456' },
    answer: null,
  },
  setAlertWebhook: {
    summary: '开启 Webhook，或更换地址；先发一条测试消息，签名密钥只在此答复中出现一次',
    example: { url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=example' },
    answer: { secret: null },
  },
  removeAlert: { summary: '移除邮箱或 Webhook', example: { channel: 'mail' }, answer: null },
}
