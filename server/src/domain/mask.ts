/** A mobile number for output and logs: 138****0000. */
export const maskMobile = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** Masks every mobile number in a text that is not part of a longer number. */
export const maskMobilesIn = (text: string) => text.replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, (mobile) => maskMobile(mobile))
