import type { LaunchOptions } from 'playwright-core'

/** The browser that the launcher found, with extra arguments. */
export function browserOptions(args: readonly string[] = []): LaunchOptions {
  const executablePath = process.env['CHROMIUM_PATH']
  const flags = (process.env['CHROMIUM_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '')
  return {
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-background-networking', ...args, ...flags],
  }
}
