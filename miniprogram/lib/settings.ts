/** Origin of the web app. It must be a business domain and a request domain of the mini-program. */
export const ORIGIN = 'https://www.example.com'
/** Version of the agreements that the login page shows (data/agreements). */
export const AGREEMENT_VERSION = '2026-11-22'
export const HOME_TITLE = '百企查'
