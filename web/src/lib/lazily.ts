import { type ComponentType, lazy } from 'react'

const nothing = () => null

/** A component whose code loads when it first renders. A failed load renders nothing until the next start. */
export function lazily<P>(load: () => Promise<ComponentType<P>>) {
  return lazy<ComponentType<P>>(async () => ({ default: await load().catch(() => nothing) }))
}
