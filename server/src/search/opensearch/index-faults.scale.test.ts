import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findJavaHome } from '../../../../tools/lib/engine-tools.mjs'
import { buildIndexableCompany, TestRecords } from '../../../test/builders/indexable-companies.ts'
import { takeOpenSearch } from '../../../test/engines/opensearch.ts'
import { type Fault, startHttpProxy } from '../../../test/engines/proxies.ts'
import { startLocalIndexing } from '../../../test/search/company-search.opensearch.ts'
import { connectOpenSearch } from './client.ts'
import { readIndexState } from './index-state.ts'

const execute = promisify(execFile)
const PASSPHRASE = 'of-tests'
const key = ['-keyalg', 'EC', '-storetype', 'PKCS12', '-storepass', PASSPHRASE]

/** An authority of its own and a certificate for 127.0.0.1, made by the keytool of the JDK. */
async function createCertificates() {
  const home = await findJavaHome()
  if (home === null) throw new Error('A JDK is needed to make certificates for tests.')
  const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-certificates-'))
  const keytool = (...args: string[]) => execute(path.join(home, 'bin', 'keytool'), args, { cwd: folder })
  const authority = ['-alias', 'authority', '-keystore', 'authority.p12', '-storepass', PASSPHRASE]
  const server = ['-alias', 'server', '-keystore', 'server.p12', '-storepass', PASSPHRASE]
  const file = ['-keystore', 'server.p12', '-storepass', PASSPHRASE]
  await keytool('-genkeypair', ...authority, ...key, '-dname', 'CN=authority of tests', '-ext', 'bc:c')
  await keytool('-genkeypair', ...server, ...key, '-dname', 'CN=127.0.0.1')
  await keytool('-certreq', ...server, '-file', 'request.pem')
  const signing = ['-infile', 'request.pem', '-outfile', 'server.pem', '-rfc', '-ext', 'san=ip:127.0.0.1']
  await keytool('-gencert', ...authority, ...signing)
  await keytool('-exportcert', ...authority, '-rfc', '-file', 'authority.pem')
  await keytool('-importcert', '-noprompt', '-alias', 'authority', ...file, '-file', 'authority.pem')
  await keytool('-importcert', '-noprompt', ...server, '-file', 'server.pem')
  return {
    caFile: path.join(folder, 'authority.pem'),
    tls: { pfx: await readFile(path.join(folder, 'server.p12')), passphrase: PASSPHRASE },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

let target: string

beforeEach(async () => {
  target = (await takeOpenSearch()).url
})

async function stateAt(url: string, caFile?: string) {
  const client = connectOpenSearch({ url, caFile })
  try {
    return await readIndexState(client, { scope: 'test', store: 'store' })
  } finally {
    await client.close()
  }
}

const companies = (count: number) => Array.from({ length: count }, () => buildIndexableCompany())

/** A proxy that gives the next bulk requests these faults, then none. */
async function startBulkFaults(faults: readonly Fault[]) {
  const remaining = [...faults]
  let bulks = 0
  const proxy = await startHttpProxy({
    target,
    faultOf: ({ url = '' }) => {
      if (!url.includes('/_bulk')) return 'none'
      bulks += 1
      return remaining.shift() ?? 'none'
    },
  })
  onTestFinished(() => proxy.stop())
  return { url: proxy.url, bulks: () => bulks, add: (...more: Fault[]) => remaining.push(...more) }
}

const refused = (status: number): Fault => ({
  status,
  body: { error: { type: 'refused', reason: 'by the test' }, status },
})

describe('filling and following an index', () => {
  it.each([
    ['429', refused(429)],
    ['503', refused(503)],
    ['500', refused(500)],
    ['a closed connection', 'close'],
  ] as const)('continues after %s', async (_name, fault) => {
    const source = new TestRecords(companies(700))
    const proxy = await startBulkFaults([fault, fault, fault])
    const indexing = startLocalIndexing({ url: proxy.url, source })
    await indexing.refresh()
    expect(await stateAt(target)).toMatchObject({ status: 'ready', documents: 700 })
    proxy.add(fault, fault)
    source.put(buildIndexableCompany())
    await indexing.refresh()
    expect(await stateAt(target)).toMatchObject({ status: 'ready', documents: 701, position: { seq: 701 } })
    expect(source.fullReads).toBe(1)
  })

  it('sends only the refused documents of a request again', async () => {
    const source = new TestRecords(companies(2))
    const [first, second] = source.all()
    const proxy = await startBulkFaults([
      {
        status: 200,
        body: {
          errors: true,
          items: [
            { index: { _id: first?.id, status: 201 } },
            { index: { _id: second?.id, status: 429, error: { type: 'rejected', reason: 'by the test' } } },
          ],
        },
      },
    ])
    const indexing = startLocalIndexing({ url: proxy.url, source })
    await indexing.refresh()
    // The answer about the first document was a lie of the test.
    expect(await stateAt(target)).toMatchObject({ documents: 1 })
  })

  it('tries again until repeated failures within OpenSearch end', async () => {
    const source = new TestRecords(companies(3))
    const proxy = await startBulkFaults([])
    const indexing = startLocalIndexing({ url: proxy.url, source })
    await indexing.refresh()
    const before = proxy.bulks()
    proxy.add(...Array.from({ length: 8 }, () => refused(500)))
    source.put(buildIndexableCompany())
    await indexing.refresh()
    expect(proxy.bulks() - before).toBe(9)
    expect(await stateAt(target)).toMatchObject({ status: 'ready', documents: 4, position: { seq: 4 } })
  })

  it('does not move on over a document that OpenSearch refuses', async () => {
    const source = new TestRecords(companies(1))
    const proxy = await startBulkFaults([])
    const indexing = startLocalIndexing({ url: proxy.url, source })
    await indexing.refresh()
    proxy.add(refused(400), refused(400), refused(400))
    source.put(buildIndexableCompany())
    await expect(indexing.refresh()).rejects.toThrow()
    expect(await stateAt(target)).toMatchObject({ position: { seq: 1 } })
  })

  it('ends at once when it is closed while OpenSearch does not answer', async () => {
    const source = new TestRecords(companies(1))
    const proxy = await startBulkFaults(['hang'])
    const indexing = startLocalIndexing({ url: proxy.url, source })
    const failing = expect(indexing.refresh()).rejects.toThrow()
    await vi.waitFor(() => expect(proxy.bulks()).toBe(1), { timeout: 20_000 })
    await indexing.close()
    await failing
  })
})

/** A server with a certificate of its own authority, for one user. */
async function startSecured() {
  const certificates = await createCertificates()
  onTestFinished(certificates.remove)
  const wanted = `Basic ${Buffer.from('search:p@ss/word 百').toString('base64')}`
  const proxy = await startHttpProxy({
    target,
    tls: certificates.tls,
    faultOf: ({ headers }) => (headers.authorization === wanted ? 'none' : { status: 401 }),
  })
  onTestFinished(() => proxy.stop())
  const withUser = (user: string) => proxy.url.replace('https://', `https://${user}@`)
  return { withUser, caFile: certificates.caFile }
}

describe('a connection to OpenSearch', () => {
  it('uses the user, the password and the authority that are set', async () => {
    const { withUser, caFile } = await startSecured()
    const url = withUser(`search:${encodeURIComponent('p@ss/word 百')}`)
    const client = connectOpenSearch({ url, caFile, requestTimeout: 30_000 })
    await startLocalIndexing({ url, client, source: new TestRecords(companies(3)) }).refresh()
    expect(await stateAt(url, caFile)).toMatchObject({ status: 'ready', documents: 3 })
    expect(await stateAt(withUser('search:other'), caFile)).toEqual({ status: 'preparing', reason: 'unreachable' })
    expect(await stateAt(url)).toEqual({ status: 'preparing', reason: 'unreachable' })
  })
})
