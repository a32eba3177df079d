import { useEffect, useState } from 'react'

/** Display time of a name, and its maximum length (SPEC §9). */
const ROTATION_MS = 3000
const MAX_CHARACTERS = 13
const DEFAULT_PLACEHOLDER = '请输入企业名称/简称'

/** Truncates names over 13 characters with an ellipsis. */
export function truncateName(name: string): string {
  const characters = Array.from(name)
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : name
}

/**
 * Company name that the search field suggests: the next of `names` every 3 s unless paused. Without names, as for a
 * visitor, `name` is null and the text is the default.
 */
export function useRotatingPlaceholder(names: readonly string[], isPaused: boolean) {
  const [turn, setTurn] = useState(0)
  const canRotate = names.length > 1 && !isPaused

  useEffect(() => {
    if (!canRotate) return undefined
    const timer = setInterval(() => setTurn((current) => current + 1), ROTATION_MS)
    return () => clearInterval(timer)
  }, [canRotate])

  const name = names[turn % names.length] ?? null
  return { name, text: name === null ? DEFAULT_PLACEHOLDER : truncateName(name) }
}
