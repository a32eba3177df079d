import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import type { managedPlaces } from '@baiqicha/contract/desk/content'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useAct, useRead } from './hooks.ts'

export type ManagedPlace = (typeof managedPlaces)[number]

/** Time without input after which the draft is checked. */
const CHECK_MS = 400

/** The value of a stored draft; null: its text does not fit the page, or changes another version. */
function readDraft<T>({ version, draft }: DeskOutput<'content show'>, schema: z.ZodMiniType<T>): T | null {
  if (draft === null || draft.base !== version) return null
  const stored = z.safeParse(schema, JSON.parse(draft.text))
  return stored.success ? stored.data : null
}

export type EditedContent<T> = ReturnType<typeof useContentDraft<T>>

/** The content of a place while it is edited, checked by the server and stored there as a draft. */
export function useContentDraft<T>(place: ManagedPlace, current: DeskOutput<'content show'>, schema: z.ZodMiniType<T>) {
  const { version: base, text: published, draft } = current
  const run = useAct()
  const parsed = () => z.parse(schema, JSON.parse(published))
  const [value, setValue] = useState<T>(() => readDraft(current, schema) ?? parsed())
  const text = JSON.stringify(value)
  // What this page began with: a draft that another operator stores later refuses the next save.
  const [stored, setStored] = useState(() => ({
    text: draft?.base === base ? text : JSON.stringify(parsed()),
    savedAt: draft?.savedAt ?? null,
  }))
  const isChanged = text !== JSON.stringify(parsed())
  const [checkedText, setCheckedText] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setCheckedText(text), CHECK_MS)
    return () => clearTimeout(timer)
  }, [text])
  const check = useRead('content publish', {
    place,
    base,
    text: checkedText,
    reason: '',
    shownFrom: null,
    dryRun: true,
  })
  const errors = check.data?.errors ?? []
  return {
    value,
    text,
    isChanged,
    /** Of the last check; undefined: not checked yet. */
    checked: check.data,
    /** Why it could not be checked. */
    failure: check.error,
    /** What is wrong with a field, as in `bannerList[b-risk].jumpUrl`. */
    errorOf: (field: string) => errors.find((error) => error.field === field)?.sentence,
    change: setValue,
    /** Whether the server stores this draft. */
    isSaved: text === stored.text,
    /** When the draft was stored that this one changes; null: there was none. */
    savedAt: stored.savedAt,
    /** A stored draft of an earlier version, which the next save replaces; null: none. */
    outdated: draft !== null && draft.base !== base ? draft : null,
    /** Stores the draft for all operators. @throws DeskRefused when another one stored it meanwhile */
    async save() {
      const { savedAt } = await run('content draft', { place, base, text, savedAt: stored.savedAt })
      setStored({ text, savedAt })
    },
    /** @throws DeskRefused */
    async discard() {
      if (stored.savedAt !== null) {
        await run('content draft', { place, base, text: null, savedAt: stored.savedAt })
      }
      setValue(parsed())
      setStored({ text: JSON.stringify(parsed()), savedAt: null })
    },
  }
}

/** The items with one at another place; the same items when there is no such place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const changed = [...items]
  if (to >= 0 && to < items.length) changed.splice(to, 0, ...changed.splice(from, 1))
  return changed
}
