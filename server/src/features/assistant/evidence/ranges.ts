import type { AmountRange, Days } from '../question/parsed-question.ts'

export function isWithinRange(amount: number, { least, most, excludesLeast, excludesMost }: AmountRange): boolean {
  if (least !== null && (excludesLeast ? amount <= least : amount < least)) return false
  return most === null || (excludesMost ? amount < most : amount <= most)
}

/** A date may be a year or a month alone: the number of employees of 2025 belongs to 近三年. */
export const isWithinDays = (date: string, { from, to }: Days): boolean =>
  (from === null || date >= from.slice(0, date.length)) && (to === null || date <= to.slice(0, date.length))
