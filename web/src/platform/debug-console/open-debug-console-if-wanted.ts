import { isDebugConsoleWanted } from './is-debug-console-wanted.ts'

/** Hosts that the server names to pages of test hosts; none elsewhere. */
const namedTestHosts = () =>
  document.querySelector<HTMLMetaElement>('meta[name="test-hosts"]')?.content.split(' ') ?? []

/** Opens the debug console where the address asks for it. Its code is requested nowhere else. */
export function openDebugConsoleIfWanted() {
  if (!isDebugConsoleWanted(window.location.href, namedTestHosts())) return
  void import('./open-debug-console.ts').then(({ openDebugConsole }) => openDebugConsole())
}
