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
} as const

export type ResultCode = (typeof resultCode)[keyof typeof resultCode]
