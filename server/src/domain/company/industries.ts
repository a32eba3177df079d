import type { FilterOptions } from '@baiqicha/contract/company-search'

/** GB/T 4754: a letter for a section, two digits for a division, three for a group, four for a class. */
export type IndustryRow = { code: string; name: string; section: string }

/** The industries of GB/T 4754-2017, in memory. */
export type Industries = ReturnType<typeof createIndustries>

export function createIndustries(rows: readonly IndustryRow[]) {
  const byCode = new Map(rows.map((row) => [row.code, row]))
  // When levels share a name, the last level of this list wins. A division with the name of its section (房地产业) covers
  // the whole section, so it is the more precise choice.
  const weakestFirst = [4, 3, 1, 2]
  const byName = new Map(
    weakestFirst
      .flatMap((length) => rows.filter((row) => row.code.length === length))
      .map((row) => [row.name, row.code]),
  )
  const sectionOf = (code: string | null) => (code === null ? null : (byCode.get(code)?.section ?? null))

  return {
    /** The table. */
    rows,
    nameOf: (code: string | null): string | null => (code === null ? null : (byCode.get(code)?.name ?? null)),
    /** C for 36 and for 3611; null for an unknown code. */
    sectionOf,
    /** Code for a code or name as sources write it: C, 36, C36, 汽车制造业. null when nothing matches. */
    codeOf: (text: string): string | null => {
      const word = text.trim()
      if (byCode.has(word)) return word
      const [, section, digits] = /^([A-T])(\d{2,4})$/.exec(word) ?? []
      if (digits !== undefined) return byCode.get(digits)?.section === section ? digits : null
      return byName.get(word) ?? null
    },
    /** Code as shown: C36. */
    displayCode: (code: string | null): string | null => {
      const section = sectionOf(code)
      return code === null || section === null ? null : code === section ? code : section + code
    },
    /** Sections with their divisions. */
    choices: (): FilterOptions['industries'] =>
      rows
        .filter((row) => row.code === row.section)
        .map((section) => ({
          code: section.code,
          name: section.name,
          children: rows
            .filter((row) => row.section === section.code && row.code.length === 2)
            .map(({ code, name }) => ({ code, name })),
        })),
  }
}
