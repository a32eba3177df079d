import { useState } from 'react'

/** A set, empty at first, and a function that adds a value or removes it again. */
export function useToggledSet<T>(): [ReadonlySet<T>, (value: T) => void] {
  const [set, setSet] = useState<ReadonlySet<T>>(new Set())
  const toggle = (value: T) =>
    setSet((before) => {
      const next = new Set(before)
      if (!next.delete(value)) next.add(value)
      return next
    })
  return [set, toggle]
}
