import { createRequire } from 'node:module'

/**
 * By night React renders and runs effects 30 ms later than it could, as on a busy machine. A test that looks at a page
 * before the page has reacted fails then, and not by chance in `npm test`.
 */
if (process.env['NIGHTLY'] === '1') {
  const scheduler = createRequire(import.meta.url)('scheduler')
  const { unstable_scheduleCallback: schedule, unstable_NormalPriority: normal } = scheduler
  scheduler.unstable_scheduleCallback = (priority, task, options) =>
    schedule(priority, task, priority === normal ? { delay: 30 } : options)
}
