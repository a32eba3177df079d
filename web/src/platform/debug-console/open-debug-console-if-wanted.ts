/**
 * Whether the debug console may be created (SPEC §6): the address contains `console` before or inside the hash, and its
 * host is one of TEST_HOSTS. Any other host counts as production.
 */
export function isDebugConsoleWanted(address: string, testHosts: readonly string[]): boolean {
  const { hostname, pathname, search, hash } = new URL(address)
  // The host itself may be named console.example.com: only what follows it asks for the console.
  return testHosts.includes(hostname) && `${pathname}${search}${hash}`.includes('console')
}

/** Hosts that the server names to pages of test hosts; none elsewhere. */
const namedTestHosts = () =>
  document.querySelector<HTMLMetaElement>('meta[name="test-hosts"]')?.content.split(' ') ?? []

/** Opens the debug console where the address asks for it. Its code is requested nowhere else. */
export function openDebugConsoleIfWanted() {
  if (!isDebugConsoleWanted(window.location.href, namedTestHosts())) return
  void import('./open-debug-console.ts').then(({ openDebugConsole }) => openDebugConsole())
}
