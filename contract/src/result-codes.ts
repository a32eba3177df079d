/**
 * Every `code` an envelope may carry. 0 is success; the rest reject the call.
 * Rules that say no to a person travel with HTTP 200 and a sentence in `message`.
 */
export const resultCode = {
  ok: 0,
  /** HTTP 400: a request our own page never makes. */
  badRequest: 400,
  /** HTTP 200: no valid session. The one meaning of 403. */
  noSession: 403,
  /** HTTP 404: no such path. */
  unknownPath: 404,
  /** HTTP 200 with `Retry-After`: a throttle said no. */
  tooManyRequests: 429,
  /** HTTP 500: ours, logged in full, told in one fixed sentence. */
  internal: 500,
  /** HTTP 503 with `Retry-After`: overloaded, or a part we need is away. */
  unavailable: 503,
  /** Not part of the caller's membership. */
  notInMembership: 4030,
  /** No record with that id, or one this viewer may not see. */
  notFound: 4040,
  /** The mobile number is not one. */
  mobileInvalid: 4101,
  /** The picture code was wrong, spent or expired. */
  captchaWrong: 4102,
  /** The SMS code was wrong, and may be tried again. */
  smsCodeWrong: 4103,
  /** The SMS code is spent, replaced, expired or guessed too often: ask for a new one. */
  smsCodeVoid: 4104,
  /** The keyword holds nothing that can be searched for. */
  keywordEmpty: 4105,
  /** The SMS could not be sent. Nothing was counted against any limit. */
  smsNotSent: 4106,
  /** Mobile or password, never which. */
  passwordWrong: 4107,
  /** Too many wrong passwords: the next try needs a captcha. */
  captchaNeeded: 4108,
  /** A password nobody should have: too short, too common, the number itself, or the old one. */
  passwordUnfit: 4109,
  /** Told only to who proved the number: it has an account already. */
  mobileRegistered: 4110,
  /** Told only to who proved the number: it has no account. */
  mobileUnregistered: 4111,
  /** The agreements have a newer version than the one agreed to. */
  agreementOutdated: 4112,
  /** A nickname that cannot be shown. */
  nicknameUnfit: 4113,
  /** Too many of a list, none where one is needed, or one that is not in it. */
  choiceUnfit: 4114,
  /** The gift of this number is spent. */
  giftSpent: 4115,
  /** A partner's call that is not signed by it, too old, or sent again. */
  signatureWrong: 4116,
  /** The account is to be erased: that has to be revoked first. */
  accountClosing: 4117,
  /** A picture that is none, too large or broken, or evidence that is not there any more. */
  pictureUnfit: 4118,
  /** A visitor's proof of a mobile number is none or has expired: prove it again. Nothing else is lost. */
  contactUnproved: 4119,
} as const

export type ResultCode = (typeof resultCode)[keyof typeof resultCode]
