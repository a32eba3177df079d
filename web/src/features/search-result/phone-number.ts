/**
 * Whether a keyword can be meant as a phone number: digits as people write them, with or without area code. Phone
 * numbers are looked at only when asked for, so the page offers that.
 */
export function isPhoneNumber(keyword: string): boolean {
  const text = keyword.normalize('NFKC')
  const digits = text.replace(/\D/g, '').length
  return /^\+?[\d\s()-]+$/.test(text) && digits >= 7 && digits <= 13
}
