import { parsePath } from 'react-router'
import * as z from 'zod/mini'
import { isLoggedIn } from '../session/session-store.ts'
import { readJson, sessionStore } from '../storage/safe-storage.ts'
import { usePageLocation } from './page.tsx'

const KEY = 'loginPurpose'

const purposeSchema = z.object({ route: z.string(), purpose: z.string() })

/** The saved route has its query encoded anew, so both are compared in that form. */
function comparable(route: string): string {
  const { pathname = '', search = '' } = parsePath(route)
  return `${pathname}?${new URLSearchParams(search).toString()}`
}

/** Saves what a visitor wants to do on the current page after a login, such as 关注比亚迪. Call it before `useRequireLogin`. */
export function useLoginPurpose(): (purpose: string) => void {
  const { pathname, search } = usePageLocation()
  return (purpose) => {
    if (isLoggedIn()) return
    sessionStore.write(KEY, JSON.stringify({ route: comparable(pathname + search), purpose }))
  }
}

/** What the visitor wanted to do on this page; null: something else, such as reading it. */
export function readLoginPurpose(route: string): string | null {
  const saved = z.safeParse(purposeSchema, readJson(sessionStore, KEY))
  return saved.success && saved.data.route === comparable(route) ? saved.data.purpose : null
}

export const forgetLoginPurpose = () => sessionStore.remove(KEY)
