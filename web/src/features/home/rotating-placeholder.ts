import { useEffect, useState } from 'react'

/** SPEC §9: how long a name stands, and how much of it is shown. */
const ROTATION_MS = 3000
const MAX_CHARACTERS = 13
const DEFAULT_PLACEHOLDER = '请输入企业名称/简称'

/** Names over 13 characters end in an ellipsis. */
export function truncateName(name: string): string {
  const characters = Array.from(name)
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : name
}

/**
 * The company name the search box suggests, a new one every 3 s among `names`, standing still while paused.
 * Without names, as for a visitor or after logout, `name` is null and the text is the default.
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
