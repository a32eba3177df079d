import { expect } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { testHiddenNumbers } from '../importers/hidden-numbers.ts'
import { freshMobile, lastCode, requestCode, type TestApp } from './app.ts'
import type { RouteCases } from './route-case.ts'

const smsCodeVoid = { status: 200, code: 4104 }

/** Cases of hiding a number and of the undo, each with the code of its own number. */
export async function hiddenNumberRouteCases(db: Database, test: TestApp) {
  const [shown, hidden] = [freshMobile(), freshMobile()]
  await db
    .transaction()
    .execute((tx) => testHiddenNumbers.hide(tx, { value: hidden, addedBy: 'operator', reason: '演示' }, 1))
  for (const mobile of [shown, hidden]) await requestCode(test, mobile, { scene: 'hideNumber' })
  const inputOf = (mobile: string) => ({ mobile, smsCode: lastCode(test, mobile) })
  return {
    hideNumber: {
      input: inputOf(shown),
      check: ({ data }) => expect(data).toEqual({ hidden: true }),
      refused: { input: { mobile: freshMobile(), smsCode: '000000' }, ...smsCodeVoid },
    },
    showNumber: {
      input: inputOf(hidden),
      check: ({ data }) => expect(data).toEqual({ hidden: false }),
      refused: { input: { mobile: freshMobile(), smsCode: '000000' }, ...smsCodeVoid },
    },
  } satisfies Partial<RouteCases>
}
