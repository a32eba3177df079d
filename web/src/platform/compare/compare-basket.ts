import { COMPARED_MOST } from '@baiqicha/contract/compared-ids'
import * as z from 'zod/mini'
import type { ChosenCompany, CompareControl } from '../../domain/compare/compare-bar.tsx'
import { createStore } from '../../lib/store.ts'
import { USER_STATUS_EVENT } from '../session/session-store.ts'
import { readJson, sessionStore } from '../storage/safe-storage.ts'

const KEY = 'compareBasket'
const basketSchema = z.array(z.object({ id: z.string(), briefName: z.string() })).check(z.maxLength(COMPARED_MOST))

type Chosen = CompareControl['chosen']

/** Kept for the session of the browser tab. */
function readBasket(): Chosen {
  const stored = z.safeParse(basketSchema, readJson(sessionStore, KEY))
  return stored.success ? stored.data : null
}

const useBasketStore = createStore<{ chosen: Chosen }>(() => ({ chosen: readBasket() }))
// A logout clears the storage of the session.
window.addEventListener(USER_STATUS_EVENT, () => useBasketStore.setState({ chosen: readBasket() }))

function choose(chosen: Chosen) {
  if (chosen === null) sessionStore.remove(KEY)
  else sessionStore.write(KEY, JSON.stringify(chosen))
  useBasketStore.setState({ chosen })
}

const start = (companies: readonly ChosenCompany[] = []) =>
  choose(companies.slice(0, COMPARED_MOST).map(({ id, briefName }) => ({ id, briefName })))
const cancel = () => choose(null)

function toggle({ id, briefName }: ChosenCompany): boolean {
  const chosen = useBasketStore.getState().chosen ?? []
  const others = chosen.filter((company) => company.id !== id)
  if (others.length === COMPARED_MOST) return false
  choose(others.length < chosen.length ? others : [...chosen, { id, briefName }])
  return true
}

/** The compare basket, which every page shares. */
export const useCompareBasket = (): CompareControl => ({ chosen: useBasketStore().chosen, start, cancel, toggle })
