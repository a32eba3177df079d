import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Advances fake timers and renders. Milliseconds. */
export function passTime(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
