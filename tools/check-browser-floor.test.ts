import { expect, test } from 'vitest'
import { floorFaults, floorFaultsOfStyles } from './check-browser-floor.mjs'

test.each([
  ['list.toReversed()', 'toReversed'],
  ['list.with(0, 1)', 'with'],
  ['list.findLast((one) => one)', 'findLast'],
  ['list.toSpliced(1)', 'toSpliced'],
  ['Object.groupBy(list, key)', 'Object.groupBy'],
  ['Array.fromAsync(list)', 'Array.fromAsync'],
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ['Promise.try(run)', 'Promise.try'],
  ['structuredClone(value)', 'structuredClone'],
  ['window.structuredClone(value)', 'structuredClone'],
  ['crypto.randomUUID()', 'crypto.randomUUID'],
  ['AbortSignal.timeout(1)', 'AbortSignal.timeout'],
  ['AbortSignal.any([one])', 'AbortSignal.any'],
  ['signal.throwIfAborted()', 'throwIfAborted'],
  ['one.union(other)', 'union'],
  ['one.isSubsetOf(other)', 'isSubsetOf'],
  ['URL.canParse(text)', 'URL.canParse'],
  ['Response.json({})', 'Response.json'],
  ['Intl.supportedValuesOf("unit")', 'Intl.supportedValuesOf'],
  ['new SharedWorker(url)', 'SharedWorker'],
  ['text.isWellFormed()', 'isWellFormed'],
  ['const { fromAsync } = Array', 'fromAsync'],
  ['text.replace(/(?<=a)b/, "")', 'lookbehind'],
  ['text.replace(/(?<!a)b/, "")', 'lookbehind'],
  ['/a/v.test(text)', 'flags v'],
  ['/a/d.exec(text)', 'flags d'],
  ['class One { static { run() } }', 'static block'],
  ['class One { #run() {} }', 'private method'],
  ['class One { #a; static is(one) { return #a in one } }', '#name in object'],
  ['await run()', 'await outside a function'],
])('%s is refused as %s', (code, fault) => {
  expect(floorFaults(code)).toEqual([fault])
})

test.each([
  'list.map((one) => one.from).filter(Boolean)',
  'text.replaceAll("a", "b")',
  'Promise.any([one])',
  'new Intl.Segmenter("zh")',
  'typeof structuredClone === "function"',
  'async () => { await run() }',
  'list.toReversed?.()',
  'const one = { structuredClone: 1 }; one.structuredClone',
  'request.timeout = 1; request.json()',
  '/(?<year>\\d+)/u.exec(text)',
  'class One { #a = 1; get() { return this.#a } }',
  'new ResizeObserver(run)',
])('%s is allowed', (code) => {
  expect(floorFaults(code)).toEqual([])
})

test.each([
  ['.a{min-height:100dvh}', ['min-height:100dvh']],
  ['.a{min-height:100vh;min-height:100dvh}', []],
  ['.a{color:color-mix(in srgb,red,blue)}', ['color:color-mix(in srgb,red,blue)']],
  ['.a{color:red;color:color-mix(in srgb,red,blue)}', []],
  ['.a{overflow-wrap:anywhere}', ['overflow-wrap:anywhere']],
  ['.a{overflow-wrap:break-word;overflow-wrap:anywhere}', []],
  ['.a{aspect-ratio:2/3}', ['aspect-ratio:2/3']],
  ['.a{mask:url(a.svg)}', ['mask:url(a.svg)']],
  ['.a{-webkit-mask:url(a.svg);mask:url(a.svg)}', []],
  ['@layer base{.a{color:red}}', ['@layer']],
  ['@container (min-width:1px){.a{color:red}}', ['@container']],
  ['.a:has(b){color:red}', ['.a:has(b)']],
  ['.a:focus,.b:focus-visible{color:red}', ['.a:focus,.b:focus-visible']],
  ['.a:focus-visible,.b:focus-visible{color:red}', []],
  ['.a{--x:100dvh;gap:4px;inset:0}', []],
])('of the styles %s, %j is refused', (css, faults) => {
  expect(floorFaultsOfStyles(css)).toEqual(faults)
})
