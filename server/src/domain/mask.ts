/** A mobile number as it may be shown and logged: 138****0000. */
export const maskMobile = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** Any mobile number standing alone within a text, masked. */
export const maskMobilesIn = (text: string) => text.replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, (mobile) => maskMobile(mobile))
