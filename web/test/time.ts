import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Lets time pass for a screen under fake timers. Milliseconds. */
export function passTime(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
