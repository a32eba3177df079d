import type { CDPSession, Page } from 'playwright-core'

type Profile = Awaited<ReturnType<typeof stopProfile>>

const stopProfile = async (cdp: CDPSession) => (await cdp.send('Profiler.stop')).profile

/** Milliseconds of the longest run of code of the script, with all that it calls. */
function longestRun({ nodes, samples = [], timeDeltas = [] }: Profile, script: string): number {
  const within = new Set<number>()
  const isOfScript = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.url.includes(script)]))
  // Parents precede their children.
  for (const { id, children = [] } of nodes) {
    if (isOfScript.get(id) !== true && !within.has(id)) continue
    within.add(id)
    for (const child of children) within.add(child)
  }
  let longest = 0
  let run = 0
  for (const [at, node] of samples.entries()) {
    run = within.has(node) ? run + (timeDeltas[at + 1] ?? 0) : 0
    longest = Math.max(longest, run)
  }
  return longest / 1_000
}

/** Runs `act` on a processor slowed 4 times. Milliseconds of the longest run of code of the tracker in it. */
export async function trackerCost(page: Page, act: () => Promise<unknown>): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: 100 })
  await cdp.send('Profiler.start')
  await act()
  const profile = await stopProfile(cdp)
  await cdp.detach()
  return longestRun(profile, '/connect-tracker')
}
