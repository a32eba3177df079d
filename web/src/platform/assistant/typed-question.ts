import { sessionStore } from '../storage/safe-storage.ts'

/** Question that waits for 百言: a visitor's during the login, or one that another page suggests. Never in an address. */
const KEY = 'typedQuestion'

export const saveTypedQuestion = (question: string) => sessionStore.write(KEY, question)

/** The saved question; empty: there is none. */
export const readTypedQuestion = () => sessionStore.read(KEY) ?? ''

export const clearTypedQuestion = () => sessionStore.remove(KEY)

export const ASSISTANT_PATH = '/ai'

/** Path of 百言 about a company. */
export const assistantPath = (companyId: string) =>
  `${ASSISTANT_PATH}?${new URLSearchParams({ id: companyId }).toString()}`
