import { describe, expect, it } from 'vitest'
import { ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'

describe('a first start', () => {
  it('prints the address once the index answers: no later answer is partial', async () => {
    const server = new ServerProcess({ folder: temporaryFolder() })
    const ready = await server.fetch('/readyz')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({ ready: true, database: true, index: 'ready' })
    const token = await server.signIn()
    const { data } = await server.call('companySearch', { keyword: '亚迪' }, token)
    expect(data).toMatchObject({ list: [{ nct: '比亚迪股份有限公司' }] })
    expect(data).not.toHaveProperty('partial')
  })
})
