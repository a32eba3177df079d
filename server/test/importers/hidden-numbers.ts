import { createHiddenNumbersOf } from '../../src/records/hidden-numbers.ts'

/** With the key of the tests, which the application of `openTestApp` has too. */
export const testHiddenNumbers = createHiddenNumbersOf(new Uint8Array(32))
