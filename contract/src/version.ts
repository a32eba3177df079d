/** Version of the product, as in package.json. */
export const PRODUCT_VERSION = '1.0.0'
