/** Origin of the web app. It must be a business domain and a request domain of the mini-program. */
export const ORIGIN = 'https://www.example.com'
export const HOME_TITLE = '百企查'
