import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../../test/server.ts'
import { endSession } from '../session/session-actions.ts'
import { startSession } from '../session/session-store.ts'
import { useCompareBasket } from './compare-basket.ts'

const company = (id: string) => ({ id, briefName: `${id}演示` })

function open() {
  const { result } = renderHook(() => useCompareBasket())
  const ids = () => result.current.chosen?.map(({ id }) => id) ?? null
  const does = (change: (basket: typeof result.current) => unknown) => {
    let returned: unknown
    act(() => {
      returned = change(result.current)
    })
    return returned
  }
  return { ids, does }
}

test('the basket has at most three companies, and a second tap removes one', () => {
  const { ids, does } = open()
  expect(ids()).toBeNull()
  does(({ start }) => start([company('a')]))
  for (const id of ['b', 'c']) expect(does(({ toggle }) => toggle(company(id)))).toBe(true)
  expect(does(({ toggle }) => toggle(company('d')))).toBe(false)
  expect(ids()).toEqual(['a', 'b', 'c'])
  does(({ toggle }) => toggle(company('b')))
  expect(ids()).toEqual(['a', 'c'])
  does(({ cancel }) => cancel())
  expect(ids()).toBeNull()
})

test('the basket lasts as long as the window, and ends with the session of the user', () => {
  act(() => startSession('token-1', buildUser()))
  const { ids, does } = open()
  does(({ start }) => start([company('a'), company('b')]))
  expect(JSON.parse(sessionStorage.getItem('compareBasket') ?? '')).toEqual([company('a'), company('b')])
  act(() => endSession())
  expect(ids()).toBeNull()
})
