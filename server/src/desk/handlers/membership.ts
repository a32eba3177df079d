import { membershipSentence } from '../../cli/admin/membership.ts'
import type { ActionsOf, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

export const createMembershipHandlers = ({ memberships }: DeskServices): DeskHandlers<ActionsOf<'membership'>> => ({
  'membership grants': async ({ mobile }) => ({ items: await memberships.find(mobile) }),
  async 'membership change'(step, operator) {
    const changed = await memberships.change({ ...step, operator })
    if (!changed.ok) throw actionRefused(membershipSentence(changed.error))
    return {}
  },
})
