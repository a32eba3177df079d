/**
 * Codes of the envelope. 0 is success; any other rejects the call.
 * A rule that refuses a user answers HTTP 200 with a sentence in `message`.
 */
export const resultCode = {
  ok: 0,
  /** HTTP 400: a request that our own pages never send. */
  badRequest: 400,
  /** HTTP 200: no valid session. 403 has no other meaning. */
  noSession: 403,
  /** HTTP 404: unknown path. */
  unknownPath: 404,
  /** HTTP 200 with `Retry-After`: a limit is exhausted. */
  tooManyRequests: 429,
  /** HTTP 500: internal error, logged in full, answered with one fixed sentence. */
  internal: 500,
  /** HTTP 503 with `Retry-After`: overload, or a required part is unavailable. */
  unavailable: 503,
  /** The caller's membership does not include the call. */
  notInMembership: 4030,
  /** Unknown id, or a record that the caller may not see. */
  notFound: 4040,
  /** Invalid mobile number. */
  mobileInvalid: 4101,
  /** Captcha wrong, used or expired. */
  captchaWrong: 4102,
  /** Wrong SMS code; it may be tried again. */
  smsCodeWrong: 4103,
  /** SMS code used, replaced, expired or tried too often: a new one is needed. */
  smsCodeVoid: 4104,
  /** The keyword has no searchable character. */
  keywordEmpty: 4105,
  /** The SMS could not be sent. No limit was spent. */
  smsNotSent: 4106,
  /** Wrong mobile number or password; the answer does not state which. */
  passwordWrong: 4107,
  /** Too many wrong passwords: the next attempt needs a captcha. */
  captchaNeeded: 4108,
  /** Weak password: too short, too common, equal to the number or to the old password. */
  passwordUnfit: 4109,
  /** The number has an account already. Answered only after the number was proved. */
  mobileRegistered: 4110,
  /** The number has no account. Answered only after the number was proved. */
  mobileUnregistered: 4111,
  /** The agreements have a newer version than the accepted one. */
  agreementOutdated: 4112,
  /** Nickname not allowed. */
  nicknameUnfit: 4113,
  /** Too many choices, none where one is required, or an unknown choice. */
  choiceUnfit: 4114,
  /** The gift of the mobile number was claimed before. */
  giftSpent: 4115,
  /** Partner call with a wrong signature, an old timestamp or a repeated nonce. */
  signatureWrong: 4116,
  /** The account is being deactivated; this must be revoked first. */
  accountClosing: 4117,
  /** Not a picture, too large, broken, or evidence that has expired. */
  pictureUnfit: 4118,
  /** A visitor's contact token is missing or expired; the number must be proved again. */
  contactUnproved: 4119,
  /** The feedback is closed; a further message needs new feedback. */
  feedbackClosed: 4120,
  /** 拨打 is off, or the mobile number does not meet its conditions. */
  numberNotDialable: 4121,
  /** The number is hidden already, or is not hidden. */
  numberUnchanged: 4122,
  /** The level of the caller allows no further company to follow, or no further group. */
  followLimit: 4123,
  /** Not a certificate number: its check character does not fit, or it has another form. */
  certificateWrong: 4124,
  /** The operator has no WeChat account for the call. */
  wechatOff: 4125,
  /** WeChat did not answer, or refused the server. */
  wechatFailed: 4126,
  /** WeChat's code was used or expired; the mini-program requests a new one. */
  wechatCodeVoid: 4127,
  /** WeChat blocks the user. */
  wechatUserBlocked: 4128,
  /** The binding token was used or expired; the login starts again. */
  bindTokenVoid: 4129,
  /** An earlier question of the user is still being answered. */
  answerRunning: 4130,
  /** The question has no character that can be answered. */
  questionEmpty: 4131,
  /** The question is refused by a rule; asking it again gives the same. */
  questionRefused: 4132,
  /** The answer was not completed for a reason of ours; the question may be asked again and was not counted. */
  answerFailed: 4133,
  /** Only a completed or stopped answer with sentences can be shared. */
  answerNotShareable: 4134,
  /** Desk: unknown operator, wrong password or wrong code; the answer does not state which. */
  operatorLoginWrong: 4135,
  /** Desk: the action needs a fresh code of the authenticator, or the sent one is wrong. */
  freshCodeNeeded: 4136,
  /** Desk: no role of the operator allows the action. */
  roleMissing: 4137,
  /** Desk: a rule refuses the action, or another operator was faster; the sentence says which. */
  actionRefused: 4138,
  /** Operators locked the account for a time; only its data, its deactivation and its devices are open. */
  accountLocked: 4139,
  /** No API key may be created: the user has as many as allowed, or a partner opened the session. */
  apiKeyUnfit: 4150,
  /** No report can be ordered now, or there is no file: being made, failed, or the company was removed; the sentence says which. */
  reportUnavailable: 4151,
  /** The list cannot be read, has no row, has too many rows, or more than are left of today. */
  batchUnfit: 4160,
  /** Alerts: the address cannot be used, or a test message did not arrive; the sentence says why. */
  alertUnfit: 4170,
} as const

export type ResultCode = (typeof resultCode)[keyof typeof resultCode]
