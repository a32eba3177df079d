import * as alerts from '../alerts.ts'
import { done, nothing, route } from './route.ts'

/** The call waits for a server outside: that of mail, or of a webhook. */
const deadlineMs = 9_000

export const alertRoutes = {
  alertSettings: route({
    method: 'GET',
    path: '/v1/user/alerts',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: alerts.alertSettingsSchema,
  }),
  sendAlertMailCode: route({
    method: 'POST',
    path: '/v1/user/sendAlertMailCode',
    access: 'session',
    load: 'credentials',
    deadlineMs,
    input: alerts.sendMailCodeBody,
    output: done,
  }),
  setAlertMail: route({
    method: 'POST',
    path: '/v1/user/setAlertMail',
    access: 'session',
    load: 'credentials',
    input: alerts.setAlertMailBody,
    output: done,
  }),
  setAlertWebhook: route({
    method: 'POST',
    path: '/v1/user/setAlertWebhook',
    access: 'session',
    load: 'credentials',
    deadlineMs,
    input: alerts.setAlertWebhookBody,
    output: alerts.alertWebhookSchema,
  }),
  removeAlert: route({
    method: 'POST',
    path: '/v1/user/removeAlert',
    access: 'session',
    load: 'credentials',
    input: alerts.removeAlertBody,
    output: done,
  }),
} as const

/** One-tap unsubscription, outside the API: the mail client of the recipient opens it without a login. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'
