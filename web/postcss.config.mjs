import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pxToRem from 'postcss-pxtorem'

const mixinsFile = fileURLToPath(new URL('src/ui/mixins.css', import.meta.url))

/**
 * Replaces `@apply row press;` by the declarations of `.row` in ui/mixins.css, and adds its rules of states and media after this
 * rule, such as `.press:active`. A class to compose would be a copy in each style sheet, which overrides what precedes it, and a
 * longer name in the scripts.
 */
const applyMixins = {
  postcssPlugin: 'apply-mixins',
  Once(root, { result, parse }) {
    const mixins = parse(readFileSync(mixinsFile), { from: mixinsFile })
    root.walkAtRules('apply', (apply) => {
      const { parent, params } = apply
      result.messages.push({ type: 'dependency', file: mixinsFile, parent: root.source.input.file })
      for (const name of params.split(' ')) {
        let isKnown = false
        mixins.walkRules((mixin) => {
          const [className, state] = mixin.selector.slice(1).split(':')
          if (className !== name) return
          isKnown = true
          const isOfMedia = mixin.parent !== mixins
          if (state === undefined && !isOfMedia) apply.before(mixin.clone().nodes)
          else {
            const selectors = parent.selectors.map((selector) => selector + (state === undefined ? '' : `:${state}`))
            const rule = mixin.clone({ selectors })
            parent.after(isOfMedia ? mixin.parent.clone({ nodes: [] }).append(rule) : rule)
          }
        })
        if (!isKnown) throw apply.error(`ui/mixins.css has no .${name}`)
      }
      apply.remove()
    })
  },
}

const CHOSEN_DARK = 'html[data-theme="dark"]'
const NOT_CHOSEN_LIGHT = 'html:not([data-theme="light"])'
const isDark = (node) => node.type === 'rule' && node.selector.startsWith(CHOSEN_DARK)

/**
 * Copies the rules of the chosen dark theme into a media query of the system's preference: tokens.css has them once. Both
 * are for screens: paper is light.
 */
const darkBySystem = {
  postcssPlugin: 'dark-by-system',
  OnceExit(root, { AtRule }) {
    const media = (params) => new AtRule({ name: 'media', params, nodes: [] })
    const bySystem = media('screen and (prefers-color-scheme: dark)')
    for (const rule of root.nodes.filter(isDark)) {
      bySystem.append(rule.clone({ selector: rule.selector.replace(CHOSEN_DARK, NOT_CHOSEN_LIGHT) }))
      const chosen = media('screen')
      rule.replaceWith(chosen)
      chosen.append(rule)
    }
    if (bySystem.nodes.length > 0) root.append(bySystem)
  },
}

/** Long words break in browsers without `anywhere` too (Safari before 15.4). */
const breakAnywhere = {
  postcssPlugin: 'break-anywhere',
  Declaration: {
    'overflow-wrap': (declaration) => {
      const before = declaration.prev()
      if (declaration.value === 'anywhere' && before?.prop !== 'overflow-wrap')
        declaration.cloneBefore({ value: 'break-word' })
    },
  },
}

/**
 * Splits `font-size: a / b` into font size a and line height b. The `font` shorthand would also reset the inherited weight and
 * the tabular digits of the body.
 */
const lineHeightWithSize = {
  postcssPlugin: 'line-height-with-size',
  Declaration: {
    'font-size': (declaration) => {
      // A division within a function, as in index.html, has spaces on both sides.
      const [, size, lineHeight] = /^(\S+) \/ (\S+)$/.exec(declaration.value) ?? []
      if (size === undefined || lineHeight === undefined) return
      declaration.cloneAfter({ prop: 'line-height', value: lineHeight })
      declaration.value = size
    },
  },
}

/**
 * Lengths are written in px at a 375 px design width. Hairlines under 2 px stay px.
 * The plugin leaves negative lengths alone: write calc(-1 * 16px).
 */
export default {
  plugins: [
    applyMixins,
    pxToRem({ rootValue: 16, minPixelValue: 2, propList: ['*'] }),
    lineHeightWithSize,
    darkBySystem,
    breakAnywhere,
  ],
}
