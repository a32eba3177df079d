/** A mobile number for output and logs: 138****0000. */
export const maskMobile = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** Masks every mobile number in a text that is not part of a longer number. */
export const maskMobilesIn = (text: string) => text.replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, (mobile) => maskMobile(mobile))

/** An e-mail address for output: li***@example.com. */
export const maskEmail = (email: string) => email.replace(/^(.{1,2})[^@]*@/, '$1***@')

/** Masks every mobile number and e-mail address in a text. */
export const maskContactsIn = (text: string) =>
  maskMobilesIn(text).replace(/(?<![\w.%+-])[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g, (email) => maskEmail(email))
