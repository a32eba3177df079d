import { type Handlers, noData } from '../../platform/http/handler.ts'
import type { AlertSettingsService } from './alert-settings.service.ts'

export const alertHandlers = (alerts: AlertSettingsService) =>
  ({
    alertSettings: ({ session }) => alerts.read(session.userId),
    sendAlertMailCode: ({ session: { userId }, input: { address: mail, deviceId }, address }) =>
      noData(alerts.sendMailCode({ mail, deviceId, caller: { userId, address } })),
    setAlertMail: ({ session: { userId }, input: { address: mail, code }, address }) =>
      noData(alerts.setMail({ mail, code, caller: { userId, address } })),
    setAlertWebhook: async ({ session: { userId }, input: { url }, address }) => ({
      secret: await alerts.setWebhook({ url, caller: { userId, address } }),
    }),
    removeAlert: ({ session: { userId }, input: { channel }, address }) =>
      noData(alerts.remove({ channel, caller: { userId, address } })),
  }) satisfies Partial<Handlers>
