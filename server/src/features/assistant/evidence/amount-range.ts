import type { AmountRange } from '../question/parsed-question.ts'

export function isWithinRange(amount: number, { least, most, excludesLeast, excludesMost }: AmountRange): boolean {
  if (least !== null && (excludesLeast ? amount <= least : amount < least)) return false
  return most === null || (excludesMost ? amount < most : amount <= most)
}
