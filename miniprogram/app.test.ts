import { expect, it, vi } from 'vitest'

type Launched = { globalData: { fr: string }; onShow: (launch: { query: Record<string, string> }) => void }

it('the channel of the visit is that of the latest entrance that has one', async () => {
  const register = vi.fn<(app: Launched) => void>()
  vi.stubGlobal('App', register)
  await import('./app')
  const app = register.mock.lastCall?.[0]
  const enter = (query: Record<string, string>) => {
    app?.onShow({ query })
    return app?.globalData.fr
  }
  expect([enter({}), enter({ fr: 'poster' }), enter({}), enter({ path: '%2F%3Ffr%3Dcard' })]).toEqual([
    '',
    'poster',
    'poster',
    'card',
  ])
})
