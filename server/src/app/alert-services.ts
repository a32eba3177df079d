import { resultCode } from '@baiqicha/contract/result-codes'
import { createSmsCodeService, smsGuessRefusal } from '../features/account/sms-code.service.ts'
import { createAlertSender } from '../features/alerts/alert-sender.ts'
import { createAlertSettings } from '../features/alerts/alert-settings.service.ts'
import { createAlertTargets } from '../features/alerts/alert-target.repository.ts'
import { createBriefingRounds } from '../features/alerts/briefing.service.ts'
import type { FollowService } from '../features/follow/follow.service.ts'
import type { Audit } from '../platform/audit.ts'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { limitRefusal } from '../platform/limits/limit-refusal.ts'
import type { Limiter } from '../platform/limits/limiter.ts'
import { createServiceOutage } from '../platform/log/service-outage.ts'
import { createPostJson } from '../platform/mail/post-json.ts'
import { openMailer, SendFailure } from '../platform/mail/send-mail.ts'
import { guardSmsSender, SmsRefused } from '../platform/sms/sms-sender.ts'
import { channelsOf } from './briefings.ts'
import type { AlertOptions, AppDeps } from './deps.ts'

/** The user waits for a code; below the deadline of the call. */
const CODE_MS = 8_000
const SCENE = 'alertMail'
const off: AlertOptions = { mail: null, webhookHosts: [], origin: '', openMailer, post: createPostJson() }

type AlertServiceDeps = {
  follows: Pick<FollowService, 'newestEvent'>
  lockAccount: (tx: Database, userId: string) => Promise<unknown>
  audit: Audit
  limiter: Limiter
}

/** The limits of SMS codes count codes by mail too; their sentences speak of messages to a number. */
const ofMail = ({ code, message, retryAfterSeconds }: Refusal) =>
  new Refusal({
    code,
    message: message.replace('该手机号', '该邮箱').replace('短信', '邮件'),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  })

/** Settings of alerts, and the briefings; null: they are not sent. */
export function createAlertServices(deps: AppDeps, { follows, lockAccount, audit, limiter }: AlertServiceDeps) {
  const { db, clock, hmac, log, serviceStates } = deps
  const options = deps.alerts ?? off
  const { webhookHosts, startRound } = options
  const channels = channelsOf(deps.alerts)
  const targets = createAlertTargets({ db, clock })
  const sender = createAlertSender({ ...options, clock, hmac })
  const outage = createServiceOutage(log, 'mail server', (failure) => serviceStates?.record('mail', failure))
  const codes = createSmsCodeService<typeof SCENE>({
    ...deps,
    limiter,
    guessesPerCode: deps.config.limits.guessesPerSmsCode,
    sender: guardSmsSender(
      {
        async send({ mobile: address, code }, signal) {
          const until = { timeoutMs: CODE_MS, ...(signal !== undefined && { signal }) }
          await sender.sendCode(address, code, until).catch((error: unknown) => {
            // An address that the server refuses is no fault of the server.
            throw error instanceof SendFailure && error.state === 'refused'
              ? new SmsRefused(error.message, true)
              : error
          })
        },
      },
      { clock, deadlineMs: CODE_MS, outage },
    ),
  })

  return {
    alerts: createAlertSettings({
      ...deps,
      targets,
      sender,
      channels,
      webhookHosts,
      limiter,
      async requestCode(request) {
        const requested = await codes.request({ ...request, scene: SCENE })
        if (requested.ok) return
        if (requested.error.type === 'limited') throw ofMail(limitRefusal(requested.error))
        throw new Refusal({ code: resultCode.alertUnfit, message: '邮件发送失败，请检查邮箱后重试' })
      },
      async useCode(guess, act) {
        const used = await codes.guess({ ...guess, scene: SCENE }, act)
        if (!used.ok) throw ofMail(smsGuessRefusal(used.error))
      },
      newestEvent: () => follows.newestEvent(),
      lockAccount,
      audit,
    }),
    briefings:
      startRound === undefined
        ? null
        : createBriefingRounds({
            clock,
            targets,
            channels,
            startRound,
            onMail: (failure) => (failure === null ? outage.worked() : outage.failed(failure)),
          }),
  }
}
