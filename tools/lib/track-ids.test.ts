import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { trackIds } from '../../web/src/lib/tracker/track-ids.ts'
import { root } from './paths.mjs'

const source = join(root, 'web/src')
/** Wrappers that pass the id on to the native element within. */
const passesOn = ['lib/router/router.tsx', 'platform/navigation/session-link.tsx']
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  // Visits of operators are not tracked.
  (name) => name.endsWith('.tsx') && !/\.test\.|^desk\//.test(name) && !passesOn.includes(name),
)
const code = new Map(files.map((name) => [name, readFileSync(join(source, name), 'utf8')]))

/** Opening tags of an element, with their attributes. */
function openingTags(text: string, names: RegExp): string[] {
  return Array.from(text.matchAll(new RegExp(`<(?:${names.source})(?=[\\s>/])`, 'g')), ({ index }) => {
    let depth = 0
    for (let at = index; at < text.length; at += 1) {
      if (text[at] === '{') depth += 1
      else if (text[at] === '}') depth -= 1
      else if (text[at] === '>' && depth === 0 && text[at - 1] !== '=') return text.slice(index, at + 1)
    }
    return text.slice(index)
  })
}

describe('track-ids', () => {
  test.each(Array.from(code))('%s gives every interactive element one', (_name, text) => {
    const tags = openingTags(text, /button|a|Link|SessionLink|summary/)
    expect(tags.filter((tag) => !tag.includes('track-id='))).toEqual([])
  })

  test.each(Array.from(code))('%s gives every checkbox and switch one; fields for text have none', (_name, text) => {
    const toggles = openingTags(text, /input/).filter((tag) => /type="(?:checkbox|radio)"/.test(tag))
    expect(toggles.filter((tag) => !tag.includes('track-id='))).toEqual([])
  })

  test('have a meaning of their own, and are all in use', () => {
    const meanings = Object.values(trackIds).map(([, meaning]) => meaning)
    expect(new Set(meanings).size).toBe(meanings.length)
    const all = Array.from(code.values()).join('')
    const used = new Set(Array.from(all.matchAll(/(?:track-id|trackId)="([^"]+)"/g), ([, id]) => id))
    expect(Object.keys(trackIds).filter((id) => !used.has(id))).toEqual([])
    expect([...used].filter((id) => id === undefined || !(id in trackIds))).toEqual([])
  })
})
