import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * A part of a page or of the shell whose code loads when it first renders. Without its code nothing is shown in its place: the page works
 * without it.
 */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
}
