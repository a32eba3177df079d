import { parsePath } from 'react-router'
import { saveRoute } from '../../platform/navigation/saved-route.ts'

/**
 * Saves the target that the query of the login page names as `to`. The mini-program opens such an address: the app starts
 * anew there and has no saved route.
 */
export function saveNamedTarget(query: URLSearchParams) {
  const target = query.get('to')
  if (target === null) return
  const { pathname = '', search = '' } = parsePath(target)
  saveRoute({ pathname, search })
}
