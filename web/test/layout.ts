import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Replaces the observer that jsdom lacks by one the test speaks for. Call it before the app is rendered. */
export function controlIntersections() {
  const observers = new Set<{ callback: IntersectionObserverCallback; targets: Set<Element> }>()

  class ControlledObserver implements IntersectionObserver {
    readonly root = null
    readonly rootMargin = ''
    readonly scrollMargin = ''
    readonly thresholds = [0]
    private readonly entry: { callback: IntersectionObserverCallback; targets: Set<Element> }

    constructor(callback: IntersectionObserverCallback) {
      this.entry = { callback, targets: new Set() }
      observers.add(this.entry)
    }
    observe(target: Element) {
      this.entry.targets.add(target)
    }
    unobserve(target: Element) {
      this.entry.targets.delete(target)
    }
    disconnect() {
      observers.delete(this.entry)
    }
    takeRecords() {
      return []
    }
  }
  vi.stubGlobal('IntersectionObserver', ControlledObserver)

  /** Tells who watches `target` that it is in view, or has left it upwards. */
  return (target: Element, isIntersecting: boolean) =>
    act(async () => {
      for (const { callback, targets } of Array.from(observers)) {
        if (!targets.has(target)) continue
        const rect = new DOMRect(0, isIntersecting ? 0 : -500, 375, 400)
        const entry: IntersectionObserverEntry = {
          target,
          isIntersecting,
          intersectionRatio: isIntersecting ? 1 : 0,
          boundingClientRect: rect,
          intersectionRect: rect,
          rootBounds: null,
          time: 0,
        }
        callback([entry], new IntersectionObserver(() => {}))
      }
    })
}

/** Gives every observed element the size of a row, so that a virtual list shows as many as fit in jsdom's window. */
export function mockRowSizes(height = 97) {
  const box = [{ blockSize: height, inlineSize: 375 }]

  class SizedObserver implements ResizeObserver {
    private readonly callback: ResizeObserverCallback
    private readonly waiting = new Set<Element>()

    constructor(callback: ResizeObserverCallback) {
      this.callback = callback
    }
    // As in a browser: all that was observed in one go is reported together, later.
    observe(target: Element) {
      if (this.waiting.size === 0) setTimeout(() => act(() => this.report()))
      this.waiting.add(target)
    }
    unobserve(target: Element) {
      this.waiting.delete(target)
    }
    disconnect() {
      this.waiting.clear()
    }
    private report() {
      const entries = [...this.waiting].map((target) => ({
        target,
        contentRect: new DOMRect(0, 0, 375, height),
        borderBoxSize: box,
        contentBoxSize: box,
        devicePixelContentBoxSize: box,
      }))
      this.waiting.clear()
      if (entries.length > 0) this.callback(entries, this)
    }
  }
  vi.stubGlobal('ResizeObserver', SizedObserver)
  // jsdom has no layout: no window height, and no place for a row, which a list then leaves out.
  Object.defineProperty(document, 'scrollingElement', { configurable: true, value: document.documentElement })
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(812)
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
}
