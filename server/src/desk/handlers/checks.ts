import { testSentence } from '../../cli/admin/checks.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

export const createCheckHandlers = ({ checks }: DeskServices): DeskHandlers<ActionsOf<'checks'>> => ({
  'checks list': () => checks.list(),
  async 'checks test'({ key, to }, operator) {
    const tested = await checks.test({ key, to, operator })
    if (!tested.ok) throw actionRefused(testSentence(tested.error, key))
    return tested.value
  },
})
