import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import type { managedPlaces } from '@baiqicha/contract/desk/content'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from './use-action.ts'

export type ManagedPlace = (typeof managedPlaces)[number]

/** Time without input after which the draft is checked. */
const CHECK_MS = 400

const storedSchema = z.object({ base: z.int(), text: z.string() })
const keyOf = (place: ManagedPlace) => `content-draft-${place}`

/** The draft that this browser stores for a version; null: none. */
function readDraft(place: ManagedPlace, base: number): unknown {
  try {
    const stored = z.parse(storedSchema, JSON.parse(window.localStorage.getItem(keyOf(place)) ?? 'null'))
    return stored.base === base ? JSON.parse(stored.text) : null
  } catch {
    return null
  }
}

function storeDraft(place: ManagedPlace, base: number, text: string | null) {
  try {
    if (text === null) window.localStorage.removeItem(keyOf(place))
    else window.localStorage.setItem(keyOf(place), JSON.stringify({ base, text }))
  } catch {
    // A private window: the draft lasts as long as the page.
  }
}

export type EditedContent<T> = {
  value: T
  text: string
  isChanged: boolean
  /** Of the last check; undefined: not checked yet. */
  checked: DeskOutput<'content publish'> | undefined
  /** Why it could not be checked. */
  failure: Error | null
  /** What is wrong with a field, as in `bannerList[b-risk].jumpUrl`. */
  errorOf: (field: string) => string | undefined
  change: (value: T) => void
  discard: () => void
}

/** The content of a place while it is edited, stored in this browser and checked by the server. */
export function useContentDraft<T>(
  place: ManagedPlace,
  { version: base, text: published }: DeskOutput<'content show'>,
  schema: z.ZodMiniType<T>,
): EditedContent<T> {
  const parsed = () => z.parse(schema, JSON.parse(published))
  const [value, setValue] = useState<T>(() => {
    const stored = z.safeParse(schema, readDraft(place, base))
    return stored.success ? stored.data : parsed()
  })
  const text = JSON.stringify(value)
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
    checked: check.data,
    failure: check.error,
    errorOf: (field) => errors.find((error) => error.field === field)?.sentence,
    change(next) {
      setValue(next)
      storeDraft(place, base, JSON.stringify(next))
    },
    discard() {
      setValue(parsed())
      storeDraft(place, base, null)
    },
  }
}
