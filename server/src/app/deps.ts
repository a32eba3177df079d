import type { Config } from '../config/read-config.ts'
import type { Agreements } from '../domain/account/agreements.ts'
import type { MembershipRules } from '../domain/account/membership-rules.ts'
import type { Clock } from '../domain/clock.ts'
import type { Random } from '../domain/random.ts'
import type { StartRound } from '../features/alerts/briefing.service.ts'
import type { AnswerPipeline } from '../features/assistant/pipeline.ts'
import type { Typeset } from '../features/report/report.service.ts'
import type { EventStore } from '../features/tracking/tracked-event.ts'
import type { CaptchaPainter } from '../platform/captcha/captcha-painter.ts'
import type { CaptchaSpeaker } from '../platform/captcha/captcha-speaker.ts'
import type { Cipher } from '../platform/crypto/cipher.ts'
import type { Hmac } from '../platform/crypto/hmac.ts'
import type { PasswordHasher } from '../platform/crypto/passwords.ts'
import type { Database } from '../platform/database/database.ts'
import type { ReadRouting } from '../platform/database/postgres/read-routing.ts'
import type { Logger } from '../platform/log/logger.ts'
import type { PostJson } from '../platform/mail/post-json.ts'
import type { MailServer, OpenMailer } from '../platform/mail/send-mail.ts'
import type { OperationMonitor } from '../platform/operations/operation-monitor.ts'
import type { Outbox } from '../platform/outbox.ts'
import type { Partners } from '../platform/partners/partners.ts'
import type { ReferenceData } from '../platform/reference-data.ts'
import type { ServiceStates } from '../platform/service-states.ts'
import type { SmsSender } from '../platform/sms/sms-sender.ts'
import type { Traces } from '../platform/traces/traces.ts'
import type { PictureFiles } from '../platform/uploads/picture-files.ts'
import type { ReEncodeImage } from '../platform/uploads/re-encode-image.ts'
import type { WebFile } from '../platform/web/web-files.ts'
import type { Wechat } from '../platform/wechat/wechat.ts'
import type { HiddenNumbers } from '../records/hidden-numbers.ts'
import type { CompanySearch } from '../search/company-search.ts'
import type { Admissions } from './admission-rules.ts'
import type { ListProcess } from './batch/list-process.ts'
import type { HttpServerOptions } from './http-server.ts'

/** How changes of followed companies are sent. */
export type AlertOptions = {
  /** null: there is no mail. */
  mail: MailServer | null
  webhookHosts: readonly string[]
  /** Origin of the site, for links. */
  origin: string
  openMailer: OpenMailer
  post: PostJson
  /** Sends what is due; absent: briefings are not sent. */
  startRound?: StartRound
  /** Milliseconds until a server that does not answer is left; tests set it shorter. */
  timeoutMs?: number
}

/** Collaborators and settings of the application, each constructed once, in start-server.ts or a test. */
export type AppDeps = {
  config: Pick<
    Config,
    | 'limits'
    | 'trackingDays'
    | 'asksTrackingConsent'
    | 'trustedProxies'
    | 'opsToken'
    | 'reconcile'
    | 'frameAncestors'
    | 'logoHosts'
    | 'jumpHosts'
    | 'officialSites'
    | 'demoData'
    | 'testHosts'
    | 'publicOrigins'
    | 'model'
    | 'refusalRules'
  >
  db: Database
  /** For reads that may be some seconds old (DATABASE_READ_URL); else the same as `db`. */
  readDb: Database
  readRouting: ReadRouting
  index: CompanySearch
  reference: ReferenceData
  membershipRules: MembershipRules
  partners: Partners
  /** The agreements in force. */
  findAgreements: () => Promise<Agreements>
  clock: Clock
  random: Random
  hmac: Hmac
  cipher: Cipher
  hiddenNumbers: HiddenNumbers
  passwordHasher: PasswordHasher
  smsSender: SmsSender
  wechat: Wechat
  /** null: no alerts are offered. */
  alerts: AlertOptions | null
  /** Whether SMS codes are printed in the server's terminal instead of being sent. */
  codesInTerminal: boolean
  /** Created with the first image captcha: loading the graphics library is slow. */
  painter: () => Promise<CaptchaPainter>
  /** Created with the first audio captcha. */
  speaker: () => Promise<CaptchaSpeaker>
  captchaOutbox: Outbox | null
  reEncodeImage: ReEncodeImage
  /** Reads lists and writes workbooks. */
  lists: ListProcess
  /** Absent: in a process of its own. */
  typesetReport?: Typeset
  pictureFiles: PictureFiles
  /** Whether the operator allows 拨打 of mobile numbers (DIAL_MOBILES). */
  dialMobiles: boolean
  /** Tracked events of users. Closed with the application. */
  eventStore: EventStore
  webFiles: ReadonlyMap<string, WebFile>
  log: Logger
  /** Absent: nobody reads them. */
  serviceStates?: ServiceStates
  /** Counts what the process does, beside the folder whose disk it watches; absent: nothing is counted. */
  operations?: { monitor: OperationMonitor; dataDir: string } | undefined
  /** Absent: traces are off. */
  traces?: Traces | undefined
  /** Milliseconds until a call is answered with 503; tests set it shorter. */
  deadlineMs?: number
  /** Tests answer questions by a script. */
  answerPipeline?: AnswerPipeline | undefined
  /** Milliseconds between two comments of a quiet stream; tests set it shorter. */
  commentMs?: number
  /** Tests set smaller admission rules. */
  admission?: Partial<Admissions>
  /** Tests set shorter times. */
  httpServer?: HttpServerOptions
}
