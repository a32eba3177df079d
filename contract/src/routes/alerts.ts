import * as alerts from '../alerts.ts'
import { at } from '../openapi/samples.ts'
import { done, nothing, type RouteDocs, route } from './route.ts'

/** The call waits for a server outside: that of mail, or of a webhook. */
const deadlineMs = 9_000

export const alertRoutes = {
  alertSettings: route(
    { method: 'GET', path: '/v1/user/alerts', access: 'session', load: 'reads' },
    nothing,
    alerts.alertSettingsSchema,
  ),
  sendAlertMailCode: route(
    { method: 'POST', path: '/v1/user/sendAlertMailCode', access: 'session', load: 'credentials', deadlineMs },
    alerts.sendMailCodeBody,
    done,
  ),
  setAlertMail: route(
    { method: 'POST', path: '/v1/user/setAlertMail', access: 'session', load: 'credentials' },
    alerts.setAlertMailBody,
    done,
  ),
  setAlertWebhook: route(
    { method: 'POST', path: '/v1/user/setAlertWebhook', access: 'session', load: 'credentials', deadlineMs },
    alerts.setAlertWebhookBody,
    alerts.alertWebhookSchema,
  ),
  removeAlert: route(
    { method: 'POST', path: '/v1/user/removeAlert', access: 'session', load: 'credentials' },
    alerts.removeAlertBody,
    done,
  ),
} as const

/** One-tap unsubscription, outside the API: the mail client of the recipient opens it without a login. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

export const alertDocs = (): RouteDocs<typeof alertRoutes> => ({
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
})
