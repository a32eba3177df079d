import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { root } from './lib/paths.mjs'

const { builtins, features, ambiguous } = JSON.parse(
  readFileSync(join(root, 'tools', 'lib', 'young-features.json'), 'utf8'),
)

const { globalThis: globalNames, ...members } = features
const globals = new Set(globalNames)
const shared = new Set(ambiguous)
/** Methods that the name alone tells: no older feature has it, and no library uses it for something else. */
const tellingNames = new Set(
  Object.entries(members).flatMap(([holder, names]) =>
    names.filter((name) => !shared.has(name) && (builtins.includes(holder) || /[a-z][A-Z]/.test(name))),
  ),
)
/** Objects of which a page has one, by their interface. */
const singletons = { crypto: 'Crypto', document: 'Document', navigator: 'Navigator', performance: 'Performance' }

const nameOf = (node, field) =>
  node[field].type === 'Literal' ? node[field].value : node.computed ? undefined : node[field].name

/** The young method that an expression reads from an object. */
function youngMember(node) {
  const name = nameOf(node, 'property')
  const holder = node.object.type === 'Identifier' ? node.object.name : ''
  if (['window', 'self', 'globalThis'].includes(holder) && globals.has(name)) return name
  const type = Object.hasOwn(singletons, holder) ? singletons[holder] : holder
  const known = type === holder && !builtins.includes(type) ? `${name}_static` : name
  if (Object.hasOwn(members, type) && members[type].includes(known)) return `${holder}.${name}`
  return tellingNames.has(name) ? name : undefined
}

