import { useEffect, useRef } from 'react'

/** By key combination, as in `Ctrl+S` or `Alt+ArrowUp`, what it does. On a Mac ⌘ counts as Ctrl. */
export type Shortcuts = Readonly<Record<string, () => void>>

const combinationOf = ({ ctrlKey, metaKey, altKey, key }: KeyboardEvent) =>
  [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', key.length === 1 ? key.toUpperCase() : key]
    .filter((part) => part !== '')
    .join('+')

/** Runs shortcuts of a page. None works while a dialog is open, and one letter only outside fields. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const combination = combinationOf(event)
      const run = latest.current[combination]
      if (run === undefined || event.isComposing || document.querySelector('[role=dialog]') !== null) return
      const isInField = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (isInField && !combination.includes('+')) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
