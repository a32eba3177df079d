/** A text as it is compared: without marks, blanks and thousands separators, in one width and case. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('**', '')
    .replace(/\s+/gu, '')
    .replace(/(?<=\d),(?=\d{3})/gu, '')
