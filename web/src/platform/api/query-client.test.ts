import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('what failed in a page that was opened offline loads when the connection returns', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const client = createQueryClient()
  client.mount()
  onTestFinished(() => client.unmount())
  const reconnects = vi.spyOn(client.getQueryCache(), 'onOnline')
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(reconnects).toHaveBeenCalledTimes(1))
})
