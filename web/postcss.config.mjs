import pxToRem from 'postcss-pxtorem'

const CHOSEN = 'html[data-theme="dark"]'
const BY_SYSTEM = 'html:not([data-theme="light"])'

/** Repeats what is said for dark by choice under the system's preference, so that tokens.css says it once. */
const darkBySystem = {
  postcssPlugin: 'dark-by-system',
  OnceExit(root, { AtRule }) {
    const media = new AtRule({ name: 'media', params: '(prefers-color-scheme: dark)' })
    root.each((node) => {
      if (node.type !== 'rule' || !node.selector.startsWith(CHOSEN)) return
      media.append(node.clone({ selector: node.selector.replace(CHOSEN, BY_SYSTEM) }))
    })
    if (media.nodes !== undefined && media.nodes.length > 0) root.append(media)
  },
}

/**
 * Lengths are written in px at a 375 px design width. Hairlines under 2 px stay px.
 * The plugin leaves negative lengths alone: write calc(-1 * 16px).
 */
export default {
  plugins: [pxToRem({ rootValue: 16, minPixelValue: 2, propList: ['*'] }), darkBySystem],
}
