/** Version of the product; the build replaces it (vite.config.ts). */
declare const __APP_VERSION__: string
