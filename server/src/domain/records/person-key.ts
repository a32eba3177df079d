/** A person's name for comparison: without differences in width, spaces, inner dots and invisible characters. */
export const personKey = (name: string) =>
  name.normalize('NFKC').replace(/[\s·•‧・\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')

const isMasked = (name: string) => /[某*＊×○]/u.test(name)

export const PERSON_MARK = 'p:'
/** Subject key of a person identified by one source, whatever the name. */
export const SOURCE_PERSON_MARK = 'k:'

/**
 * Subject key of a natural person by full name. The search for persons alone reads it: it never leads to a company. null
 * for a name that the source has masked.
 */
export function personSubjectKey(name: string): string | null {
  const key = personKey(name)
  return key === '' || isMasked(key) ? null : `${PERSON_MARK}${key}`
}
