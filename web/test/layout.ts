import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Replaces IntersectionObserver, which jsdom lacks, by one that the test controls. Call it before rendering. */
export function controlIntersections() {
  const observers = new Set<{ callback: IntersectionObserverCallback; targets: Set<Element> }>()
  const inView = new Set<Element>()

  function report(callback: IntersectionObserverCallback, target: Element) {
    const isIntersecting = inView.has(target)
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
    // Reports what is in view already, as browsers do.
    observe(target: Element) {
      this.entry.targets.add(target)
      setTimeout(() => {
        if (inView.has(target) && observers.has(this.entry)) act(() => report(this.entry.callback, target))
      })
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

  /** Reports to the observers of `target` that it is in view, or has left the view at the top. */
  return (target: Element, isIntersecting: boolean) =>
    act(async () => {
      if (isIntersecting) inView.add(target)
      else inView.delete(target)
      for (const { callback, targets } of Array.from(observers)) {
        if (targets.has(target)) report(callback, target)
      }
    })
}

/**
 * Gives every observed element the height of a row, so that a virtual list renders as many as fit in jsdom's window.
 */
export function mockRowSizes(height = 97) {
  const box = [{ blockSize: height, inlineSize: 375 }]

  class SizedObserver implements ResizeObserver {
    private readonly callback: ResizeObserverCallback
    private readonly waiting = new Set<Element>()

    constructor(callback: ResizeObserverCallback) {
      this.callback = callback
    }
    // Reports all elements observed in one task together and later, as browsers do.
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
  // jsdom has no layout: without a window height and row positions a virtual list renders nothing.
  Object.defineProperty(document, 'scrollingElement', { configurable: true, value: document.documentElement })
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(812)
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
}
