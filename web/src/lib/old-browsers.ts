/**
 * Adds the methods that our code and the libraries call and that a browser at the floor lacks. `npm run check` refuses every
 * other young method in the built files. Imported before all else.
 */
const added = {
  at(this: ArrayLike<unknown>, index: number): unknown {
    const position = Math.trunc(index) || 0
    return this[position < 0 ? position + this.length : position]
  },
  toSorted(this: ArrayLike<unknown>, compare?: (one: unknown, other: unknown) => number): unknown[] {
    return Array.from(this).sort(compare)
  },
}

/** Adds what the prototypes of lists and texts lack. */
export function addMissingMethods(list: object, text: object) {
  for (const [prototype, name] of [
    [list, 'at'],
    [list, 'toSorted'],
    [text, 'at'],
  ] as const) {
    if (name in prototype) continue
    Object.defineProperty(prototype, name, { value: added[name], configurable: true, writable: true })
  }
}

addMissingMethods(Array.prototype, String.prototype)
