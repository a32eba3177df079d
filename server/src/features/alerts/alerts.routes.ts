import type { Handlers } from '../../platform/http/handler.ts'
import type { AlertSettingsService } from './alert-settings.service.ts'

export const alertHandlers = (alerts: AlertSettingsService) =>
  ({
    alertSettings: ({ session }) => alerts.read(session.userId),
    async sendAlertMailCode({ session: { userId }, input: { address: mail, deviceId }, address }) {
      await alerts.sendMailCode({ mail, deviceId, caller: { userId, address } })
      return null
    },
    async setAlertMail({ session: { userId }, input: { address: mail, code }, address }) {
      await alerts.setMail({ mail, code, caller: { userId, address } })
      return null
    },
    setAlertWebhook: async ({ session: { userId }, input: { url }, address }) => ({
      secret: await alerts.setWebhook({ url, caller: { userId, address } }),
    }),
    async removeAlert({ session: { userId }, input: { channel }, address }) {
      await alerts.remove({ channel, caller: { userId, address } })
      return null
    },
  }) satisfies Partial<Handlers>