const lookbehind = /\(\?<[=!]/

/** Syntax and features of one node that a browser at the floor lacks. */
function faultsOfNode(node, isInFunction) {
  switch (node.type) {
    // Reading what is missing is harmless; calling it throws.
    case 'CallExpression':
      return [node.callee.type === 'MemberExpression' && !node.optional ? youngMember(node.callee) : undefined]
    case 'ObjectPattern':
      return node.properties.map((property) => {
        const name = property.type === 'Property' ? nameOf(property, 'key') : undefined
        return tellingNames.has(name) ? name : undefined
      })
    case 'Literal':
      if (node.regex === undefined || node.regex === null) return []
      return [
        lookbehind.test(node.regex.pattern) ? 'lookbehind' : undefined,
        /[dv]/.test(node.regex.flags) ? `flags ${node.regex.flags}` : undefined,
      ]
    case 'StaticBlock':
      return ['static block']
    case 'MethodDefinition':
      return [node.key.type === 'PrivateIdentifier' ? 'private method' : undefined]
    case 'BinaryExpression':
      return [node.left.type === 'PrivateIdentifier' ? '#name in object' : undefined]
    case 'AwaitExpression':
      return [isInFunction ? undefined : 'await outside a function']
    case 'ForOfStatement':
      return [node.await && !isInFunction ? 'await outside a function' : undefined]
    default:
      return []
  }
}

/** Fields of a node that name something instead of reading it. */
const namingFields = {
  MemberExpression: (node) => (node.computed ? [] : ['property']),
  Property: (node) => (node.computed || node.shorthand ? [] : ['key']),
  MethodDefinition: (node) => (node.computed ? [] : ['key']),
  PropertyDefinition: (node) => (node.computed ? [] : ['key']),
  ImportSpecifier: () => ['imported'],
  ExportSpecifier: () => ['exported'],
  LabeledStatement: () => ['label'],
  // A question whether the feature exists.
  UnaryExpression: ({ operator }) => (operator === 'typeof' ? ['argument'] : []),
}

/** Features and syntax of a built script that a browser at the floor lacks. */
export function floorFaults(code) {
  const found = new Set()
  const visit = (node, isInFunction) => {
    if (node.type === 'Identifier' && globals.has(node.name)) found.add(node.name)
    for (const fault of faultsOfNode(node, isInFunction)) if (fault !== undefined) found.add(fault)
    const naming = namingFields[node.type]?.(node) ?? []
    const isFunction = /Function/.test(node.type)
    for (const [field, value] of Object.entries(node)) {
      if (naming.includes(field)) continue
      for (const child of [value].flat()) {
        if (typeof child?.type === 'string') visit(child, isInFunction || isFunction)
      }
    }
  }
  visit(parseAst(code), false)
  return [...found]
}

/** At-rules that are dropped with all that they contain. */
const youngAtRules = /@(layer|container|scope|starting-style|property)\b/g
/** Values that need an older one of the same property before them. */
const youngValues =
  /\b\d*\.?\d+(?:[dsl]v[hw]|cq[whib]|r?lh)\b|\b(?:color-mix|light-dark|ok?lab|ok?lch|image-set|round)\(|\banywhere\b/
/** Properties that need an older one, or one with a prefix, before them. */
const youngProperties = {
  mask: '-webkit-mask',
  'backdrop-filter': '-webkit-backdrop-filter',
  'user-select': '-webkit-user-select',
  appearance: '-webkit-appearance',
  'aspect-ratio': undefined,
}
/** Selectors that drop all rules of their list. */
const youngSelectors = /:(?:has|is|where|modal|user-valid|user-invalid|dir|popover-open)\b/

/** Parts of a built style sheet that a browser at the floor drops, without a fallback. */
export function floorFaultsOfStyles(css) {
  const found = new Set(css.match(youngAtRules) ?? [])
  for (const [, selector, block] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (youngSelectors.test(selector)) found.add(selector)
    if (
      selector.split(',').length > 1 &&
      /:focus-visible/.test(selector) &&
      !selector.split(',').every((one) => one.includes(':focus-visible'))
    )
      found.add(selector)
    const before = new Set()
    for (const declaration of block.split(';')) {
      const [property, value = ''] = declaration.split(/:(.*)/s)
      const fallback = youngProperties[property]
      const lacks = Object.hasOwn(youngProperties, property) && !before.has(fallback)
      if (lacks || (!property.startsWith('--') && youngValues.test(value) && !before.has(property)))
        found.add(declaration)
      before.add(property)
    }
  }
  return [...found]
}

// A step of `npm run check`: the built web app runs in the oldest browsers served (docs/decisions/0077-browser-floor.md).

/** Findings that do no harm, each with the reason. */
const harmless = {
  at: 'added by web/src/lib/old-browsers.ts',
  toSorted: 'added by web/src/lib/old-browsers.ts',
  toArray: "React's Children.toArray",
  drop: 'ours, of the search panel',
  exchange: 'ours, of the coverage line',
  getState: 'of our stores',
  isActive: 'of a query',
  isError: 'of a query',
  notify: 'of a query',
  store: 'ours, of the device id',
  use: "React's use, and of libraries",
  checkVisibility: 'called where it is a function (Floating UI)',
  getHighEntropyValues: 'called where it exists (FingerprintJS)',
  requestIdleCallback: 'called where it exists (FingerprintJS)',
  'navigator.share': 'its button shows where it exists',
  reportError: 'called where it is a function (React)',
  skipTransition: 'of a transition that has begun (React)',
  startViewTransition: 'for ViewTransition, which we do not use (React)',
  PerformanceEventTiming: 'read where it exists (web-vitals)',
}
/** Selectors whose rules refine what shows without them. */
const refinements = [/_title_\w+:has\(/, /_name_\w+:has\(/]

const folder = join(root, 'web', 'dist')
const faultsOf = {
  '.js': (text) => floorFaults(text).filter((fault) => !Object.hasOwn(harmless, fault)),
  '.css': (text) => floorFaultsOfStyles(text).filter((fault) => !refinements.some((known) => known.test(fault))),
}

if (import.meta.main) {
  let count = 0
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const check = faultsOf[/\.(?:js|css)$/.exec(file)?.[0]]
    // Test hosts only, for people who develop.
    if (check === undefined || file.includes('open-debug-console-')) continue
    for (const fault of check(readFileSync(join(folder, file), 'utf8'))) {
      count += 1
      console.error(`${file}: ${fault}`)
    }
  }
  if (count > 0) console.error('以上写法在最低支持的浏览器（Chrome 87、Safari 14.1）上不可用')
  process.exitCode = count > 0 ? 1 : 0
}
