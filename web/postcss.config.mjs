import pxToRem from 'postcss-pxtorem'

const CHOSEN_DARK = 'html[data-theme="dark"]'
const NOT_CHOSEN_LIGHT = 'html:not([data-theme="light"])'

/** Copies the rules of the chosen dark theme into a media query of the system's preference: tokens.css has them once. */
const darkBySystem = {
  postcssPlugin: 'dark-by-system',
  OnceExit(root, { AtRule }) {
    const media = new AtRule({ name: 'media', params: '(prefers-color-scheme: dark)' })
    root.each((node) => {
      if (node.type !== 'rule' || !node.selector.startsWith(CHOSEN_DARK)) return
      media.append(node.clone({ selector: node.selector.replace(CHOSEN_DARK, NOT_CHOSEN_LIGHT) }))
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
