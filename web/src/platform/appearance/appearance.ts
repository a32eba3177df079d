import * as z from 'zod/mini'
import { createStore } from '../../lib/store.ts'
import { localStore, readJson } from '../storage/safe-storage.ts'

const KEY = 'appearance'
const appearanceSchema = z.object({ theme: z.enum(['system', 'light', 'dark']), isElder: z.boolean() })

/** Appearance settings. `system` follows the device. */
export type Appearance = z.infer<typeof appearanceSchema>

function readAppearance(): Appearance {
  const stored = z.safeParse(appearanceSchema, readJson(localStore, KEY))
  return stored.success ? stored.data : { theme: 'system', isElder: false }
}

export const useAppearance = createStore<Appearance>(readAppearance)

/** Sets the attributes that tokens.css reads. `system` sets none, so that the media query decides. */
export function applyAppearance({ theme, isElder }: Appearance = useAppearance.getState()) {
  const root = document.documentElement
  if (theme === 'system') root.removeAttribute('data-theme')
  else root.setAttribute('data-theme', theme)
  root.toggleAttribute('data-elder', isElder)
}

export function changeAppearance(change: Partial<Appearance>) {
  const appearance = { ...useAppearance.getState(), ...change }
  localStore.write(KEY, JSON.stringify(appearance))
  useAppearance.setState(appearance)
  applyAppearance(appearance)
}
