/** At most `count` in `seconds`: a bucket of `count` tokens that refills evenly over the period. */
export type BucketRule = { count: number; seconds: number }

/**
 * A bucket is one number: the moment at which it is full again, in milliseconds (the "theoretical arrival time" of the
 * cell rate algorithm). null is a bucket never used.
 */
export type FullAt = number | null

const periodOf = (rule: BucketRule) => rule.seconds * 1000
const perToken = (rule: BucketRule) => periodOf(rule) / rule.count

/**
 * The bucket within its bounds. A moment beyond now + period comes from a clock that was set back; no caller is refused
 * longer than the period. A refusal stores this too: otherwise each later call would clamp, and refuse, again.
 */
export const clamp = (fullAt: FullAt, rule: BucketRule, now: number) =>
  Math.min(Math.max(fullAt ?? now, now), now + periodOf(rule))

/** Milliseconds until so many tokens are available; 0: now. */
export function waitFor(fullAt: FullAt, rule: BucketRule, now: number, tokens = 1): number {
  const latest = now + periodOf(rule) - tokens * perToken(rule)
  // Tolerates the rounding error of dividing a period.
  const wait = clamp(fullAt, rule, now) - latest
  return wait > 0.001 ? wait : 0
}

/** The bucket after so many tokens are spent. */
export const spend = (fullAt: FullAt, rule: BucketRule, now: number, tokens = 1) =>
  clamp(fullAt, rule, now) + tokens * perToken(rule)

/** The bucket after so many tokens are refunded. */
export const giveBack = (fullAt: FullAt, rule: BucketRule, now: number, tokens = 1) =>
  Math.max(clamp(fullAt, rule, now) - tokens * perToken(rule), now)
