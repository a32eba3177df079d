/** The stated parts in one text; null and false are left out. */
export const joinStated = (parts: readonly (string | null | false)[], separator = ' · '): string =>
  parts.filter((part) => part !== null && part !== false).join(separator)
