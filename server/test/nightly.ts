/** Whether `npm run test:nightly` runs the tests: both databases everywhere, and longer random sequences. */
export const isNightly = process.env['NIGHTLY'] === '1'
