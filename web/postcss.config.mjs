import pxToRem from 'postcss-pxtorem'

/**
 * Lengths are written in px at a 375 px design width. Hairlines under 2 px stay px.
 * The plugin leaves negative lengths alone: write calc(-1 * 16px).
 */
export default { plugins: [pxToRem({ rootValue: 16, minPixelValue: 2, propList: ['*'] })] }
