import type { Flag } from '../../../platform/database/tables/company.ts'
import type { CompanyDraft } from './company-draft.ts'

const none: readonly CompanyDraft[] = []

function addToIndex(index: Map<string, CompanyDraft[]>, key: string, draft: CompanyDraft) {
  const others = index.get(key)
  if (others === undefined) index.set(key, [draft])
  else if (!others.includes(draft)) others.push(draft)
}

/** Demonstration companies and real companies of one name never match. */
const demoNameKey = (isDemo: Flag, nameKey: string) => `${isDemo}${nameKey}`

export type IdentifyingKeys = {
  creditCode: string | null
  registrationNumber: string | null
  sourceKeys: Iterable<string>
  nameKeys: Iterable<string>
}

/** Identity map of a batch: stored drafts and new drafts, by code, number, key and name. */
export function createLoadedCompanies() {
  const byCreditCode = new Map<string, CompanyDraft>()
  const byRegistrationNumber = new Map<string, CompanyDraft[]>()
  const byKey = new Map<string, CompanyDraft>()
  const byName = new Map<string, CompanyDraft[]>()
  const ids = new Set<string>()

  const named = (isDemo: Flag, nameKey: string): readonly CompanyDraft[] =>
    byName.get(demoNameKey(isDemo, nameKey)) ?? none

  function isAlone({ row, knownNames }: CompanyDraft) {
    for (const nameKey of knownNames) if (named(row.is_demo, nameKey).length > 1) return false
    return true
  }

  return {
    ids,

    /** Indexes the draft. Call it again after the draft got another code, key or name. */
    add(draft: CompanyDraft) {
      const { row, keys, knownNames } = draft
      ids.add(row.id)
      if (row.credit_code !== null) byCreditCode.set(row.credit_code, draft)
      if (row.registration_number !== null) addToIndex(byRegistrationNumber, row.registration_number, draft)
      for (const key of keys) byKey.set(key, draft)
      for (const nameKey of knownNames) addToIndex(byName, demoNameKey(row.is_demo, nameKey), draft)
    },

    /** Removes a draft that was merged into another; add the other draft afterwards. */
    drop({ row, knownNames }: CompanyDraft) {
      const without = (drafts: readonly CompanyDraft[]) => drafts.filter((draft) => draft.row !== row)
      for (const nameKey of knownNames) {
        const key = demoNameKey(row.is_demo, nameKey)
        byName.set(key, without(byName.get(key) ?? none))
      }
      const number = row.registration_number
      if (number !== null) byRegistrationNumber.set(number, without(byRegistrationNumber.get(number) ?? none))
    },

    withCreditCode: (code: string | null) => (code === null ? undefined : byCreditCode.get(code)),

    withRegistrationNumber: (number: string | null): readonly CompanyDraft[] => {
      const drafts = number === null ? none : (byRegistrationNumber.get(number) ?? none)
      return drafts.filter((draft) => draft.row.registration_number === number)
    },

    withKey: (key: string | null) => (key === null ? undefined : byKey.get(key)),

    named,

    /** Whether a company of the batch has or had any of the codes, keys or names. */
    hasAnyOf({ creditCode, registrationNumber, sourceKeys, nameKeys }: IdentifyingKeys, isDemo: Flag): boolean {
      if (creditCode !== null && byCreditCode.has(creditCode)) return true
      if (registrationNumber !== null && byRegistrationNumber.has(registrationNumber)) return true
      for (const key of sourceKeys) if (byKey.has(key)) return true
      for (const nameKey of nameKeys) if (byName.has(demoNameKey(isDemo, nameKey))) return true
      return false
    },

    /** The draft and all drafts that are connected to it by a chain of shared names. */
    relatedByName(draft: CompanyDraft): CompanyDraft[] {
      if (isAlone(draft)) return [draft]
      const found = new Set([draft])
      for (const one of found) {
        for (const nameKey of one.knownNames) {
          for (const other of named(one.row.is_demo, nameKey)) found.add(other)
        }
      }
      return [...found]
    },
  }
}

export type LoadedCompanies = ReturnType<typeof createLoadedCompanies>
