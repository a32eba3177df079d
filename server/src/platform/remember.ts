/**
 * The function, with its last results kept by its text: for what is asked again and again with few different texts.
 * Past the capacity all is forgotten, which costs less than keeping order.
 */
export function remember<T>(make: (text: string) => T, capacity = 1_000): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = make(text)
    if (kept.size >= capacity) kept.clear()
    kept.set(text, made)
    return made
  }
}
